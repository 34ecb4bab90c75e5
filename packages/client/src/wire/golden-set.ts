type Value = string | number | boolean | string[] | null;

export interface GoldenSet {
  kit_id: string;
  name: string;
  /** Another hash is another version of the set. */
  hash: string;
  lines: number;
  bytes: number;
  created_at: string;
}

/** An input and the values that a person considers right. */
export interface GoldenLine {
  external_id?: string | undefined;
  input: Record<string, unknown>;
  expected: Record<string, Value>;
}

export type GoldenSetRequest =
  | { lines: GoldenLine[] }
  | { from_reviews: { since?: string | undefined; min_reviewers?: number | undefined } };

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
  evaluation_id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  set: { name: string; hash: string };
  engine: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** Lines answered so far. */
  done: number;
  total: number;
  credits: number;
  created_at: string;
  completed_at?: string;
  error?: string;
  report?: {
    engine: string;
    bricks: BrickScore[];
    failed: { line: number; external_id?: string; error: string }[];
  };
}

export interface BrickComparison {
  key: string;
  n: number;
  accuracy_before: number;
  accuracy_after: number;
  gained: number;
  lost: number;
  /** McNemar's exact test. */
  p: number;
  flips: {
    line: number;
    external_id?: string;
    run_id?: string;
    expected: Value;
    before: Value | null;
    after: Value | null;
  }[];
}

export interface ComparedEvaluation extends Evaluation {
  against?: BrickComparison[];
}

export interface EvaluationRequest {
  set: string;
  /** The newest version when left out. */
  version?: number | undefined;
  engine?: 'auto' | 'local' | undefined;
}

export interface EvaluationEstimate {
  lines: number;
  input_tokens: number;
  credits: number;
}
