import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ApiError, callApi } from '../api/call-api.ts';
import type { Me } from '../api/me.ts';
import { Spinner } from '../ui/spinner.tsx';
import { type Session, SessionContext, storedKey, storeKey } from './session.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Shows the console to who has signed in, and the sign-in page to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [signedIn, setSignedIn] = useState<{ key: string; me: Me }>();
  const [isRestoring, setIsRestoring] = useState(() => storedKey() !== undefined);
  const [reason, setReason] = useState<string>();

  const signOut = useCallback(
    (why?: string) => {
      storeKey(undefined);
      queries.clear();
      setReason(why);
      setSignedIn(undefined);
    },
    [queries],
  );

  const signIn = useCallback(async (key: string) => {
    const me = await callApi<Me>(key, 'GET', '/v1/me');
    storeKey(key);
    setReason(undefined);
    setSignedIn({ key, me });
  }, []);

  useEffect(() => {
    const key = storedKey();
    if (key === undefined) return;
    signIn(key)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) storeKey(undefined);
        setReason(error instanceof Error ? error.message : 'Please sign in again.');
      })
      .finally(() => setIsRestoring(false));
  }, [signIn]);

  // A key that stops working ends the session wherever it is noticed.
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (error instanceof ApiError && error.status === 401)
          signOut('The key no longer works. Sign in with another.');
      }),
    [queries, signOut],
  );

  const session = useMemo<Session | undefined>(
    () => (signedIn === undefined ? undefined : { ...signedIn, signOut }),
    [signedIn, signOut],
  );
  if (isRestoring) return <Spinner label="Signing in" />;
  if (session === undefined) return <SignInPage onSignIn={signIn} reason={reason} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}
