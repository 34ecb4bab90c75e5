import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSignIn } from './use-sign-in.ts';

export function KeyForm({ onSignIn, reason }: { onSignIn(key: string): Promise<void>; reason: string | undefined }) {
  const [key, setKey] = useState('');
  const { fault, isBusy, submit } = useSignIn(() => onSignIn(key.trim()));
  return (
    <>
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
          Sent once and not stored: this browser gets a session of up to seven days, which ends when you sign out or the
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
          The first start of the service prints two. To create another, run this on the service’s machine:
        </p>
        <div className="mt-2">
          <CodeBlock label="Command that creates a key">
            brickwork keys create --workspace default --env live --role admin
          </CodeBlock>
        </div>
      </details>
    </>
  );
}
