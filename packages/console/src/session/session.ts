/** Who is signed in. The key lives in this tab's session storage: it outlives a reload, never a tab, and is in no URL. */
import { createContext, useContext } from 'react';
import { type CallOptions, callApi } from '../api/call-api.ts';
import type { Me, Permission } from '../api/me.ts';

const STORED_KEY = 'brickwork.key';

export interface Session {
  key: string;
  me: Me;
  signOut(reason?: string): void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('this part of the console is only for who has signed in');
  return session;
}

export function useMay(permission: Permission): boolean {
  return useSession().me.permissions.includes(permission);
}

export interface Api {
  get<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  post<Answer>(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  remove<Answer>(path: string): Promise<Answer>;
}

export function useApi(): Api {
  const { key } = useSession();
  return {
    get: (path, options) => callApi(key, 'GET', path, options),
    post: (path, body, options) => callApi(key, 'POST', path, { ...options, body: body ?? {} }),
    remove: (path) => callApi(key, 'DELETE', path),
  };
}

export function storedKey(): string | undefined {
  return sessionStorage.getItem(STORED_KEY) ?? undefined;
}

export function storeKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(STORED_KEY);
  else sessionStorage.setItem(STORED_KEY, key);
}
