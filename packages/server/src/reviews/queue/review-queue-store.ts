/** What the review queue needs from storage. Every method is one transaction; times are the database's own. */
import type { Scope } from '../../runs/run-store.ts';
import type { DrawnReason, ReviewPolicy } from './review-policy.ts';

export interface StoredPolicy extends ReviewPolicy {
  updatedAt: Date;
}

export interface QueueState {
  policy: StoredPolicy | undefined;
  open: number;
  leased: number;
  reviewed: number;
  isCaughtUp: boolean;
}

export interface ReviewItem {
  itemId: string;
  runId: string;
  kitId: string;
  reasons: readonly DrawnReason[];
  probability: number;
  isSecond: boolean;
  leasedUntil: Date;
}

export interface ReviewQueueStore {
  setPolicy(workspaceId: string, kitId: string, policy: ReviewPolicy, since: Date, now: Date): Promise<void>;
  /** Also drops the items that nobody has reviewed. */
  deletePolicy(workspaceId: string, kitId: string): Promise<void>;
  /** Draws items from the runs that have ended since the last time, a limited number of them at once. */
  draw(scope: Scope, kitId: string, now: Date): Promise<void>;
  state(scope: Scope, kitId: string): Promise<QueueState>;
  /** The item that the reviewer has already, or the next one that is free. */
  next(scope: Scope, kitId: string, reviewer: string, leaseMs: number): Promise<ReviewItem | undefined>;
  /** Undefined: there is no such item. `lost`: somebody else has it, or it is reviewed. */
  renew(scope: Scope, itemId: string, reviewer: string, leaseMs: number): Promise<ReviewItem | 'lost' | undefined>;
  giveBack(scope: Scope, itemId: string, reviewer: string): Promise<true | 'lost' | undefined>;
}
