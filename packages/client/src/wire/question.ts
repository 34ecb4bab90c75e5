/** Generated from the contract by `npm run generate`: change the schema there. */
import type { ContrastStatus, QuestionStatus, QuestionType } from './vocabulary.ts';

export interface QuestionAccuracy {
  /**
   * `reviewed`: people reviewed answers to this question. `published`: measured on other kits. `unknown`: not
   * measured, so the interval is wide.
   */
  basis: 'reviewed' | 'published' | 'unknown';
  source: string;
  /** For yes/no questions: the share of true yes calls that are answered yes. */
  sensitivity?: {
    low: number;
    high: number;
    value: number;
  };
  specificity?: {
    low: number;
    high: number;
    value: number;
  };
  /** How many answers are right. */
  right: {
    low: number;
    high: number;
    value: number;
  };
}

export interface QuestionShare {
  low: number;
  high: number;
  value: number;
  /** The part of the interval that reading more calls narrows. */
  sampling: {
    low: number;
    high: number;
  };
  /** As the engine answered, before its errors are corrected. */
  observed: number;
}

export interface QuestionFigure {
  low: number;
  high: number;
  value: number;
  /** The part of the interval that reading more calls narrows. */
  sampling: {
    low: number;
    high: number;
  };
}

export interface QuestionQuote {
  run_id: string;
  /** Verbatim. */
  text: string;
  answer: string;
  confidence: number;
}

export interface QuestionThemes {
  /** The most frequent first. A call may be in several; each has at least five calls. */
  found: QuestionTheme[];
  /** Calls that say something about it, but belong to no theme. */
  other: {
    low: number;
    high: number;
    value: number;
    /** The part of the interval that reading more calls narrows. */
    sampling: {
      low: number;
      high: number;
    };
    /** As the engine answered, before its errors are corrected. */
    observed: number;
    /** Calls in the sample. */
    count: number;
    /** Quotes from its calls, one per call. */
    quotes: QuestionQuote[];
  };
  /** Calls that do not mention it, or whose answer is not sure. */
  silent: number;
  /** Calls that say something about it and whose words have been deleted since; in no theme. */
  unread: number;
}

export interface QuestionTheme {
  low: number;
  high: number;
  value: number;
  /** The part of the interval that reading more calls narrows. */
  sampling: {
    low: number;
    high: number;
  };
  /** As the engine answered, before its errors are corrected. */
  observed: number;
  /** Calls in the sample. */
  count: number;
  /** Quotes from its calls, one per call. */
  quotes: QuestionQuote[];
  /** In the words of its calls, in lower case. */
  theme: string;
  /** Other words for it; each of its calls uses one. */
  also: string[];
}

export interface QuestionGroup {
  /** The value, or the Monday of the week (`2026-11-09`); null: calls without a value. */
  group: string | null;
  population: number;
  /**
   * For a week: some of its calls may be missing, because it had not ended when the question was asked, or the
   * filter leaves out some of its days.
   */
  unfinished?: true;
  /** Calls that were read. */
  n: number;
  /** Of these, the calls whose answer is not sure. They count as neither yes nor no; the interval allows for both. */
  not_sure: number;
  /** For numbers and texts: the share of calls in which none was mentioned. */
  no_value?: number;
  /**
   * For yes/no questions: the share of calls with a yes. For themes: the share of calls with something to say
   * about it, a problem or praise.
   */
  share?: QuestionShare;
  /** For numbers: the mean over the calls that have one. */
  mean?: QuestionFigure;
  median?: QuestionFigure;
  /** For categories and texts: the most frequent answers, and the share of calls with each. */
  values?: {
    low: number;
    high: number;
    value: number;
    /** The part of the interval that reading more calls narrows. */
    sampling: {
      low: number;
      high: number;
    };
    /** As the engine answered, before its errors are corrected. */
    observed: number;
    answer: string;
    count: number;
  }[];
}

export interface QuestionDifference {
  low: number;
  high: number;
  /** The group with the higher value. */
  group: string;
  from: string;
  /** The share or mean of `group` minus that of `from`. */
  value: number;
}

export interface QuestionJudging {
  /** Calls of this question that people have judged; skipped ones are not counted. */
  judged: number;
  yes: number;
  /** What judging more calls would achieve. Absent if none is left. */
  next?: {
    calls: number;
    /** About how long it takes a person. */
    seconds: number;
    /** Half the width of the interval to expect then: 0.06 is ±6 points. */
    within: number;
  };
}

export interface JudgeRequest {
  /** Which of the yes/no questions; may be left out where there is only one of them. */
  key?: string | undefined;
  judgements: {
    run_id: string;
    /** `skip`: cannot tell; it does not count and is not offered again. null takes a judgement back. */
    answer: 'yes' | 'no' | 'skip' | null;
  }[];
}

export interface JudgedAnswer {
  key: string;
  share?: QuestionShare;
  judging: QuestionJudging;
}

export interface CallToJudge {
  run_id: string;
  /** Verbatim: where the engine found its answer. Absent where it quotes nothing; read the call then. */
  passage?: string;
}

export interface CallsToJudge {
  key: string;
  share?: QuestionShare;
  judging: QuestionJudging;
  question: string;
  calls: CallToJudge[];
}

export interface QuestionAnswer {
  key: string;
  question: string;
  type: QuestionType;
  /** The type was inferred from the wording. Ask with `type` for another. */
  inferred: boolean;
  categories?: string[];
  /** The same question as a brick of a kit. */
  brick: Record<string, unknown>;
  /** Calls that were read. */
  n: number;
  /** Of these, the calls whose answer is not sure. They count as neither yes nor no; the interval allows for both. */
  not_sure: number;
  /** For numbers and texts: the share of calls in which none was mentioned. */
  no_value?: number;
  /**
   * For yes/no questions: the share of calls with a yes. For themes: the share of calls with something to say
   * about it, a problem or praise.
   */
  share?: QuestionShare;
  /** For numbers: the mean over the calls that have one. */
  mean?: QuestionFigure;
  median?: QuestionFigure;
  /** For categories and texts: the most frequent answers, and the share of calls with each. */
  values?: {
    low: number;
    high: number;
    value: number;
    /** The part of the interval that reading more calls narrows. */
    sampling: {
      low: number;
      high: number;
    };
    /** As the engine answered, before its errors are corrected. */
    observed: number;
    answer: string;
    count: number;
  }[];
  accuracy: QuestionAccuracy;
  /** The sampling error is at most `width` on either side. */
  enough: boolean;
  /**
   * What makes the interval wide: too few calls, too little known about the engine’s accuracy, or answers that are
   * not sure.
   */
  limited_by?: 'sampling' | 'accuracy' | 'not_sure';
  /**
   * If a limit was reached first: what a longer run would achieve. Ask again with a higher limit: calls that the
   * local engine answered are not read again.
   */
  longer?: {
    /** Further calls. */
    calls: number;
    seconds: number;
    /** Half the width of the whole interval to expect then. */
    within?: number;
  };
  /** For yes/no questions: what people judged. */
  judging?: QuestionJudging;
  /** The largest groups first; weeks in chronological order, the last 50 that have calls. */
  by?: QuestionGroup[];
  /**
   * For yes/no questions and numbers, if `by` gives exactly two groups: how far apart they are. By week: the last
   * two finished weeks.
   */
  difference?: QuestionDifference;
  /** For themes: what is said, grouped by its words. */
  themes?: QuestionThemes;
  quotes: {
    /**
     * Quotes from calls with a yes, or with the most frequent value, one per call, the strongest first. Weak quotes
     * are left out.
     */
    for: QuestionQuote[];
    /** From calls with a no, or with another value. */
    against: QuestionQuote[];
    /** Answered calls without a quote to show, because they say it in too many words, or not at all. */
    unquoted: {
      for: number;
      against: number;
    };
  };
}

export interface QuestionPrediction {
  /** Calls that match and can be read. */
  population: number;
  /** Calls that match but whose input was erased or is past its retention. */
  without_input: number;
  /** The maximum number of calls that have to be read. */
  runs: number;
  seconds: number;
  credits: number;
  /** Whether the limits allow for that many. */
  is_enough: boolean;
}

export interface Question {
  /** `qst_…` */
  question_id: string;
  status: QuestionStatus;
  /** The limit that ended a `capped` question. */
  stopped_by?: 'runs' | 'credits' | 'seconds';
  questions: QuestionAnswer[];
  /** The filter as it was sent. */
  filter: Record<string, unknown>;
  by?: string;
  limit: {
    runs: number;
    credits: number;
    seconds: number;
  };
  width: number;
  seek: 'any' | 'rare';
  seed: number;
  engine: 'auto' | 'local';
  predicted: QuestionPrediction;
  sample: {
    /** Calls that were answered or failed. */
    asked: number;
    /** Calls that could not be read or answered; they count nowhere. */
    failed: number;
    /** Calls that may be read. */
    of: number;
    /** Each is weighted by its share of all calls, however many of its calls were read. */
    strata: {
      name: 'all' | 'likely' | 'rest';
      population: number;
      asked: number;
    }[];
  };
  cost: {
    credits: number;
    seconds: number;
  };
  error?: string;
  created_at: string;
  completed_at?: string;
}

export interface QuestionItem {
  question_id: string;
  status: QuestionStatus;
  questions: {
    key: string;
    question: string;
    type: QuestionType;
  }[];
  asked: number;
  credits: number;
  created_at: string;
  completed_at?: string;
}

export interface ContrastPhrase {
  phrase: string;
  /** Phrases that come up in the same calls, or mean the same. */
  also: string[];
  /** Calls from `filter` in which it occurs. */
  calls: number;
  calls_against: number;
  share: number;
  share_against: number;
  /** How much more often, as a difference of log-odds with a prior. */
  log_odds: number;
  /** The same in standard errors; at least 3. */
  z: number;
  /** Some of the calls; GET /v1/runs with `filter` and `q` finds all. Erased calls are left out. */
  run_ids: string[];
}

export interface Contrast {
  /** `ctr_…` */
  contrast_id: string;
  status: ContrastStatus;
  /** The filter as it was sent. */
  filter: Record<string, unknown>;
  against?: Record<string, unknown>;
  side: 'customer' | 'agent' | 'all';
  /** Calls that match. */
  population: {
    calls: number;
    against: number;
  };
  /** Calls that are read: 10,000 on either side at most, chosen at random, the same ones each time. */
  sample: {
    calls: number;
    against: number;
  };
  /** How many of these have been read so far. */
  read: number;
  /** Calls whose input was erased or could not be read. */
  unread: number;
  /**
   * When it has succeeded: the most distinctive first. About one phrase in twenty is chance; between calls that do
   * not differ, 93 to 100 of 100 contrasts find none.
   */
  phrases: ContrastPhrase[];
  error?: string;
  created_at: string;
  completed_at?: string;
}

export interface ContrastRequest {
  /** The calls to look at, by the filters of GET /v1/runs: `{"kit_code": "K7TQ2MXB", "answer.score": "lt:60"}`. */
  filter: Record<string, string | boolean | number | string[]>;
  /** The calls to compare with. By default all other calls of the same kit and period. */
  against?: Record<string, string | boolean | number | string[]> | undefined;
  /** Whose turns are read; all turns if nobody’s side is known. */
  side?: 'customer' | 'agent' | 'all' | undefined;
  limit?: number | undefined;
}

export interface QuestionRequest {
  questions: (
    | string
    | {
        question: string;
        /**
         * `boolean` (yes/no), `categorical` (one of), `numeric`, `text`, or `themes` (“What do customers say about the
         * delivery?”); inferred by default.
         */
        type?: QuestionType | undefined;
        /** For `categorical`: the possible answers. */
        categories?: string[] | undefined;
        /** For `numeric`: the lowest number. */
        min?: number | undefined;
        max?: number | undefined;
        /** The name of the answer; derived from the question by default. */
        key?: string | undefined;
      }
  )[];
  /** Short for `filter.kit_code`: only runs of this kit. */
  kit_code?: string | undefined;
  /**
   * Which runs: every filter of GET /v1/runs by its name, such as `{"kit_code": "K7TQ2MXB", "team": "Porto",
   * "occurred_after": "2026-10-01T00:00:00Z", "q": "refund"}`. By default `api` runs that succeeded.
   */
  filter?: Record<string, string | boolean | number | string[]> | undefined;
  limit?:
    | {
        /** 2,000 by default. */
        runs?: number | undefined;
        /** Never exceeded: the most that an answer could cost is reserved before it is requested. 1 by default. */
        credits?: number | undefined;
        /** How long to work on it; 600 by default. */
        seconds?: number | undefined;
      }
    | undefined;
  /**
   * Reading stops once the sampling error is at most this on either side: 0.05 is ±5 points of a share, or 5 % of
   * a mean. What the engine’s accuracy adds to the interval is stated separately: reading more calls cannot narrow
   * it.
   */
  width?: number | undefined;
  /**
   * A dimension, `metadata.KEY`, or `week` for a trend: the same figures for each of its values, or for each week
   * in the workspace’s time zone.
   */
  by?: string | undefined;
  /**
   * `rare`: calls whose words are close to the question’s are drawn more often. Weights compensate, so the
   * estimate stays unbiased.
   */
  seek?: 'any' | 'rare' | undefined;
  /** The same seed draws the same calls. */
  seed?: number | undefined;
  /** `local` asks no model and costs nothing. */
  engine?: 'auto' | 'local' | undefined;
}
