/** Reading runs: one, its usage, or a page of them, newest first. */
import { pageOf, readCursor } from '../core/cursor.ts';
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
  const before = cursor === undefined ? undefined : readCursor(cursor, runIdOf);
  const found = await store.list(scope, { ...filter, before, limit: filter.limit + 1 });
  const { items, nextCursor } = pageOf(found, filter.limit, ({ runId }) => runId);
  return { runs: items, nextCursor };
}

function runIdOf(text: string): string | undefined {
  return decodeId('run', text) === undefined ? undefined : text;
}
