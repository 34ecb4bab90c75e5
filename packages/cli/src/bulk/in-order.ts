/** Work on many items at a time, with the results in the order of the items and no more items in memory than are worked on. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // Awaited in its turn; until then a failure is not an unhandled one.
      result.catch(() => undefined);
      begun.push(result);
      if (begun.length < atOnce) continue;
      const first = begun.shift();
      if (first !== undefined) yield await first;
    }
    for (const result of begun.splice(0)) yield await result;
  } finally {
    await Promise.allSettled(begun);
  }
}
