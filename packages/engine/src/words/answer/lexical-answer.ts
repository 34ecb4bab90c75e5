/** The result of the words for one brick: the answer, and the scores of all considered values. */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';

export interface ValueScore {
  value: BrickOutcome['value'];
  score: number;
}

export interface LexicalAnswer {
  /** Value, confidence, basis, reason and evidence: a whole answer by itself. */
  outcome: BrickOutcome;
  /**
   * Best first. Chances that add up to 1 for booleans and learned bricks; comparable within the brick only for categories
   * and extracted texts; empty where nothing was weighed against anything (composites, summaries, nothing found).
   */
  scores: readonly ValueScore[];
}

export function byScore(scores: readonly ValueScore[]): ValueScore[] {
  return scores.toSorted((left, right) => right.score - left.score);
}

/** An answer without alternatives. */
export function unscored(outcome: BrickOutcome): LexicalAnswer {
  return { outcome, scores: [] };
}

/** The result for bricks whose words were not found. */
export function unasked({ key }: Pick<BrickDocument, 'key'>): LexicalAnswer {
  return unscored({ key, value: null, confidence: 0, basis: 'weak', reason: '', evidence: [] });
}
