/**
 * The endpoint of a scope. Every change first locks the scope's counter row (so no event is being written) and then the
 * endpoint's row (so no attempt is starting): an endpoint and where its deliveries go change at one moment.
 */
import type { AuditAction } from '@brickwork/contract';
import { recordAudit } from '../../audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import { closeLane, emptyLane, openLane } from '../../queue/store/lanes.ts';
import { redirectJobs } from '../../queue/store/move-jobs.ts';
import type { DeliveryLanes } from './record-events.ts';

export interface WebhookEndpoint {
  endpointId: string;
  url: string;
  secretHint: string;
  isEnabled: boolean;
  disabledReason: string | undefined;
  /** Whether the events of sandbox runs are sent, too. */
  includesSandbox: boolean;
  /** Whether what is sent is masked. */
  isMasked: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewSecret {
  /** Sealed. */
  secret: Buffer;
  secretHint: string;
  now: Date;
  /** How long the previous secret is still used for signing, too. */
  overlapMs: number;
}

export interface PutEndpoint extends NewSecret {
  /** Used where there is no endpoint yet. */
  endpointId: string;
  url: string;
  /** Undefined: as it is, or false where the endpoint is new or its URL has changed. */
  includesSandbox: boolean | undefined;
  /** Undefined: as it is, or false where the endpoint is new. A new URL keeps it: nothing becomes readable by accident. */
  isMasked: boolean | undefined;
  /** What a new endpoint or URL is where that is not said: whoever sees conversations masked sends them nowhere unmasked. */
  isNewMasked: boolean;
  isSameUrl(current: string): boolean;
  /** Whether a sealed secret can still be opened; one that cannot is replaced. */
  isReadable(sealed: Buffer): boolean;
}

export interface SavedEndpoint {
  endpoint: WebhookEndpoint;
  /** Sealed: the one that deliveries are signed with from now on. */
  secret: Buffer;
  isNew: boolean;
  /** The old URL, where it changed. */
  movedFrom: string | undefined;
}

/** Topic of a notification; the payload is the lane. What is being sent to its old endpoint must stop. */
export const ENDPOINT_MOVED = 'endpoint_moved';

interface EndpointRow {
  id: string;
  url: string;
  secret_hint: string;
  enabled: boolean;
  disabled_reason: string | null;
  include_sandbox: boolean;
  mask: boolean;
  created_at: Date;
  updated_at: Date;
}

/** With what only the endpoint's own changes need. */
interface LockedRow extends EndpointRow {
  secret: Buffer;
}

const COLUMNS = 'id, url, secret_hint, enabled, disabled_reason, include_sandbox, mask, created_at, updated_at';

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
     * Creates or replaces. The same URL again keeps id, secret and a disabling by hand; an endpoint that was `gone` is enabled. With
     * another URL, the id stays, the secret is new, the endpoint is enabled and pending deliveries go there.
     */
    put: (scope: Scope, endpoint: PutEndpoint): Promise<SavedEndpoint> =>
      changing(database, scope, async (tx, current) => {
        const saved = await put(tx, lanes, scope, endpoint, current);
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
        return isEnabled ? enable(tx, lanes, scope, now) : disableEndpoint(tx, scope, 'manual', now);
      }),
    /** Removes it and cancels pending deliveries; false when there is no such endpoint. */
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

async function put(
  tx: Queryable,
  lanes: DeliveryLanes,
  scope: Scope,
  given: PutEndpoint,
  current: LockedRow | undefined,
): Promise<SavedEndpoint> {
  if (current === undefined) return create(tx, scope, given);
  if (given.isSameUrl(current.url) && given.isReadable(current.secret)) return keep(tx, lanes, scope, given, current);
  return replace(tx, lanes, scope, given, current);
}

async function create(tx: Queryable, scope: Scope, given: PutEndpoint): Promise<SavedEndpoint> {
  const { rows } = await tx.query<EndpointRow>(
    `INSERT INTO webhook_endpoints (workspace_id, environment, id, url, secret, secret_hint, include_sandbox, enabled, created_at, updated_at, mask)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8, $8, $9) RETURNING ${COLUMNS}`,
    [
      ...keyOf(scope),
      decodeId('whe', given.endpointId),
      given.url,
      given.secret,
      given.secretHint,
      given.includesSandbox ?? false,
      given.now,
      given.isMasked ?? given.isNewMasked,
    ],
  );
  return { endpoint: toEndpoint(only(rows)), secret: given.secret, isNew: true, movedFrom: undefined };
}

/** The same URL again, as deploy scripts do: only what the request asks to be different changes. */
async function keep(
  tx: Queryable,
  lanes: DeliveryLanes,
  scope: Scope,
  given: PutEndpoint,
  current: LockedRow,
): Promise<SavedEndpoint> {
  const { includesSandbox = current.include_sandbox, isMasked = current.mask, now } = given;
  let endpoint = toEndpoint(current);
  if (includesSandbox !== current.include_sandbox || isMasked !== current.mask) {
    const { rows } = await tx.query<EndpointRow>(
      `UPDATE webhook_endpoints SET include_sandbox = $3, mask = $4, updated_at = $5 WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
      [...keyOf(scope), includesSandbox, isMasked, now],
    );
    endpoint = toEndpoint(only(rows));
  }
  if (endpoint.disabledReason === 'gone') endpoint = await enable(tx, lanes, scope, now);
  return { endpoint, secret: current.secret, isNew: false, movedFrom: undefined };
}

/** Another URL, or a secret that cannot be opened any more: a new secret, while the old one is valid a little longer. */
async function replace(
  tx: Queryable,
  lanes: DeliveryLanes,
  scope: Scope,
  given: PutEndpoint,
  current: LockedRow,
): Promise<SavedEndpoint> {
  const isMoved = !given.isSameUrl(current.url);
  const { rows } = await tx.query<EndpointRow>(
    `UPDATE webhook_endpoints SET url = $3, previous_secret = secret, previous_secret_until = $6, secret = $4, secret_hint = $5,
       include_sandbox = $7, enabled = true, disabled_reason = NULL, updated_at = $8, mask = $9
     WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
    [
      ...keyOf(scope),
      given.url,
      given.secret,
      given.secretHint,
      new Date(given.now.getTime() + given.overlapMs),
      given.includesSandbox ?? (isMoved ? false : current.include_sandbox),
      given.now,
      given.isMasked ?? (current.mask || (isMoved && given.isNewMasked)),
    ],
  );
  if (isMoved) {
    await redirectPending(tx, scope);
    await notify(tx, `${ENDPOINT_MOVED}:${laneOf(scope)}`);
  }
  await openLane(tx, DELIVERY_KIND, laneOf(scope), lanes.capacity);
  const movedFrom = isMoved ? current.url : undefined;
  return { endpoint: toEndpoint(only(rows)), secret: given.secret, isNew: false, movedFrom };
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
  const endpoint = toEndpoint(only(rows));
  await recordEndpoint(tx, scope, 'webhook.disabled', endpoint.endpointId, { reason });
  return endpoint;
}

type EndpointAction = Extract<AuditAction, `webhook.${string}`>;

async function recordEndpoint(
  tx: Queryable,
  { workspaceId, environment }: Scope,
  action: EndpointAction,
  endpointId: string,
  details?: Record<string, unknown>,
): Promise<void> {
  const target = { type: 'webhook', id: endpointId };
  await recordAudit(tx, { workspaceId, environment, action, target, details });
}

/** Of the URL only the host: paths and parameters of receivers often hold a secret. */
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
    includesSandbox: row.include_sandbox,
    isMasked: row.mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
