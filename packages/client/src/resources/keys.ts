import type { CallOptions, Transport } from '../transport.ts';
import type { ApiKey, CreatedApiKey, CreateKeyRequest, Me } from '../wire/api-key.ts';

export type KeysResource = ReturnType<typeof keysResource>;

export function keysResource(transport: Transport) {
  return {
    /** What this client's own key is and may do. */
    me: async (options?: CallOptions): Promise<Me> =>
      (await transport.send<Me>({ method: 'GET', path: '/v1/me' }, options)).body,

    list: async (options?: CallOptions): Promise<ApiKey[]> =>
      (await transport.send<{ data: ApiKey[] }>({ method: 'GET', path: '/v1/keys' }, options)).body.data,

    /** The key is in the answer and nowhere else. */
    create: async (request: CreateKeyRequest = {}, options?: CallOptions): Promise<CreatedApiKey> =>
      (await transport.send<CreatedApiKey>({ method: 'POST', path: '/v1/keys', body: request }, options)).body,

    revoke: async (id: string, options?: CallOptions): Promise<{ id: string; revoked: true }> =>
      (
        await transport.send<{ id: string; revoked: true }>(
          { method: 'DELETE', path: `/v1/keys/${encodeURIComponent(id)}` },
          options,
        )
      ).body,
  };
}
