import type { SourceItem } from './source-item.ts';

/** One iterator that many creators may ask: an answer is asked for only when the one before has come. */
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
