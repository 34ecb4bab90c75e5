import type { CallOptions, Transport } from '../transport.ts';
import type { View } from '../wire/view.ts';

export type ViewsResource = ReturnType<typeof viewsResource>;

/** Saved lists of runs. */
export function viewsResource(transport: Transport) {
  return {
    /** Saved lists of runs, by name. */
    list: async (options?: CallOptions): Promise<View[]> =>
      (await transport.send<{ data: View[] }>({ method: 'GET', path: '/v1/views' }, options)).body.data,

    /** Replaces the list of that name. */
    save: async (view: { name: string; search: string }, options?: CallOptions): Promise<View> =>
      (await transport.send<View>({ method: 'POST', path: '/v1/views', body: view, isRepeatable: true }, options)).body,

    delete: async (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      (
        await transport.send<{ name: string; deleted: true }>(
          { method: 'DELETE', path: `/v1/views/${encodeURIComponent(name)}` },
          options,
        )
      ).body,
  };
}
