/** How long a client should wait before it polls: the typical duration of the kit's recent runs in whole seconds, cached for ten. */
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import type { RunStore } from './store/run-store.ts';

const CACHE_MS = 10_000;
const LONGEST_SECONDS = 60;

export type RetryAfter = (scope: Scope, kitVersionId: string) => Promise<number>;

export function createRetryAfter(store: Pick<RunStore, 'recentDurationMs'>, clock: Clock): RetryAfter {
  const known = new Map<string, { seconds: number; until: number }>();
  return async (scope, kitVersionId) => {
    const now = clock.now().getTime();
    const name = `${scope.environment}/${kitVersionId}`;
    const remembered = known.get(name);
    if (remembered !== undefined && remembered.until > now) return remembered.seconds;
    if (known.size > 1_000) known.clear();
    known.set(name, { seconds: remembered?.seconds ?? 1, until: now + CACHE_MS }); // Concurrent callers use this value meanwhile.
    const durationMs = (await store.recentDurationMs(scope, kitVersionId)) ?? 0;
    const seconds = Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil(durationMs / 1_000)));
    known.set(name, { seconds, until: now + CACHE_MS });
    return seconds;
  };
}
