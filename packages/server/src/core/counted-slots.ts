/** Counts what each name holds at the moment and refuses what exceeds its limit; nobody waits. */
export interface CountedSlots {
  /** Undefined when `limit` are held already; else a function that gives the slot back and may be called twice. */
  take(name: string, limit: number): (() => void) | undefined;
}

export function createCountedSlots(): CountedSlots {
  const taken = new Map<string, number>();
  return {
    take(name, limit) {
      const now = taken.get(name) ?? 0;
      if (now >= limit) return undefined;
      taken.set(name, now + 1);
      let isReturned = false;
      return () => {
        if (isReturned) return;
        isReturned = true;
        const left = (taken.get(name) ?? 1) - 1;
        if (left > 0) taken.set(name, left);
        else taken.delete(name);
      };
    },
  };
}
