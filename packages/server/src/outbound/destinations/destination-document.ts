/** The public shape of a destination and its log: never a secret. */
import { toDeliveryDocument } from '../outbox/target.ts';
import type { DestinationDelivery, ListedDestination } from './destination.ts';
import { planOf } from './plan-destination.ts';
import type { DestinationPreset } from './presets/preset.ts';

export function toDestinationDocument(destination: ListedDestination): Record<string, unknown> {
  const { name, document, secretNames, lastDelivery, createdAt, updatedAt } = destination;
  return {
    name,
    destination: document,
    host: new URL(planOf(document).baseUrl).host,
    secrets: secretNames,
    last_delivery: lastDelivery && toWriteDocument(lastDelivery),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function toWriteDocument(delivery: DestinationDelivery): Record<string, unknown> {
  const { runId, cause, detail, latencyMs } = delivery;
  return { ...toDeliveryDocument(delivery), run_id: runId, cause, detail, latency_ms: latencyMs };
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
