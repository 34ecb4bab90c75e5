import type { CallOptions, Transport } from '../transport.ts';
import type { WarehouseChanges } from '../wire/warehouse.ts';

export type WarehouseResource = ReturnType<typeof warehouseResource>;

export interface WarehouseOptions extends CallOptions {
  /** Names, numbers and addresses of people as placeholders. */
  mask?: boolean | undefined;
}

export function warehouseResource(transport: Transport) {
  return {
    /** Days that have changed since a cursor; all days without one. */
    changes: async (after?: string, { mask, ...call }: WarehouseOptions = {}): Promise<WarehouseChanges> =>
      (
        await transport.send<WarehouseChanges>(
          { method: 'GET', path: '/v1/warehouse/changes', query: { after, mask } },
          call,
        )
      ).body,

    /** JSON lines: the runs of up to 100 days, with answers, reviews and usage. The last line is `{"end":true}`. */
    runs: (days: readonly string[], { mask, ...call }: WarehouseOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/warehouse/runs', query: { days: days.join(','), mask } }, call),
  };
}
