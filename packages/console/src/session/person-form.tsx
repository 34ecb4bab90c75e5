import { useState } from 'react';
import { lastSignIn, type SignInRequest } from '../api/people.ts';
import { Button } from '../ui/button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSignIn } from './use-sign-in.ts';

interface PersonFormProps {
  onSignIn(request: SignInRequest): Promise<void>;
  reason: string | undefined;
}

export function PersonForm({ onSignIn, reason }: PersonFormProps) {
  const [request, setRequest] = useState({ workspace: lastSignIn().workspace, email: '', password: '', code: '' });
  const { fault, isBusy, submit } = useSignIn(() => onSignIn(request));
  const inputOf = (name: keyof SignInRequest) => ({
    name,
    required: true,
    value: request[name],
    onChange: (event: { target: { value: string } }) => setRequest({ ...request, [name]: event.target.value }),
    className: `${INPUT} w-full`,
  });
  return (
    <form onSubmit={submit} className="mt-6 space-y-4 rounded-xl border border-line bg-surface p-5 shadow-panel">
      <Field label="E-mail">
        {(id) => <input id={id} type="email" autoComplete="username" {...inputOf('email')} />}
      </Field>
      <Field label="Password">
        {(id) => <input id={id} type="password" autoComplete="current-password" {...inputOf('password')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Code" note="From your authenticator app, or a recovery code.">
          {(id) => <input id={id} autoComplete="one-time-code" maxLength={16} {...inputOf('code')} />}
        </Field>
        <Field label="Workspace">
          {(id) => <input id={id} autoComplete="organization" spellCheck={false} {...inputOf('workspace')} />}
        </Field>
      </div>
      {(fault ?? reason) !== undefined && <Notice tone="bad">{fault ?? reason}</Notice>}
      <Button type="submit" kind="primary" isBusy={isBusy} className="w-full">
        Sign in
      </Button>
      <p className="text-sm text-muted">
        Lost your phone? Use a recovery code. Lost the password? An admin of the workspace can reset your sign-in.
      </p>
    </form>
  );
}
