/** What backfills need from storage. Every method is one transaction. */
import type { Lease } from '../queue/job-store.ts';
import type { Answers } from '../runs/answers.ts';
import type { Scope } from '../runs/run-store.ts';
import type { Backfill, Source } from './backfill.ts';

export interface NewBackfill extends Scope {
  backfillId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  engine: 'auto' | 'local';
  filter: Record<string, unknown>;
  sample: number | undefined;
  maxMicroCredits: number;
  sendsEvents: boolean;
  /** In the order in which they are asked. */
  sources: readonly { runId: string; microCredits: number }[];
  now: Date;
}

export interface NewShadow extends Scope {
  /** Unless the shadow that runs has the same version and engine: that one is changed. */
  backfillId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  engine: 'auto' | 'local';
  share: number;
  maxMicroCredits: number | undefined;
  now: Date;
}

/** A shadow that has runs to start, or to count. */
export interface ShadowToFeed {
  scope: Scope;
  backfillId: string;
  kitVersionId: string;
  engine: 'auto' | 'local';
  /** When a run of it was last started. */
  fedAt: Date;
}

export interface Advance {
  /** Runs of it that may be open at once. */
  window: number;
  /** Start runs only while no other run waits. */
  isPatient: boolean;
  /** The most that a run could cost whose input has so many bytes, in micro-credits: so much is set aside for it. */
  mostOf(bytes: number): number;
  now: Date;
}

export interface Advanced {
  /** Runs that were started or have ended. */
  moved: number;
  open: number;
  /** Whether some have not been started. */
  isMore: boolean;
  /** The next one could exceed the cap. */
  isCapped: boolean;
}

export interface AnswerPair {
  sourceRunId: string;
  runId: string;
  before: Answers;
  after: Answers;
}

export interface BackfillStore {
  /** Those that still have their input, in no particular order. */
  sources(scope: Scope, runIds: readonly string[]): Promise<Source[]>;
  /** With its job. */
  create(backfill: NewBackfill): Promise<void>;
  find(scope: Scope, backfillId: string): Promise<Backfill | undefined>;
  /** Newest first. */
  list(scope: Scope, limit: number): Promise<Backfill[]>;
  /** Counts the runs that have ended, and starts as many as window and cap allow; undefined when it no longer runs. */
  advance(scope: Scope, backfillId: string, how: Advance): Promise<Advanced | undefined>;
  /** Ends the job too; false when the lease was lost. */
  finish(
    scope: Scope,
    backfillId: string,
    lease: Lease,
    end: { status: 'succeeded' | 'capped' | 'failed'; error?: string },
    now: Date,
  ): Promise<boolean>;
  /** The runs that are open, also those that an earlier cancellation left; undefined when it does not run and has none. */
  cancel(scope: Scope, backfillId: string, now: Date): Promise<string[] | undefined>;
  /** Starts or changes the shadow of a kit; `open` are the runs that the kit's cancelled shadows still have open. */
  putShadow(shadow: NewShadow): Promise<{ backfillId: string; open: string[] }>;
  /** The one that runs, or else the last one. */
  findShadow(scope: Scope, kitId: string): Promise<Backfill | undefined>;
  shadowsToFeed(): Promise<ShadowToFeed[]>;
  /** Ends a shadow that has spent what it may. */
  endCapped(scope: Scope, backfillId: string, now: Date): Promise<void>;
  /** Of runs that succeeded before and now, in the order of the run that was asked again, after `after`. */
  pairs(scope: Scope, backfill: Backfill, after: string | undefined, limit: number): Promise<AnswerPair[]>;
}
