/**
 * Group commit: items that arrive while a flush is in progress are sent together with the next one. A single item is sent immediately;
 * under load the batches grow, and with `everyMs` they grow even if flushes are faster than items arrive.
 */
export interface NaturalBatchOptions<Item, Result> {
  /** Settles each item on its own; the array it resolves with has the items' order. */
  flush(items: Item[]): Promise<PromiseSettledResult<Result>[]>;
  maxItems: number;
  /** How many flushes may be in progress at once. */
  maxInFlight: number;
  /** Unless `enough` items are waiting, a flush starts at least this long after the last one: for sinks where a flush costs more than its items. */
  everyMs?: number;
  /** This many items are not delayed: callers may have to wait for them before they can add others. Without it, `maxItems`. */
  enough?: number;
  /** Items with the same key never share a flush. */
  keyOf?(item: Item): string | undefined;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

export type NaturalBatch<Item, Result> = (item: Item) => Promise<Result>;

export function naturalBatch<Item, Result>(options: NaturalBatchOptions<Item, Result>): NaturalBatch<Item, Result> {
  const { enough = options.maxItems } = options;
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let flushedAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;

  /** Whether items have to wait for more; if so, they are checked again when the time is over. */
  const isTooSoon = (): boolean => {
    const restMs = flushedAt + (options.everyMs ?? 0) - performance.now();
    if (restMs <= 0 || queue.length >= enough) return false;
    if (isWaiting) return true;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      pump();
    }, Math.ceil(restMs));
    return true;
  };

  const takeBatch = (): Waiting<Item, Result>[] => {
    const keys = new Set<string>();
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    for (const [index, waiting] of queue.entries()) {
      if (batch.length >= options.maxItems) {
        later.push(...queue.slice(index));
        break;
      }
      const key = options.keyOf?.(waiting.item);
      if (key !== undefined && keys.has(key)) {
        later.push(waiting);
        continue;
      }
      if (key !== undefined) keys.add(key);
      batch.push(waiting);
    }
    queue = later;
    return batch;
  };

  const pump = (): void => {
    while (inFlight < options.maxInFlight && queue.length > 0 && !isTooSoon()) {
      const batch = takeBatch();
      inFlight += 1;
      flushedAt = performance.now();
      options
        .flush(batch.map(({ item }) => item))
        .then(
          (results) => {
            for (const [index, waiting] of batch.entries()) settle(waiting, results[index]);
          },
          (error: unknown) => {
            for (const waiting of batch) waiting.reject(error);
          },
        )
        .finally(() => {
          inFlight -= 1;
          pump();
        });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // After this turn of the event loop, so that requests that arrived together share a flush.
      if (queue.length === 1 || queue.length === enough) setImmediate(pump);
    });
}

function settle<Item, Result>(waiting: Waiting<Item, Result>, result: PromiseSettledResult<Result> | undefined): void {
  if (result === undefined) waiting.reject(new Error('the flush settled fewer items than it was given'));
  else if (result.status === 'fulfilled') waiting.resolve(result.value);
  else waiting.reject(result.reason);
}

/** A flush for sinks that take all or nothing: when the whole batch fails, each item is tried alone, so that one bad item does not fail the others. */
export async function allOrEach<Item, Result>(
  items: Item[],
  attempt: (items: Item[]) => Promise<Result[]>,
  isWorthSplitting: (error: unknown) => boolean,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    return (await attempt(items)).map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (items.length === 1 || !isWorthSplitting(error)) return items.map(() => ({ status: 'rejected', reason: error }));
    const results: PromiseSettledResult<Result>[] = [];
    for (const item of items) results.push(...(await allOrEach([item], attempt, isWorthSplitting)));
    return results;
  }
}
