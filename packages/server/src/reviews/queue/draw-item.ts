/**
 * Whether a run is drawn for review, and with which probability. It depends only on the run and the policy: the same run is drawn again, on
 * any node, and the random share is the same for good answers and bad ones.
 */
import { createHash } from 'node:crypto';
import type { Basis, BrickOutput } from '@brickwork/contract';
import type { DrawnReason, ReviewPolicy } from './review-policy.ts';

export interface DrawnItem {
  /** Undefined if somebody chose the run: it is not representative of other runs. */
  probability: number | undefined;
  reasons: DrawnReason[];
  /** The order in which items are handed out: random, so that reviewed items are representative of the rest. */
  rank: number;
  needsSecond: boolean;
}

export interface DrawnRun {
  runId: string;
  metadata: Readonly<Record<string, string>> | undefined;
  bricks: Readonly<Record<string, BrickOutput>>;
}

/** The metadata key of each dimension, by its name. */
export type DimensionKeys = ReadonlyMap<string, string>;

export function drawItem(policy: ReviewPolicy, run: DrawnRun, dimensions: DimensionKeys): DrawnItem | undefined {
  const certain = [...lowConfidence(policy, run), ...matches(policy, run, dimensions)];
  const isRandom = chance('draw', run.runId) < policy.random;
  if (certain.length === 0 && !isRandom) return undefined;
  return {
    probability: certain.length > 0 ? 1 : policy.random,
    reasons: [...(isRandom ? [{ kind: 'random' as const }] : []), ...certain],
    rank: chance('rank', run.runId),
    needsSecond: chance('second', run.runId) < policy.secondReview,
  };
}

/** A run that somebody chose: before all drawn ones, in random order among themselves. */
export function chooseItem(runId: string, needsSecond: boolean): DrawnItem {
  return {
    probability: undefined,
    reasons: [{ kind: 'chosen' }],
    rank: chance('rank', runId) - 1,
    needsSecond,
  };
}

/** A model's answers count as not sure if the conversation contains instructions to the evaluator, whatever the policy says. */
function lowConfidence({ belowConfidence = 0 }: ReviewPolicy, { bricks }: DrawnRun): DrawnReason[] {
  return Object.entries(bricks)
    .filter(([, brick]) => isJudged(brick) && (isSuspect(brick) || (brick.confidence ?? 1) < belowConfidence))
    .map(([brick]) => ({ kind: 'low_confidence', brick }));
}

function isSuspect({ confidence_basis: basis }: BrickOutput): boolean {
  return basis?.suspect === true;
}

const COMPUTED: readonly (Basis | undefined)[] = ['metric', 'score', 'condition'];

/** A metric with missing data has confidence 0, and a question that does not apply has that of its condition: people do not judge either. */
function isJudged({ basis, applicability }: BrickOutput): boolean {
  return applicability !== 'not_applicable' && !COMPUTED.includes(basis);
}

function matches(
  { match }: ReviewPolicy,
  { metadata = {}, bricks }: DrawnRun,
  dimensions: DimensionKeys,
): DrawnReason[] {
  const has = (key: string | undefined, value: string) =>
    key !== undefined && Object.hasOwn(metadata, key) && metadata[key] === value;
  return match.flatMap((wanted): DrawnReason[] => {
    if ('brick' in wanted)
      return JSON.stringify(bricks[wanted.brick]?.value) === JSON.stringify(wanted.value)
        ? [{ kind: 'match', brick: wanted.brick }]
        : [];
    if ('dimension' in wanted)
      return has(dimensions.get(wanted.dimension), wanted.value)
        ? [{ kind: 'match', dimension: wanted.dimension }]
        : [];
    return has(wanted.metadata, wanted.value) ? [{ kind: 'match', metadata: wanted.metadata }] : [];
  });
}

/** A number from 0 to 1 that looks random and is always the same for a run and a purpose. */
function chance(purpose: string, runId: string): number {
  return createHash('sha256').update(`${purpose}:${runId}`).digest().readUIntBE(0, 6) / 2 ** 48;
}
