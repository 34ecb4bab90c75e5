import type { BrickSchema } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { draftOf, policyOf } from './policy-draft.ts';

const BRICKS = [
  { key: 'solved', type: 'boolean' },
  { key: 'turns', type: 'numeric' },
] as BrickSchema[];

describe('a policy in the form', () => {
  it('is the same policy when it comes out again', () => {
    const match = [
      { brick: 'solved', value: false },
      { brick: 'turns', value: 3 },
      { dimension: 'team', value: 'Porto' },
      { metadata: 'queue', value: 'a.b' },
    ];
    const policy = { random: 0.07, below_confidence: 0.6, second_review: 0.1, match, updated_at: '' };
    const { updated_at: _time, ...sent } = policy;
    expect(policyOf(draftOf(policy), BRICKS)).toEqual(sent);
  });

  it('leaves rules without a value out, and is none while a share is wrong', () => {
    const draft = { ...draftOf(undefined), rules: [{ field: 'answer.solved', value: '' }] };
    expect(policyOf(draft, BRICKS)).toEqual({ random: 0.05, second_review: 0, match: [] });
    expect(policyOf({ ...draft, random: '101' }, BRICKS)).toBeUndefined();
    expect(policyOf({ ...draft, second: '' }, BRICKS)).toBeUndefined();
  });
});
