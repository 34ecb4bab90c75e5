/**
 * Starts the runs of shadows, as those of backfills are started: a few at a time, and none while other runs wait. Every node may do it at any
 * time, because a step locks its shadow; so there is no job, and nothing to take over when a node ends.
 */
import type { Clock } from '../core/clock.ts';
import type { BackfillStore } from './backfill-store.ts';
import { PATIENCE_MS, WINDOW } from './run-backfill.ts';

export interface FeedShadows {
  backfills: Pick<BackfillStore, 'shadowsToFeed' | 'advance' | 'endCapped'>;
  clock: Clock;
}

export async function feedShadows({ backfills, clock }: FeedShadows, isStopped: () => boolean): Promise<void> {
  for (const { scope, backfillId, fedAt } of await backfills.shadowsToFeed()) {
    if (isStopped()) return;
    const now = clock.now();
    const isPatient = now.getTime() - fedAt.getTime() < PATIENCE_MS;
    const advanced = await backfills.advance(scope, backfillId, { window: isPatient ? WINDOW : 1, isPatient, now });
    if (advanced?.isCapped) await backfills.endCapped(scope, backfillId, now);
  }
}
