/** The delivery log, and retries: one delivery, or all that were dead-lettered since a time. */
import type { DeliveryStatus } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../../core/clock.ts';
import { pageOf, readCursor } from '../../core/cursor.ts';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { expectEndpoint } from './manage-endpoints.ts';
import type { Delivery, DeliveryLog } from './store/delivery-log.ts';
import type { EndpointStore } from './store/endpoints.ts';

export interface ReadDeliveries {
  endpoints: EndpointStore;
  log: DeliveryLog;
  clock: Clock;
}

/** Recovered per request; the rest needs further requests. */
const RECOVER_LIMIT = 1_000;

export async function listDeliveries(
  deps: ReadDeliveries,
  scope: Scope,
  endpointId: string,
  filter: { limit: number; status: DeliveryStatus | undefined },
  cursor?: string,
): Promise<{ deliveries: Delivery[]; nextCursor: string | undefined }> {
  await expectEndpoint(deps, scope, endpointId);
  const before = cursor === undefined ? undefined : readCursor(cursor, parsePosition);
  const found = await deps.log.list(scope, { ...filter, before, limit: filter.limit + 1 });
  const { items, nextCursor } = pageOf(found, filter.limit, ({ createdAt, uuid }) => `${createdAt.getTime()}/${uuid}`);
  return { deliveries: items, nextCursor };
}

/** By the delivery's id, or by the id of one of its attempts, which the receiver sees. */
export async function replayDelivery(deps: ReadDeliveries, scope: Scope, deliveryId: string): Promise<Delivery> {
  const given = decodeId('dlv', deliveryId);
  if (given === undefined) throw new ServiceError('not_found');
  const uuid = (await deps.log.ofAttempt(scope, given)) ?? given;
  const outcome = await deps.log.replay(scope, uuid, deps.clock.now());
  if (outcome === 'no_endpoint')
    throw new ServiceError('conflict', { detail: 'There is no webhook endpoint to deliver to. Register one first.' });
  const delivery = await deps.log.find(scope, uuid);
  if (outcome === 'unknown' || delivery === undefined) throw new ServiceError('not_found');
  return delivery;
}

export async function recoverDeliveries(
  deps: ReadDeliveries,
  scope: Scope,
  endpointId: string,
  since: Date,
): Promise<{ recovered: number; hasMore: boolean }> {
  await expectEndpoint(deps, scope, endpointId);
  const recovered = await deps.log.recover(scope, since, deps.clock.now(), RECOVER_LIMIT);
  return { recovered, hasMore: recovered === RECOVER_LIMIT };
}

function parsePosition(text: string): { createdAt: Date; uuid: string } | undefined {
  const [, time, uuid] = /^(\d{1,15})\/([0-9a-f-]{36})$/.exec(text) ?? [];
  return time === undefined || uuid === undefined ? undefined : { createdAt: new Date(Number(time)), uuid };
}
