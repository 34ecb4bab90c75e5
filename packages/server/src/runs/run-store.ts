/** What the runs room needs from storage. Every method is one transaction, or part of one shared by requests that arrived together. */
import type { Environment, RunMode, RunStatus, RunType, TerminalStatus } from '@brickwork/contract';
import type { Lease } from '../queue/job-store.ts';
import type { Usage } from '../usage/usage.ts';
import type { AnswerFilter } from './answer-filter.ts';
import type { FullRun, Run, RunError } from './run.ts';

/** The workspace and environment that own a run; every read and write names them. */
export interface Scope {
  workspaceId: string;
  environment: Environment;
}

export interface NewRun extends Scope {
  runId: string;
  type: RunType;
  mode: RunMode;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  kitVersion: number;
  externalId: string | undefined;
  metadata: Record<string, string> | undefined;
  /** JSON text, exactly as it will be stored. */
  input: string;
  createdAt: Date;
  /** How many runs of this workspace may be in progress at once; null = no limit. */
  capacity: number | null;
  idempotency: { key: string; fingerprint: Buffer; expiresAt: Date } | undefined;
}

export type Accepted =
  | { outcome: 'created' }
  /** The key was used with this fingerprint: the run it created. */
  | { outcome: 'replayed'; run: Run }
  | { outcome: 'conflict' };

/** What a worker needs to execute a run. */
export interface RunWork extends Scope {
  runId: string;
  type: RunType;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  /** JSON text. */
  input: string;
  /** Chosen for this run; undefined: as the environment and the kit say. */
  engine?: 'local';
  /** What was set aside for it, of a backfill with a cap. */
  maxMicroCredits?: number;
  /** Names and addresses of the workspace's agents. */
  agents: string[];
}

export type LoadedWork = RunWork | (Omit<RunWork, 'input'> & { input: undefined });

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

export interface RunFilter {
  limit: number;
  /** Runs before this one, newest first. */
  before: string | undefined;
  status: RunStatus | undefined;
  /** Runs of backfills are left out unless type or backfill asks for them. */
  type: RunType | undefined;
  backfillId?: string | undefined;
  kitCode: string | undefined;
  kitVersionId?: string | undefined;
  externalId: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  /** To be found in the input, as in a search engine: `refund "late delivery" -invoice`. */
  words: string | undefined;
  /** Conditions on answers need a kit. */
  by: AnswerFilter;
  /** Whether the runs come with their answers. */
  withAnswers: boolean;
}

export interface FoundRuns {
  runs: Run[];
  /** The run at which the search stopped before the page was full, although there are more; the next page begins after it. */
  lookedTo: string | undefined;
}

export interface RunUsage extends Usage {
  runId: string;
  status: RunStatus;
  type: RunType;
}

export interface RunStore {
  /** Run, idempotency key and job in one transaction; requests that arrive together share it. */
  accept(run: NewRun): Promise<Accepted>;
  /** What a key was used for; undefined when it is unused. */
  findReplay(
    scope: Scope,
    key: { key: string; fingerprint: Buffer },
  ): Promise<Exclude<Accepted, { outcome: 'created' }> | undefined>;
  find(scope: Scope, runId: string): Promise<FullRun | undefined>;
  findInput(scope: Scope, runId: string): Promise<string | undefined>;
  findUsage(scope: Scope, runId: string): Promise<RunUsage | undefined>;
  list(scope: Scope, filter: RunFilter): Promise<FoundRuns>;
  /** The keys of all bricks that a kit has or had; undefined when there is no such kit. */
  findBrickKeys(scope: Scope, kitCode: string): Promise<string[] | undefined>;
  /** Oldest first after `after`, with outputs, and with inputs on request, as many as `bytes` hold but at least one: for exports. */
  page(
    scope: Scope,
    after: string | undefined,
    filter: { createdAfter: Date | undefined; createdBefore: Date | undefined; withInput: boolean; bytes: number },
  ): Promise<(FullRun & { input?: string })[]>;
  /** Undefined when the run no longer exists; without an input when that was deleted meanwhile. */
  load(lane: string, runId: string): Promise<LoadedWork | undefined>;
  /** Terminal state, output, usage and event together; false when it was already ended, or another worker holds it now. */
  finish(end: RunEnd): Promise<boolean>;
  /** Typical duration of the kit's recent runs. */
  recentDurationMs(scope: Scope, kitVersionId: string): Promise<number | undefined>;
  /** Clears input, output, external id and metadata of a run that has ended. */
  erase(scope: Scope, runId: string, now: Date): Promise<void>;
  /** The runs of backfills that ask this one again. */
  rescoredFrom(scope: Scope, runId: string): Promise<string[]>;
}
