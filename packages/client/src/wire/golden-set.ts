/** Generated from the contract by `npm run generate`: change the schema there. */
import type { BrickValue } from './brick-output.ts';
import type { WorkStatus } from './vocabulary.ts';

export interface GoldenSet {
  kit_id: string;
  name: string;
  /** SHA-256 of its lines: another hash is another version of the set. */
  hash: string;
  lines: number;
  bytes: number;
  created_at: string;
}

export interface AddedGoldenRuns {
  kit_id: string;
  name: string;
  /** SHA-256 of its lines: another hash is another version of the set. */
  hash: string;
  lines: number;
  bytes: number;
  created_at: string;
  /** Runs for which a line was added. */
  added: number;
  /** Runs whose line was updated. */
  replaced: number;
  /** Runs without reviewed answers, or whose input was erased. */
  left_out: number;
}

/** An input and the values that a person considers right. */
export interface GoldenLine {
  external_id?: string | undefined;
  input: Record<string, unknown>;
  expected: Record<string, BrickValue>;
}

export type GoldenSetRequest =
  | {
      lines: GoldenLine[];
    }
  | {
      from_reviews: {
        /** Only runs created since. */
        since?: string | undefined;
        /** Only runs that meet these conditions, as in lists of runs: `{"team": "emea"}`. */
        where?: Record<string, string | string[]> | undefined;
        /** How many reviewers must agree; 1 by default. */
        min_reviewers?: number | undefined;
      };
    }
  | {
      from_question: {
        question_id: string;
        /** Which of its yes/no questions; may be left out where there is only one. */
        key?: string | undefined;
      };
    };

/** As in the guide on golden sets. */
export interface BrickScore {
  key: string;
  type: string;
  n: number;
  accuracy: number;
  macro_f1?: number;
  mae?: number;
  spearman?: number;
  kappa?: number;
  ece: number;
  max_confidence: number;
  share_at_80: number;
  accuracy_at_80: number | null;
}

export interface Evaluation {
  /** `evl_…` */
  evaluation_id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  set: {
    name: string;
    hash: string;
  };
  /** `auto` or `local`, as requested. */
  engine: string;
  status: WorkStatus;
  /** Lines answered so far. */
  done: number;
  /** Number of lines in the golden set; while the evaluation runs, the current number. */
  total: number;
  credits: number;
  created_at: string;
  completed_at?: string;
  error?: string;
  report?: {
    /** What answered: `local` or a model. */
    engine: string;
    bricks: BrickScore[];
    failed: {
      line: number;
      external_id?: string;
      error: string;
    }[];
  };
}

export interface BrickComparison {
  key: string;
  n: number;
  accuracy_before: number;
  accuracy_after: number;
  gained: number;
  lost: number;
  /** McNemar’s exact test: below 0.05 the difference is unlikely to be chance. */
  p: number;
  flips: {
    line: number;
    external_id?: string;
    /** The run that the line was made from. */
    run_id?: string;
    expected: BrickValue;
    before: BrickValue | null;
    after: BrickValue | null;
  }[];
}

export interface ComparedEvaluation extends Evaluation {
  against?: BrickComparison[];
}

export interface EvaluationRequest {
  /** The name of a golden set of the kit. */
  set: string;
  /** The newest version by default. */
  version?: number | undefined;
  /** `local` asks no model. */
  engine?: 'auto' | 'local' | undefined;
}

export interface EvaluationEstimate {
  lines: number;
  /** A rough estimate, on the high side; 0 when no model is called. */
  input_tokens: number;
  credits: number;
}
