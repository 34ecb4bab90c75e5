import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface SignInPageProps {
  onSignIn(key: string): Promise<void>;
  reason: string | undefined;
}

export function SignInPage({ onSignIn, reason }: SignInPageProps) {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFault(undefined);
    try {
      await onSignIn(key.trim());
    } catch (error) {
      setFault(describeError(error));
      setIsBusy(false);
    }
  };

  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-md">
        <Brand size="large" />
        <h1 className="mt-8 text-2xl font-semibold">Sign in</h1>
        <p className="mt-2 text-soft">See the answers found in your conversations, with the evidence for each.</p>
        <form onSubmit={submit} className="mt-6 rounded-xl border border-line bg-surface p-5 shadow-panel">
          <label htmlFor="key" className="block text-sm font-medium">
            API key
          </label>
          <input
            id="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            placeholder="svc_live_…"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            aria-describedby="key-note"
            aria-invalid={fault !== undefined}
            className={`${INPUT} mt-1.5 w-full font-mono`}
          />
          <p id="key-note" className="mt-2 text-sm text-muted">
            Sent once and kept nowhere: this browser gets a session of seven days, which ends when you sign out or the
            key is revoked. You can do what the key’s role allows, in its environment.
          </p>
          {(fault ?? reason) !== undefined && (
            <Notice tone="bad" className="mt-4">
              {fault ?? reason}
            </Notice>
          )}
          <Button type="submit" kind="primary" isBusy={isBusy} className="mt-5 w-full">
            Sign in
          </Button>
        </form>
        <details className="mt-5 text-sm text-soft">
          <summary className="w-fit rounded font-medium">Where do I find a key?</summary>
          <p className="mt-2">
            The first start of the service prints two. To create another, run this on the machine of the service:
          </p>
          <div className="mt-2">
            <CodeBlock label="Command that creates a key">
              brickwork keys create --workspace default --env live --role admin
            </CodeBlock>
          </div>
        </details>
      </div>
    </main>
  );
}
