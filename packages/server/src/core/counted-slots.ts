/** Counts how many slots each name holds and refuses requests above the limit; nobody waits. */
export interface CountedSlots {
  /** Undefined if `limit` slots are already held; otherwise a function that releases the slot and may be called twice. */
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
