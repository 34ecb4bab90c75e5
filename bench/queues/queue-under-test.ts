/** What every queue must show: sending, draining a backlog, picking up at once, and taking over from a worker that was killed. */
import type { PostgresAddress, Site } from '../support/site.ts';

export interface QueueUnderTest {
  /** Durable when it resolves. */
  send(): Promise<void>;
  /** Begins to work; `onJob` is called when a job is begun, and the job ends when what it returns is settled. */
  work(onJob: OnJob): Promise<void>;
  stop(): Promise<void>;
}

export type OnJob = () => Promise<void> | undefined;

export interface QueueKind {
  name: string;
  /** Creates the database for its queues. */
  prepare(site: Site): Promise<QueueLocation & { drop(): Promise<void> }>;
  /** In this process or another one. */
  open(location: QueueLocation): Promise<QueueUnderTest>;
  /** How a lost worker is distinguished from one that works; undefined where nothing of the kind can be set. */
  silence: string;
  /** It waits too long to be waited for. */
  isRecoveryTooLong?: boolean;
}

export interface QueueLocation {
  postgres: PostgresAddress;
  database: string;
  url: string;
  workspaceId?: string;
}

/** Jobs that a worker holds at once, and connections to the database, for everybody the same. */
export const CONCURRENCY = 32;
export const CONNECTIONS = 20;
/** After this time of silence a worker counts as lost: what we ship, and what the others are set to. */
export const SILENCE_MS = 12_000;
