import { isApiError } from '@brickwork/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { closeSession, findSession, openSession, type Session, SessionContext } from '../api/session.ts';
import { Spinner } from '../ui/spinner.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** Shows the console to a signed-in user, and the sign-in page to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [signedIn, setSignedIn] = useState<Pick<Session, 'client' | 'me'>>();
  const [isRestoring, setIsRestoring] = useState(true);
  const [reason, setReason] = useState<string>();

  const enter = useCallback(async (client: Session['client'] | undefined) => {
    setSignedIn(client === undefined ? undefined : { client, me: await client.keys.me() });
    return client !== undefined;
  }, []);

  const signIn = useCallback(
    async (key: string) => {
      await enter(await openSession(key));
      setReason(undefined);
    },
    [enter],
  );

  const signOut = useCallback(async () => {
    await closeSession().catch(() => {});
    queries.clear();
    setReason(undefined);
    setSignedIn(undefined);
  }, [queries]);

  /** Finds the session of another tab or of before; `why` is said where there is none. */
  const restore = useCallback(
    async (why?: string) => {
      setIsRestoring(true);
      queries.clear();
      try {
        if (!(await enter(await findSession()))) setReason(why);
      } catch (error) {
        setSignedIn(undefined);
        setReason(describeError(error));
      }
      setIsRestoring(false);
    },
    [enter, queries],
  );
  useEffect(() => void restore(), [restore]);

  // A key that stops working, or a sign-out in another tab, ends the session wherever it is noticed.
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (isApiError(error) && error.status === 401)
          void restore('The key no longer works, or you have signed out elsewhere. Sign in again.');
      }),
    [queries, restore],
  );

  const session = useMemo<Session | undefined>(
    () =>
      signedIn === undefined
        ? undefined
        : { ...signedIn, kept: new Map<string, unknown>(), signOut: () => void signOut() },
    [signedIn, signOut],
  );
  if (isRestoring) return <Spinner label="Signing in" />;
  if (session === undefined) return <SignInPage onSignIn={signIn} reason={reason} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}
