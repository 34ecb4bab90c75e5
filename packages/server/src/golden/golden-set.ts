/** Golden sets on the server, and evaluations of kit versions on them. */
import type { BrickValue, WorkStatus } from '@brickwork/contract';
import type { LoggedLine } from '@brickwork/engine/golden/answer-log';
import type { BrickScore } from '@brickwork/engine/golden/score-brick';

/** Of one kit. */
export const MOST_SETS = 500;

export interface GoldenSet {
  setId: string;
  kitId: string;
  name: string;
  hash: string;
  lines: number;
  bytes: number;
  createdAt: Date;
}

export interface SetLine {
  /** Counted from 1. */
  line: number;
  /** The run that it was created from. */
  runId: string | undefined;
  external_id?: string | undefined;
  input: Record<string, unknown>;
  expected: Record<string, BrickValue>;
}

export interface EvaluationReport {
  engine: string;
  bricks: BrickScore[];
  failed: { line: number; external_id?: string; error: string }[];
}

export interface KitEvaluation {
  evaluationId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  setId: string;
  setName: string;
  setHash: string;
  engine: 'auto' | 'local';
  status: WorkStatus;
  done: number;
  total: number;
  microCredits: number;
  createdAt: Date;
  completedAt: Date | undefined;
  error: string | undefined;
  report: EvaluationReport | undefined;
}

export type AnsweredLine = LoggedLine & { microCredits: number };

/** The gate's result for a version. */
export interface GateReport {
  set: { name: string; hash: string };
  evaluation_id?: string;
  live_evaluation_id?: string;
  bricks: { key: string; accuracy: number; min?: number; live?: number; passed: boolean }[];
  /** Versions that must be evaluated on the set first. */
  unevaluated?: number[];
  /** Why it did not pass, one sentence each; empty if it passed. */
  failures: string[];
}
