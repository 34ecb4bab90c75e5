/**
 * Turns a bearer token, or the token of a console's session, into a principal: one indexed query, cached for at most 10 s and dropped at once when the key is revoked
 * on any node. Unknown and revoked keys take the same path, so response times do not reveal whether a key exists.
 */
import { hash } from 'node:crypto';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import { hashSession, isSessionToken } from './session.ts';
import type { AccessStore, KeyWithWorkspace } from './store/access-store.ts';

const CACHE_MS = 10_000;
const CACHE_SIZE = 10_000;
const TOUCH_MS = 60_000;

interface Cached extends KeyWithWorkspace {
  until: number;
  /** Of a session. */
  endsAt?: number;
  touched: number;
}

export interface Authenticator {
  authenticate(token: string): Promise<Principal>;
  /** The hash under which a valid key is stored. */
  authenticateKey(token: string): Promise<Buffer>;
  authenticateSession(token: string): Promise<Principal>;
  /** Drops one key from the cache, or all of them after a gap in the notifications. */
  forget(keyId?: string): void;
}

export interface AuthenticatorOptions {
  store: Pick<AccessStore, 'findKeyByHash' | 'findSession' | 'touchKey'>;
  clock: Clock;
  logger: Logger;
  keyPrefix: string;
}

export function createAuthenticator({ store, clock, logger, keyPrefix }: AuthenticatorOptions): Authenticator {
  const cache = new Map<string, Cached>();
  // A look-up that started before a revocation must not be cached after it.
  let generation = 0;

  const findSession = async (hash: Buffer) => {
    const found = await store.findSession(hash);
    return found && { key: found.key, workspace: found.workspace, endsAt: found.expiresAt.getTime() };
  };

  const lookUp = async (
    name: string,
    find: () => Promise<(KeyWithWorkspace & { endsAt?: number }) | undefined>,
  ): Promise<Cached | undefined> => {
    const now = clock.now().getTime();
    const known = cache.get(name);
    if (known !== undefined && known.until > now) return known;
    cache.delete(name);
    const before = generation;
    const found = await find();
    if (found === undefined) return undefined;
    const cached: Cached = { ...found, until: now + CACHE_MS, touched: found.key.lastUsedAt?.getTime() ?? 0 };
    if (before === generation && found.key.revokedAt === undefined) {
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(name, cached);
    }
    return cached;
  };

  const touch = (entry: Cached, now: Date): void => {
    if (now.getTime() - entry.touched < TOUCH_MS) return;
    entry.touched = now.getTime();
    store.touchKey(entry.workspace.id, entry.key.id, now).catch((error: Error) => {
      logger.warn({ reason: error.message }, 'could not store when a key was last used');
    });
  };

  const admit = (entry: Cached | undefined): Principal => {
    if (entry === undefined || entry.key.revokedAt !== undefined) throw new ServiceError('invalid_api_key');
    const now = clock.now();
    if (entry.key.expiresAt !== undefined && entry.key.expiresAt <= now) throw new ServiceError('api_key_expired');
    touch(entry, now);
    return {
      workspaceId: entry.workspace.id,
      workspaceName: entry.workspace.name,
      plan: entry.workspace.plan,
      environment: entry.key.environment,
      actor: { kind: 'key', id: entry.key.id, name: entry.key.name ?? entry.key.hint },
      isSession: entry.endsAt !== undefined,
      role: entry.key.role,
      agent: entry.key.agent,
    };
  };
  const authenticateKey = async (token: string): Promise<Principal> => {
    // A key that is cached was well-formed: its checksum is not computed again.
    const entry = await lookUp(hash('sha256', token, 'base64'), async () =>
      isWellFormedApiKey(keyPrefix, token) ? store.findKeyByHash(hashApiKey(token)) : undefined,
    );
    return admit(entry);
  };

  return {
    authenticate: authenticateKey,
    async authenticateKey(token) {
      await authenticateKey(token);
      return hashApiKey(token);
    },
    async authenticateSession(token) {
      const sessionHash = hashSession(token);
      const entry = isSessionToken(token)
        ? await lookUp(`session ${sessionHash.toString('base64')}`, () => findSession(sessionHash))
        : undefined;
      if (entry === undefined || (entry.endsAt ?? 0) <= clock.now().getTime())
        throw new ServiceError('missing_bearer_token', { detail: 'The session has ended. Sign in again.' });
      return admit(entry);
    },
    forget(keyId) {
      generation += 1;
      if (keyId === undefined) cache.clear();
      else for (const [name, entry] of cache) if (entry.key.id === keyId) cache.delete(name);
    },
  };
}
