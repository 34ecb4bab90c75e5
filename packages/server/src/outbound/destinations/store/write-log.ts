/** The log of destinations, and writing runs again. Every method is one transaction. */

import type { DestinationStatus } from '@brickwork/contract';
import { recordAudit } from '../../../access/audit/store/record-audit.ts';
import { keyOf } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { WRITE_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import type { LaneClock } from '../../../queue/lane-clock.ts';
import { enterJobs, hastenJob } from '../../../queue/store/move-jobs.ts';
import { tellReady } from '../../../queue/store/tell-ready.ts';
import type { Destination, DestinationDelivery } from '../destination.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, toDelivery } from './destination-rows.ts';
import { auditOf } from './destination-store.ts';
import { enterWrites, LANE_CAPACITY } from './record-writes.ts';

export interface LogFilter {
  limit: number;
  /** Deliveries before this one, newest first. */
  before: string | undefined;
  status: DestinationStatus | undefined;
  runUuid: string | undefined;
}

export interface TestedWrite {
  uuid: string;
  runUuid: string;
  status: DestinationStatus;
  outcome: string;
  detail: string | undefined;
  latencyMs: number | undefined;
  startedAt: Date;
  now: Date;
}

/** Older lines of the log are deleted. */
const LOG_DAYS = 30;
const OF_DESTINATION = 'd.workspace_id = $1 AND d.environment = $2 AND d.destination_id = $3';

export function createWriteLog(database: Database, clock: LaneClock) {
  return {
    /** Newest first. */
    async list(
      destination: Destination,
      { limit, before, status, runUuid }: LogFilter,
    ): Promise<DestinationDelivery[]> {
      const { rows } = await database.query<DeliveryRow>(
        `SELECT ${DELIVERY_COLUMNS} FROM destination_deliveries d WHERE ${OF_DESTINATION}
           AND ($4::uuid IS NULL OR d.id < $4) AND ($5::text IS NULL OR d.status = $5) AND ($6::uuid IS NULL OR d.run_id = $6)
         ORDER BY d.id DESC LIMIT ${limit}`,
        [...ofDestination(destination), before ?? null, status ?? null, runUuid ?? null],
      );
      return rows.map(toDelivery);
    },
    /** Runs that nobody wrote there yet, or again. */
    writeRuns: (destination: Destination, runUuids: readonly string[], now: Date): Promise<number> =>
      database.transaction(async (tx) => {
        const { destinationId } = destination;
        const wanted = runUuids.map((runUuid) => ({ destinationId, runUuid, cause: 'replay' as const, at: now }));
        await enterWrites(tx, clock, destination, wanted);
        await recordReplay(tx, destination, runUuids.length);
        return runUuids.length;
      }),
    /** By their ids; those that are not of this destination are left out. */
    replay: (destination: Destination, uuids: readonly string[], now: Date): Promise<number> =>
      database.transaction((tx) =>
        replay(tx, clock, destination, 'd.id = ANY ($4::uuid[])', [uuids], now, uuids.length),
      ),
    /** The oldest dead ones first. */
    replayDead: (destination: Destination, since: Date | undefined, now: Date, limit: number): Promise<number> =>
      database.transaction((tx) =>
        replay(
          tx,
          clock,
          destination,
          `d.status = 'dead' AND d.cause <> 'test' AND ($4::timestamptz IS NULL OR d.updated_at >= $4)`,
          [since ?? null],
          now,
          limit,
        ),
      ),
    /** A line for a test that was sent. Undefined when the destination was deleted meanwhile. */
    async recordTest(destination: Destination, test: TestedWrite): Promise<DestinationDelivery | undefined> {
      const { uuid, runUuid, status, outcome, detail, latencyMs, startedAt, now } = test;
      const { rows } = await database.query<DeliveryRow>(
        `WITH d AS (
           INSERT INTO destination_deliveries (workspace_id, environment, destination_id, id, run_id, cause, status, attempts, outcome, detail, latency_ms, created_at, updated_at)
           SELECT $1, $2, c.id, $4, $5, 'test', $6, 1, $7, $8, $9, $10, $11 FROM destinations c
           WHERE c.workspace_id = $1 AND c.environment = $2 AND c.id = $3 FOR KEY SHARE
           RETURNING *)
         SELECT ${DELIVERY_COLUMNS} FROM d`,
        [
          ...ofDestination(destination),
          uuid,
          runUuid,
          status,
          outcome,
          detail ?? null,
          latencyMs ?? null,
          startedAt,
          now,
        ],
      );
      return rows[0] && toDelivery(rows[0]);
    },
    /** Deletes up to `limit` old lines of the log; returns how many. */
    async dropOld(limit: number): Promise<number> {
      const { rowCount } = await database.query(
        `DELETE FROM destination_deliveries d USING (
           SELECT workspace_id, environment, id FROM destination_deliveries
           WHERE status <> 'pending' AND created_at < now() - interval '${LOG_DAYS} days' ORDER BY created_at LIMIT ${limit}) old
         WHERE d.workspace_id = old.workspace_id AND d.environment = old.environment AND d.id = old.id`,
      );
      return rowCount ?? 0;
    },
  };
}

export type WriteLog = ReturnType<typeof createWriteLog>;

function ofDestination(destination: Destination): unknown[] {
  return [...keyOf(destination), destination.destinationId];
}

/** Those that have ended get a job again, and those that wait are due now. */
async function replay(
  tx: Queryable,
  clock: LaneClock,
  destination: Destination,
  condition: string,
  values: readonly unknown[],
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await tx.query<{ id: string; status: DestinationStatus }>(
    `SELECT d.id, d.status FROM destination_deliveries d WHERE ${OF_DESTINATION} AND ${condition} ORDER BY d.id LIMIT ${limit} FOR UPDATE`,
    [...ofDestination(destination), ...values],
  );
  const lane = laneOf(destination);
  for (const { id } of rows.filter(({ status }) => status === 'pending')) await hastenJob(tx, WRITE_KIND, lane, id);
  const ended = rows.filter(({ status }) => status !== 'pending').map(({ id }) => id);
  if (ended.length > 0) {
    await tx.query(
      `UPDATE destination_deliveries SET status = 'pending', attempts = 0, series_started_at = NULL, outcome = NULL, detail = NULL, latency_ms = NULL,
         cause = CASE WHEN cause = 'test' THEN 'replay' ELSE cause END, updated_at = $4
       WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])`,
      [...keyOf(destination), ended, now],
    );
    await enterJobs(tx, clock, { kind: WRITE_KIND, lane, capacity: LANE_CAPACITY }, ended);
  }
  if (rows.length > 0) {
    await tellReady(tx, WRITE_KIND);
    await recordReplay(tx, destination, rows.length);
  }
  return rows.length;
}

async function recordReplay(tx: Queryable, destination: Destination, count: number): Promise<void> {
  await recordAudit(tx, {
    ...auditOf(destination, destination.name),
    action: 'destination.replayed',
    details: { count },
  });
}
