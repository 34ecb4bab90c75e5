/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Actor } from './member.ts';
import type { AuditAction, Environment } from './vocabulary.ts';

export interface AuditEntry {
  id: string;
  at: string;
  /** `system`: the service itself, or its operator on the command line of the deployment. */
  actor: Actor;
  /** Where the request came from; what a proxy reports only if BRICKWORK_TRUST_PROXY trusts it. */
  address?: string;
  request_id?: string;
  /** Absent for things that both environments share. */
  environment?: Environment;
  action: AuditAction;
  target: {
    /** What kind of thing it is: `run`, `kit`, `key` … */
    type: string;
    id: string;
    name?: string;
  };
  outcome: 'done' | 'refused';
  /** For settings, the difference as `changes: { field: { from, to } }`. Never a secret or conversation text. */
  details?: Record<string, unknown>;
  /** Its position in the chain, from 1. Absent for a moment, until the entry is sealed. */
  position?: number;
  /** SHA-256, in hex, of the previous hash and this entry; the audit log’s documentation says how it is computed. */
  hash?: string;
}

export interface AuditPage {
  data: AuditEntry[];
  has_more: boolean;
  next_cursor?: string;
}

export interface AuditFinding {
  /**
   * `removed`: entries are missing. `changed`: an entry was modified. `inserted`: an entry was added later than it
   * claims. `reordered`: an entry was moved. `head`: the end of the chain is not signed by this deployment, or not
   * the published one.
   */
  kind: 'removed' | 'changed' | 'inserted' | 'reordered' | 'head';
  position: number;
  entry_id?: string;
  detail: string;
}

export interface AuditVerification {
  /** Whether the entries in this response are intact. */
  intact: boolean;
  checked: number;
  /** The first position that was checked; older ones were deleted by retention, or checked before. */
  from_position: number;
  to_position: number;
  /** The end of the chain; absent while there is none. */
  head?: {
    position: number;
    hash: string;
    sealed_at: string;
  };
  /** Entries waiting to be sealed; usually none after a second. */
  unsealed: number;
  /** At most 100. */
  findings: AuditFinding[];
  next_cursor?: string;
}
