/** Generated from the contract by `npm run generate`: change the schema there. */

export interface LocalFirst {
  kit_id: string;
  /** The live version, or the newest if none is live. */
  kit_version_id: string;
  version: number;
  target: number;
  /** The newest runs that the built-in model answered alone, up to 200: kept answers are counted in these. */
  runs: number;
  /** Answers of the built-in model that reviewers judged, of the newest 500 reviewed runs. */
  reviewed: number;
  /** With the current `local_from`. */
  now: {
    /**
     * The share of answers that is kept instead of asking a model, with its 95 % interval; the rest goes to the
     * model. Absent without runs.
     */
    kept?: {
      share: number;
      low: number;
      high: number;
    };
    /** Runs for which no model is asked at all. */
    runs_without_model?: number;
    /** The share of kept answers that is expected to be right. Absent where none is kept. */
    expected_right?: number;
    /** The reviewed answers that would be kept: how many, the share that is right, and its 95 % interval. */
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
    /** The share of the cost that is saved, compared with asking a model everything. */
    cost_saved?: number;
    /** By the price of the first model; absent where none is set up. */
    credits_saved_per_1000_runs?: number;
  };
  /** With the proposed `local_from` of each brick. */
  proposed: {
    /**
     * The share of answers that is kept instead of asking a model, with its 95 % interval; the rest goes to the
     * model. Absent without runs.
     */
    kept?: {
      share: number;
      low: number;
      high: number;
    };
    /** Runs for which no model is asked at all. */
    runs_without_model?: number;
    /** The share of kept answers that is expected to be right. Absent where none is kept. */
    expected_right?: number;
    /** The reviewed answers that would be kept: how many, the share that is right, and its 95 % interval. */
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
    /** The share of the cost that is saved, compared with asking a model everything. */
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
     * What it is mainly based on: `reviews` of this brick, `kit_reviews` of the others where it has fewer than ten,
     * or the `calibration` where the kit has fewer than ten.
     */
    basis: 'reviews' | 'kit_reviews' | 'calibration';
    kept?: {
      share: number;
      low: number;
      high: number;
    };
    expected_right?: number;
    /** Where none is kept: for answers with a confidence of 0.6 or more. */
    right?: {
      n: number;
      accuracy: number;
      low: number;
      high: number;
    };
  }[];
}
