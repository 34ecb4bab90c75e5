/** Generated from the contract by `npm run generate`: change the schema there. */
import type { BrickSchema } from './kit.ts';

/** A figure with its 95 % interval; without one where too little was counted. */
export interface Estimate {
  value: number;
  /** The lower end of the 95 % interval; absent if too little was counted. */
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
  /** The values of yes/no questions and categories, the most frequent first; shares are of `answered`. */
  values?: {
    value: string | number | boolean;
    /** For a category that the newest version has. */
    name?: string;
    count: number;
    share: Estimate;
  }[];
  /** For numeric bricks: the mean. */
  mean?: Estimate;
  /** Quantiles of numbers, rounded to three significant digits. */
  quantiles?: {
    quantile: number;
    value: number;
    /** The lower end of the 95 % interval; absent if too little was counted. */
    low?: number;
    high?: number;
  }[];
  /**
   * How accurate the answers of these runs are; in `total` only. Absent for scores: review the answers that they
   * are computed from.
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
  /** Its value in each grouping: `{"week": "2026-11-09", "team": "Porto"}`; null for runs without a value. */
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
  /** The time zone in which days begin and end. */
  timezone: string;
  as: 'given' | 'reviewed';
  /** Ordered by time or version, otherwise by the number of runs; `other` comes last. */
  data: InsightsGroup[];
  /** All groups together, of this page and all others. */
  total: InsightsGroup;
  /** If there is `other`: the groups that it stands for. */
  next_cursor?: string;
}

export interface Changes {
  kit_id: string;
  kit_code: string;
  calls: {
    succeeded: number;
    failed: number;
    before: number;
  };
  /** The figure by which the kit is judged; absent if nothing was answered. */
  score?: {
    brick: string;
    name: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what: string;
    value: number;
    /** The lower end of the 95 % interval; absent if too little was counted. */
    low?: number;
    high?: number;
    /** Number of answers. */
    n: number;
    /** For a share: the number of calls in it. */
    count?: number;
    /** The figure for the days compared with; absent where nothing was answered. */
    before?: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    /** The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means. */
    difference?: {
      value: number;
      low: number;
      high: number;
    };
    /** Only if the difference is more than chance. */
    direction?: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
  };
  /** What changed by more than chance, clearest first, each once: what follows from another change is left out. */
  changes: {
    brick: string;
    name: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what: string;
    /** Without `team` and `agent`: of all calls. */
    team?: string;
    agent?: string;
    before: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    after: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    /** The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means. */
    difference: {
      value: number;
      low: number;
      high: number;
    };
    direction: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
    /** If the score changed: what each question adds to the difference, in points per call, largest first. */
    points?: {
      brick: string;
      name: string;
      points: number;
    }[];
    /** The part of the difference that no question explains. `points` and `rest` add up to it. */
    rest?: number;
    /** For a question: its effect on the score of these calls, in points per call. */
    costs?: number;
    /** Which teams account for it, largest first; of a change in all calls. */
    teams: {
      /** The name of the team or agent; absent for calls without one. */
      name?: string;
      /** Its part of the difference, in the same unit. All parts add up to it. */
      value: number;
      /** The part of `value` that comes from a larger or smaller share of all calls. */
      mix: number;
      calls: number;
    }[];
    /** Which agents account for it, largest first. */
    agents: {
      /** The name of the team or agent; absent for calls without one. */
      name?: string;
      /** Its part of the difference, in the same unit. All parts add up to it. */
      value: number;
      /** The part of `value` that comes from a larger or smaller share of all calls. */
      mix: number;
      calls: number;
    }[];
    /** The question that `calls` show. */
    shows: string;
    /** Three calls that show it most clearly. */
    calls: {
      run_id: string;
      external_id?: string;
      occurred_at: string;
      agent?: string;
      score?: number;
    }[];
  }[];
  /** How many comparisons were made; `changes` are corrected for this number. */
  tested: number;
  /** Agents who need help most come first. */
  agents: {
    name: string;
    team?: string;
    calls: number;
    /** The figure as counted. */
    counted: number;
    value: number;
    low: number;
    high: number;
    /** How likely this agent is worse than the median agent, from 0 to 1. */
    behind: number;
    /** `bad`: almost certainly worse than the median agent; `neutral`: it may be chance. */
    standing: 'good' | 'bad' | 'neutral';
    /** Absent where there were too few calls to compare. */
    before?: Estimate;
    /** Only if the change is more than chance. */
    direction?: 'up' | 'down';
    /** The answers that cost most, up to three. */
    costs: {
      brick: string;
      name: string;
      met: number;
      /** Answers that lost no points, of `n`. */
      count: number;
      n: number;
      /** Lost per call. */
      points: number;
    }[];
  }[];
  /** Agents with one or two calls. */
  unranked: {
    name: string;
    calls: number;
  }[];
  from: string;
  to: string;
  /** The days compared with. */
  against: {
    from: string;
    to: string;
  };
  timezone: string;
  /** False while calls of these days may still come in. */
  finished: boolean;
  /** Everything that changed by more than chance, with what follows from `changes`. */
  moved: {
    brick: string;
    name: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what: string;
    /** Without `team` and `agent`: of all calls. */
    team?: string;
    agent?: string;
    before: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    after: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    /** The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means. */
    difference: {
      value: number;
      low: number;
      high: number;
    };
    direction: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
  }[];
  /** The median of the agents. */
  median?: number;
  /** Calls that name no agent. */
  unnamed: number;
}

export interface KitWeek {
  kit_id: string;
  kit_code: string;
  calls: {
    succeeded: number;
    failed: number;
    before: number;
  };
  /** The figure by which the kit is judged; absent if nothing was answered. */
  score?: {
    brick: string;
    name: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what: string;
    value: number;
    /** The lower end of the 95 % interval; absent if too little was counted. */
    low?: number;
    high?: number;
    /** Number of answers. */
    n: number;
    /** For a share: the number of calls in it. */
    count?: number;
    /** The figure for the days compared with; absent where nothing was answered. */
    before?: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    /** The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means. */
    difference?: {
      value: number;
      low: number;
      high: number;
    };
    /** Only if the difference is more than chance. */
    direction?: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
  };
  /** As in `GET /v1/kits/:kitId/changes`. Empty for kits after the third. */
  changes: {
    brick: string;
    name: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what: string;
    /** Without `team` and `agent`: of all calls. */
    team?: string;
    agent?: string;
    before: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    after: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of answers. */
      n: number;
      /** For a share: the number of calls in it. */
      count?: number;
    };
    /** The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means. */
    difference: {
      value: number;
      low: number;
      high: number;
    };
    direction: 'up' | 'down';
    /** Also `neutral` if the kit does not say which way is good. */
    news: 'good' | 'bad' | 'neutral';
    /** If the score changed: what each question adds to the difference, in points per call, largest first. */
    points?: {
      brick: string;
      name: string;
      points: number;
    }[];
    /** The part of the difference that no question explains. `points` and `rest` add up to it. */
    rest?: number;
    /** For a question: its effect on the score of these calls, in points per call. */
    costs?: number;
    /** Which teams account for it, largest first; of a change in all calls. */
    teams: {
      /** The name of the team or agent; absent for calls without one. */
      name?: string;
      /** Its part of the difference, in the same unit. All parts add up to it. */
      value: number;
      /** The part of `value` that comes from a larger or smaller share of all calls. */
      mix: number;
      calls: number;
    }[];
    /** Which agents account for it, largest first. */
    agents: {
      /** The name of the team or agent; absent for calls without one. */
      name?: string;
      /** Its part of the difference, in the same unit. All parts add up to it. */
      value: number;
      /** The part of `value` that comes from a larger or smaller share of all calls. */
      mix: number;
      calls: number;
    }[];
    /** The question that `calls` show. */
    shows: string;
    /** Three calls that show it most clearly. */
    calls: {
      run_id: string;
      external_id?: string;
      occurred_at: string;
      agent?: string;
      score?: number;
    }[];
  }[];
  /** How many comparisons were made; `changes` are corrected for this number. */
  tested: number;
  /** Agents who need help most come first; at most five. Empty for kits after the third. */
  agents: {
    name: string;
    team?: string;
    calls: number;
    /** The figure as counted. */
    counted: number;
    value: number;
    low: number;
    high: number;
    /** How likely this agent is worse than the median agent, from 0 to 1. */
    behind: number;
    /** `bad`: almost certainly worse than the median agent; `neutral`: it may be chance. */
    standing: 'good' | 'bad' | 'neutral';
    /** Absent where there were too few calls to compare. */
    before?: Estimate;
    /** Only if the change is more than chance. */
    direction?: 'up' | 'down';
    /** The answers that cost most, up to three. */
    costs: {
      brick: string;
      name: string;
      met: number;
      /** Answers that lost no points, of `n`. */
      count: number;
      n: number;
      /** Lost per call. */
      points: number;
    }[];
  }[];
  /** Agents with one or two calls. */
  unranked: {
    name: string;
    calls: number;
  }[];
  name: string;
  /** The path of the console’s overview with the same figures. */
  path: string;
  /** How accurate the answers are, according to reviewers. */
  trust: {
    /** Answers of the week that somebody reviewed. */
    reviewed: number;
    /** Questions with an estimate. */
    estimated: number;
    /** The question with the fewest right answers of 100. */
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
  /** The cost of the kit, by the UTC day of evaluation. Needs usage:read. */
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
  /** Kits with calls in the week or the four before, busiest first, eleven at most. */
  kits: KitWeek[];
  /** Further kits with calls. */
  more_kits: number;
  /** The summary as it is mailed. */
  text: string;
}

export interface Home {
  agent: string;
  /** Its first day, in the workspace’s time zone. */
  month: string;
  today: string;
  timezone: string;
  /** Kits with calls of the agent in the last eight weeks, five at most. */
  kits: {
    kit_id: string;
    kit_code: string;
    name: string;
    /** The questions of the kit, by which answers are named. */
    bricks: BrickSchema[];
    /** The question that calls are judged by; absent if the kit has none. */
    brick?: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what?: string;
    /** The figure of the month so far; absent without calls. */
    score?: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of calls. */
      n: number;
    };
    /** The figure of the month before. */
    before?: {
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of calls. */
      n: number;
    };
    team?: string;
    /** The median of the agents of the team, if they are three or more. */
    team_median?: number;
    /** The last eight weeks with calls, the current one included. */
    weeks: {
      /** The Monday of the week. */
      week: string;
      value: number;
      /** The lower end of the 95 % interval; absent if too little was counted. */
      low?: number;
      high?: number;
      /** Number of calls. */
      n: number;
    }[];
    /** What would improve the score most, up to three. */
    lifts: {
      brick: string;
      name: string;
      /** Calls of the month that missed it, of `n`. */
      missed: number;
      n: number;
      /** What it would add to the score, per call. */
      points?: number;
    }[];
  }[];
}
