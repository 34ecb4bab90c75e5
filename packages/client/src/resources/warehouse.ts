import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { WarehouseChanges, WarehouseExportSettings, WarehouseExportState } from '../wire/warehouse.ts';

export type WarehouseResource = ReturnType<typeof warehouseResource>;

export interface WarehouseOptions extends CallOptions {
  /** Names, numbers and addresses of people as placeholders. */
  mask?: boolean | undefined;
}

const EXPORT = '/v1/warehouse/export';

/** What exports to a data warehouse read. */
export function warehouseResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Days that have changed since a cursor; all days without one. */
    changes: (after?: string, { mask, ...call }: WarehouseOptions = {}): Promise<WarehouseChanges> =>
      ask({ method: 'GET', path: '/v1/warehouse/changes', query: { after, mask } }, call),

    /** JSON lines: the runs of up to 100 days, with answers, reviews and usage. The last line is `{"end":true}`. */
    runs: (days: readonly string[], { mask, ...call }: WarehouseOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/warehouse/runs', query: { days: days.join(','), mask } }, call),

    /** The export that the service runs by itself: where to, what came of the last one, when the next one begins. */
    getExport: (options?: CallOptions): Promise<WarehouseExportState> => ask({ method: 'GET', path: EXPORT }, options),

    putExport: (settings: WarehouseExportSettings, options?: CallOptions): Promise<WarehouseExportState> =>
      ask({ method: 'PUT', path: EXPORT, body: settings }, options),

    /** What was exported stays. */
    deleteExport: (options?: CallOptions): Promise<{ deleted: true }> =>
      ask({ method: 'DELETE', path: EXPORT }, options),

    /** Begins within seconds. */
    exportNow: (options?: CallOptions): Promise<WarehouseExportState> =>
      ask({ method: 'POST', path: `${EXPORT}/run` }, options),
  };
}
