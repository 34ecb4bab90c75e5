import { isApiError } from '@brickwork/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { clientFor, type Session, SessionContext, storedKey, storeKey } from '../api/session.ts';
import { Spinner } from '../ui/spinner.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** Shows the console to a signed-in user, and the sign-in page to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [signedIn, setSignedIn] = useState<Pick<Session, 'client' | 'me'>>();
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
    const client = clientFor(key);
    const me = await client.keys.me();
    storeKey(key);
    setReason(undefined);
    setSignedIn({ client, me });
  }, []);

  useEffect(() => {
    const key = storedKey();
    if (key === undefined) return;
    signIn(key)
      .catch((error: unknown) => {
        if (isApiError(error) && error.status === 401) storeKey(undefined);
        setReason(describeError(error));
      })
      .finally(() => setIsRestoring(false));
  }, [signIn]);

  // A key that stops working ends the session wherever it is noticed.
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (isApiError(error) && error.status === 401) signOut('The key no longer works. Sign in with another.');
      }),
    [queries, signOut],
  );

  const session = useMemo<Session | undefined>(
    () => (signedIn === undefined ? undefined : { ...signedIn, kept: new Map<string, unknown>(), signOut }),
    [signedIn, signOut],
  );
  if (isRestoring) return <Spinner label="Signing in" />;
  if (session === undefined) return <SignInPage onSignIn={signIn} reason={reason} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}
