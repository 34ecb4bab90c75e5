/** A review policy while it is edited: shares as percent, rules as rows of a form. */

import type { BrickSchema, ReviewPolicyRequest, ReviewQueue } from '@brickwork/client';
import { toField } from '../ui/format.ts';

type Match = NonNullable<ReviewPolicyRequest['match']>[number];

/** `field` is `answer.KEY`, `dimension.NAME` or `metadata.KEY`; the value is as it was typed. */
export interface RuleDraft {
  field: string;
  value: string;
}

export interface PolicyDraft {
  random: string;
  below: string;
  second: string;
  rules: readonly RuleDraft[];
  /** The first day of past calls that are drawn too; empty for none. */
  pastFrom: string;
}

export function draftOf(policy: ReviewQueue['policy']): PolicyDraft {
  return {
    random: toField(policy?.random ?? 0.05),
    below: policy?.below_confidence === undefined ? '' : toField(policy.below_confidence),
    second: toField(policy?.second_review ?? 0),
    rules: (policy?.match ?? []).map(ruleOf),
    pastFrom: '',
  };
}

/** 0.07 × 100 is not 7. */

function ruleOf(match: Match): RuleDraft {
  if ('brick' in match) return { field: `answer.${match.brick}`, value: String(match.value) };
  return 'dimension' in match
    ? { field: `dimension.${match.dimension}`, value: match.value }
    : { field: `metadata.${match.metadata}`, value: match.value };
}

/** Undefined while a field holds no share. */
export function policyOf(draft: PolicyDraft, bricks: readonly BrickSchema[]): ReviewPolicyRequest | undefined {
  const shares = [draft.random, draft.second, ...(draft.below === '' ? [] : [draft.below])].map(Number);
  if (draft.random === '' || draft.second === '' || shares.some((each) => !(each >= 0 && each <= 100)))
    return undefined;
  return {
    random: Number(draft.random) / 100,
    second_review: Number(draft.second) / 100,
    ...(draft.below !== '' && { below_confidence: Number(draft.below) / 100 }),
    match: draft.rules.filter(({ value }) => value.trim() !== '').map((rule) => matchOf(rule, bricks)),
  };
}

function matchOf({ field, value }: RuleDraft, bricks: readonly BrickSchema[]): Match {
  const [, kind, name = ''] = /^(answer|dimension|metadata)\.(.*)$/s.exec(field) ?? [];
  if (kind === 'dimension') return { dimension: name, value };
  if (kind === 'metadata') return { metadata: name, value };
  const brick = bricks.find(({ key }) => key === name);
  if (brick?.type === 'boolean') return { brick: name, value: value === 'true' };
  return { brick: name, value: brick?.type === 'numeric' && Number.isFinite(Number(value)) ? Number(value) : value };
}
