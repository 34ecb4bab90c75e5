/** Which runs of a kit people should review. */
import type { BrickValue } from '@brickwork/contract';

/** On an answer, a dimension by its name, or a metadata key. */
export type PolicyMatch =
  | { brick: string; value: BrickValue }
  | { dimension: string; value: string }
  | { metadata: string; value: string };

export interface ReviewPolicy {
  /** The share of all runs, drawn by a hash of the run id. */
  random: number;
  belowConfidence: number | undefined;
  match: readonly PolicyMatch[];
  /** The share of drawn runs that a second person reviews too. */
  secondReview: number;
}

export interface DrawnReason {
  kind: 'random' | 'low_confidence' | 'match' | 'chosen';
  brick?: string;
  dimension?: string;
  metadata?: string;
}
