/** Handing out runs for review. Nobody gets what somebody else has, and what is abandoned comes back when its lease runs out. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../core/clock.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import { reviewerOf } from '../review-run.ts';
import type { QueueState, ReviewItem, ReviewQueueStore } from '../store/review-queue-store.ts';
import type { ReviewPolicy } from './review-policy.ts';

const LEASE_MS = 15 * 60_000;

export interface HandOut {
  queue: ReviewQueueStore;
  kits: ManageKits;
  clock: Clock;
}

export interface KitQueue extends QueueState {
  kitId: string;
}

export async function getQueue(deps: HandOut, principal: Principal, kit: string): Promise<KitQueue> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  await deps.queue.draw(principal, kitId, deps.clock.now());
  return { kitId, ...(await deps.queue.state(principal, kitId)) };
}

export async function setPolicy(
  deps: HandOut,
  principal: Principal,
  kit: string,
  policy: ReviewPolicy,
  since: Date | undefined,
): Promise<KitQueue> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  const now = deps.clock.now();
  await deps.queue.setPolicy(principal.workspaceId, kitId, policy, since ?? now, now);
  return getQueue(deps, principal, kitId);
}

export async function deletePolicy(deps: HandOut, principal: Principal, kit: string): Promise<KitQueue> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  await deps.queue.deletePolicy(principal.workspaceId, kitId);
  return getQueue(deps, principal, kitId);
}

export async function nextItem(
  deps: HandOut,
  principal: Principal,
  kit: string,
  name: string | undefined,
): Promise<{ item: ReviewItem | undefined; open: number }> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  await deps.queue.draw(principal, kitId, deps.clock.now());
  const item = await deps.queue.next(principal, kitId, reviewerOf(principal, name), LEASE_MS);
  return { item, open: (await deps.queue.state(principal, kitId)).open };
}

export async function renewItem(
  deps: HandOut,
  principal: Principal,
  itemId: string,
  name: string | undefined,
): Promise<ReviewItem> {
  return held(await deps.queue.renew(principal, itemId, reviewerOf(principal, name), LEASE_MS));
}

export async function returnItem(
  deps: HandOut,
  principal: Principal,
  itemId: string,
  name: string | undefined,
): Promise<void> {
  held(await deps.queue.giveBack(principal, itemId, reviewerOf(principal, name)));
}

function held<Result>(result: Result | 'lost' | undefined): Result {
  if (result === undefined) throw new ServiceError('not_found', { detail: 'There is no such review item.' });
  if (result === 'lost') throw new ServiceError('lease_lost');
  return result as Result;
}
