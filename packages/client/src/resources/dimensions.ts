import type { CallOptions, Transport } from '../transport.ts';
import type { Dimension, DimensionValue } from '../wire/dimension.ts';

export type DimensionsResource = ReturnType<typeof dimensionsResource>;

/** What runs are grouped and filtered by. */
export function dimensionsResource(transport: Transport) {
  const pathOf = (name: string) => `/v1/dimensions/${encodeURIComponent(name)}`;
  return {
    list: async (options?: CallOptions): Promise<Dimension[]> =>
      (await transport.send<{ data: Dimension[] }>({ method: 'GET', path: '/v1/dimensions' }, options)).body.data,

    /** Declares a dimension, or changes one. It holds for all runs there ever were. */
    put: async (
      name: string,
      dimension: { metadata_key: string; label?: string | undefined },
      options?: CallOptions,
    ): Promise<Dimension> =>
      (await transport.send<Dimension>({ method: 'PUT', path: pathOf(name), body: dimension }, options)).body,

    delete: async (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      (await transport.send<{ name: string; deleted: true }>({ method: 'DELETE', path: pathOf(name) }, options)).body,

    /** The most frequent first; `prefix` is how they begin, whatever their case. */
    values: async (
      name: string,
      query: { prefix?: string | undefined; limit?: number | undefined; kit?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<DimensionValue[]> =>
      (
        await transport.send<{ data: DimensionValue[] }>(
          { method: 'GET', path: `${pathOf(name)}/values`, query: { ...query } },
          options,
        )
      ).body.data,
  };
}
