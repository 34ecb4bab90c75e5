/** Who is signed in. The key lives in this tab's session storage: it survives a reload, ends with the tab, and is never in a URL. */
import { type BrickworkClient, createClient, type Me, type Permission } from '@brickwork/client';
import { createContext, useContext } from 'react';

const STORED_KEY = 'brickwork.key';

/** Longer than the service's own longest wait. */
const TIMEOUT_MS = 45_000;

export interface Session {
  client: BrickworkClient;
  me: Me;
  /** What pages want to find again when somebody comes back to them; see `useKept`. */
  kept: Map<string, unknown>;
  signOut(reason?: string): void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession must be used inside of SessionGate');
  return session;
}

export function useClient(): BrickworkClient {
  return useSession().client;
}

export function useMay(permission: Permission): boolean {
  return useSession().me.permissions.includes(permission);
}

/** The public API of this console's own origin. Retries are left to the queries, which know who is still looking. */
export function clientFor(key: string): BrickworkClient {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('That is not an API key. Keys look like svc_live_….');
  return createClient({
    apiKey: key,
    baseUrl: location.origin,
    timeoutMs: TIMEOUT_MS,
    maxRetries: 0,
    fetch: (input, init) => fetch(input, { ...init, credentials: 'omit', cache: 'no-store' }),
  });
}

export function storedKey(): string | undefined {
  return sessionStorage.getItem(STORED_KEY) ?? undefined;
}

export function storeKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(STORED_KEY);
  else sessionStorage.setItem(STORED_KEY, key);
}
