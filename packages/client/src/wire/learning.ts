/** Generated from the contract by `npm run generate`: change the schema there. */
import type { BrickLearningStatus, WorkStatus } from './vocabulary.ts';

export interface BrickLearning {
  key: string;
  /**
   * `learned`; `not_better`: not clearly right more often in cross-validation; `too_few_labels`: fewer than ten;
   * `one_answer_only`: all labels are the same; `no_classes`: texts, numbers and lists cannot be learned; `ready`,
   * until it is tried.
   */
  status: BrickLearningStatus;
  /** Answers labelled by people: in reviews or in a golden set. */
  labels: number;
  /** The share of them that the brick as written gets right. */
  before?: number;
  /** The share that is right in cross-validation. */
  after?: number;
  /** It could not be tried, and keeps what it learned before. Absent otherwise. */
  kept?: boolean;
}

export interface Learning {
  /** `lrn_…` */
  learning_id: string;
  kit_id: string;
  /** The version that is taught. */
  kit_version_id: string;
  kit_version: number;
  /** The golden set that it learns from; absent: reviews. */
  set?: string;
  status: WorkStatus;
  /** Conversations read so far. */
  done: number;
  /** Labelled conversations: the newest 400 at most. */
  total: number;
  /** Bricks with labels, in the order of the kit. */
  bricks: BrickLearning[];
  /**
   * When it has succeeded and something was learned: the new version, a draft like any other. Publish it to use
   * it.
   */
  learned?: {
    kit_version_id: string;
    version: number;
  };
  error?: string;
  created_at: string;
  completed_at?: string;
}

export interface LearningRequest {
  /** A golden set of the kit to learn from. By default reviews. */
  set?: string | undefined;
  /** Only reviews of runs created since. Not with `set`. */
  since?: string | undefined;
  /** How many must agree on an answer; 1 by default. Not with `set`. */
  min_reviewers?: number | undefined;
  /** The version to teach: by default the live one, or the newest if none is live. */
  version?: number | undefined;
}

export interface LearningEstimate {
  conversations: number;
  bricks: BrickLearning[];
}
