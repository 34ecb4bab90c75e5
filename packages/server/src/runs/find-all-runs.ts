/** All runs that match the filters of a list, for background work. */
import { createHash } from 'node:crypto';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Scope } from '../core/scope.ts';
import { listRuns } from './read-runs.ts';
import type { Run } from './run.ts';
import type { RunFilter } from './store/run-conditions.ts';
import type { RunStore } from './store/run-store.ts';

/** The maximum number that one request searches. */
export const MOST_RUNS = 100_000;
const PAGE = 1_000;
/** Pages that one request reads; with conditions on answers a page may be empty. */
const MOST_PAGES = 400;

export type RunsFilter = Omit<RunFilter, 'before' | 'limit' | 'withAnswers'>;

/** The result of `keep` for each, newest first; refused if there are too many. */
export async function findAllRuns<Kept>(
  { runs }: { runs: Pick<RunStore, 'list' | 'knownAnswers' | 'hasVersion'> },
  scope: Scope,
  filter: RunsFilter,
  keep: (run: Run) => Kept,
  signal: AbortSignal,
): Promise<Kept[]> {
  const found: Kept[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    refuseGone(signal);
    const { runs: some, nextCursor } = await listRuns(
      { store: runs },
      scope,
      { ...filter, limit: PAGE, withAnswers: false },
      cursor,
    );
    found.push(...some.map(keep));
    if (nextCursor === undefined && found.length <= MOST_RUNS) return found;
    if (found.length > MOST_RUNS) break;
    cursor = nextCursor;
  }
  throw new ServiceError('invalid_parameter', {
    detail: `filter: more than ${MOST_RUNS.toLocaleString('en')} runs would have to be looked at. Narrow it with occurred_after and occurred_before.`,
  });
}

/** By a hash of the id: random, but always the same order. Another `seed` gives another order. */
export async function shuffled<Item extends { runId: string }>(items: readonly Item[], seed = ''): Promise<Item[]> {
  const turns = takeTurns();
  // Bucketed by the beginning of the hash first: sorting all at once would block the event loop for too long.
  const heaps = new Map<string, { item: Item; hash: string }[]>();
  for (const item of items) {
    const hash = createHash('sha256').update(`${seed}${item.runId}`).digest('hex');
    const heap = heaps.get(hash.slice(0, 2));
    if (heap === undefined) heaps.set(hash.slice(0, 2), [{ item, hash }]);
    else heap.push({ item, hash });
    if (turns.isOver()) await turns.pass();
  }
  const inOrder: Item[] = [];
  for (const begin of [...heaps.keys()].sort()) {
    const heap = heaps.get(begin) ?? [];
    heap.sort((a, b) => (a.hash < b.hash ? -1 : 1));
    for (const { item } of heap) inOrder.push(item);
    if (turns.isOver()) await turns.pass();
  }
  return inOrder;
}

/** Nobody reads it: the caller has disconnected. */
export function refuseGone({ aborted }: AbortSignal): void {
  if (aborted) throw new ServiceError('unavailable', { detail: 'The caller disconnected. Nothing was started.' });
}
