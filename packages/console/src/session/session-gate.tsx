import { isApiError } from '@brickwork/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { keepSignIn, lastSignIn, type SignInRequest, signInPerson } from '../api/people.ts';
import {
  closeSession,
  findSession,
  openSession,
  type Session,
  SessionContext,
  type SwitchTo,
  switchSession,
} from '../api/session.ts';
import { Spinner } from '../ui/spinner.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { LinkPage } from './link-page.tsx';
import { providerSentence, providerWord } from './provider-fault.ts';
import { SignInPage } from './sign-in-page.tsx';

/** The link's token is behind the `#`, which is not sent. */
const INVITATION = '/console/invitation';
/** The account at the provider has the address of a member, who is asked. */
const ASKS = 'link';

/** What pages keep belongs to a person: whoever signs in again after the session has expired finds it, anybody else does not. */
const lastKept = { owner: '', values: new Map<string, unknown>() };

function keptBy({ workspace, environment, actor }: Session['me']): Map<string, unknown> {
  const owner = JSON.stringify([workspace.name, environment, actor.kind, actor.id]);
  if (lastKept.owner !== owner) Object.assign(lastKept, { owner, values: new Map<string, unknown>() });
  return lastKept.values;
}

/** Shows the console to a signed-in user, and the sign-in page to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [signedIn, setSignedIn] = useState<Pick<Session, 'client' | 'me' | 'workspaces'>>();
  const [provider, setProvider] = useState<string>();
  const [isRestoring, setIsRestoring] = useState(true);
  const [word, setWord] = useState(providerWord);
  const [reason, setReason] = useState(word === undefined || word === ASKS ? undefined : providerSentence(word));

  const enter = useCallback(async (client: Session['client'] | undefined, workspaces: readonly string[] = []) => {
    setSignedIn(client === undefined ? undefined : { client, workspaces, me: await client.keys.me() });
    return client !== undefined;
  }, []);

  const signIn = useCallback(
    async (by: string | SignInRequest) => {
      const isKey = typeof by === 'string';
      await enter(await (isKey ? openSession(by) : signInPerson(by)));
      keepSignIn(isKey ? { ...lastSignIn(), by: 'key' } : { by: 'person', workspace: by.workspace });
      setReason(undefined);
    },
    [enter],
  );

  const signOut = useCallback(
    async (everywhere: boolean) => {
      await closeSession(everywhere).catch(() => {});
      queries.clear();
      lastKept.owner = '';
      setReason(undefined);
      setSignedIn(undefined);
    },
    [queries],
  );

  /** Finds the session of another tab or of before; `why` is said where there is none. */
  const restore = useCallback(
    async (why?: string) => {
      setIsRestoring(true);
      queries.clear();
      try {
        const found = await findSession();
        setProvider(found.provider);
        if (!(await enter(found.client, found.workspaces)) && why !== undefined) setReason(why);
      } catch (error) {
        setSignedIn(undefined);
        setReason(describeError(error));
      }
      setIsRestoring(false);
    },
    [enter, queries],
  );
  useEffect(() => void restore(), [restore]);

  const switchTo = useCallback(
    async (to: SwitchTo) => {
      await switchSession(to);
      await restore();
    },
    [restore],
  );

  // A key that stops working, or a sign-out in another tab, ends the session wherever it is noticed.
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        if (isApiError(error) && error.status === 401)
          void restore(
            'Your session has ended: it expired, you signed out elsewhere, or your access has changed. Sign in to continue where you left off.',
          );
      }),
    [queries, restore],
  );

  const session = useMemo<Session | undefined>(
    () =>
      signedIn === undefined
        ? undefined
        : {
            ...signedIn,
            kept: keptBy(signedIn.me),
            signOut: (everywhere = false) => void signOut(everywhere),
            switchTo: (to) => void switchTo(to),
          },
    [signedIn, signOut, switchTo],
  );
  if (location.pathname === INVITATION) return <InvitationPage />;
  if (word === ASKS) return <LinkPage onClose={() => setWord(undefined)} />;
  if (isRestoring) return <Spinner label="Signing in" />;
  if (session === undefined) return <SignInPage onSignIn={signIn} reason={reason} provider={provider} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}
