/**
 * The endpoint of a scope. Every change first locks the scope's counter row (so no event is being written) and then the
 * endpoint's row (so no attempt is starting): an endpoint and where its deliveries go change at one moment.
 */
import { decodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { notify } from '../../../database/notifications.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { emptyLane } from '../../../queue/store/lanes.ts';
import { COLUMNS, type EndpointRow, type LockedRow, toEndpoint, type WebhookEndpoint } from './endpoint-rows.ts';
import { ENDPOINT_MOVED, type NewSecret, type PutEndpoint, putEndpoint, type SavedEndpoint } from './put-endpoint.ts';
import type { DeliveryLanes } from './record-events.ts';
import { disableEndpoint, enableEndpoint, recordEndpoint } from './switch-endpoint.ts';

export function createEndpointStore(database: Database, lanes: DeliveryLanes) {
  return {
    async find(scope: Scope): Promise<WebhookEndpoint | undefined> {
      const { rows } = await database.query<EndpointRow>(
        `SELECT ${COLUMNS} FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2`,
        keyOf(scope),
      );
      return rows[0] && toEndpoint(rows[0]);
    },
    /**
     * Creates or replaces. The same URL keeps id, secret and the disabled state set by hand; an endpoint that was `gone` is enabled. With
     * another URL, the id is kept, the secret is new, the endpoint is enabled and pending deliveries go there.
     */
    put: (scope: Scope, endpoint: PutEndpoint): Promise<SavedEndpoint> =>
      changing(database, scope, async (tx, current) => {
        const saved = await putEndpoint(tx, lanes, scope, endpoint, current);
        if (current?.updated_at.getTime() !== saved.endpoint.updatedAt.getTime()) await recordSaved(tx, scope, saved);
        return saved;
      }),
    rotate: (
      scope: Scope,
      endpointId: string,
      { secret, secretHint, now, overlapMs }: NewSecret,
    ): Promise<WebhookEndpoint | undefined> =>
      changing(database, scope, async (tx, current) => {
        if (current === undefined || current.id !== decodeId('whe', endpointId)) return undefined;
        const { rows } = await tx.query<EndpointRow>(
          `UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_until = $6, secret = $3, secret_hint = $4, updated_at = $5
           WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
          [...keyOf(scope), secret, secretHint, now, new Date(now.getTime() + overlapMs)],
        );
        await recordEndpoint(tx, scope, 'webhook.secret_rotated', endpointId);
        return rows[0] && toEndpoint(rows[0]);
      }),
    /** Pending deliveries wait while an endpoint is disabled, and are sent once it is enabled. */
    setEnabled: (
      scope: Scope,
      endpointId: string,
      isEnabled: boolean,
      now: Date,
    ): Promise<WebhookEndpoint | undefined> =>
      changing(database, scope, async (tx, current) => {
        if (current === undefined || current.id !== decodeId('whe', endpointId)) return undefined;
        if (current.enabled === isEnabled) return toEndpoint(current);
        if (isEnabled) await recordEndpoint(tx, scope, 'webhook.enabled', endpointId);
        return isEnabled ? enableEndpoint(tx, lanes, scope, now) : disableEndpoint(tx, scope, 'manual', now);
      }),
    /** Removes it and cancels pending deliveries; false if there is no such endpoint. */
    remove: (scope: Scope, endpointId: string, now: Date): Promise<boolean> =>
      changing(database, scope, async (tx, current) => {
        if (current === undefined || current.id !== decodeId('whe', endpointId)) return false;
        await tx.query('DELETE FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2', keyOf(scope));
        await cancelPending(tx, scope, now);
        await notify(tx, `${ENDPOINT_MOVED}:${laneOf(scope)}`);
        await recordEndpoint(tx, scope, 'webhook.deleted', endpointId);
        return true;
      }),
    /** Whether an attempt to a URL other than the endpoint's current one, begun within the last `deadlineMs`, has not finished. */
    async isSending(scope: Scope, deadlineMs: number): Promise<boolean> {
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

export type EndpointStore = ReturnType<typeof createEndpointStore>;

async function changing<Result>(
  database: Database,
  scope: Scope,
  change: (tx: Queryable, current: LockedRow | undefined) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO event_counters AS c (workspace_id, environment, last) VALUES ($1, $2, 0)
       ON CONFLICT (workspace_id, environment) DO UPDATE SET last = c.last`,
      keyOf(scope),
    );
    const { rows } = await tx.query<LockedRow>(
      `SELECT ${COLUMNS}, secret FROM webhook_endpoints WHERE workspace_id = $1 AND environment = $2 FOR UPDATE`,
      keyOf(scope),
    );
    return change(tx, rows[0]);
  });
}

/** Only the host of the URL: paths and parameters of receivers often contain a secret. */
async function recordSaved(tx: Queryable, scope: Scope, { endpoint, movedFrom }: SavedEndpoint): Promise<void> {
  await recordEndpoint(tx, scope, 'webhook.saved', endpoint.endpointId, {
    host: new URL(endpoint.url).host,
    ...(movedFrom !== undefined && { moved_from: new URL(movedFrom).host }),
    include_sandbox: endpoint.includesSandbox,
  });
}

async function cancelPending(tx: Queryable, scope: Scope, now: Date): Promise<void> {
  await emptyLane(tx, DELIVERY_KIND, laneOf(scope));
  await tx.query(
    `UPDATE webhook_deliveries SET status = 'cancelled', next_attempt_at = NULL, updated_at = $3
     WHERE workspace_id = $1 AND environment = $2 AND status = 'pending'`,
    [...keyOf(scope), now],
  );
}
