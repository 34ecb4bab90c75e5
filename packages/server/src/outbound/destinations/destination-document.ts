/** The public shape of a destination and its log: never a secret. */
import { encodeId } from '../../core/ids.ts';
import type { Destination, DestinationDelivery } from './destination.ts';
import { planOf } from './plan-destination.ts';
import type { DestinationPreset } from './presets/preset.ts';

export function toDestinationDocument(
  { name, document, secretNames, createdAt, updatedAt }: Destination,
  last: DestinationDelivery | undefined,
): Record<string, unknown> {
  return {
    name,
    destination: document,
    host: new URL(planOf(document).baseUrl).host,
    secrets: secretNames,
    last_delivery: last && toDeliveryDocument(last),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function toDeliveryDocument(delivery: DestinationDelivery): Record<string, unknown> {
  return {
    delivery_id: encodeId('dsd', delivery.uuid),
    run_id: delivery.runId,
    cause: delivery.cause,
    status: delivery.status,
    attempts: delivery.attempts,
    outcome: delivery.outcome,
    detail: delivery.detail,
    latency_ms: delivery.latencyMs,
    next_attempt_at: delivery.nextAttemptAt?.toISOString(),
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}

export function toPresetDocument(preset: DestinationPreset): Record<string, unknown> {
  return {
    name: preset.name,
    title: preset.title,
    summary: preset.summary,
    base_url: preset.baseUrl,
    record: preset.record,
    field: preset.field.label,
    settings: Object.entries(preset.settings).map(([name, setting]) => ({
      name,
      label: setting.label,
      default: setting.default,
      required: setting.isRequired === true,
    })),
    secrets: preset.secrets,
    adds: preset.isAdding === true,
    steps: preset.steps,
    documentation: preset.documentation,
  };
}
