import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type {
  Destination,
  DestinationDelivery,
  DestinationDocument,
  DestinationPreset,
  DestinationPreview,
} from '../wire/destination.ts';
import type { DestinationStatus } from '../wire/vocabulary.ts';

const at = (name: string) => `/v1/destinations/${encodeURIComponent(name)}`;

export interface DestinationLogFilter {
  limit?: number;
  cursor?: string;
  status?: DestinationStatus | undefined;
  run_id?: string;
}

export type DestinationsResource = ReturnType<typeof destinationsResource>;

export function destinationsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    list: async (options?: CallOptions): Promise<Destination[]> =>
      (await ask<{ data: Destination[] }>({ method: 'GET', path: '/v1/destinations' }, options)).data,

    /** Services that answers can be written to, and what each asks for. */
    presets: async (options?: CallOptions): Promise<DestinationPreset[]> =>
      (await ask<{ data: DestinationPreset[] }>({ method: 'GET', path: '/v1/destination-presets' }, options)).data,

    get: (name: string, options?: CallOptions): Promise<Destination> => ask({ method: 'GET', path: at(name) }, options),

    /** Secrets that are left out stay as they are while preset and address are the same. */
    put: (
      name: string,
      body: { destination: DestinationDocument; secrets?: Record<string, string> },
      options?: CallOptions,
    ): Promise<Destination> => ask({ method: 'PUT', path: at(name), body }, options),

    /** With its log and its secrets. */
    delete: (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(name) }, options),

    /** The request that would be sent for a run; with `destination`, by that definition. */
    preview: (
      name: string,
      body: { destination?: DestinationDocument; run_id?: string } = {},
      options?: CallOptions,
    ): Promise<DestinationPreview> => ask({ method: 'POST', path: `${at(name)}/preview`, body }, options),

    /** Writes a past run and waits for what comes of it: look at `status`, `outcome` and `detail`. */
    test: (name: string, body: { run_id?: string } = {}, options?: CallOptions): Promise<DestinationDelivery> =>
      ask({ method: 'POST', path: `${at(name)}/test`, body }, options),

    /** A page of the log, newest first. */
    deliveries: (
      name: string,
      query: DestinationLogFilter = {},
      options?: CallOptions,
    ): Promise<{ data: DestinationDelivery[]; has_more: boolean; next_cursor?: string }> =>
      ask({ method: 'GET', path: `${at(name)}/deliveries`, query: { ...query } }, options),

    /** Deliveries or runs by their ids, or all that are dead since a time. */
    replay: (
      name: string,
      body: { delivery_ids?: string[]; run_ids?: string[]; since?: string } = {},
      options?: CallOptions,
    ): Promise<{ replayed: number; has_more: boolean }> =>
      ask({ method: 'POST', path: `${at(name)}/replay`, body }, options),
  };
}
