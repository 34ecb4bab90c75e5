import { describe, expect, it } from 'vitest';
import { silentLogger } from '../core/logger.ts';
import { makeApiKey } from './api-key.ts';
import { createAuthenticator } from './authenticate.ts';
import type { ApiKey, KeyWithWorkspace } from './store/access-rows.ts';

function setUp() {
  const { secret } = makeApiKey('svc', 'live');
  let now = 1_000_000;
  let lookUps = 0;
  const touches: Date[] = [];
  const key: ApiKey = {
    id: 'key_1',
    workspaceId: 'ws_1',
    environment: 'live',
    role: 'admin',
    agent: undefined,
    name: undefined,
    hint: '',
    createdAt: new Date(0),
    expiresAt: undefined,
    revokedAt: undefined,
    lastUsedAt: undefined,
  };
  const stored: KeyWithWorkspace & { isGone: boolean } = {
    isGone: false,
    key,
    workspace: { id: 'ws_1', name: 'default', plan: 'team', createdAt: new Date(0), identitiesHiddenFrom: [] },
  };
  let gate = Promise.resolve();
  const authenticator = createAuthenticator({
    store: {
      async findKeyByHash() {
        lookUps += 1;
        const { isGone, ...found } = structuredClone(stored);
        await gate;
        return isGone ? undefined : found;
      },
      async findSession() {
        return undefined;
      },
      async touchKey(_workspace, _id, at) {
        touches.push(at);
      },
    },
    people: { find: async () => undefined, touch: async () => {} },
    idleMs: 60_000,
    clock: { now: () => new Date(now) },
    logger: silentLogger,
    keyPrefix: 'svc',
  });
  return {
    authenticator,
    secret,
    stored,
    touches,
    lookUps: () => lookUps,
    advance: (ms: number) => {
      now += ms;
    },
    holdLookUps: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

describe('createAuthenticator', () => {
  it('caches a key for at most ten seconds', async () => {
    const { authenticator, secret, lookUps, advance } = setUp();
    await authenticator.authenticate(secret);
    advance(9_999);
    await authenticator.authenticate(secret);
    expect(lookUps()).toBe(1);
    advance(1);
    await authenticator.authenticate(secret);
    expect(lookUps()).toBe(2);
  });

  it('never caches past an expiry', async () => {
    const { authenticator, secret, stored, advance } = setUp();
    stored.key.expiresAt = new Date(1_005_000);
    await authenticator.authenticate(secret);
    advance(5_000);
    await expect(authenticator.authenticate(secret)).rejects.toMatchObject({ code: 'api_key_expired' });
  });

  it('does not cache a look-up that started before a revocation', async () => {
    const { authenticator, secret, stored, holdLookUps } = setUp();
    const letGo = holdLookUps();
    const racing = authenticator.authenticate(secret);
    stored.key.revokedAt = new Date();
    authenticator.forget('key_1');
    letGo();
    await racing;
    await expect(authenticator.authenticate(secret)).rejects.toMatchObject({ code: 'invalid_api_key' });
  });

  it('writes the last-used time at most once a minute', async () => {
    const { authenticator, secret, touches, advance } = setUp();
    for (let second = 0; second < 9; second += 1) {
      await authenticator.authenticate(secret);
      advance(1_000);
    }
    expect(touches).toHaveLength(1);
  });

  it('queries the database only for keys whose checksum matches', async () => {
    const { authenticator, lookUps } = setUp();
    await expect(authenticator.authenticate('svc_live_guess')).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(lookUps()).toBe(0);
  });

  it('takes the same path for a revoked key and an unknown one, so timing reveals nothing', async () => {
    const { authenticator, secret, stored, lookUps } = setUp();
    const refused = async () => {
      const before = lookUps();
      await expect(authenticator.authenticate(secret)).rejects.toMatchObject({ code: 'invalid_api_key' });
      return lookUps() - before;
    };
    stored.key.revokedAt = new Date(0);
    expect([await refused(), await refused()]).toEqual([1, 1]);
    stored.isGone = true;
    expect([await refused(), await refused()]).toEqual([1, 1]);
  });
});
