/**
 * The endpoint of a scope. Every change first locks the scope's counter row (so no event is being written) and then the
 * endpoint's row (so no attempt is starting): an endpoint and where its deliveries go change at one moment.
 */
import { decodeId, encodeId } from '../../core/ids.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import type { Scope } from '../../runs/run-store.ts';
import type { EndpointStore, PutEndpoint, WebhookEndpoint } from '../../webhooks/webhook-store.ts';
import type { Database, Queryable } from '../database.ts';
import { laneOf } from '../jobs/lane.ts';
import { closeLane, emptyLane, openLane } from '../jobs/lanes.ts';
import { redirectJobs } from '../jobs/move-jobs.ts';
import { notify } from '../notifications.ts';
import type { DeliveryLanes } from './record-events.ts';

/** Topic of a notification; the payload is the lane. What is being sent to its old endpoint must stop. */
export const ENDPOINT_MOVED = 'endpoint_moved';

interface EndpointRow {
  id: string;
  url: string;
  secret_hint: string;
  enabled: boolean;
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, url, secret_hint, enabled, disabled_reason, created_at, updated_at';

export function createEndpointStore(database: Database, lanes: DeliveryLanes): EndpointStore {
  return {
    async find(scope) {
      const { rows } = await database.query<EndpointRow>(
        `SELECT ${COLUMNS} FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2`,
        keyOf(scope),
      );
      return rows[0] && toEndpoint(rows[0]);
    },
    put: (scope, endpoint) => changing(database, scope, (tx, current) => put(tx, lanes, scope, endpoint, current)),
    rotate: (scope, endpointId, { secret, secretHint, now, overlapMs }) =>
      changing(database, scope, async (tx, current) => {
        if (current === undefined || current.id !== decodeId('whe', endpointId)) return undefined;
        const { rows } = await tx.query<EndpointRow>(
          `UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_until = $6, secret = $3, secret_hint = $4, updated_at = $5
           WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
          [...keyOf(scope), secret, secretHint, now, new Date(now.getTime() + overlapMs)],
        );
        return rows[0] && toEndpoint(rows[0]);
      }),
    setEnabled: (scope, endpointId, isEnabled, now) =>
      changing(database, scope, async (tx, current) => {
        if (current === undefined || current.id !== decodeId('whe', endpointId)) return undefined;
        if (current.enabled === isEnabled) return toEndpoint(current);
        return isEnabled ? enable(tx, lanes, scope, now) : disableEndpoint(tx, scope, 'manual', now);
      }),
    remove: (scope, endpointId, now) =>
      changing(database, scope, async (tx, current) => {
        if (current === undefined || current.id !== decodeId('whe', endpointId)) return false;
        await tx.query('DELETE FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2', keyOf(scope));
        await cancelPending(tx, scope, now);
        await notify(tx, `${ENDPOINT_MOVED}:${laneOf(scope)}`);
        return true;
      }),
    async isSending(scope, deadlineMs) {
      const { rowCount } = await database.query(
        `SELECT 1 FROM webhook_attempts WHERE workspace_id = $1 AND environment = $2 AND finished_at IS NULL
           AND started_at > now() - $3::double precision * interval '1 millisecond'
           AND url IS DISTINCT FROM (SELECT url FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2) LIMIT 1`,
        [...keyOf(scope), deadlineMs],
      );
      return rowCount !== 0;
    },
  };
}

async function changing<Result>(
  database: Database,
  scope: Scope,
  change: (tx: Queryable, current: EndpointRow | undefined) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO event_counters AS c (workspace_id, environment, last) VALUES ($1, $2, 0)
       ON CONFLICT (workspace_id, environment) DO UPDATE SET last = c.last`,
      keyOf(scope),
    );
    const { rows } = await tx.query<EndpointRow>(
      `SELECT ${COLUMNS} FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR UPDATE`,
      keyOf(scope),
    );
    return change(tx, rows[0]);
  });
}

async function put(
  tx: Queryable,
  lanes: DeliveryLanes,
  scope: Scope,
  given: PutEndpoint,
  current: EndpointRow | undefined,
): Promise<Awaited<ReturnType<EndpointStore['put']>>> {
  const { secret, secretHint, now } = given;
  if (current === undefined) {
    const { rows } = await tx.query<EndpointRow>(
      `INSERT INTO webhook_endpoints (workspace_id, environment, id, url, secret, secret_hint, enabled, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, true, $7, $7) RETURNING ${COLUMNS}`,
      [...keyOf(scope), decodeId('whe', given.endpointId), given.url, secret, secretHint, now],
    );
    return { endpoint: toEndpoint(only(rows)), isNew: true, movedFrom: undefined };
  }
  const isSame = given.isSameUrl(current.url);
  const { rows } = await tx.query<EndpointRow>(
    isSame
      ? `UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_until = $6, url = $3, secret = $4, secret_hint = $5,
           enabled = true, disabled_reason = NULL, updated_at = $7
         WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`
      : `UPDATE webhook_endpoints SET id = $6, url = $3, secret = $4, secret_hint = $5, previous_secret = NULL, previous_secret_until = NULL,
           enabled = true, disabled_reason = NULL, created_at = $7, updated_at = $7
         WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
    [
      ...keyOf(scope),
      given.url,
      secret,
      secretHint,
      isSame ? new Date(now.getTime() + given.overlapMs) : decodeId('whe', given.endpointId),
      now,
    ],
  );
  if (!isSame) {
    await redirectPending(tx, scope);
    await notify(tx, `${ENDPOINT_MOVED}:${laneOf(scope)}`);
  }
  await openLane(tx, DELIVERY_KIND, laneOf(scope), lanes.capacity);
  return { endpoint: toEndpoint(only(rows)), isNew: false, movedFrom: isSame ? undefined : current.url };
}

/**
 * An attempt that is being sent to the old URL no longer counts: its worker loses the lease. Everything that is pending is due
 * at once and starts a new retry schedule, since the new receiver has refused nothing yet.
 */
async function redirectPending(tx: Queryable, scope: Scope): Promise<void> {
  await redirectJobs(tx, DELIVERY_KIND, laneOf(scope));
  await tx.query(
    `UPDATE webhook_deliveries SET attempts = 0, series_started_at = NULL, next_attempt_at = NULL
     WHERE workspace_id = $1 AND environment = $2 AND status = 'pending'`,
    keyOf(scope),
  );
}

async function enable(tx: Queryable, lanes: DeliveryLanes, scope: Scope, now: Date): Promise<WebhookEndpoint> {
  const { rows } = await tx.query<EndpointRow>(
    `UPDATE webhook_endpoints SET enabled = true, disabled_reason = NULL, updated_at = $3 WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
    [...keyOf(scope), now],
  );
  await openLane(tx, DELIVERY_KIND, laneOf(scope), lanes.capacity);
  return toEndpoint(only(rows));
}

/** Pending deliveries wait, parked in a lane without capacity; those being sent may still arrive. */
export async function disableEndpoint(
  tx: Queryable,
  scope: Scope,
  reason: string,
  now: Date,
): Promise<WebhookEndpoint> {
  const { rows } = await tx.query<EndpointRow>(
    `UPDATE webhook_endpoints SET enabled = false, disabled_reason = $3, updated_at = $4 WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
    [...keyOf(scope), reason, now],
  );
  await closeLane(tx, DELIVERY_KIND, laneOf(scope));
  return toEndpoint(only(rows));
}

async function cancelPending(tx: Queryable, scope: Scope, now: Date): Promise<void> {
  await emptyLane(tx, DELIVERY_KIND, laneOf(scope));
  await tx.query(
    `UPDATE webhook_deliveries SET status = 'cancelled', next_attempt_at = NULL, updated_at = $3
     WHERE workspace_id = $1 AND environment = $2 AND status = 'pending'`,
    [...keyOf(scope), now],
  );
}

export function keyOf({ workspaceId, environment }: Scope): [string | undefined, string] {
  return [decodeId('ws', workspaceId), environment];
}

function only(rows: EndpointRow[]): EndpointRow {
  const [row] = rows;
  if (row === undefined) throw new Error('the endpoint has gone while it was locked');
  return row;
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    endpointId: encodeId('whe', row.id),
    url: row.url,
    secretHint: row.secret_hint,
    isEnabled: row.enabled,
    disabledReason: row.disabled_reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
