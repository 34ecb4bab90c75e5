import { useState } from 'react';
import { lastSignIn, type SignInRequest } from '../api/people.ts';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { keepPlace } from './kept-place.ts';
import { KeyForm } from './key-form.tsx';
import { PersonForm } from './person-form.tsx';

interface SignInPageProps {
  onSignIn(by: string | SignInRequest): Promise<void>;
  reason: string | undefined;
  provider: string | undefined;
}

/** As whom this browser signed in last; a key where it never did, since the first minute has nothing else. */
export function SignInPage({ onSignIn, reason, provider }: SignInPageProps) {
  const [by, setBy] = useState(lastSignIn().by);
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <div className="w-full max-w-md">
        <Brand size="large" />
        <h1 className="mt-8 text-2xl font-semibold">Sign in</h1>
        <p className="mt-2 text-soft">See the answers found in your conversations, with the evidence for each.</p>
        {provider !== undefined && (
          <a href="/console/oidc/start" onClick={keepPlace} className={`${buttonClass('primary')} mt-6 w-full`}>
            Sign in with {provider}
          </a>
        )}
        {by === 'key' ? (
          <KeyForm onSignIn={onSignIn} reason={reason} />
        ) : (
          <PersonForm onSignIn={onSignIn} reason={reason} />
        )}
        <button
          type="button"
          onClick={() => setBy(by === 'key' ? 'person' : 'key')}
          className="mt-4 rounded text-sm font-medium text-accent underline underline-offset-2"
        >
          {by === 'key' ? 'Use e-mail and password' : 'Use an API key'}
        </button>
      </div>
    </main>
  );
}
