import type { KitReference } from '../requests.ts';
import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { BrickMetadata, KitSchema, KitVersionDocument, PushedKit } from '../wire/kit.ts';

/** In all paths a kit may be named by id, code or slug. */
const at = (kit: string, rest: string): `/${string}` => `/v1/kits/${encodeURIComponent(kit)}${rest}`;

export function kitsHelpers(transport: Transport) {
  const ask = asking(transport);
  return {
    findSchema: (reference: KitReference, options?: CallOptions): Promise<KitSchema> =>
      ask({ method: 'GET', path: '/v1/kits/schema', query: { ...reference } }, options),

    /** Creates the next version, as a draft unless `publish` is set; does nothing when nothing changed. */
    push: (document: object, options: CallOptions & { publish?: boolean } = {}): Promise<PushedKit> => {
      const { publish = false, ...call } = options;
      return ask({ method: 'POST', path: '/v1/kits', query: { publish }, body: document, isRepeatable: true }, call);
    },

    version: (kit: string, version: number | string, options?: CallOptions): Promise<KitVersionDocument> =>
      ask({ method: 'GET', path: at(kit, `/versions/${encodeURIComponent(version)}`) }, options),

    /** The newest draft, or the version that is named; an older one rolls back to it. */
    publish: (
      kit: string,
      version: { version?: number | undefined; kit_version_id?: string | undefined; force?: boolean | undefined } = {},
      options?: CallOptions,
    ): Promise<PushedKit> => {
      // Without a named version, a repetition could find nothing left to publish.
      const isRepeatable = version.version !== undefined || version.kit_version_id !== undefined;
      return ask({ method: 'POST', path: at(kit, '/publish'), body: version, isRepeatable }, options);
    },

    /** The JSON Schema of kit files. */
    documentSchema: (options?: CallOptions): Promise<Record<string, unknown>> =>
      ask({ method: 'GET', path: '/v1/kits/document-schema' }, options),

    /** Names and types of Bricks by id, at most 100. */
    bricks: (ids: readonly string[], options?: CallOptions): Promise<{ data: BrickMetadata[]; missing: string[] }> =>
      ask({ method: 'GET', path: '/v1/bricks', query: { ids: ids.join(',') } }, options),
  };
}
