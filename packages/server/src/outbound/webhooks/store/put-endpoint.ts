/** Creates an endpoint, keeps it, or replaces its URL or secret. The caller holds its locks. */
import { decodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../database/database.ts';
import { notify } from '../../../database/notifications.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { openLane } from '../../../queue/store/lanes.ts';
import { redirectJobs } from '../../../queue/store/move-jobs.ts';
import { COLUMNS, type EndpointRow, type LockedRow, only, toEndpoint, type WebhookEndpoint } from './endpoint-rows.ts';
import type { DeliveryLanes } from './record-events.ts';
import { enableEndpoint } from './switch-endpoint.ts';

export interface NewSecret {
  /** Sealed. */
  secret: Buffer;
  secretHint: string;
  now: Date;
  /** How long the previous secret is also used for signing. */
  overlapMs: number;
}

export interface PutEndpoint extends NewSecret {
  /** Used if there is no endpoint yet. */
  endpointId: string;
  url: string;
  /** Undefined: unchanged, or false if the endpoint is new or its URL has changed. */
  includesSandbox: boolean | undefined;
  /** Undefined: unchanged, or false if the endpoint is new. A new URL keeps it: nothing becomes readable by accident. */
  isMasked: boolean | undefined;
  /** The default for a new endpoint or URL: callers who see masked conversations cannot send them anywhere unmasked. */
  isNewMasked: boolean;
  isSameUrl(current: string): boolean;
  /** Whether a sealed secret can still be opened; one that cannot is replaced. */
  isReadable(sealed: Buffer): boolean;
}

export interface SavedEndpoint {
  endpoint: WebhookEndpoint;
  /** Sealed: the secret that signs deliveries from now on. */
  secret: Buffer;
  isNew: boolean;
  /** The old URL, if it changed. */
  movedFrom: string | undefined;
}

/** Topic of a notification; the payload is the lane. Attempts to the old endpoint must stop. */
export const ENDPOINT_MOVED = 'endpoint_moved';

export async function putEndpoint(
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

/** The same URL again, as deploy scripts send it: changes only what the request sets explicitly. */
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
  if (endpoint.disabledReason === 'gone') endpoint = await enableEndpoint(tx, lanes, scope, now);
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
 * An attempt to the old URL no longer counts: its worker loses the lease. All pending deliveries are due immediately and start a new retry
 * schedule, because the new receiver has not refused anything yet.
 */
async function redirectPending(tx: Queryable, scope: Scope): Promise<void> {
  await redirectJobs(tx, DELIVERY_KIND, laneOf(scope));
  await tx.query(
    `UPDATE webhook_deliveries SET attempts = 0, series_started_at = NULL, next_attempt_at = NULL
     WHERE workspace_id = $1 AND environment = $2 AND status = 'pending'`,
    keyOf(scope),
  );
}
