/** The runs room's port on PostgreSQL; each statement lives in a file of its own below `runs/`. */
import { decodeId } from '../core/ids.ts';
import type { LaneClock } from '../queue/lane-clock.ts';
import type { RunStore } from '../runs/run-store.ts';
import type { Database } from './database.ts';
import { createAccept, findReplay } from './runs/accept-runs.ts';
import { eraseRun } from './runs/erase-run.ts';
import { createFinish, type OnFinish } from './runs/finish-runs.ts';
import { findInput, findRun, findUsage, listRuns, loadWork, pageRuns, recentDurationMs } from './runs/read-runs.ts';

export interface RunStoreOptions {
  database: Database;
  clock: LaneClock;
  /** Called right after a commit on this node, ahead of the notification that the others get. */
  onAccepted(): void;
  /** Inside the transaction that ends runs. */
  onFinish: OnFinish;
  onEnded(runIds: readonly string[]): void;
}

export function createRunStore({ database, clock, onAccepted, onFinish, onEnded }: RunStoreOptions): RunStore {
  const uuid = (runId: string) => decodeId('run', runId);
  return {
    accept: createAccept(database, clock, onAccepted),
    finish: createFinish(database, onFinish, onEnded),
    findReplay: (scope, key) => findReplay(database, scope, key),
    find: async (scope, runId) => ifKnown(uuid(runId), (id) => findRun(database, scope, id)),
    findInput: async (scope, runId) => ifKnown(uuid(runId), (id) => findInput(database, scope, id)),
    findUsage: async (scope, runId) => ifKnown(uuid(runId), (id) => findUsage(database, scope, id)),
    list: (scope, filter) =>
      listRuns(database.stale, scope, { ...filter, before: filter.before && uuid(filter.before) }),
    page: (scope, after, filter) => pageRuns(database.stale, scope, after && uuid(after), filter),
    load: (lane, id) => loadWork(database, lane, id),
    recentDurationMs: (scope, kitVersionId) => recentDurationMs(database, scope, kitVersionId),
    erase: async (scope, runId, now) => eraseRun(database, scope, uuid(runId), now),
  };
}

async function ifKnown<Result>(
  id: string | undefined,
  look: (id: string) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  return id === undefined ? undefined : look(id);
}
