import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { WarehouseChanges } from '../wire/warehouse.ts';

export interface WarehouseOptions extends CallOptions {
  /** Names, numbers and addresses of people as placeholders. */
  mask?: boolean | undefined;
}

export function warehouseHelpers(transport: Transport) {
  return {
    /** Days that have changed since a cursor; all days without one. */
    changes: (after?: string, { mask, ...call }: WarehouseOptions = {}): Promise<WarehouseChanges> =>
      asking(transport)({ method: 'GET', path: '/v1/warehouse/changes', query: { after, mask } }, call),

    /** JSON lines: the runs of up to 100 days, with answers, reviews and usage. The last line is `{"end":true}`. */
    runs: (days: readonly string[], { mask, ...call }: WarehouseOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/warehouse/runs', query: { days: days.join(','), mask } }, call),
  };
}
