/**
 * Turns a bearer token, or the token of a console's session, into a principal: one indexed query, cached for at most 10 s and dropped
 * immediately when the key is revoked or the member's sessions end, on any node. Unknown and revoked keys take the same path, so response
 * times do not reveal whether a key exists.
 */
import { hash } from 'node:crypto';
import type { Environment, Role } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import { hashSession, isPersonToken, isSessionToken } from './session.ts';
import type { KeyWithWorkspace } from './store/access-rows.ts';
import type { AccessStore } from './store/access-store.ts';

const CACHE_MS = 10_000;
const CACHE_SIZE = 10_000;
const TOUCH_MS = 60_000;

/** Somebody signed in by name. */
export interface PersonSession {
  workspaceId: string;
  workspaceName: string;
  plan: string;
  environment: Environment;
  /** The workspace masks everything for this member's role. */
  hidesIdentities: boolean;
  member: { id: string; name: string; role: Role; agent: string | undefined };
  lastUsedAt: Date;
  expiresAt: Date;
}

/** What a token identifies. */
interface Entry {
  principal: Principal;
  isRevoked: boolean;
  /** Of a key. */
  expiresAt: number | undefined;
  /** Expiry of a session; extended by use if the session has an idle limit. */
  endsAt?: number;
  touched: number;
  touch(now: Date): Promise<void>;
}

interface Cached extends Entry {
  until: number;
}

export interface Authenticator {
  authenticate(token: string): Promise<Principal>;
  /** The hash under which a valid key is stored. */
  authenticateKey(token: string): Promise<Buffer>;
  authenticateSession(token: string): Promise<Principal>;
  /** Drops the entries of one key or member from the cache, or all of it after missed notifications. */
  forget(actorId?: string): void;
}

export interface AuthenticatorOptions {
  store: Pick<AccessStore, 'findKeyByHash' | 'findSession' | 'touchKey'>;
  people: { find(hash: Buffer): Promise<PersonSession | undefined>; touch(hash: Buffer, now: Date): Promise<void> };
  /** A person's session that is not used for this long ends. */
  idleMs: number;
  clock: Clock;
  logger: Logger;
  keyPrefix: string;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { store, people, clock, logger, keyPrefix } = options;
  const cache = new Map<string, Cached>();
  // A look-up that started before a revocation must not be cached after it.
  let generation = 0;

  const findSession = async (token: string): Promise<Entry | undefined> => {
    const sessionHash = hashSession(token);
    if (isPersonToken(token)) {
      const found = await people.find(sessionHash);
      return found && ofPerson(options, sessionHash, found);
    }
    const found = await store.findSession(sessionHash);
    return found && ofKey(store, found, found.expiresAt.getTime());
  };

  const lookUp = async (name: string, find: () => Promise<Entry | undefined>): Promise<Entry | undefined> => {
    const now = clock.now().getTime();
    const known = cache.get(name);
    if (known !== undefined && known.until > now) return known;
    cache.delete(name);
    const before = generation;
    const found = await find();
    if (found === undefined) return undefined;
    if (before === generation && !found.isRevoked) {
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(name, Object.assign(found, { until: now + CACHE_MS }));
    }
    return found;
  };

  const admit = (entry: Entry | undefined): Principal => {
    if (entry === undefined || entry.isRevoked) throw new ServiceError('invalid_api_key');
    const now = clock.now();
    if (entry.expiresAt !== undefined && entry.expiresAt <= now.getTime()) throw new ServiceError('api_key_expired');
    if (now.getTime() - entry.touched >= TOUCH_MS) {
      entry.touched = now.getTime();
      entry.touch(now).catch((error: Error) => {
        logger.warn({ reason: error.message }, 'could not store when a key or session was last used');
      });
    }
    return entry.principal;
  };

  const authenticateKey = async (token: string): Promise<Principal> =>
    admit(
      // A cached key was well-formed, so its checksum is not computed again.
      await lookUp(hash('sha256', token, 'base64'), async () => {
        const found = isWellFormedApiKey(keyPrefix, token) ? await store.findKeyByHash(hashApiKey(token)) : undefined;
        return found && ofKey(store, found);
      }),
    );

  return {
    authenticate: authenticateKey,
    async authenticateKey(token) {
      await authenticateKey(token);
      return hashApiKey(token);
    },
    async authenticateSession(token) {
      const entry = isSessionToken(token)
        ? await lookUp(`session ${hashSession(token).toString('base64')}`, () => findSession(token))
        : undefined;
      if (entry === undefined || (entry.endsAt ?? 0) <= clock.now().getTime())
        throw new ServiceError('missing_bearer_token', { detail: 'The session has ended. Sign in again.' });
      return admit(entry);
    },
    forget(actorId) {
      generation += 1;
      if (actorId === undefined) cache.clear();
      else for (const [name, { principal }] of cache) if (principal.actor.id === actorId) cache.delete(name);
    },
  };
}

function ofKey(store: AuthenticatorOptions['store'], { key, workspace }: KeyWithWorkspace, endsAt?: number): Entry {
  return {
    principal: {
      workspaceId: workspace.id,
      workspaceName: workspace.name,
      plan: workspace.plan,
      environment: key.environment,
      actor: { kind: 'key', id: key.id, name: key.name ?? key.hint },
      isSession: endsAt !== undefined,
      role: key.role,
      hidesIdentities: workspace.identitiesHiddenFrom.includes(key.role),
      agent: key.agent,
    },
    isRevoked: key.revokedAt !== undefined,
    expiresAt: key.expiresAt?.getTime(),
    ...(endsAt !== undefined && { endsAt }),
    touched: key.lastUsedAt?.getTime() ?? 0,
    touch: (now) => store.touchKey(workspace.id, key.id, now),
  };
}

function ofPerson(
  { people, idleMs }: Pick<AuthenticatorOptions, 'people' | 'idleMs'>,
  sessionHash: Buffer,
  { member, lastUsedAt, expiresAt, ...where }: PersonSession,
): Entry {
  const endOf = (used: Date) => Math.min(expiresAt.getTime(), used.getTime() + idleMs);
  const entry: Entry = {
    principal: {
      ...where,
      actor: { kind: 'person', id: member.id, name: member.name },
      isSession: true,
      role: member.role,
      agent: member.agent,
    },
    isRevoked: false,
    expiresAt: undefined,
    endsAt: endOf(lastUsedAt),
    touched: lastUsedAt.getTime(),
    touch: (now) => {
      entry.endsAt = endOf(now);
      return people.touch(sessionHash, now);
    },
  };
  return entry;
}
