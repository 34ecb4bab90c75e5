/**
 * The queue's port: work of any kind, told apart by `kind`, kept fair by `lane`. It knows no run and no webhook.
 *
 *   (insert) → ready ⇄ held → (delete)      a claim holds a job under a lease; its end deletes it
 *              held → delayed → ready       a retry at a time
 *   (insert) → parked → ready               the lane is at its limit; another job's end releases it
 *   held, lease run out → held              anybody takes it over; the old holder's token no longer fits
 *
 * Jobs are inserted and deleted by the transactions that store and end what they are for, never here alone.
 */
export interface HeldJob {
  id: string;
  lane: string;
  /** The fence: an end or a renewal with an older token changes nothing. */
  token: string;
  /** This one included. */
  attempts: number;
}

export interface Lease {
  id: string;
  lane: string;
  token: string;
}

export interface PutBack {
  delayMs: number;
  reason: string;
  /** A node that stops is nobody's fault: the attempt is not counted. */
  isUncounted?: boolean;
}

export interface JobStore {
  /** Takes up to `count` jobs under a lease: those whose lease ran out or whose time has come first, then the ready ones. */
  claim(kind: string, count: number, leaseMs: number): Promise<HeldJob[]>;
  /** Renews them all in one statement and returns the ids that are still ours. */
  renew(kind: string, leases: readonly Lease[], leaseMs: number): Promise<Set<string>>;
  /** Gives a job back, to be claimed again after `delayMs`; false when the lease was lost. */
  putBack(kind: string, lease: Lease, how: PutBack): Promise<boolean>;
  /** Counts lanes anew and lets in what fits, should a count ever have gone wrong. */
  reconcile(kind: string): Promise<void>;
  depth(kind: string): Promise<{ waiting: number; held: number }>;
}
