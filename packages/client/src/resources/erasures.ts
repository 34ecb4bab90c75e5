import type { CallOptions, Transport } from '../transport.ts';
import type { Erasure } from '../wire/run.ts';

export interface ErasureRequest {
  /** At most 1,000; instead of a filter. */
  run_ids?: readonly string[] | undefined;
  /** The conditions of a list of runs by their names: `{ customer: 'c-4711' }`. */
  filter?: Readonly<Record<string, unknown>> | undefined;
  /** How many runs it should be, as `runs.count` says; another number is refused. */
  expected?: number | undefined;
}

export type ErasuresResource = ReturnType<typeof erasuresResource>;

/** Many runs, erased for good. */
export function erasuresResource(transport: Transport) {
  const path = (erasureId: string) => `/v1/erasures/${encodeURIComponent(erasureId)}`;
  return {
    /** Chooses runs now and erases them one after the other, for good. */
    create: async (request: ErasureRequest, options?: CallOptions): Promise<Erasure> =>
      (await transport.send<Erasure>({ method: 'POST', path: '/v1/erasures', body: request }, options)).body,

    list: async (options?: CallOptions): Promise<Erasure[]> =>
      (await transport.send<{ data: Erasure[] }>({ method: 'GET', path: '/v1/erasures' }, options)).body.data,

    get: async (erasureId: string, options?: CallOptions): Promise<Erasure> =>
      (await transport.send<Erasure>({ method: 'GET', path: path(erasureId) }, options)).body,

    /** What is erased stays erased. */
    cancel: async (erasureId: string, options?: CallOptions): Promise<Erasure> =>
      (await transport.send<Erasure>({ method: 'POST', path: `${path(erasureId)}/cancel` }, options)).body,
  };
}
