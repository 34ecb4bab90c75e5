/** The deliveries of an intake: the log, the stored payloads, and replays. */
import type { IntakeOutcome } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import { pageOf, readCursor } from '../core/cursor.ts';
import { decodeId, encodeId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { type IntakeDelivery, LOG_DAYS } from './intake.ts';
import { requireIntake } from './manage-intakes.ts';
import type { DeliveryFilter, DeliveryStore } from './store/delivery-store.ts';
import type { IntakeStore } from './store/intake-store.ts';

export interface ReadDeliveries {
  intakes: IntakeStore;
  deliveries: Pick<DeliveryStore, 'list' | 'find' | 'payload' | 'replay' | 'erase'>;
  /** Opens payloads. */
  payloads: SecretBox;
  clock: Clock;
}

const DAY_MS = 86_400_000;
/** Per request; the rest needs further requests. */
const MOST_REPLAYED = 1_000;

export async function listDeliveries(
  deps: ReadDeliveries,
  scope: Scope,
  name: string,
  filter: Omit<DeliveryFilter, 'since' | 'before'> & { since: Date | undefined },
  cursor: string | undefined,
): Promise<{ items: IntakeDelivery[]; nextCursor: string | undefined }> {
  const { intakeId } = await requireIntake(deps, scope, name);
  const oldest = new Date(deps.clock.now().getTime() - LOG_DAYS * DAY_MS);
  const since = filter.since !== undefined && filter.since > oldest ? filter.since : oldest;
  const before = cursor === undefined ? undefined : readCursor(cursor, (text) => decodeId('itd', text));
  const found = await deps.deliveries.list(scope, intakeId, { ...filter, since, before, limit: filter.limit + 1 });
  return pageOf(found, filter.limit, ({ deliveryId }) => deliveryId);
}

export async function requireDelivery(
  deps: ReadDeliveries,
  scope: Scope,
  name: string,
  deliveryId: string,
): Promise<IntakeDelivery> {
  const { intakeId } = await requireIntake(deps, scope, name);
  const delivery = await deps.deliveries.find(scope, intakeId, deliveryId);
  if (delivery === undefined)
    throw new ServiceError('not_found', { detail: 'There is no such delivery in the log of the last 30 days.' });
  return delivery;
}

export async function readPayload(
  deps: ReadDeliveries,
  scope: Scope,
  name: string,
  deliveryId: string,
): Promise<{ contentType: string; bytes: Buffer }> {
  const { intakeId } = await requireIntake(deps, scope, name);
  const uuid = decodeId('itd', deliveryId);
  const stored = uuid === undefined ? undefined : await deps.deliveries.payload(scope, intakeId, deliveryId);
  const bytes = stored && uuid && deps.payloads.open(stored.payload, encodeId('itd', uuid));
  if (stored === undefined || bytes === undefined || typeof bytes === 'string')
    throw new ServiceError('not_found', { detail: 'Its payload is no longer stored: it was erased or has expired.' });
  return { contentType: stored.contentType, bytes };
}

/** For deliveries without a run; erasing a run does the same for the deliveries that it was created from. */
export async function eraseDelivery(
  deps: ReadDeliveries,
  scope: Scope,
  name: string,
  deliveryId: string,
): Promise<IntakeDelivery> {
  const intake = await requireIntake(deps, scope, name);
  await deps.deliveries.erase(scope, intake, deliveryId);
  return requireDelivery(deps, scope, name, deliveryId);
}

export async function replayDeliveries(
  deps: ReadDeliveries,
  scope: Scope,
  name: string,
  chosen: {
    deliveryIds: readonly string[] | undefined;
    since: Date | undefined;
    outcomes: readonly IntakeOutcome[] | undefined;
  },
): Promise<{ replayed: number; hasMore: boolean }> {
  const intake = await requireIntake(deps, scope, name);
  const { deliveryIds, since = new Date(0) } = chosen;
  const unknown = deliveryIds?.find((id) => decodeId('itd', id) === undefined);
  if (unknown !== undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `delivery_ids: ${unknown.slice(0, 60)} is not the id of a delivery.`,
    });
  // Named deliveries are replayed whatever their outcome; otherwise only those that created no run.
  const outcomes = deliveryIds === undefined ? (chosen.outcomes ?? NO_RUN) : ALL;
  const limit = MOST_REPLAYED;
  const replayed = await deps.deliveries.replay(scope, intake, { deliveryIds, since, outcomes, limit });
  return { replayed, hasMore: replayed === limit };
}

const NO_RUN = ['failed', 'skipped'] as const;
const ALL = ['accepted', 'replayed', 'skipped', 'failed'] as const;
