/**
 * Sessions of the console: 32 random bytes in a cookie that scripts cannot read, of which only the SHA-256 is stored. A session is its
 * key's stand-in: same workspace, environment and role, never longer than the key, and gone with it.
 *
 * Browsers add the cookie to requests by themselves, also to those of other pages. So the cookie alone opens nothing: every request
 * has to carry the session's CSRF token in a header, which only a page of this origin can have read.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Acting, actAs } from '../core/acting.ts';
import type { Clock } from '../core/clock.ts';
import type { ApiKey } from './store/access-rows.ts';
import type { AccessStore } from './store/access-store.ts';

export const SESSION_MS = 7 * 86_400_000;

export interface NewSession {
  /** For the cookie; not stored. */
  token: string;
  expiresAt: Date;
}

export interface Sessions {
  store: Pick<AccessStore, 'findKeyByHash' | 'insertSession' | 'findSession' | 'deleteSession'>;
  clock: Clock;
}

/** For a key that has just been authenticated; `from` is where the request came from. */
export async function openSession(
  { store, clock }: Sessions,
  keyHash: Buffer,
  from: Omit<Acting, 'actor'>,
): Promise<NewSession | undefined> {
  const found = await store.findKeyByHash(keyHash);
  if (found === undefined) return undefined;
  const now = clock.now();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = endOf(found.key, now);
  const { id: keyId, name, hint } = found.key;
  const isOpen = await actAs({ ...from, actor: { kind: 'key', id: keyId, name: name ?? hint } }, () =>
    store.insertSession({
      hash: hashSession(token),
      workspaceId: found.workspace.id,
      keyId,
      createdAt: now,
      expiresAt,
    }),
  );
  return isOpen ? { token, expiresAt } : undefined;
}

export async function closeSession({ store }: Sessions, token: string): Promise<void> {
  if (isSessionToken(token)) await store.deleteSession(hashSession(token));
}

function endOf(key: ApiKey, now: Date): Date {
  const latest = new Date(now.getTime() + SESSION_MS);
  return key.expiresAt !== undefined && key.expiresAt < latest ? key.expiresAt : latest;
}

/** Prefix of people's session tokens: it shows which table to search. */
export const PERSON_PREFIX = 'p.';

export function isSessionToken(text: string): boolean {
  return /^(?:p\.)?[\w-]{43}$/.test(text);
}

export function isPersonToken(text: string): boolean {
  return isSessionToken(text) && text.startsWith(PERSON_PREFIX);
}

export function hashSession(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Derived from the session's token, so it is not stored, and reveals nothing about the token. */
export function csrfTokenOf(token: string): string {
  return hash('sha256', `csrf ${token}`, 'base64url');
}

export function isCsrfTokenOf(token: string, given: string): boolean {
  const expected = Buffer.from(csrfTokenOf(token));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
