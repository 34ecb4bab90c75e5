/** Reading runs. A cursor is the position of the last run of a page, opaque to the caller; it works with any filter. */
import { decodeId } from '../core/ids.ts';
import { ServiceError } from '../core/service-error.ts';
import { type FullRun, isTerminal, type Run } from './run.ts';
import type { RunFilter, RunStore, RunUsage, Scope } from './run-store.ts';

export async function getRun(
  { store }: { store: Pick<RunStore, 'find'> },
  scope: Scope,
  runId: string,
): Promise<FullRun> {
  const run = await store.find(scope, runId);
  if (run === undefined) throw new ServiceError('run_not_found');
  return run;
}

export async function getUsage(
  { store }: { store: Pick<RunStore, 'findUsage'> },
  scope: Scope,
  runId: string,
): Promise<RunUsage> {
  const usage = await store.findUsage(scope, runId);
  if (usage === undefined) throw new ServiceError('run_not_found');
  if (!isTerminal(usage.status))
    throw new ServiceError('run_not_completed', { detail: `The run is ${usage.status}.`, retryAfterSeconds: 1 });
  return usage;
}

export interface RunPage {
  runs: Run[];
  nextCursor: string | undefined;
}

export async function listRuns(
  { store }: { store: Pick<RunStore, 'list'> },
  scope: Scope,
  filter: Omit<RunFilter, 'before'>,
  cursor?: string,
): Promise<RunPage> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const runs = await store.list(scope, { ...filter, before, limit: filter.limit + 1 });
  const page = runs.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    runs: page,
    nextCursor: runs.length > filter.limit && last ? Buffer.from(last.runId).toString('base64url') : undefined,
  };
}

function readCursor(cursor: string): string {
  const runId = Buffer.from(cursor, 'base64url').toString('latin1');
  if (decodeId('run', runId) === undefined) throw new ServiceError('invalid_cursor');
  return runId;
}
