import { paginate } from '../paginate.ts';
import type { KitReference } from '../requests.ts';
import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type {
  BrickMetadata,
  KitDiff,
  KitPage,
  KitSchema,
  KitSummary,
  KitTypes,
  KitVersion,
  KitVersionDocument,
  KitVersionPage,
  PushedKit,
} from '../wire/kit.ts';

/** In all paths a kit may be named by id, code or slug. */
const at = (kit: string, rest: string): `/${string}` => `/v1/kits/${encodeURIComponent(kit)}${rest}`;

export type KitsResource = ReturnType<typeof kitsResource>;

export function kitsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Newest first; fetches further pages as you iterate. */
    list: (filter: { archived?: boolean } = {}, options?: CallOptions): AsyncGenerator<KitSummary, void, undefined> =>
      paginate((cursor) =>
        ask<KitPage>({ method: 'GET', path: '/v1/kits', query: { ...filter, limit: 100, cursor } }, options),
      ),

    /** TypeScript types of the kit's output. */
    types: (kit: string, options?: CallOptions): Promise<KitTypes> =>
      ask({ method: 'GET', path: at(kit, '/types') }, options),

    /** Of the live version, or of exactly one when `kit` is a version id. */
    schema: (kit: string, options?: CallOptions): Promise<KitSchema> =>
      ask({ method: 'GET', path: at(kit, '/schema') }, options),

    findSchema: (reference: KitReference, options?: CallOptions): Promise<KitSchema> =>
      ask({ method: 'GET', path: '/v1/kits/schema', query: { ...reference } }, options),

    /** Creates the next version, as a draft unless `publish` is set; does nothing when nothing changed. */
    push: (document: object, options: CallOptions & { publish?: boolean } = {}): Promise<PushedKit> => {
      const { publish = false, ...call } = options;
      return ask({ method: 'POST', path: '/v1/kits', query: { publish }, body: document, isRepeatable: true }, call);
    },

    versions: (kit: string, options?: CallOptions): AsyncGenerator<KitVersion, void, undefined> =>
      paginate((cursor) =>
        ask<KitVersionPage>({ method: 'GET', path: at(kit, '/versions'), query: { limit: 100, cursor } }, options),
      ),

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

    archive: (kit: string, options?: CallOptions): Promise<KitSummary> =>
      ask({ method: 'POST', path: at(kit, '/archive'), isRepeatable: true }, options),

    diff: (
      kit: string,
      sides: { from?: number | undefined; to?: number | undefined; document?: object | undefined } = {},
      options?: CallOptions,
    ): Promise<KitDiff> => ask({ method: 'POST', path: at(kit, '/diff'), body: sides, isRepeatable: true }, options),

    /** The JSON Schema of kit files. */
    documentSchema: (options?: CallOptions): Promise<Record<string, unknown>> =>
      ask({ method: 'GET', path: '/v1/kits/document-schema' }, options),

    /** Names and types of Bricks by id, at most 100. */
    bricks: (ids: readonly string[], options?: CallOptions): Promise<{ data: BrickMetadata[]; missing: string[] }> =>
      ask({ method: 'GET', path: '/v1/bricks', query: { ids: ids.join(',') } }, options),
  };
}
