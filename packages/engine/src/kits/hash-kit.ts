import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Kit } from './normalise-kit.ts';

/** SHA-256 of the kit's canonical JSON (RFC 8785): equal for documents with the same meaning, in any layout. */
export function hashKit(kit: Kit): string {
  return createHash('sha256')
    .update(canonicalize(kit) ?? '')
    .digest('hex');
}
