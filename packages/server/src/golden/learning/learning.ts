/** What the bricks of a kit learn from labels by people. */
import type { BrickLearningStatus, WorkStatus } from '@brickwork/contract';

/** Labelled conversations per learning: at two seconds each, reading them takes a core a quarter of an hour. */
export const MOST_CONVERSATIONS = 400;

/** Where the labels come from: a golden set, or the reviews of people. */
export type LabelSource = { set: string } | { since: Date | undefined; minReviewers: number };

export interface BrickLearning {
  key: string;
  status: BrickLearningStatus;
  labels: number;
  before?: number;
  after?: number;
  /** It keeps what it learned before. */
  kept?: true;
}

export interface Learning {
  learningId: string;
  kitId: string;
  /** The version that learns. */
  kitVersionId: string;
  kitVersion: number;
  source: LabelSource;
  status: WorkStatus;
  done: number;
  total: number;
  bricks: BrickLearning[];
  /** The version with the learned parts. */
  learned: { kitVersionId: string; version: number } | undefined;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}
