/** Results on their way from many producers to one consumer, ended once, with or without an error. */
export interface ResultQueue<Item> {
  push(item: Item): void;
  end(error?: unknown): void;
  /** Undefined at the end; throws what it was ended with. Results that were pushed before come first. */
  next(): Promise<{ item: Item } | undefined>;
}

export function createResultQueue<Item>(): ResultQueue<Item> {
  const items: Item[] = [];
  let ended: { error?: unknown } | undefined;
  let wake: (() => void) | undefined;
  return {
    push(item) {
      items.push(item);
      wake?.();
    },
    end(error) {
      ended ??= error === undefined ? {} : { error };
      wake?.();
    },
    async next() {
      for (;;) {
        if (items.length > 0) return { item: items.shift() as Item };
        if (ended !== undefined && 'error' in ended) throw ended.error;
        if (ended !== undefined) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
