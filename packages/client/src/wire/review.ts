/** Generated from the contract by `npm run generate`: change the schema there. */
import type { BrickValue } from './brick-output.ts';
import type { Estimate } from './insights.ts';
import type { Actor } from './member.ts';
import type { AppealStatus, Verdict } from './vocabulary.ts';

export interface Review {
  /** `rev_…` */
  review_id: string;
  run_id: string;
  kit_id: string;
  kit_version: number;
  /** The key of the answer in the run’s output. */
  brick: string;
  verdict: Verdict;
  /** The right value, where the reviewer gave it. Erased with the run. */
  value?: BrickValue;
  /** Erased with the run. Needs the permission runs:read_input, because notes may quote the conversation. */
  note?: string;
  /** The value that was reviewed. Erased with the run. */
  answer?: BrickValue;
  /** The confidence of the answer that was reviewed. */
  confidence?: number;
  /**
   * The id of the key, followed by `/NAME` if the request named a reviewer, or of the person (`mem_…`); prefixed
   * with `import/` if imported. Each has one verdict per brick.
   */
  reviewer: string;
  /** The reviewer’s name. Absent if the review was imported or comes from an earlier release. */
  reviewer_name?: string;
  created_at: string;
  /** `true`: the same reviewer gave a newer verdict, which counts instead. */
  superseded: boolean;
}

export interface NewReview {
  /** The key of an answer in the run’s output. */
  brick: string;
  verdict: Verdict;
  /**
   * The right value; only with `wrong`. It must be one that the brick can have (400 otherwise), and differ from
   * the answer. A score has none: correct the answers that it is computed from.
   */
  value?: BrickValue | undefined;
  note?: string | undefined;
}

export interface ReviewPage {
  data: Review[];
  has_more: boolean;
  next_cursor?: string;
}

export interface PreviewedAnswer {
  brick: string;
  /** With the current reviews applied. */
  before: {
    value: BrickValue;
    applicability?: 'not_applicable' | 'abstained';
    confidence?: number;
  };
  after: {
    value: BrickValue;
    applicability?: 'not_applicable' | 'abstained';
    confidence?: number;
  };
  /** Absent if the answer would again be the one the kit gave. */
  reviewed?: 'corrected' | 'recomputed';
}

export interface Calibration {
  /** `cal_…` */
  calibration_id: string;
  kit_id: string;
  name: string;
  by: Actor;
  calls: number;
  /** Everyone who has reviewed a call of the session since it began, at most 50. */
  people: {
    reviewer: string;
    name?: string;
    /** Calls of the session that they have reviewed since it began. */
    done: number;
  }[];
  created_at: string;
  closed_at?: string;
}

export interface ComparedCall {
  run_id: string;
  brick: string;
  /** Whether they disagree. */
  differs: boolean;
  said: {
    reviewer: string;
    verdict: Verdict;
    /** What they consider right, if they gave it; long texts are cut. */
    value?: BrickValue;
  }[];
}

export interface CalibrationDetail {
  /** `cal_…` */
  calibration_id: string;
  kit_id: string;
  name: string;
  by: Actor;
  calls: number;
  /** Everyone who has reviewed a call of the session since it began, at most 50. */
  people: {
    reviewer: string;
    name?: string;
    /** Calls of the session that they have reviewed since it began. */
    done: number;
  }[];
  created_at: string;
  closed_at?: string;
  /** In the order in which they are given. */
  runs: {
    run_id: string;
    external_id?: string;
    /** Whether you have reviewed it since the session began. */
    done: boolean;
  }[];
  /**
   * Absent until you have reviewed every call or the session is closed, so nobody sees others’ answers before
   * giving their own.
   */
  results?: {
    /** Lowest agreement first. */
    bricks: {
      brick: string;
      /** Calls in which several people reviewed the answer. */
      n: number;
      /** The share of these on which all agree, with its 95 % interval. */
      same: Estimate;
    }[];
    /** The agreement on all answers together. */
    same?: Estimate;
    /** Answers on which people differ come first; at most 500. */
    answers: ComparedCall[];
  };
}

export interface NewCalibration {
  name: string;
  /** Calls without reviews, at random from the newest. */
  size?: number | undefined;
  /** These calls instead. */
  run_ids?: string[] | undefined;
}

export interface Appeal {
  /** `apl_…` */
  appeal_id: string;
  run_id: string;
  kit_id: string;
  /** The answer that is appealed. */
  brick: string;
  /**
   * Why the answer is wrong. Erased with the run. Visible to its author and to callers with runs:read_input,
   * because it may quote the conversation.
   */
  text?: string;
  by: Actor;
  created_at: string;
  /** `open` until somebody reviews the answer; then whether they corrected or confirmed it. */
  status: AppealStatus;
  settled_at?: string;
  /**
   * What the reviewer wrote with the review that settled it: the answer to the agent. Erased with the run, and
   * visible like `text`.
   */
  note?: string;
}

export interface NewAppeal {
  /** The key of an answer in the run’s output. */
  brick: string;
  /** Why the answer is wrong. */
  text: string;
}

export interface AppealPage {
  data: Appeal[];
  has_more: boolean;
  next_cursor?: string;
}
