/**
 * A run and its states:
 *
 *   processing → running → succeeded | failed | cancelled
 *        ↘ queued ⇄ running
 *
 * `processing` waits for its first claim; `queued` waits for a stated reason (a retry time, a lost worker, its workspace at its
 * limit). Every state that is not terminal may change to any terminal one; terminal states never change.
 */
import {
  type BrickOutput,
  type Environment,
  type RunMode,
  type RunStatus,
  type RunType,
  TERMINAL_STATUSES,
  type TerminalStatus,
} from '@brickwork/contract';
import type { Scope } from '../core/scope.ts';
import type { Lease } from '../queue/store/move-jobs.ts';
import type { Usage } from '../usage/usage.ts';
import type { Answers } from './answers.ts';

export interface RunEnd extends Scope {
  runId: string;
  type: RunType;
  kitId: string;
  kitCode: string;
  status: TerminalStatus;
  completedAt: Date;
  /** JSON text of a RunOutput. */
  output: string | undefined;
  warnings: string[];
  error: RunError | undefined;
  usage: Usage;
  /** The worker's lease; undefined ends the run even while a worker holds it (a cancellation). */
  lease: Lease | undefined;
}

export interface Run {
  runId: string;
  workspaceId: string;
  environment: Environment;
  status: RunStatus;
  type: RunType;
  mode: RunMode;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  kitVersion: number;
  /** When the conversation took place; `createdAt` unless stated otherwise. */
  occurredAt: Date;
  createdAt: Date;
  startedAt: Date | undefined;
  completedAt: Date | undefined;
  durationMs: number | undefined;
  error: RunError | undefined;
  externalId: string | undefined;
  metadata: Record<string, string> | undefined;
  warnings: string[] | undefined;
  /** The engine: `local`, or the names of the models; undefined if nothing was evaluated. */
  engine: string | undefined;
  erasedAt: Date | undefined;
  /** For a run of a backfill: the original run. */
  rescoredFrom?: string;
  backfillId?: string;
  /** Of a run that is queued. */
  waiting?: Waiting;
  /** In lists that request them: the answers of a succeeded run, without reasons and evidence. */
  answers?: Answers;
}

/** Why a run is queued, which attempt comes next, and when, if known. */
export interface Waiting {
  /** `workspace_limit`, `worker_lost`, `worker_stopped`, or the error code of the attempt that failed. */
  reason: string;
  attempt: number;
  nextAttemptAt: Date | undefined;
}

/** A run with its answers; `output` is absent unless it succeeded (and was not erased later). */
export interface FullRun extends Run {
  output: RunOutput | undefined;
}

export interface RunOutput {
  kit_code: string;
  kit_version_id: string;
  /** Stored with evidence_spans, basis and confidence_basis; the API leaves them out unless asked. */
  bricks: Record<string, BrickOutput>;
}

export interface RunError {
  code: string;
  /** Diagnostic; never conversation text. */
  message: string | undefined;
  /** Safe to show to end users. */
  userMessage: string | undefined;
}

const LEGAL_MOVES: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  processing: ['running', 'queued', ...TERMINAL_STATUSES],
  queued: ['running', ...TERMINAL_STATUSES],
  running: ['queued', ...TERMINAL_STATUSES],
  succeeded: [],
  failed: [],
  cancelled: [],
};

export function isLegalMove(from: RunStatus, to: RunStatus): boolean {
  return LEGAL_MOVES[from].includes(to);
}

export function isTerminal(status: RunStatus): status is TerminalStatus {
  return LEGAL_MOVES[status].length === 0;
}
