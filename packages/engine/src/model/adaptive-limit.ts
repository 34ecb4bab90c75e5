/**
 * How many calls to a model may run at the same time: halved when the model reports overload, increased by one after a round without overload. The calls
 * are shared fairly between workspaces.
 */
import { FairSlots } from '../core/fair-slots.ts';

export interface AdaptiveLimit {
  /** Waits for the owner's turn; the returned function releases the slot. */
  take(owner: string, signal: AbortSignal): Promise<() => void>;
  /** The model reported overload. */
  shrink(): void;
  grow(): void;
  readonly limit: number;
}

export function createAdaptiveLimit(maximum: number, now: () => number): AdaptiveLimit {
  let limit = maximum;
  const slots = new FairSlots({ slots: () => Math.floor(limit), now });
  return {
    get limit() {
      return Math.floor(limit);
    },
    take: (owner, signal) => slots.take(owner, signal),
    shrink() {
      limit = Math.max(1, limit / 2);
    },
    grow() {
      limit = Math.min(maximum, limit + 1 / Math.max(1, limit));
      slots.startWaiting();
    },
  };
}
