/**
 * From which confidence the built-in model's answer to a brick is kept instead of asking a model: the lowest at which the answers kept are
 * expected to be right in the target share. The expectation is the share that reviewers found right among the brick's answers that would be
 * kept, shrunk towards that of the kit's other bricks, which is shrunk towards the answers' confidence: a brick with many reviews uses its
 * own, one with few uses the other bricks', and a kit without reviews uses the calibration. Pure.
 */
import type { LocalFromBasis } from '@brickwork/contract';
import { type Estimate, weightedAccuracy } from '../quality/weighted-accuracy.ts';

export interface JudgedAnswer {
  confidence: number;
  isRight: boolean;
  /** The probability that its run is drawn for review; 1 for runs that people chose. */
  probability: number;
}

export interface BrickEvidence {
  key: string;
  /** The confidence of the answers of the last runs that may be kept: those that were read, not those from words alone. */
  confidences: readonly number[];
  /** Such answers that reviewers judged, of any run. */
  judged: readonly JudgedAnswer[];
}

export interface BrickThreshold {
  key: string;
  /** 1 if no answer is kept. */
  from: number;
  kept: number;
  /** The expected share of right answers among the kept ones; undefined if none is kept. */
  expected: number | undefined;
  basis: LocalFromBasis;
  /** For the judged answers that would be kept; if none is kept, for all that are not guesses, to show the reason. */
  measured: Estimate | undefined;
}

/** Below 0.6 an answer is barely more than a guess. */
const LOWEST = 0.6;
const CANDIDATES = [LOWEST, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const NEVER = 1;
/**
 * The weight, in answers, of the kit's other bricks against a brick's own, and of the calibration against the kit's: questions of one kit
 * differ as if each had its own share, known from ten answers of the others (`worth` in `questions/published-accuracy.ts`).
 */
const OTHERS_WORTH = 10;
const CALIBRATION_WORTH = 10;
/** From this many reviewed answers on, the reviews outweigh the values they are shrunk towards. */
const ENOUGH = 10;

export function chooseThresholds(bricks: readonly BrickEvidence[], target: number): BrickThreshold[] {
  return bricks.map((brick) => {
    const others = bricks.filter((other) => other !== brick);
    const from = CANDIDATES.find(
      (candidate) => isSeen(brick, candidate) && expectedRight(brick, others, candidate) >= target,
    );
    return thresholdOf(brick, others, from ?? NEVER);
  });
}

/** Whether it keeps an answer that the next higher one does not: without such an answer, nothing is known about future ones. */
function isSeen({ confidences }: BrickEvidence, candidate: number): boolean {
  const next = CANDIDATES.find((other) => other > candidate) ?? Number.POSITIVE_INFINITY;
  return confidences.some((confidence) => confidence >= candidate && confidence < next);
}

/** The effect of a given threshold, for example the current one. */
export function thresholdOf(brick: BrickEvidence, others: readonly BrickEvidence[], from: number): BrickThreshold {
  const isKept = from < NEVER;
  const shown = isKept ? from : LOWEST;
  const kept = isKept ? above(brick.confidences, from).length : 0;
  const judged = keptOf(brick, shown);
  const ofOthers = others.reduce((all, other) => all + keptOf(other, shown).length, 0);
  return {
    key: brick.key,
    from,
    kept,
    expected: kept === 0 ? undefined : expectedRight(brick, others, from),
    basis: judged.length >= ENOUGH ? 'reviews' : ofOthers + judged.length >= ENOUGH ? 'kit_reviews' : 'calibration',
    measured: weightedAccuracy(judged),
  };
}

function expectedRight(brick: BrickEvidence, others: readonly BrickEvidence[], from: number): number {
  const claimed = above(brick.confidences, from);
  const calibrated = claimed.length === 0 ? from : claimed.reduce((sum, each) => sum + each, 0) / claimed.length;
  const byOthers = shrunk(
    others.flatMap((other) => keptOf(other, from)),
    calibrated,
    CALIBRATION_WORTH,
  );
  return shrunk(keptOf(brick, from), byOthers, OTHERS_WORTH);
}

/** The share of right answers, as if `worth` more answers had been right as often as `share`. */
function shrunk(judged: readonly JudgedAnswer[], share: number, worth: number): number {
  const weights = judged.map(({ probability }) => 1 / probability);
  const total = sum(weights);
  if (total === 0) return share;
  // The number of equally weighted answers with the same information (Kish).
  const count = total ** 2 / sum(weights.map((weight) => weight ** 2));
  const right = sum(judged.map(({ isRight, probability }) => (isRight ? 1 / probability : 0))) / total;
  return (count * right + worth * share) / (count + worth);
}

function keptOf({ judged }: BrickEvidence, from: number): readonly JudgedAnswer[] {
  return judged.filter(({ confidence }) => confidence >= from);
}

function above(confidences: readonly number[], from: number): number[] {
  return confidences.filter((confidence) => confidence >= from);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
