import type { CallOptions, Transport } from '../transport.ts';
import type { UsageTotals } from '../wire/run.ts';

export type UsageResource = ReturnType<typeof usageResource>;

export function usageResource(transport: Transport) {
  return {
    /** Days are UTC, both ends included; the last 30 days by default. */
    totals: async (
      query: { from?: string | undefined; to?: string | undefined; group_by?: 'day' | 'kit' | undefined } = {},
      options?: CallOptions,
    ): Promise<UsageTotals> =>
      (await transport.send<UsageTotals>({ method: 'GET', path: '/v1/usage', query }, options)).body,
  };
}
