/**
 * How many sync requests of one workspace may wait at once. Each node takes its share of the plan's number, so that all nodes together
 * stay within it; a share is at least one, so with more nodes than slots the number can be exceeded.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { PlanLimits } from '../access/plans.ts';
import type { Principal } from '../access/principal.ts';
import { createCountedSlots } from '../core/counted-slots.ts';

export interface SyncSlots {
  /** Throws `rate_limited` when the workspace has no slot left; returns a function that releases the slot. */
  take(principal: Principal): () => void;
}

export function createSyncSlots(plans: Readonly<Record<string, PlanLimits>>, apiNodes: () => number): SyncSlots {
  const slots = createCountedSlots();
  return {
    take(principal) {
      const limit = plans[principal.plan]?.syncWaitsAtOnce ?? 1;
      const share = Math.max(1, Math.floor(limit / Math.max(1, apiNodes())));
      const giveBack = slots.take(`${principal.workspaceId}/${principal.environment}`, share);
      if (giveBack !== undefined) return giveBack;
      throw new ServiceError('rate_limited', {
        detail: `${limit} sync requests may wait at once. Use mode async, or wait until one ends.`,
        retryAfterSeconds: 1,
      });
    },
  };
}
