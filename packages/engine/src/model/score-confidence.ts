/**
 * Confidence from facts that can be checked. The way the evidence was found has the most weight, then the agreement of repeated answers;
 * the model's own confidence has little weight. `docs/reference/confidence.md` explains the figures.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { ConfidenceBasis } from '../bricks/brick-outcome.ts';
import { readModelCalibration } from '../bricks/learned-document.ts';

const EVIDENCE: Readonly<Record<ConfidenceBasis['evidence'], number>> = {
  exact: 0.94,
  folded: 0.92,
  fuzzy: 0.84,
  unneeded: 0.78,
  none: 0.4,
};
/** For a model that states no confidence. */
const UNSTATED = 0.7;

export function scoreConfidence(basis: ConfidenceBasis): number {
  const lost = basis.quotes_given === 0 ? 0 : 1 - basis.quotes_found / basis.quotes_given;
  const evidence = EVIDENCE[basis.evidence] * (1 - 0.25 * lost);
  const stated = basis.stated ?? UNSTATED;
  const agreement = basis.agreeing / basis.votes;
  let score = basis.votes > 1 ? 0.5 * evidence + 0.37 * agreement + 0.13 * stated : 0.87 * evidence + 0.13 * stated;
  if (basis.grounded === false) score *= 0.6;
  if (basis.bearing === false) score *= 0.6;
  if (basis.suspect === true) score *= 0.5;
  return score;
}

/**
 * The maximum confidence of an answer whose quotes are unrelated to it, or of a model that was given instructions in the conversation; a
 * curve learned from honest answers does not raise it.
 */
const DOUBTED_MOST = 0.58;

export function confidenceOf(
  brick: BrickDocument,
  basis: ConfidenceBasis,
): { confidence: number; isCalibrated: boolean } {
  const { confidence, isCalibrated } = calibrateConfidence(brick, scoreConfidence(basis));
  const isDoubted = basis.suspect === true || basis.bearing === false;
  return { confidence: isDoubted ? Math.min(confidence, DOUBTED_MOST) : confidence, isCalibrated };
}

/** The brick's own curve, learned from golden labels: points of (confidence as scored, share that was right), joined by lines. */
export function calibrateConfidence(
  brick: BrickDocument,
  score: number,
): { confidence: number; isCalibrated: boolean } {
  const curve = readModelCalibration(brick.learned);
  if (curve === undefined) return { confidence: score, isCalibrated: false };
  const points = curve.toSorted(([a], [b]) => a - b);
  const above = points.findIndex(([at]) => at >= score);
  const [highAt, high] = (above < 0 ? points.at(-1) : points[above]) ?? [score, score];
  const [lowAt, low] = (above <= 0 ? (above < 0 ? points.at(-1) : points[0]) : points[above - 1]) ?? [score, score];
  const share = highAt === lowAt ? 0 : (score - lowAt) / (highAt - lowAt);
  return { confidence: low + share * (high - low), isCalibrated: true };
}
