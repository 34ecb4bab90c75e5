/** Generated from the contract by `npm run generate`: change the schema there. */

export interface LocalFirst {
  kit_id: string;
  /** The live version, or the newest if none is live. */
  kit_version_id: string;
  version: number;
  target: number;
  /** Newest runs that the built-in model answered alone, 200 at most: what is kept is counted in them. */
  runs: number;
  /** Answers of the built-in model that reviewers judged, of the newest 500 reviewed runs. */
  reviewed: number;
  /** With `local_from` as it is set. */
  now: {
    /**
     * Of the answers that a model would otherwise give, the share that is kept, with its 95 % interval; the rest
     * goes to the model. Absent without runs.
     */
    kept?: {
      share: number;
      low: number;
      high: number;
    };
    /** Runs for which no model is asked at all. */
    runs_without_model?: number;
    /** Of the kept answers, the share that is expected to be right. Absent where none is kept. */
    expected_right?: number;
    /**
     * Of the answers that reviewers judged and that would be kept: how many, the share that is right, and its 95 %
     * interval.
     */
    right?: {
      n: number;
      accuracy: number;
      low: number;
      high: number;
    };
    /** Wrong answers that are expected to be kept in a hundred runs; the limits come from `right`. */
    wrong_per_100_runs?: {
      value: number;
      low?: number;
      high?: number;
    };
    /** Of the cost of a model that is asked everything, the share that is saved. */
    cost_saved?: number;
    /** By the price of the first model; absent where none is set up. */
    credits_saved_per_1000_runs?: number;
  };
  /** With the proposed `local_from` of each brick. */
  proposed: {
    /**
     * Of the answers that a model would otherwise give, the share that is kept, with its 95 % interval; the rest
     * goes to the model. Absent without runs.
     */
    kept?: {
      share: number;
      low: number;
      high: number;
    };
    /** Runs for which no model is asked at all. */
    runs_without_model?: number;
    /** Of the kept answers, the share that is expected to be right. Absent where none is kept. */
    expected_right?: number;
    /**
     * Of the answers that reviewers judged and that would be kept: how many, the share that is right, and its 95 %
     * interval.
     */
    right?: {
      n: number;
      accuracy: number;
      low: number;
      high: number;
    };
    /** Wrong answers that are expected to be kept in a hundred runs; the limits come from `right`. */
    wrong_per_100_runs?: {
      value: number;
      low?: number;
      high?: number;
    };
    /** Of the cost of a model that is asked everything, the share that is saved. */
    cost_saved?: number;
    /** By the price of the first model; absent where none is set up. */
    credits_saved_per_1000_runs?: number;
  };
  /** Bricks that either engine may answer, in the order of the kit. */
  bricks: {
    brick: string;
    /** The confidence from which its answers are kept now. */
    now: number;
    /** The proposed one: the lowest at which `target` of the kept answers are expected to be right; 1 keeps none. */
    local_from: number;
    /**
     * What decides most: `reviews` of this brick, `kit_reviews` of the others where it has fewer than ten, or the
     * `calibration` where the kit has fewer than ten.
     */
    basis: 'reviews' | 'kit_reviews' | 'calibration';
    kept?: {
      share: number;
      low: number;
      high: number;
    };
    expected_right?: number;
    /** Where none is kept: of those from 0.6 on. */
    right?: {
      n: number;
      accuracy: number;
      low: number;
      high: number;
    };
  }[];
}
