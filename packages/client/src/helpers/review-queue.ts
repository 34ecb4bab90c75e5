import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { QueuedRuns } from '../wire/review-queue.ts';

export function reviewQueueHelpers(transport: Transport) {
  return {
    /** Puts runs that you choose into the queue, before those that were drawn. */
    add: (
      kit: string,
      runIds: readonly string[],
      { second, ...options }: CallOptions & { second?: boolean | undefined } = {},
    ): Promise<QueuedRuns> => {
      const path = `/v1/kits/${encodeURIComponent(kit)}/review-queue/items`;
      return asking(transport)(
        { method: 'POST', path, body: { run_ids: runIds, second }, isRepeatable: true },
        options,
      );
    },
  };
}
