/** The runs room's port on PostgreSQL; each statement has its own file in `runs/`. */
import { FairSlots } from '@brickwork/engine/core/fair-slots';
import { decodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { RecordEvents } from '../../webhooks/event.ts';
import type { RunStore } from '../run-store.ts';
import { createAccept, findReplay } from './accept-runs.ts';
import type { CollectAnswers } from './answers/record-answers.ts';
import { settleAnswers } from './answers/waiting-answers.ts';
import { eraseRun } from './erase/erase-run.ts';
import { createFinish } from './finish-runs.ts';
import { listRuns } from './list-runs.ts';
import { pageRuns } from './page-runs.ts';
import { findBrickKeys, findInput, findRun, findUsage, loadWork, recentDurationMs, rescoredFrom } from './read-runs.ts';

export interface RunStoreOptions {
  database: Database;
  clock: LaneClock;
  /** Called right after a commit on this node, before other nodes get the notification. */
  onAccepted(): void;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** What is stored of the answers of runs that end. */
  collectAnswers: CollectAnswers;
  /** Larger events are stored without the run's output. */
  maxEventBytes: number;
  /** Runs that this node executes at once. */
  slots: number;
  onEnded(runIds: readonly string[]): void;
}

export function createRunStore(options: RunStoreOptions): RunStore {
  const { database, clock, onAccepted } = options;
  return {
    ...createRunReader(database),
    accept: createAccept(database, clock, onAccepted),
    finish: createFinish(options),
    async erase(scope, runId, now) {
      await eraseRun(database, scope, decodeId('run', runId), now);
      // Its answers may still wait.
      await settleAnswers(database, scope);
    },
  };
}

/** Connections that exports may use at once; the others are for requests that must be quick. */
const LONG_READS = 4;

export function createRunReader(database: Database): Omit<RunStore, 'accept' | 'finish' | 'erase'> {
  const uuid = (runId: string) => decodeId('run', runId);
  const longReads = new FairSlots({ slots: () => LONG_READS, now: () => performance.now() });
  return {
    findReplay: (scope, key) => findReplay(database, scope, key),
    find: async (scope, runId) => ifKnown(uuid(runId), (id) => findRun(database.lookUps, scope, id)),
    findInput: async (scope, runId) => ifKnown(uuid(runId), (id) => findInput(database.lookUps, scope, id)),
    findUsage: async (scope, runId) => ifKnown(uuid(runId), (id) => findUsage(database.lookUps, scope, id)),
    async list(scope, filter) {
      if (filter.withAnswers || filter.by.answers.length > 0) await settleAnswers(database, scope);
      return listRuns(database.stale, scope, { ...filter, before: filter.before && uuid(filter.before) });
    },
    findBrickKeys: (scope, kitCode) => findBrickKeys(database.stale, scope, kitCode),
    async page(scope, after, filter) {
      const giveBack = await longReads.take(scope.workspaceId);
      try {
        return await pageRuns(database.stale, scope, after && uuid(after), filter);
      } finally {
        giveBack();
      }
    },
    rescoredFrom: async (scope, runId) =>
      (await ifKnown(uuid(runId), (id) => rescoredFrom(database.reads, scope, id))) ?? [],
    load: (lane, id) => loadWork(database, lane, id),
    recentDurationMs: (scope, kitVersionId) => recentDurationMs(database, scope, kitVersionId),
  };
}

async function ifKnown<Result>(
  id: string | undefined,
  look: (id: string) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  return id === undefined ? undefined : look(id);
}
