/** Generated from the contract by `npm run generate`: change the schema there. */
import type { BrickValue } from './brick-output.ts';
import type { Appeal } from './review.ts';

export type ReviewMatch =
  | {
      brick: string;
      value: BrickValue;
    }
  | {
      dimension: string;
      value: string;
    }
  | {
      metadata: string;
      value: string;
    };

/** Which runs of a kit people should review. */
export interface ReviewPolicyRequest {
  /**
   * The share of all runs to review, drawn by a hash of the run id. Without it, accuracy cannot be estimated for
   * the rest.
   */
  random?: number | undefined;
  /** Every run with an answer below this confidence. Metrics, scores and answers that do not apply do not count. */
  below_confidence?: number | undefined;
  /** Every run with one of these answers, values of a dimension such as `team`, or metadata pairs. */
  match?: ReviewMatch[] | undefined;
  /** The share of drawn runs that a second person reviews too. */
  second_review?: number | undefined;
  /** Runs that ended since then are considered; by default only those from now on. */
  since?: string | undefined;
}

export interface ReviewPolicy {
  random: number;
  below_confidence?: number;
  match: ReviewMatch[];
  second_review: number;
  updated_at: string;
  /** Why a part of it draws nothing, such as a deleted dimension. */
  problem?: string;
}

export interface ReviewQueue {
  kit_id: string;
  /** Absent: nothing is drawn for this kit. */
  policy?: ReviewPolicy;
  /** Items waiting for somebody. */
  open: number;
  /** Items being reviewed now. */
  leased: number;
  reviewed: number;
  /** The newest open appeals of this kit, 50 at most, with their texts. Reviewing the answer settles one. */
  appeals: Appeal[];
  /** `false`: there are ended runs that have not been considered yet. */
  caught_up: boolean;
}

export interface ReviewItem {
  /** `rvi_…` */
  item_id: string;
  run_id: string;
  kit_id: string;
  /** Why it was drawn. */
  reasons: {
    /** `chosen`: somebody put it there. */
    kind: 'random' | 'low_confidence' | 'match' | 'chosen';
    brick?: string;
    dimension?: string;
    metadata?: string;
  }[];
  /**
   * The probability that a run like this one is drawn; quality figures use it as a weight. Absent: somebody chose
   * it, which says nothing about other runs.
   */
  probability?: number;
  /** A second person reviews the same run. */
  second: boolean;
  /** Renew the lease before then, or the item goes to somebody else. */
  leased_until: string;
}

export interface QueuedRuns {
  kit_id: string;
  /** Runs that were added to the queue. */
  added: number;
  /** Runs that were already in the queue, or reviewed from it. */
  already: number;
  /** Items waiting for somebody. */
  open: number;
}

export interface ReviewDraw {
  kit_id: string;
  /** Runs that were considered. */
  runs: number;
  /** `false`: more runs match than were considered. */
  complete: boolean;
  drawn: number;
  /** How many of these two people review. */
  second: number;
  /** How many runs were drawn for each reason; a run may count for several. */
  reasons: {
    random: number;
    low_confidence: number;
    match: number;
  };
  /** Days that these runs span, by the time of the conversations; at least 1. */
  days: number;
  /** `drawn` by `days`. */
  per_day: number;
  /** Runs that were added to the queue; 0 with `dry_run`. */
  added: number;
}

export interface NextReviewItem {
  item?: ReviewItem;
  /** Items left besides this one. */
  open: number;
}

export interface BrickQuality {
  brick: string;
  /** Answers behind the estimate: from drawn runs, with a settled verdict. */
  n: number;
  /** Estimated share of right answers among all runs, not only the reviewed ones. */
  accuracy?: number;
  /** Lower end of its 95 % interval. */
  low?: number;
  high?: number;
  /** Answers with any verdict, including runs that were not drawn. */
  reviewed: number;
  correct: number;
  wrong: number;
  not_applicable: number;
  unsure: number;
  /**
   * Up to 20 runs on which reviewers disagree and no answer has a majority. Review them to settle the
   * disagreement.
   */
  disputed: string[];
  /** Expected calibration error: how far confidence is from accuracy on average. */
  ece?: number;
  /** The accuracy in each bin of confidence; empty bins are left out. */
  reliability: {
    from: number;
    to: number;
    n: number;
    confidence: number;
    accuracy: number;
  }[];
  /**
   * Pairs of the given answer and the right one, most frequent first; at most 100, or 5 with `group_by`. Texts are
   * cut after 100 characters.
   */
  confusion: {
    answer: BrickValue;
    expected: BrickValue;
    n: number;
  }[];
  /** Between reviewers, beyond chance: Cohen’s kappa for two, Krippendorff’s alpha for more. */
  agreement?: {
    method: 'cohen_kappa' | 'krippendorff_alpha';
    value: number;
    /** Answers that more than one person reviewed. */
    n: number;
    reviewers: number;
    /** The share of these answers on which everybody agrees, with its 95 % interval. */
    same: {
      value: number;
      low?: number;
      high?: number;
    };
  };
  /** Estimated share of answers with a confidence of at least `threshold`. */
  share_above_threshold?: number;
  accuracy_above_threshold?: number;
  /** What the brick of the live version learned from reviews or labels; not with `group_by`. */
  learned?: {
    /** Labelled conversations that it learned from. */
    labels: number;
    /** The share of them that was right before. */
    before?: number;
    /** The share that is right in cross-validation. */
    after?: number;
  };
}

export interface KitQuality {
  kit_id: string;
  threshold: number;
  data: {
    /**
     * With `group_by`: a day, the Monday of a week, the first of a month, a version number, or the value of a
     * dimension or metadata key; absent for runs without one; last `other`, for the groups with the fewest reviews
     * where there are too many.
     */
    group?: string;
    /** For `other`: how many groups it stands for. No other group has it. */
    size?: number;
    bricks: BrickQuality[];
  }[];
}
