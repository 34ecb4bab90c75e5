/** Generated from the contract by `npm run generate`: change the schema there. */

/** A figure with its 95 % interval; without one where too little was counted. */
export interface Estimate {
  value: number;
  /** Of the 95 % interval; absent if too little was counted. */
  low?: number;
  high?: number;
}

export interface BrickInsights {
  key: string;
  name: string;
  type: string;
  /** Runs with a value. */
  answered: number;
  /** Runs in which the question did not apply. */
  not_applicable: number;
  /** Runs without a value for another reason: `not_sure` and `no_answer` together. */
  abstained: number;
  /** Runs in which the answer was not sure enough, or depends on one that was not. Never counted as a no. */
  not_sure: number;
  /** Runs in which nothing was said about it (`absent: null`). */
  no_answer: number;
  /** The mean confidence, where the brick gives one. */
  confidence?: number;
  /** Of yes/no questions and categories, the most frequent first; shares are of `answered`. */
  values?: {
    value: string | number | boolean;
    /** For a category that the newest version has. */
    name?: string;
    count: number;
    share: Estimate;
  }[];
  /** Of numbers. */
  mean?: Estimate;
  /** Of numbers, rounded to three significant digits. */
  quantiles?: {
    quantile: number;
    value: number;
    /** Of the 95 % interval; absent if too little was counted. */
    low?: number;
    high?: number;
  }[];
  /**
   * How accurate the answers of these runs are; in `total` only. Absent for scores, whose answers are reviewed
   * instead.
   */
  reviewed?: {
    /** Answers of these runs that were reviewed; possibly 0. */
    n: number;
    /** As `GET /v1/kits/:kitId/quality` estimates it. */
    accuracy?: number;
    low?: number;
    high?: number;
  };
}

export interface InsightsGroup {
  /**
   * By the first grouping: the day, the first day of the week (a Monday) or month, the version, the value of the
   * dimension or metadata key (absent for runs without one), or `other`.
   */
  group?: string;
  /** By each grouping: `{"week": "2026-11-09", "team": "Porto"}`; null for runs without a value. */
  groups?: Record<string, string | null>;
  /** For `other`: how many groups it stands for. No other group has it, not even one of that name. */
  size?: number;
  /** With `group_by=version`: its runs are `GET /v1/runs?kit_version_id=…`. */
  kit_version_id?: string;
  runs: {
    succeeded: number;
    failed: number;
    cancelled: number;
  };
  bricks: BrickInsights[];
}

export interface Insights {
  kit_id: string;
  kit_code: string;
  group_by: string;
  from: string;
  to: string;
  /** The time zone of the days. */
  timezone: string;
  as: 'given' | 'reviewed';
  /** In the order of time and version, and of the runs that a value has; `other` comes last. */
  data: InsightsGroup[];
  /** All groups together, of this page and all others. */
  total: InsightsGroup;
  /** If there is `other`: the groups that it stands for. */
  next_cursor?: string;
}

export interface KitWeek {
  kit_id: string;
  kit_code: string;
  name: string;
  /** Of the console’s overview with the same figures. */
  path: string;
  calls: {
    succeeded: number;
    failed: number;
    before: number;
  };
  /** The figure by which the kit is judged; absent if nothing was answered. */
  score?: {
    brick: string;
    name: string;
    /** What the figure is: `mean`, or the share of which answer. */
    what: string;
    value: number;
    /** Of the 95 % interval; absent if too little was counted. */
    low?: number;
    high?: number;
    /** Of the week before; absent where nothing was answered. */
    before?: Estimate;
    /** Only where the 95 % intervals do not overlap: everything else may be chance. */
    direction?: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
  };
  /** The clearest first. Empty for kits after the third. */
  changes: {
    brick: string;
    name: string;
    what: string;
    /** Absent: of all calls together. */
    team?: string;
    before: Estimate;
    after: Estimate;
    /** Calls behind it; with `side` those that make the news. */
    calls: number;
    /** Calls with or without the answer of `what`; `all` for numbers. */
    side: 'all' | 'with' | 'without';
    direction: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
    /** Of the score: how many more (or fewer) points a call it earns, over all calls. */
    points?: number;
  }[];
  /** Those who need help most come first; at most five. Empty for kits after the third. */
  agents: {
    name: string;
    calls: number;
    value: number;
    /** Of the 95 % interval; absent if too little was counted. */
    low?: number;
    high?: number;
    /** Compared with everybody; `neutral` if the difference may be chance. */
    standing: 'good' | 'bad' | 'neutral';
    /** Absent where there were too few calls to compare. */
    before?: Estimate;
    /** Only where the 95 % intervals do not overlap: everything else may be chance. */
    direction?: 'up' | 'down';
    /** The answers that cost most, three at most. */
    costs: {
      brick: string;
      name: string;
      met: number;
      /** Lost per call. */
      points: number;
    }[];
  }[];
  /** Agents with fewer than ten calls, too few to rank anybody. */
  unranked: number;
  /** How accurate the answers are by what reviewers said. */
  trust: {
    /** Answers of the week that somebody reviewed. */
    reviewed: number;
    /** Questions with an estimate. */
    estimated: number;
    /** The question with the fewest right of 100 answers. */
    least?: {
      name: string;
      right: number;
      low: number;
      high: number;
    };
    most?: {
      name: string;
      right: number;
      low: number;
      high: number;
    };
  };
  /** Of the kit, by the UTC day of evaluation. Needs usage:read. */
  cost?: {
    runs: number;
    credits: number;
    money?: number;
    currency?: string;
  };
}

export interface Summary {
  /** A Monday. */
  from: string;
  to: string;
  timezone: string;
  title: string;
  /** Kits with calls in the week or the one before, busiest first, eleven at most. */
  kits: KitWeek[];
  /** Further kits with calls. */
  more_kits: number;
  /** As it is mailed. */
  text: string;
}
