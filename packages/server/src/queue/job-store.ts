/**
 * The queue's port: jobs of any kind, shared fairly between lanes. It knows nothing of runs or webhooks.
 *
 * A claim holds a job under a lease. A lease that is not renewed runs out, and another node may claim the job. Jobs are inserted
 * and deleted by the transactions that store and end the work itself, never through this port. The states of a job are described
 * in storage/jobs/job-store.ts.
 */
export interface HeldJob {
  id: string;
  lane: string;
  /** Identifies the claim: an end or a renewal with an older token changes nothing. */
  token: string;
  /** Claims so far, this one included. */
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
  /** The attempt does not count, because the node is stopping. */
  isUncounted?: boolean;
}

export interface JobStore {
  /** Claims up to `count` jobs under a lease: first those whose lease has run out, then the ready ones in their fair order. */
  claim(kind: string, count: number, leaseMs: number): Promise<HeldJob[]>;
  /** Renews them all in one statement and returns the ids that are still ours. */
  renew(kind: string, leases: readonly Lease[], leaseMs: number): Promise<Set<string>>;
  /** Gives a job back, to be claimed again after `delayMs`; false when the lease was lost. */
  putBack(kind: string, lease: Lease, how: PutBack): Promise<boolean>;
  /** Counts the lanes again and releases what there is room for, in case a count ever went wrong. */
  reconcile(kind: string): Promise<void>;
  /** How many jobs wait, and how many a worker holds. */
  depth(kind: string): Promise<{ waiting: number; held: number }>;
}
