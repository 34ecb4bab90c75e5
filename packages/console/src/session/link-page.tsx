import { useEffect, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { confirmLink, lookAtLink, type SeenLink } from '../api/people.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Somebody signed in at the identity provider with the address of a member: only the member, or an admin, may say that they are the same person. */
export function LinkPage({ onClose }: { onClose(): void }) {
  const [seen, setSeen] = useState<SeenLink>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    lookAtLink().then(setSeen, (error: unknown) => setFault(describeError(error)));
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-md">
        <Brand size="large" />
        <h1 className="mt-8 text-2xl font-semibold">Is this your account?</h1>
        {fault !== undefined ? (
          <Notice tone="bad" className="mt-4">
            {fault}
          </Notice>
        ) : seen === undefined ? (
          <Spinner label="Loading" />
        ) : (
          <Question seen={seen} />
        )}
        <button
          type="button"
          onClick={onClose}
          className="mt-4 rounded text-sm font-medium text-accent underline underline-offset-2"
        >
          Not now
        </button>
      </div>
    </main>
  );
}

function Question({ seen }: { seen: SeenLink }) {
  return (
    <>
      <p className="mt-2 text-soft">
        {seen.email} is already a member of {seen.workspace}.{' '}
        {seen.can_confirm
          ? `If that is you, confirm it once with your password and code. From then on you sign in with ${seen.provider}, as ${seen.role}, and your password no longer works.`
          : 'That member signs in with another account. An admin of the workspace now sees your request on the Members page; sign in again when it is approved.'}
      </p>
      {seen.can_confirm && <ConfirmForm email={seen.email} />}
    </>
  );
}

function ConfirmForm({ email }: { email: string }) {
  const [given, setGiven] = useState({ password: '', code: '' });
  const { fault, isBusy, submit } = useSignIn(async () => {
    await confirmLink(given);
    location.replace('/console');
  });
  const inputOf = (name: keyof typeof given) => ({
    required: true,
    value: given[name],
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
    className: `${INPUT} w-full`,
  });
  return (
    <form onSubmit={submit} className="mt-6 space-y-4 rounded-xl border border-line bg-surface p-5 shadow-panel">
      {/* For the browser's password manager. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password">
        {(id) => <input id={id} type="password" autoComplete="current-password" {...inputOf('password')} />}
      </Field>
      <Field label="Code" note="From your authenticator app, or a recovery code.">
        {(id) => <input id={id} autoComplete="one-time-code" maxLength={16} {...inputOf('code')} />}
      </Field>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <Button type="submit" kind="primary" isBusy={isBusy} className="w-full">
        Confirm and sign in
      </Button>
      <p className="text-sm text-muted">Lost them? An admin can approve your request on the Members page.</p>
    </form>
  );
}
