import type { SourceItem } from './source-item.ts';

/** One iterator shared by many creators: the next item is requested only after the previous one has arrived. */
export function readSource(source: Iterable<SourceItem> | AsyncIterable<SourceItem>) {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let last: Promise<IteratorResult<SourceItem>> | undefined;
  return {
    next(): Promise<IteratorResult<SourceItem>> {
      const before = last ?? Promise.resolve();
      last = before.then(() => iterator.next());
      return last;
    },
    end: async (): Promise<void> => void (await iterator.return?.()),
  };
}
