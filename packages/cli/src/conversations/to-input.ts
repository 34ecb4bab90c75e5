/** Turns the content of a file or a line into a run's input: a conversation in any shape, an input with the kit's fields, or a line of a golden set. */
import type { PinnedKit } from '../runs/pin-kit.ts';

export interface RecordInput {
  input: Record<string, unknown>;
  externalId?: string | undefined;
  /** Both as they are written; the service checks them. */
  occurredAt?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

type Fields = Pick<PinnedKit, 'conversationField' | 'fields'>;

export function toInput(value: unknown, { conversationField, fields }: Fields): RecordInput {
  if (!isRecord(value)) return { input: { [conversationField]: value } };
  const id = value.external_id ?? value.id;
  const externalId = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  const occurredAt = typeof value.occurred_at === 'string' ? value.occurred_at : undefined;
  const metadata = isRecord(value.metadata) ? (value.metadata as Record<string, string>) : undefined;
  if (isRecord(value.input)) return { input: value.input, externalId, occurredAt, metadata };
  if (Object.hasOwn(value, conversationField)) {
    const { external_id: _id, occurred_at: _at, ...input } = value;
    // A kit may have a field of this name; then it is the kit's.
    if (metadata === undefined || fields.includes('metadata')) return { input, externalId, occurredAt };
    const { metadata: _metadata, ...rest } = input;
    return { input: rest, externalId, occurredAt, metadata };
  }
  // An export of a vendor: what it calls metadata is the vendor's.
  return { input: { [conversationField]: value }, externalId };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
