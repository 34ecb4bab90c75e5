/** Webhook endpoints and deliveries in wire names. A field without a value is absent, never null. */
import type { EventType } from '@brickwork/contract';
import { encodeId } from '../core/ids.ts';
import type { Attempt, Delivery } from '../outbound/webhooks/store/delivery-log.ts';
import type { WebhookEndpoint } from '../outbound/webhooks/store/endpoint-rows.ts';

export function toEndpointBody(endpoint: WebhookEndpoint): Record<string, unknown> {
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    enabled: endpoint.isEnabled,
    disabled_reason: endpoint.disabledReason,
    include_sandbox: endpoint.includesSandbox,
    mask: endpoint.isMasked,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
    secret_hint: endpoint.secretHint,
  };
}

export function toDeliveryBody(delivery: Delivery): Record<string, unknown> {
  return {
    id: encodeId('dlv', delivery.uuid),
    event_id: encodeId('evt', delivery.uuid),
    event_type: delivery.type,
    run_id: isOfEndedRun(delivery.type) ? encodeId('run', delivery.uuid) : undefined,
    status: delivery.status,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString(),
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
    attempts: delivery.log.map(toAttemptBody),
  };
}

/** The event of an ended run has the run's own id; other events have their own id. */
function isOfEndedRun(type: EventType): boolean {
  return type === 'run.succeeded' || type === 'run.failed' || type === 'run.cancelled';
}

function toAttemptBody(attempt: Attempt): Record<string, unknown> {
  return {
    id: attempt.attemptId,
    number: attempt.number,
    url: attempt.url,
    started_at: attempt.startedAt.toISOString(),
    finished_at: attempt.finishedAt?.toISOString(),
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    latency_ms: attempt.latencyMs,
    response_body: attempt.response?.toString('utf8'),
  };
}
