import { ROLE_MEANINGS } from '@brickwork/client';
import { useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { acceptInvitation, keepSignIn, lookAtInvitation, type SeenInvitation } from '../api/people.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Said } from '../ui/said.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { QrCode } from './qr-code.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Behind a link that works once: who invites, then name, password and the first code. */
export function InvitationPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [seen, setSeen] = useState<SeenInvitation>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    lookAtInvitation(token).then(setSeen, (error: unknown) => setFault(describeError(error)));
  }, [token]);
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-lg">
        <Brand size="large" />
        {fault !== undefined ? (
          <>
            <h1 className="mt-8 text-2xl font-semibold">This link does not work</h1>
            <Notice tone="bad" className="mt-4">
              {fault}
            </Notice>
            <a href="/console" className="mt-4 inline-block rounded text-sm font-medium text-accent underline">
              Go to sign-in
            </a>
          </>
        ) : seen === undefined ? (
          <Spinner label="Opening the invitation" />
        ) : (
          <Accept token={token} seen={seen} />
        )}
      </div>
    </main>
  );
}

function Accept({ token, seen }: { token: string; seen: SeenInvitation }) {
  const [given, setGiven] = useState({ name: '', password: '', code: '' });
  const [codes, setCodes] = useState<string[]>();
  const { fault, isBusy, submit } = useSignIn(async () => {
    setCodes(await acceptInvitation({ token, ...given }));
    keepSignIn({ by: 'person', workspace: seen.workspace });
  });
  const inputOf = (name: keyof typeof given) => ({
    required: true,
    value: given[name],
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
    className: `${INPUT} w-full`,
  });
  if (codes !== undefined) return <RecoveryCodes codes={codes} />;
  return (
    <>
      <h1 className="mt-8 text-2xl font-semibold">
        {seen.is_reset ? 'Choose a new password' : `Join ${seen.workspace}`}
      </h1>
      <p className="mt-2 text-soft">
        {seen.is_reset ? (
          'Your old password and codes no longer work.'
        ) : (
          <>
            <Said>{seen.invited_by}</Said> invites {seen.email} as {seen.role}. {ROLE_MEANINGS[seen.role]}
          </>
        )}
      </p>
      <form onSubmit={submit} className="mt-6 space-y-5 rounded-xl border border-line bg-surface p-5 shadow-panel">
        <Field label="Your name" note="As colleagues see it.">
          {(id) => <input id={id} autoComplete="name" maxLength={100} {...inputOf('name')} />}
        </Field>
        {/* For the browser's password manager. */}
        <input type="email" autoComplete="username" value={seen.email} readOnly hidden />
        <Field label="Password" note="At least 12 characters. A few unrelated words are easy to remember.">
          {(id) => (
            <input id={id} type="password" autoComplete="new-password" minLength={12} {...inputOf('password')} />
          )}
        </Field>
        <div className="flex flex-wrap gap-5">
          <QrCode text={seen.codes.uri} label="QR code for your authenticator app" />
          <div className="min-w-0 flex-1 basis-48 space-y-3">
            <p className="text-sm text-soft">
              Scan this with an authenticator app. It shows a new code every half minute; you need one each time you
              sign in.
            </p>
            <details className="text-sm text-soft">
              <summary className="w-fit rounded font-medium">No camera?</summary>
              <p className="mt-1.5">Type this secret into the app:</p>
              <code className="mt-1 block break-all font-mono text-[13px]">{seen.codes.secret}</code>
            </details>
            <Field label="Code">
              {(id) => (
                <input id={id} inputMode="numeric" autoComplete="one-time-code" maxLength={8} {...inputOf('code')} />
              )}
            </Field>
          </div>
        </div>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        <Button type="submit" kind="primary" isBusy={isBusy} className="w-full">
          {seen.is_reset ? 'Save and sign in' : 'Join'}
        </Button>
      </form>
    </>
  );
}

/** Shown once: whoever loses the phone signs in with one of them instead of the app's code. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <h1 className="mt-8 text-2xl font-semibold">Save your recovery codes</h1>
      <p className="mt-2 text-soft">
        If you lose your phone, type one of them instead of the app’s code. Each works once, and they are not shown
        again.
      </p>
      <ul className="mt-6 grid grid-cols-2 gap-2 rounded-xl border border-line bg-surface p-5 font-mono shadow-panel">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {/* Replacing also takes the link's token out of the history. */}
      <Button kind="primary" className="mt-4 w-full" onClick={() => location.replace('/console')}>
        I have saved them
      </Button>
    </>
  );
}
