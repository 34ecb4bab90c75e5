/** Handing out runs for review. Nobody gets an item that somebody else has, and abandoned items return when their lease expires. */

import type { BrickValue } from '@brickwork/contract';
import { brickType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Brick } from '@brickwork/engine/kits/normalise-kit';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../core/clock.ts';
import { getKit, getVersion, type ManageKits } from '../../kits/manage-kits.ts';
import { unknown } from '../../runs/check-answer-filter.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { Appeal } from '../appeal.ts';
import { reviewerOf } from '../review-run.ts';
import type { AppealStore } from '../store/appeal-store.ts';
import type { QueueState, ReviewItem, ReviewQueueStore } from '../store/review-queue-store.ts';
import type { DimensionKeys } from './draw-item.ts';
import type { ReviewPolicy } from './review-policy.ts';

const SHOWN_APPEALS = 50;
const LEASE_MS = 15 * 60_000;

export interface HandOut {
  appeals: Pick<AppealStore, 'list'>;
  queue: ReviewQueueStore;
  kits: ManageKits;
  dimensions: DimensionStore;
  clock: Clock;
}

export interface KitQueue extends QueueState {
  kitId: string;
  appeals: readonly Appeal[];
  /** Why a part of the policy draws nothing. */
  problem: string | undefined;
}

export async function getQueue(deps: HandOut, principal: Principal, kit: string): Promise<KitQueue> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  const dimensions = await keysOf(deps, principal);
  await deps.queue.draw(principal, kitId, deps.clock.now(), dimensions);
  const open = { status: 'open', runId: undefined, kitId, agent: undefined } as const;
  const appeals = await deps.appeals.list(principal, open, { before: undefined, limit: SHOWN_APPEALS });
  const state = await deps.queue.state(principal, kitId);
  return { kitId, appeals, ...state, problem: state.policy && goneDimension(state.policy, dimensions) };
}

export async function setPolicy(
  deps: HandOut,
  principal: Principal,
  kit: string,
  policy: ReviewPolicy,
  since: Date | undefined,
): Promise<KitQueue> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  const newest = await getVersion(deps.kits, principal.workspaceId, kitId, 'newest');
  checkMatches(policy, newest.kit.bricks, await keysOf(deps, principal));
  const now = deps.clock.now();
  await deps.queue.setPolicy(principal.workspaceId, kitId, policy, since ?? now, now);
  return getQueue(deps, principal, kitId);
}

/** A match that no answer can meet would draw nothing, and would look like a kit without such answers. */
export function checkMatches({ match }: ReviewPolicy, bricks: readonly Brick[], dimensions: DimensionKeys): void {
  for (const [index, each] of match.entries()) {
    if ('dimension' in each && !dimensions.has(each.dimension))
      throw wrongMatch(
        index,
        'dimension',
        unknown('there is no such dimension', each.dimension, [...dimensions.keys()]),
      );
    if (!('brick' in each)) continue;
    const brick = bricks.find(({ key }) => key === each.brick);
    if (brick === undefined)
      throw wrongMatch(
        index,
        'brick',
        unknown(
          `the kit has no brick ${each.brick}`,
          each.brick,
          bricks.map(({ key }) => key),
        ),
      );
    const value = 'many' in brick && brick.many === true && !Array.isArray(each.value) ? [each.value] : each.value;
    const fault = each.value === null ? undefined : brickType(brick).valueFault(brick, toItems(value));
    if (fault === undefined) continue;
    const categories = 'categories' in brick ? brick.categories.map((category) => category.value) : undefined;
    throw wrongMatch(
      index,
      'value',
      categories === undefined
        ? fault
        : unknown(`"${String(each.value)}" is not one of the categories`, String(each.value), categories),
    );
  }
}

/** Dimensions are looked up when runs are drawn: one may have been deleted since the policy was stored. */
function goneDimension({ match }: ReviewPolicy, dimensions: DimensionKeys): string | undefined {
  const gone = match.find((each) => 'dimension' in each && !dimensions.has(each.dimension));
  if (gone === undefined || !('dimension' in gone)) return undefined;
  return `The dimension “${gone.dimension}” no longer exists: its match draws nothing. Declare it again, or change the policy.`;
}

export async function keysOf({ dimensions }: HandOut, { workspaceId }: Principal): Promise<DimensionKeys> {
  return new Map(
    (await listDimensions({ dimensions }, workspaceId)).map(({ name, metadataKey }) => [name, metadataKey]),
  );
}

function toItems(value: BrickValue | BrickValue[]): BrickValue {
  return Array.isArray(value) ? value.map(String) : value;
}

function wrongMatch(index: number, name: string, sentence: string): ServiceError {
  const end = /[.?]$/.test(sentence) ? '' : '.';
  return new ServiceError('invalid_parameter', { detail: `match[${index}].${name}: ${sentence}${end}` });
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
  await deps.queue.draw(principal, kitId, deps.clock.now(), await keysOf(deps, principal));
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
