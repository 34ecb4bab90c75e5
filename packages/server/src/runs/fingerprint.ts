/** Identifies equal requests: SHA-256 of the canonical JSON (RFC 8785) with defaults filled in. The mode is not part of it. */
import { createHash } from 'node:crypto';
import type { RunType } from '@brickwork/contract';
import canonicalize from 'canonicalize';

export interface FingerprintParts {
  kitCode: string | undefined;
  kitVersionId: string | undefined;
  input: Record<string, unknown>;
  type: RunType;
  externalId: string | undefined;
  metadata: Record<string, string> | undefined;
  occurredAt?: string | undefined;
}

export function fingerprint({
  kitCode,
  kitVersionId,
  input,
  type,
  externalId,
  metadata,
  occurredAt,
}: FingerprintParts): Buffer {
  const parts = {
    kit_code: kitCode ?? null,
    kit_version_id: kitVersionId ?? null,
    input,
    type,
    external_id: externalId ?? null,
    metadata: metadata ?? null,
    // Omitted if absent: requests of earlier releases keep their fingerprints.
    ...(occurredAt !== undefined && { occurred_at: occurredAt }),
  };
  return createHash('sha256')
    .update(canonicalize(parts) ?? '')
    .digest();
}
