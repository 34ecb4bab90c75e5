/** The delivery log, and retries of its deliveries. */
import type { DeliveryStatus, EventType } from '@brickwork/contract';
import { recordAudit } from '../../../access/audit/store/record-audit.ts';
import { encodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { lockJob } from '../../../queue/store/move-jobs.ts';
import { tellReady } from '../../../queue/store/tell-ready.ts';
import { hasten, startAgain } from '../../outbox/store/deliveries.ts';
import { WEBHOOKS } from '../../outbox/store/outbox.ts';
import type { RecordEvents, RecordedEvent } from '../event.ts';
import type { DeliveryLanes } from './record-events.ts';

export interface Attempt {
  attemptId: string;
  number: number;
  url: string;
  startedAt: Date;
  finishedAt: Date | undefined;
  /** `succeeded`, or a code for the failure, such as `http_500` or `timeout`. */
  outcome: string | undefined;
  httpStatus: number | undefined;
  latencyMs: number | undefined;
  response: Buffer | undefined;
}

export interface Delivery {
  /** The event's uuid: an event has one delivery. */
  uuid: string;
  type: RecordedEvent['type'];
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
  log: Attempt[];
}

export interface DeliveryFilter {
  limit: number;
  /** Deliveries before this one, newest first. */
  before: { createdAt: Date; uuid: string } | undefined;
  status: DeliveryStatus | undefined;
}

interface DeliveryRow {
  event_id: string;
  type: EventType;
  status: DeliveryStatus;
  attempts: number;
  next_attempt_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface AttemptRow {
  id: string;
  event_id: string;
  number: number;
  url: string;
  started_at: Date;
  finished_at: Date | null;
  outcome: string | null;
  http_status: number | null;
  latency_ms: number | null;
  response: Buffer | null;
}

const SELECT = `SELECT d.event_id, v.type, d.status, d.attempts, d.next_attempt_at, d.created_at, d.updated_at
  FROM webhook_deliveries d JOIN events v ON v.workspace_id = d.workspace_id AND v.environment = d.environment AND v.id = d.event_id
  WHERE d.workspace_id = $1 AND d.environment = $2`;

export function createDeliveryLog(database: Database, lanes: DeliveryLanes, record: RecordEvents) {
  return {
    list: (scope: Scope, filter: DeliveryFilter): Promise<Delivery[]> => list(database, scope, filter),
    async find(scope: Scope, uuid: string): Promise<Delivery | undefined> {
      const { rows } = await database.query<DeliveryRow>(`${SELECT} AND d.event_id = $3`, [...keyOf(scope), uuid]);
      return (await withAttempts(database, scope, rows))[0];
    },
    /** The delivery that an attempt belongs to. */
    async ofAttempt(scope: Scope, attemptUuid: string): Promise<string | undefined> {
      const { rows } = await database.query<{ event_id: string }>(
        'SELECT event_id FROM webhook_attempts WHERE workspace_id = $1 AND environment = $2 AND id = $3',
        [...keyOf(scope), attemptUuid],
      );
      return rows[0]?.event_id;
    },
    /** Makes it due now; starts a new retry schedule unless it was still pending. */
    replay: (scope: Scope, uuid: string, now: Date): Promise<'replayed' | 'unknown' | 'no_endpoint'> =>
      database.transaction(async (tx) => {
        const outcome = await replay(tx, lanes, scope, uuid, now);
        if (outcome === 'replayed') {
          const { workspaceId, environment } = scope;
          const target = { type: 'event', id: encodeId('evt', uuid) };
          await recordAudit(tx, { workspaceId, environment, action: 'delivery.replayed', target });
        }
        return outcome;
      }),
    /** Replays up to `limit` deliveries that were dead-lettered since then; returns how many. */
    recover: (scope: Scope, since: Date, now: Date, limit: number): Promise<number> =>
      database.transaction(async (tx) => {
        const capacity = await capacityOf(tx, lanes, scope);
        if (capacity === undefined) return 0;
        const { rows } = await tx.query<{ event_id: string }>(
          `SELECT event_id FROM webhook_deliveries WHERE workspace_id = $1 AND environment = $2 AND status = 'dead' AND updated_at >= $3
           ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
          [...keyOf(scope), since],
        );
        const uuids = rows.map(({ event_id }) => event_id);
        await startAgain(tx, WEBHOOKS, scope, { ...lanes, capacity }, uuids, now);
        await recordAudit(tx, {
          workspaceId: scope.workspaceId,
          environment: scope.environment,
          action: 'deliveries.recovered',
          target: { type: 'deliveries', id: 'dead' },
          details: { deliveries: uuids.length, since: since.toISOString() },
        });
        return uuids.length;
      }),
    /** Stores an event without a run, with its delivery. */
    async record(event: RecordedEvent): Promise<void> {
      await database.transaction(async (tx) => {
        await record(tx, [event]);
        await tellReady(tx, DELIVERY_KIND);
      });
    },
  };
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

async function list(database: Queryable, scope: Scope, filter: DeliveryFilter): Promise<Delivery[]> {
  const values: unknown[] = keyOf(scope);
  const conditions: string[] = [];
  if (filter.before !== undefined) {
    values.push(filter.before.createdAt, filter.before.uuid);
    conditions.push('AND (d.created_at, d.event_id) < ($3, $4::uuid)');
  }
  if (filter.status !== undefined) conditions.push(`AND d.status = $${values.push(filter.status)}`);
  const { rows } = await database.query<DeliveryRow>(
    `${SELECT} ${conditions.join(' ')} ORDER BY d.created_at DESC, d.event_id DESC LIMIT ${filter.limit}`,
    values,
  );
  return withAttempts(database, scope, rows);
}

async function withAttempts(database: Queryable, scope: Scope, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const { rows: attempts } = await database.query<AttemptRow>(
    `SELECT id, event_id, number, url, started_at, finished_at, outcome, http_status, latency_ms, response FROM webhook_attempts
     WHERE workspace_id = $1 AND environment = $2 AND event_id = ANY ($3) ORDER BY started_at, id`,
    [...keyOf(scope), rows.map(({ event_id }) => event_id)],
  );
  return rows.map((row) => {
    const log = attempts.filter(({ event_id }) => event_id === row.event_id).map(toAttempt);
    return toDelivery(row, log);
  });
}

/** A new attempt counts as a change, too; the row is not written for it. */
function toDelivery(row: DeliveryRow, log: Attempt[]): Delivery {
  const changes = [row.updated_at, ...log.map(({ startedAt }) => startedAt)];
  return {
    uuid: row.event_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: new Date(Math.max(...changes.map(Number))),
    log,
  };
}

/** Locks in the same order as all other transactions: endpoint, job, delivery. */
async function replay(
  tx: Queryable,
  lanes: DeliveryLanes,
  scope: Scope,
  uuid: string,
  now: Date,
): Promise<'replayed' | 'unknown' | 'no_endpoint'> {
  const capacity = await capacityOf(tx, lanes, scope);
  await lockJob(tx, DELIVERY_KIND, laneOf(scope), uuid);
  const { rows } = await tx.query<{ status: DeliveryStatus }>(
    'SELECT status FROM webhook_deliveries WHERE workspace_id = $1 AND environment = $2 AND event_id = $3 FOR UPDATE',
    [...keyOf(scope), uuid],
  );
  if (rows[0] === undefined) return 'unknown';
  if (capacity === undefined) return 'no_endpoint';
  // A delivery that is being sent needs no second attempt.
  if (rows[0].status === 'pending') await hasten(tx, WEBHOOKS, scope, [uuid], now);
  else await startAgain(tx, WEBHOOKS, scope, { ...lanes, capacity }, [uuid], now);
  return 'replayed';
}

/** Capacity of the endpoint's lane: 0 while it is disabled; undefined if there is no endpoint. */
async function capacityOf(tx: Queryable, { capacity }: DeliveryLanes, scope: Scope): Promise<number | undefined> {
  const { rows } = await tx.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR SHARE',
    keyOf(scope),
  );
  return rows[0] && (rows[0].enabled ? capacity : 0);
}

function toAttempt(row: AttemptRow): Attempt {
  return {
    attemptId: encodeId('dlv', row.id),
    number: row.number,
    url: row.url,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
    outcome: row.outcome ?? undefined,
    httpStatus: row.http_status ?? undefined,
    latencyMs: row.latency_ms ?? undefined,
    response: row.response ?? undefined,
  };
}
