import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Canary, CanaryChange, CanaryRule } from '../wire/canary.ts';

const at = (name: string) => `/v1/canaries/${encodeURIComponent(name)}`;

export type CanariesResource = ReturnType<typeof canariesResource>;

export function canariesResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    list: async (options?: CallOptions): Promise<Canary[]> =>
      (await ask<{ data: Canary[] }>({ method: 'GET', path: '/v1/canaries' }, options)).data,

    /** When it was raised and resolved, newest first. */
    changes: async (name: string, options?: CallOptions): Promise<CanaryChange[]> =>
      (await ask<{ data: CanaryChange[] }>({ method: 'GET', path: `${at(name)}/changes` }, options)).data,

    get: (name: string, options?: CallOptions): Promise<Canary> => ask({ method: 'GET', path: at(name) }, options),

    /** Its first evaluation begins at once; the same rule changes nothing. */
    put: (name: string, rule: CanaryRule, options?: CallOptions): Promise<Canary> =>
      ask({ method: 'PUT', path: at(name), body: rule }, options),

    delete: (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(name) }, options),
  };
}
