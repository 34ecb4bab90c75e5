import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Backfill, ShadowRequest } from '../wire/backfill.ts';

const at = (kit: string) => `/v1/kits/${encodeURIComponent(kit)}/shadow`;

export type ShadowsResource = ReturnType<typeof shadowsResource>;

/** A shadow is a backfill that goes on: `backfills.compare(backfill_id)` compares it with the live version. */
export function shadowsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Starts or changes the shadow of a kit, given by its id, code or slug. */
    put: (kit: string, request: ShadowRequest, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'PUT', path: at(kit), body: request }, options),

    /** The one that runs, or else the last one. */
    get: (kit: string, options?: CallOptions): Promise<Backfill> => ask({ method: 'GET', path: at(kit) }, options),

    /** What it has answered stays and can be compared. */
    stop: (kit: string, options?: CallOptions): Promise<Backfill> => ask({ method: 'DELETE', path: at(kit) }, options),
  };
}
