/**
 * Starts the runs of shadows in the same way as those of backfills: a few at a time, and none while other runs are waiting. The leader does
 * this, without jobs: a step locks its shadow, so there is nothing to take over when a node ends.
 */
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { type MostOfRun, PATIENCE_MS, WINDOW } from './run-backfill.ts';
import type { BackfillStore } from './store/backfill-store.ts';
import type { ShadowToFeed } from './store/shadow-store.ts';

export interface FeedShadows {
  backfills: Pick<BackfillStore, 'shadowsToFeed' | 'advance' | 'endCapped'>;
  mostOfRun: MostOfRun;
  clock: Clock;
  logger: Logger;
}

/** A failure does not delay the shadows of other workspaces; the next round retries it. */
export async function feedShadows(deps: FeedShadows, isStopped: () => boolean): Promise<void> {
  for (const shadow of await deps.backfills.shadowsToFeed()) {
    if (isStopped()) return;
    await feed(deps, shadow).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'unknown';
      deps.logger.warn({ backfill_id: shadow.backfillId, reason }, 'a shadow could not be fed');
    });
  }
}

async function feed({ backfills, mostOfRun, clock }: FeedShadows, shadow: ShadowToFeed): Promise<void> {
  const { scope, backfillId, fedAt, ...version } = shadow;
  const now = clock.now();
  const isPatient = now.getTime() - fedAt.getTime() < PATIENCE_MS;
  const mostOf = await mostOfRun(scope.workspaceId, version);
  const how = { window: isPatient ? WINDOW : 1, isPatient, mostOf, now };
  const advanced = await backfills.advance(scope, backfillId, how);
  if (advanced?.isCapped) await backfills.endCapped(scope, backfillId, now);
}
