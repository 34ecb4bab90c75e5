/**
 * Stores deliveries: payload, log entry and job in one statement for all deliveries that arrived together. Nothing is read or parsed before
 * it commits. A failed group is retried one by one, so that an intake that is being deleted does not fail the others.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../core/ids.ts';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import { type Columns, givenRows } from '../../database/given-rows.ts';
import { INTAKE_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { insertJobs, NEW_JOB_COLUMNS, type NewJob } from '../../queue/store/job-statements.ts';
import { tellReadySql } from '../../queue/store/tell-ready.ts';

export interface NewDelivery extends Scope {
  deliveryId: string;
  intakeId: string;
  contentType: string;
  /** Sealed. */
  payload: Buffer;
  /** The size of the payload as sent. */
  bytes: number;
  receivedAt: Date;
  keepUntil: Date;
}

type GivenDelivery = NewJob & { delivery: NewDelivery };

const COLUMNS: Columns<GivenDelivery> = {
  workspace_id: ['uuid', ({ delivery }) => decodeId('ws', delivery.workspaceId)],
  environment: ['text', ({ delivery }) => delivery.environment],
  id: ['uuid', ({ delivery }) => decodeId('itd', delivery.deliveryId)],
  intake_id: ['uuid', ({ delivery }) => delivery.intakeId],
  content_type: ['text', ({ delivery }) => delivery.contentType],
  payload: ['bytea', ({ delivery }) => delivery.payload],
  bytes: ['integer', ({ delivery }) => delivery.bytes],
  received_at: ['timestamptz', ({ delivery }) => delivery.receivedAt],
  keep_until: ['timestamptz', ({ delivery }) => delivery.keepUntil],
};

const GIVEN = givenRows<GivenDelivery>({ ...COLUMNS, ...NEW_JOB_COLUMNS });

const acceptText = (given: string) => `
  WITH ${given},
  kept AS (
    INSERT INTO intake_payloads (workspace_id, environment, id, intake_id, content_type, payload, bytes, pending, received_at, keep_until)
    SELECT workspace_id, environment, id, intake_id, content_type, payload, bytes, true, received_at, keep_until FROM given WHERE id IS NOT NULL
  ), logged AS (
    INSERT INTO intake_deliveries (workspace_id, environment, intake_id, id, outcome, result, run_ids, bytes, received_at)
    SELECT workspace_id, environment, intake_id, id, 'received', '{"runs":[],"failed":[]}', '{}', bytes, received_at FROM given WHERE id IS NOT NULL
  ), queued AS (
    ${insertJobs(INTAKE_KIND, '(SELECT * FROM given WHERE id IS NOT NULL) AS g')}
  )
  ${tellReadySql(INTAKE_KIND)}`;

const FOREIGN_KEY_VIOLATION = '23503';

export function createAcceptDeliveries(
  database: Database,
  clock: LaneClock,
  onAccepted: () => void,
): NaturalBatch<NewDelivery, void> {
  return naturalBatch<NewDelivery, void>({
    maxInFlight: 4,
    maxItems: 32,
    flush: async (deliveries) => {
      const results = await allOrEach(
        deliveries,
        async (group) => {
          await acceptGroup(database, clock, group);
          return group.map(() => undefined);
        },
        (error) => !(error instanceof ServiceError) || error.code === 'not_found',
      );
      onAccepted();
      return results;
    },
  });
}

async function acceptGroup(database: Database, clock: LaneClock, group: readonly NewDelivery[]): Promise<void> {
  const given = GIVEN.of(
    group.map((delivery) => {
      const lane = laneOf(delivery);
      return { delivery, lane, position: clock.next(lane), state: 'ready' };
    }),
  );
  try {
    await database.query({ name: `accept_deliveries_${given.size}`, text: acceptText(given.sql) }, given.values);
  } catch (error) {
    // It was deleted since the request read it.
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw new ServiceError('not_found');
    throw error;
  }
}
