/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Actor } from './member.ts';
import type { AuditAction, Environment } from './vocabulary.ts';

export interface AuditEntry {
  id: string;
  at: string;
  /** `system`: the service itself, or its operator on the command line of the deployment. */
  actor: Actor;
  /** Where the request came from: what the proxy says only where BRICKWORK_TRUST_PROXY trusts it. */
  address?: string;
  request_id?: string;
  /** Absent for what both environments share. */
  environment?: Environment;
  action: AuditAction;
  target: {
    /** What kind of thing it is: `run`, `kit`, `key` … */
    type: string;
    id: string;
    name?: string;
  };
  outcome: 'done' | 'refused';
  /** Of settings, the difference as `changes: { field: { from, to } }`. Never a secret or text of a conversation. */
  details?: Record<string, unknown>;
  /** Its position in the chain, from 1. Absent for a moment, until the entry is sealed. */
  position?: number;
  /** SHA-256, in hex, of the hash before it and this entry; how it is computed is part of the documentation. */
  hash?: string;
}

export interface AuditPage {
  data: AuditEntry[];
  has_more: boolean;
  next_cursor?: string;
}

export interface AuditFinding {
  /**
   * `removed`: entries are missing. `changed`: an entry is not what was written. `inserted`: an entry was added
   * later than it claims. `reordered`: an entry stands where it was not written. `head`: the end of the chain is
   * not signed by this deployment, or not the published one.
   */
  kind: 'removed' | 'changed' | 'inserted' | 'reordered' | 'head';
  position: number;
  entry_id?: string;
  detail: string;
}

export interface AuditVerification {
  /** Whether nothing was found in the entries of this answer. */
  intact: boolean;
  checked: number;
  /** The first position that was checked; older ones were deleted by retention, or checked before. */
  from_position: number;
  to_position: number;
  /** The end of the chain; absent as long as there is none. */
  head?: {
    position: number;
    hash: string;
    sealed_at: string;
  };
  /** Entries that wait to be sealed; usually none after a second. */
  unsealed: number;
  /** At most 100. */
  findings: AuditFinding[];
  next_cursor?: string;
}
