/**
 * Runs a kit on all records of a source: a bounded number of creators, a separate poller (or webhooks), and a store that makes it resumable.
 * Invariant: a record has one idempotency key, stored before the request is sent, so no crash makes it run twice.
 */
import { ApiError } from '../api-error.ts';
import type { Run } from '../run.ts';
import { type BeginOptions, createBeginner, type RunManyParts, type StartedRun } from './begin-run.ts';
import { createResultQueue } from './result-queue.ts';
import { createSlots } from './slots.ts';
import type { SourceItem } from './source-item.ts';
import { readSource } from './source-reader.ts';
import { createRunWatcher } from './watch-runs.ts';

export interface RunManyProgress {
  /** Records read from the source. */
  read: number;
  /** Left out by `skip`. */
  skipped: number;
  /** Runs that this call created. */
  created: number;
  /** Runs that an earlier call had created. */
  resumed: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  /** Records that the service would not take. */
  refused: number;
}

export interface RunManyOptions extends BeginOptions {
  /** Creators at a time. */
  concurrency?: number | undefined;
  /** Polls at a time. */
  polls?: number | undefined;
  /** Runs in progress and results not yet consumed, together; the source is read no further than this. */
  maxOutstanding?: number | undefined;
  /** Records whose result you have already. */
  skip?: ((id: string) => boolean) | undefined;
  /** Ids of runs that webhooks say have ended; polling then only catches what was lost. */
  intake?: AsyncIterable<string> | undefined;
  onProgress?: ((progress: RunManyProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A run that ended, or why there is none: the service refused this record and would again. */
export type RunManyResult = { id: string; run: Run; error?: never } | { id: string; run?: never; error: ApiError };

export async function* runMany(
  parts: RunManyParts,
  source: Iterable<SourceItem> | AsyncIterable<SourceItem>,
  options: RunManyOptions = {},
): AsyncGenerator<RunManyResult, void, undefined> {
  options.signal?.throwIfAborted();
  const { concurrency = 8 } = options;
  const stop = new AbortController();
  const onAbort = () => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const slots = createSlots(options.maxOutstanding ?? Math.max(200, concurrency * 2));
  const queue = createResultQueue<RunManyResult>();
  stop.signal.addEventListener('abort', () => queue.end(stop.signal.reason), { once: true });
  const items = readSource(source);
  const work = createWork(parts, options, stop, queue.push);
  const creator = async (): Promise<void> => {
    for (;;) {
      await slots.take();
      const next = stop.signal.aborted ? undefined : await items.next();
      if (next === undefined || next.done === true) {
        slots.give();
        return;
      }
      if (!(await work.begin(next.value))) slots.give();
    }
  };
  const all = Promise.all(Array.from({ length: concurrency }, creator))
    .then(() => work.followed())
    .then(
      () => queue.end(),
      (error: unknown) => stop.abort(error),
    );
  try {
    for (let next = await queue.next(); next !== undefined; next = await queue.next()) {
      yield next.item;
      slots.give();
    }
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
    stop.abort(new Error('runMany has ended'));
    slots.give(); // Wakes a creator that waits for one; it sees the end and wakes the next.
    await all;
    await items.end();
  }
}

interface Work {
  /** False when the record was left out; else a result will come. */
  begin(item: SourceItem): Promise<boolean>;
  /** Once everything that was begun has ended. */
  followed(): Promise<void>;
}

function createWork(
  parts: RunManyParts,
  options: RunManyOptions,
  stop: AbortController,
  push: (result: RunManyResult) => void,
): Work {
  const { signal } = stop;
  const hasIntake = options.intake !== undefined;
  const watcher = createRunWatcher({ transport: parts.transport, polls: options.polls ?? 8, signal, hasIntake });
  const count = createCounter(options.onProgress);
  const beginRun = createBeginner(parts, options, signal, count);
  const following = new Set<Promise<void>>();
  listen(options.intake, watcher.ended).catch((error: unknown) => stop.abort(error));

  const follow = async (id: string, started: StartedRun): Promise<void> => {
    const run = await watcher.follow(started.runId, started.firstLookMs);
    await started.ended(run.status);
    count(run.status as 'succeeded' | 'failed' | 'cancelled');
    push({ id, run });
  };
  return {
    async begin(item) {
      count('read');
      if (options.skip?.(item.id) === true) {
        count('skipped');
        return false;
      }
      const started = await beginRun(item);
      if (started instanceof ApiError) {
        count('refused');
        push({ id: item.id, error: started });
        return true;
      }
      const task: Promise<void> = follow(item.id, started)
        .catch((error: unknown) => stop.abort(error))
        .finally(() => following.delete(task));
      following.add(task);
      return true;
    },
    async followed() {
      while (following.size > 0) await Promise.all(following);
    },
  };
}

function createCounter(onProgress: RunManyOptions['onProgress']): (what: keyof RunManyProgress) => void {
  const progress: RunManyProgress = {
    read: 0,
    skipped: 0,
    created: 0,
    resumed: 0,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    refused: 0,
  };
  return (what) => {
    progress[what] += 1;
    onProgress?.({ ...progress });
  };
}

async function listen(intake: AsyncIterable<string> | undefined, ended: (runId: string) => void): Promise<void> {
  if (intake === undefined) return;
  for await (const runId of intake) ended(runId);
}
