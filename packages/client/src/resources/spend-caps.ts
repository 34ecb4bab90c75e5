import type { CallOptions, Transport } from '../transport.ts';
import type { NewSpendCap, SpendCap } from '../wire/spend.ts';

export type SpendCapsResource = ReturnType<typeof spendCapsResource>;

/** What may be spent on models. */
export function spendCapsResource(transport: Transport) {
  const pathOf = (name: string) => `/v1/spend-caps/${encodeURIComponent(name)}`;
  return {
    /** With how much of each is spent in its current period. */
    list: async (options?: CallOptions): Promise<SpendCap[]> =>
      (await transport.send<{ data: SpendCap[] }>({ method: 'GET', path: '/v1/spend-caps' }, options)).body.data,

    /** Sets a cap, or changes one; runs that are held try again. */
    put: async (name: string, cap: NewSpendCap, options?: CallOptions): Promise<SpendCap> =>
      (await transport.send<SpendCap>({ method: 'PUT', path: pathOf(name), body: cap }, options)).body,

    delete: async (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      (await transport.send<{ name: string; deleted: true }>({ method: 'DELETE', path: pathOf(name) }, options)).body,
  };
}
