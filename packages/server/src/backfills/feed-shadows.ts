/**
 * Starts the runs of shadows, as those of backfills are started: a few at a time, and none while other runs wait. Every node may do it at any
 * time, because a step locks its shadow; so there is no job, and nothing to take over when a node ends.
 */
import type { Clock } from '../core/clock.ts';
import type { BackfillStore } from './backfill-store.ts';
import { type MostOfRun, PATIENCE_MS, WINDOW } from './run-backfill.ts';

export interface FeedShadows {
  backfills: Pick<BackfillStore, 'shadowsToFeed' | 'advance' | 'endCapped'>;
  mostOfRun: MostOfRun;
  clock: Clock;
}

export async function feedShadows(
  { backfills, mostOfRun, clock }: FeedShadows,
  isStopped: () => boolean,
): Promise<void> {
  for (const { scope, backfillId, fedAt, ...version } of await backfills.shadowsToFeed()) {
    if (isStopped()) return;
    const now = clock.now();
    const isPatient = now.getTime() - fedAt.getTime() < PATIENCE_MS;
    const mostOf = await mostOfRun(scope.workspaceId, version);
    const how = { window: isPatient ? WINDOW : 1, isPatient, mostOf, now };
    const advanced = await backfills.advance(scope, backfillId, how);
    if (advanced?.isCapped) await backfills.endCapped(scope, backfillId, now);
  }
}
