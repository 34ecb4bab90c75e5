/** Enables and disables an endpoint: pending deliveries continue, or wait. */
import type { AuditAction } from '@brickwork/contract';
import { recordAudit } from '../../../access/audit/store/record-audit.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../database/database.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { closeLane, openLane } from '../../../queue/store/lanes.ts';
import { COLUMNS, type EndpointRow, only, toEndpoint, type WebhookEndpoint } from './endpoint-rows.ts';
import type { DeliveryLanes } from './record-events.ts';

export async function enableEndpoint(
  tx: Queryable,
  lanes: DeliveryLanes,
  scope: Scope,
  now: Date,
): Promise<WebhookEndpoint> {
  const { rows } = await tx.query<EndpointRow>(
    `UPDATE webhook_endpoints SET enabled = true, disabled_reason = NULL, updated_at = $3 WHERE workspace_id = $1 AND environment = $2 RETURNING ${COLUMNS}`,
    [...keyOf(scope), now],
  );
  await openLane(tx, DELIVERY_KIND, laneOf(scope), lanes.capacity);
  return toEndpoint(only(rows));
}

/** Pending deliveries wait in a lane without capacity; those being sent may still arrive. */
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

export async function recordEndpoint(
  tx: Queryable,
  { workspaceId, environment }: Scope,
  action: EndpointAction,
  endpointId: string,
  details?: Record<string, unknown>,
): Promise<void> {
  const target = { type: 'webhook', id: endpointId };
  await recordAudit(tx, { workspaceId, environment, action, target, details });
}
