import { keysApi } from '@brickwork/contract';
import { createKeyAs, listKeysAs, type ManageKeys, revokeKeyAs } from '../../access/manage-keys.ts';
import type { ApiKey } from '../../access/store/access-rows.ts';
import { ok, type Route, route } from '../route.ts';

export function keyRoutes(keys: ManageKeys): Route[] {
  return [
    route(keysApi.listKeys, async ({ principal }) => ok({ data: (await listKeysAs(keys, principal)).map(toWire) })),
    route(keysApi.createKey, async ({ principal, body }) => {
      const { key, secret } = await createKeyAs(keys, principal, {
        environment: body.environment ?? principal.environment,
        role: body.role,
        agent: body.agent,
        name: body.name,
        expiresAt: body.expires_at === undefined ? undefined : new Date(body.expires_at),
      });
      return { status: 201, body: { ...toWire(key), key: secret } };
    }),
    route(keysApi.revokeKey, async ({ principal, params }) => {
      await revokeKeyAs(keys, principal, params.keyId);
      return ok({ id: params.keyId, revoked: true });
    }),
  ];
}

function toWire(key: ApiKey): Record<string, unknown> {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    environment: key.environment,
    role: key.role,
    agent: key.agent,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString(),
    revoked_at: key.revokedAt?.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString(),
  };
}
