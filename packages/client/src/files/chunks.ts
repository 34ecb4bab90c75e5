/** Collects items into requests: so many at most, of so many bytes, and so many of them under way. */
export interface ChunkLimits {
  most: number;
  bytes: number;
  inFlight: number;
}

interface Chunks<Item> {
  /** Waits where enough requests are under way; throws what one of them threw. */
  add(item: Item, size: number): Promise<void>;
  done(): Promise<void>;
}

export function createChunks<Item>(
  { most, bytes, inFlight }: ChunkLimits,
  send: (chunk: Item[]) => Promise<void>,
): Chunks<Item> {
  let chunk: Item[] = [];
  let size = 0;
  let fault: { error: unknown } | undefined;
  const sending = new Set<Promise<void>>();
  const settle = () => {
    if (fault !== undefined) throw fault.error;
  };
  const flush = async () => {
    if (chunk.length === 0) return;
    const task: Promise<void> = send(chunk)
      .catch((error: unknown) => {
        fault ??= { error };
      })
      .finally(() => sending.delete(task));
    sending.add(task);
    chunk = [];
    size = 0;
    while (sending.size >= inFlight) await Promise.race(sending);
    settle();
  };
  return {
    async add(item, itemSize) {
      settle();
      if (size + itemSize > bytes) await flush();
      chunk.push(item);
      size += itemSize;
      if (chunk.length >= most) await flush();
    },
    async done() {
      await flush();
      await Promise.all(sending);
      settle();
    },
  };
}
