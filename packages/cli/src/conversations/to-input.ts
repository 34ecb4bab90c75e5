/** Turns the content of a file or a line into a run's input: a conversation in any shape, an input with the kit's fields, or a line of a golden set. */
import type { PinnedKit } from '../runs/pin-kit.ts';

export interface RecordInput {
  input: Record<string, unknown>;
  externalId?: string | undefined;
  /** As it is written; the service checks it. */
  occurredAt?: string | undefined;
}

export function toInput(value: unknown, { conversationField }: Pick<PinnedKit, 'conversationField'>): RecordInput {
  if (!isRecord(value)) return { input: { [conversationField]: value } };
  const id = value.external_id ?? value.id;
  const externalId = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  const occurredAt = typeof value.occurred_at === 'string' ? value.occurred_at : undefined;
  if (isRecord(value.input)) return { input: value.input, externalId, occurredAt };
  if (Object.hasOwn(value, conversationField)) {
    const { external_id: _id, occurred_at: _at, ...input } = value;
    return { input, externalId, occurredAt };
  }
  return { input: { [conversationField]: value }, externalId };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
