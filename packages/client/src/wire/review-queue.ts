type Value = string | number | boolean | string[] | null;

export type ReviewMatch = { brick: string; value: Value } | { metadata: string; value: string };

/** Which runs of a kit people should review. */
export interface ReviewPolicyRequest {
  /** The share of all runs, drawn by a hash of the run id. */
  random?: number | undefined;
  below_confidence?: number | undefined;
  match?: ReviewMatch[] | undefined;
  /** The share of drawn runs that a second person reviews too. */
  second_review?: number | undefined;
  /** RFC 3339; runs that ended before are left out. From now on when left out. */
  since?: string | undefined;
}

export interface ReviewPolicy {
  random: number;
  below_confidence?: number;
  match: ReviewMatch[];
  second_review: number;
  updated_at: string;
}

export interface ReviewQueue {
  kit_id: string;
  /** Absent: nothing is drawn. */
  policy?: ReviewPolicy;
  open: number;
  leased: number;
  reviewed: number;
  caught_up: boolean;
}

export interface ReviewItem {
  item_id: string;
  run_id: string;
  kit_id: string;
  reasons: { kind: 'random' | 'low_confidence' | 'match'; brick?: string; metadata?: string }[];
  probability: number;
  second: boolean;
  leased_until: string;
}

export interface NextReviewItem {
  /** Absent: nothing is left for this reviewer. */
  item?: ReviewItem;
  open: number;
}

export interface BrickQuality {
  brick: string;
  /** Answers that the estimate is based on. */
  n: number;
  /** Estimated share of right answers among all runs, with its 95 % interval. */
  accuracy?: number;
  low?: number;
  high?: number;
  reviewed: number;
  correct: number;
  wrong: number;
  not_applicable: number;
  unsure: number;
  /** Runs whose reviewers disagree. */
  disputed: string[];
  ece?: number;
  reliability: { from: number; to: number; n: number; confidence: number; accuracy: number }[];
  confusion: { answer: Value; expected: Value; n: number }[];
  agreement?: { method: 'cohen_kappa' | 'krippendorff_alpha'; value: number; n: number; reviewers: number };
  share_above_threshold?: number;
  accuracy_above_threshold?: number;
}

export interface KitQuality {
  kit_id: string;
  threshold: number;
  data: { group?: string; bricks: BrickQuality[] }[];
}

export interface QualityQuery {
  version?: number | undefined;
  /** RFC 3339, of the runs' creation. */
  since?: string | undefined;
  until?: string | undefined;
  /** `week`, `version` or `metadata.KEY`. */
  group_by?: string | undefined;
  threshold?: number | undefined;
}
