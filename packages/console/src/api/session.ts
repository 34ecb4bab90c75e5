/**
 * Who is signed in. The session is in a cookie that no script can read, and shared by all tabs; a page only ever knows the CSRF token that
 * its requests have to carry. The key itself is sent once, to sign in, and kept nowhere.
 */
import {
  ApiError,
  type BrickworkClient,
  ConnectionError,
  createClient,
  type Environment,
  type Me,
  type Permission,
} from '@brickwork/client';
import { createContext, useContext } from 'react';

const ADDRESS = '/console/session';

/** Longer than the service's own longest wait. */
const TIMEOUT_MS = 45_000;

export interface ConsoleClient extends BrickworkClient {
  /** The client whose requests end with the signal. */
  until(signal: AbortSignal): BrickworkClient;
}

export interface Session {
  client: ConsoleClient;
  me: Me;
  /** What pages want to find again when somebody comes back to them; see `useKept`. */
  kept: Map<string, unknown>;
  signOut(everywhere?: boolean): void;
  /** Of a person; a key has one environment. */
  switchTo(to: SwitchTo): void;
  /** Those that the groups of somebody open who signed in by an identity provider. */
  workspaces: readonly string[];
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession must be used inside of SessionGate');
  return session;
}

export function useClient(): ConsoleClient {
  return useSession().client;
}

export function useMay(permission: Permission): boolean {
  return useSession().me.permissions.includes(permission);
}

export interface FoundSession {
  /** Undefined: nobody is signed in. */
  client: ConsoleClient | undefined;
  workspaces: readonly string[];
  /** What people call the identity provider, where there is one. */
  provider: string | undefined;
}

/** A client of the session, as long as the service knows it. */
export async function findSession(): Promise<FoundSession> {
  const answer = await ask('GET');
  return { client: clientOf(answer), workspaces: answer.workspaces ?? [], provider: answer.provider };
}

export async function openSession(key: string): Promise<ConsoleClient | undefined> {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('That is not an API key. Keys look like svc_live_….');
  return clientOf(
    await ask('POST', { body: JSON.stringify({ key }), headers: { 'content-type': 'application/json' } }),
  );
}

/** For every tab; `everywhere`: for every browser of the person. */
export async function closeSession(everywhere: boolean): Promise<void> {
  const { csrf_token } = await ask('GET');
  if (csrf_token === undefined) return;
  const path = everywhere ? `${ADDRESS}?everywhere=true` : ADDRESS;
  await askService('DELETE', path, { headers: { 'x-csrf-token': csrf_token } });
}

export type SwitchTo = { environment: Environment } | { workspace: string };

export async function switchSession(to: SwitchTo): Promise<void> {
  const { csrf_token = '' } = await ask('GET');
  await ask('PATCH', {
    body: JSON.stringify(to),
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token },
  });
}

export interface SessionAnswer {
  signed_in: boolean;
  csrf_token?: string;
  workspaces?: string[];
  provider?: string;
}

function ask(method: string, init: RequestInit = {}): Promise<SessionAnswer> {
  return askService<SessionAnswer>(method, ADDRESS, init);
}

/** Endpoints outside the API: signing in and out. */
export async function askService<Answer>(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, { ...init, method, cache: 'no-store' }).catch((cause: unknown) => {
    throw new ConnectionError('the service cannot be reached', { isTimeout: false, idempotencyKey: undefined, cause });
  });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return body as Answer;
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  throw new ApiError(text('error') ?? 'internal_error', {
    status: response.status,
    detail: text('detail'),
    message: text('message'),
    retryAfterSeconds: undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    idempotencyKey: undefined,
    body,
  });
}

/** The public API of this console's own origin. Retries are left to the queries, which know who is still looking. */
export function clientOf({ csrf_token }: SessionAnswer): ConsoleClient | undefined {
  if (csrf_token === undefined) return undefined;
  const clientUntil = (end?: AbortSignal): BrickworkClient =>
    createClient({
      apiKey: 'session', // The cookie stands for the key.
      baseUrl: location.origin,
      timeoutMs: TIMEOUT_MS,
      maxRetries: 0,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('authorization');
        headers.set('x-csrf-token', csrf_token);
        const signal = AbortSignal.any([init?.signal, end].filter((each) => each instanceof AbortSignal));
        return fetch(input, { ...init, headers, signal, credentials: 'same-origin', cache: 'no-store' });
      },
    });
  return { ...clientUntil(), until: clientUntil };
}
