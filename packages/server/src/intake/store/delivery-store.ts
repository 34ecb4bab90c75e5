/**
 * Deliveries to intakes: payloads until their retention ends, and a log of their results. A payload is pending while it has a job; the
 * transaction that ends the job records the result. Every method is one transaction.
 */
import type { IntakeOutcome } from '@brickwork/contract';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { INTAKE_KIND } from '../../queue/job-kinds.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import { delayJob, endJob } from '../../queue/store/move-jobs.ts';
import { forgetDelivery } from '../../runs/store/erase/forget-deliveries.ts';
import type { IntakeDelivery, OwnedIntake, RefusedDelivery, SettledDelivery } from '../intake.ts';
import { createAcceptDeliveries } from './accept-deliveries.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, resultOf, runIdsOf, toDelivery, unreadIdsOf } from './delivery-rows.ts';
import { dropOldDeliveries } from './drop-deliveries.ts';
import { OWNED_COLUMNS, OWNED_FROM, type OwnedRow, toOwned } from './intake-rows.ts';
import { type ReplayFilter, replayDeliveries } from './replay-deliveries.ts';

export interface DeliveryFilter {
  limit: number;
  outcome: IntakeOutcome | undefined;
  externalId: string | undefined;
  since: Date;
  /** The id of the last entry on the previous page. */
  before: string | undefined;
}

/** A job's payload with the current intake. */
export interface PendingDelivery {
  owned: OwnedIntake;
  deliveryId: string;
  contentType: string;
  /** Sealed. */
  payload: Buffer;
  receivedAt: Date;
}

export interface StoredPayload {
  contentType: string;
  /** Sealed. */
  payload: Buffer;
}

/** Callers without a secret can fill only this much of the log. */
const KEPT_REFUSED = 20;

export function createDeliveryStore(database: Database, clock: LaneClock, onReady: () => void) {
  return {
    /** Commits payload, log entry and job. Throws `not_found` if the intake was deleted. */
    accept: createAcceptDeliveries(database, clock, onReady),
    /** A log entry for a refused delivery. A deleted intake has no log any more. */
    refuse: (scope: Scope, intakeId: string, refused: RefusedDelivery): Promise<void> =>
      database.transaction((tx) => recordRefusal(tx, [...keyOf(scope), intakeId], refused)),
    /** Undefined if there is nothing left to do: the intake, or the payload, was deleted. */
    load: (job: HeldJob): Promise<PendingDelivery | undefined> => loadPending(database, job),
    /** Records the result and ends the job; false if the lease was lost. */
    settle: (job: HeldJob, intakeId: string, settled: SettledDelivery, now: Date): Promise<boolean> =>
      database.transaction((tx) => settle(tx, job, intakeId, settled, now)),
    /** For a job whose payload or intake was deleted. */
    end: async (job: HeldJob): Promise<void> => {
      await database.transaction((tx) => endJob(tx, INTAKE_KIND, job));
    },
    /** Retries it later; the log has the reason. */
    putBack: (
      job: HeldJob,
      intakeId: string,
      { delayMs, reason }: { delayMs: number; reason: string },
    ): Promise<void> =>
      database.transaction(async (tx) => {
        if ((await delayJob(tx, INTAKE_KIND, job, { delayMs, reason: 'retry' })) === undefined) return;
        await tx.query(
          'UPDATE intake_deliveries SET reason = $5 WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3 AND id = $4',
          [...keyOf(scopeOfLane(job.lane)), intakeId, job.id, reason],
        );
      }),
    async list(scope: Scope, intakeId: string, filter: DeliveryFilter): Promise<IntakeDelivery[]> {
      const { rows } = await database.query<DeliveryRow>(
        `SELECT ${DELIVERY_COLUMNS} FROM intake_deliveries d
         WHERE d.workspace_id = $1 AND d.environment = $2 AND d.intake_id = $3 AND ($4::text IS NULL OR d.outcome = $4)
           AND ($5::text IS NULL OR d.external_id = $5) AND d.received_at >= $6 AND ($7::uuid IS NULL OR d.id < $7)
         ORDER BY d.id DESC LIMIT ${filter.limit}`,
        [
          ...keyOf(scope),
          intakeId,
          filter.outcome ?? null,
          filter.externalId ?? null,
          filter.since,
          filter.before ?? null,
        ],
      );
      return rows.map(toDelivery);
    },
    async find(scope: Scope, intakeId: string, deliveryId: string): Promise<IntakeDelivery | undefined> {
      const { rows } = await database.query<DeliveryRow>(
        `SELECT ${DELIVERY_COLUMNS} FROM intake_deliveries d
         WHERE d.workspace_id = $1 AND d.environment = $2 AND d.intake_id = $3 AND d.id = $4`,
        [...keyOf(scope), intakeId, decodeId('itd', deliveryId)],
      );
      return rows[0] && toDelivery(rows[0]);
    },
    async payload(scope: Scope, intakeId: string, deliveryId: string): Promise<StoredPayload | undefined> {
      const { rows } = await database.query<{ content_type: string; payload: Buffer }>(
        `SELECT content_type, payload FROM intake_payloads
         WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3 AND id = $4`,
        [...keyOf(scope), intakeId, decodeId('itd', deliveryId)],
      );
      return rows[0] && { contentType: rows[0].content_type, payload: rows[0].payload };
    },
    /** Queues up to `limit` payloads again, oldest first; returns how many. */
    replay: (scope: Scope, intake: { intakeId: string; name: string }, filter: ReplayFilter): Promise<number> =>
      database.transaction((tx) => replayDeliveries(tx, clock, scope, intake, filter)),
    /** Deletes the payload and the external id; the log keeps the entry. False: there is no such delivery. */
    erase: (scope: Scope, intake: { intakeId: string; name: string }, deliveryId: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        if (!(await forgetDelivery(tx, keyOf(scope), intake.intakeId, decodeId('itd', deliveryId)))) return false;
        await recordAudit(tx, {
          workspaceId: scope.workspaceId,
          environment: scope.environment,
          action: 'intake.delivery_erased',
          target: { type: 'intake', id: intake.name },
          details: { delivery_id: deliveryId },
        });
        return true;
      }),
    /** Deletes up to `limit` expired payloads and entries; returns how many. */
    dropOld: (limit: number): Promise<number> => dropOldDeliveries(database, limit),
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

async function loadPending(database: Database, job: HeldJob): Promise<PendingDelivery | undefined> {
  const { rows } = await database.query<
    OwnedRow & { payload_id: string; content_type: string; payload: Buffer; received_at: Date }
  >(
    {
      name: 'load_pending_delivery',
      text: `SELECT ${OWNED_COLUMNS}, p.content_type, p.payload, p.received_at
        FROM intake_payloads p JOIN ${OWNED_FROM} ON i.workspace_id = p.workspace_id AND i.environment = p.environment AND i.id = p.intake_id
        WHERE p.workspace_id = $1 AND p.environment = $2 AND p.id = $3 AND p.pending`,
    },
    [...keyOf(scopeOfLane(job.lane)), job.id],
  );
  const [row] = rows;
  return (
    row && {
      owned: toOwned(row),
      deliveryId: job.id,
      contentType: row.content_type,
      payload: row.payload,
      receivedAt: row.received_at,
    }
  );
}

async function settle(
  tx: Queryable,
  job: HeldJob,
  intakeId: string,
  settled: SettledDelivery,
  now: Date,
): Promise<boolean> {
  if ((await endJob(tx, INTAKE_KIND, job)) === undefined) return false;
  const key = keyOf(scopeOfLane(job.lane));
  await tx.query(
    'UPDATE intake_payloads SET pending = false WHERE workspace_id = $1 AND environment = $2 AND id = $3',
    [...key, job.id],
  );
  await tx.query(
    {
      name: 'settle_delivery',
      text: `UPDATE intake_deliveries SET outcome = $5, reason = $6, external_id = $7, result = $8, run_ids = $9, settled_at = $10, unread_ids = $11
        WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3 AND id = $4`,
    },
    [
      ...key,
      intakeId,
      job.id,
      settled.outcome,
      settled.reason ?? null,
      settled.externalId ?? null,
      resultOf(settled),
      runIdsOf(settled),
      now,
      unreadIdsOf(settled),
    ],
  );
  return true;
}

async function recordRefusal(tx: Queryable, key: readonly unknown[], refused: RefusedDelivery): Promise<void> {
  await tx.query(
    `INSERT INTO intake_deliveries (workspace_id, environment, intake_id, id, outcome, reason, result, run_ids, bytes, received_at, settled_at)
     SELECT $1, $2, i.id, $4, 'refused', $5, '{"runs":[],"failed":[]}', '{}', $6, $7, $7 FROM intakes i
     WHERE i.workspace_id = $1 AND i.environment = $2 AND i.id = $3 FOR KEY SHARE`,
    [...key, decodeId('itd', refused.deliveryId), refused.reason, refused.bytes, refused.receivedAt],
  );
  await tx.query(
    `DELETE FROM intake_deliveries WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3 AND outcome = 'refused'
       AND id <= (SELECT o.id FROM intake_deliveries o WHERE o.workspace_id = $1 AND o.environment = $2 AND o.intake_id = $3
         AND o.outcome = 'refused' ORDER BY o.id DESC OFFSET ${KEPT_REFUSED} LIMIT 1)`,
    key,
  );
}
