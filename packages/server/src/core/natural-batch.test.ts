import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { allOrEach, naturalBatch } from './natural-batch.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function gatedBatch(maxInFlight = 1, keyOf?: (item: number) => string | undefined, everyMs = 0, enough?: number) {
  const batches: { items: number[]; finish(): void }[] = [];
  const add = naturalBatch<number, number>({
    maxItems: 4,
    maxInFlight,
    everyMs,
    ...(enough !== undefined && { enough }),
    ...(keyOf && { keyOf }),
    flush: async (items) => {
      await new Promise<void>((resolve) => batches.push({ items, finish: resolve }));
      return items.map((value) => ({ status: 'fulfilled', value: value * 10 }));
    },
  });
  return { add, batches };
}

describe('naturalBatch', () => {
  it('sends a lone item at once', async () => {
    const { add, batches } = gatedBatch();
    const result = add(1);
    await nextTurn();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    batches[0]?.finish();
    expect(await result).toBe(10);
  });

  it('batches items that arrive during a flush, up to the limit, and settles each on its own', async () => {
    const { add, batches } = gatedBatch();
    const first = add(0);
    await nextTurn();
    const rest = [1, 2, 3, 4, 5].map(add);
    await nextTurn();
    expect(batches).toHaveLength(1);
    batches[0]?.finish();
    await first;
    await nextTurn();
    expect(batches[1]?.items).toEqual([1, 2, 3, 4]);
    batches[1]?.finish();
    await rest[0];
    await nextTurn();
    expect(batches[2]?.items).toEqual([5]);
    batches[2]?.finish();
    expect(await Promise.all(rest)).toEqual([10, 20, 30, 40, 50]);
  });

  it('never puts two items with the same key into one flush', async () => {
    const { add, batches } = gatedBatch(2, (item) => String(item % 2));
    void [1, 3, 2].map(add);
    await nextTurn();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3]]);
    for (const { finish } of batches) finish();
  });

  it('gathers items for a while after a flush, unless there are enough for a whole one', async () => {
    vi.useFakeTimers();
    try {
      const { add, batches } = gatedBatch(2, undefined, 15);
      const sent = () => batches.map(({ items }) => items);
      void add(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent()).toEqual([[1]]);
      batches[0]?.finish();
      void [2, 3].map(add);
      await vi.advanceTimersByTimeAsync(10);
      expect(sent()).toEqual([[1]]);
      await vi.advanceTimersByTimeAsync(10);
      expect(sent()).toEqual([[1], [2, 3]]);
      void [4, 5, 6, 7, 8].map(add);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent()).toEqual([[1], [2, 3], [4, 5, 6, 7]]);
      for (const { finish } of batches) finish();
      await vi.advanceTimersByTimeAsync(20);
      expect(sent()).toEqual([[1], [2, 3], [4, 5, 6, 7], [8]]);
      batches[3]?.finish();
    } finally {
      vi.useRealTimers();
    }
  });

  it('gathers no longer once enough wait, and takes what has come by then', async () => {
    vi.useFakeTimers();
    try {
      const { add, batches } = gatedBatch(2, undefined, 1_000, 2);
      void add(1);
      await vi.advanceTimersByTimeAsync(1);
      void add(2);
      await vi.advanceTimersByTimeAsync(1);
      expect(batches.map(({ items }) => items)).toEqual([[1]]);
      void [3, 4].map(add);
      await vi.advanceTimersByTimeAsync(1);
      expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
      for (const { finish } of batches) finish();
    } finally {
      vi.useRealTimers();
    }
  });

  it('settles every item exactly once, whatever the flushes do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (goods, maxInFlight) => {
          const add = naturalBatch<boolean, string>({
            maxItems: 5,
            maxInFlight,
            flush: (items) =>
              allOrEach(
                items,
                async (group) => group.map((good) => (good ? 'ok' : fail())),
                () => true,
              ),
          });
          const results = await Promise.allSettled(goods.map((good) => add(good)));
          expect(results.map(({ status }) => status)).toEqual(goods.map((good) => (good ? 'fulfilled' : 'rejected')));
        },
      ),
    );
  });
});

function fail(): never {
  throw new Error('bad row');
}
