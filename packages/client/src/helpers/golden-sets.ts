import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { AddedGoldenRuns } from '../wire/golden-set.ts';

export function goldenSetsHelpers(transport: Transport) {
  return {
    /** Adds runs with the answers that reviewers agree on; `unreviewed`: also answers that nobody has looked at. */
    addRuns: (
      kit: string,
      name: string,
      runIds: readonly string[],
      { unreviewed, ...options }: CallOptions & { unreviewed?: boolean | undefined } = {},
    ): Promise<AddedGoldenRuns> => {
      const path = `/v1/kits/${encodeURIComponent(kit)}/golden-sets/${encodeURIComponent(name)}/runs`;
      const body = { run_ids: runIds, unreviewed };
      return asking(transport)({ method: 'POST', path, body, isRepeatable: true }, options);
    },
  };
}
