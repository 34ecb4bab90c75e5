/** What a page shows while it has nothing else to show: loading, empty, failed. */

import { ApiError, ConnectionError } from '@brickwork/client';
import type { ReactNode } from 'react';
import { describeError } from '../api/describe-error.ts';
import { Button } from './button.tsx';

export function Rows({ count = 6, label = 'Loading' }: { count?: number; label?: string }) {
  return (
    <div role="status" className="space-y-3 p-4">
      <span className="sr-only">{label}…</span>
      {Array.from({ length: count }, (_, index) => `row ${index}`).map((row) => (
        <div key={row} className="skeleton h-9" />
      ))}
    </div>
  );
}

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid place-items-center px-6 py-14 text-center">
      <div className="max-w-md">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children !== undefined && <div className="mt-2 text-soft">{children}</div>}
        {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
      </div>
    </div>
  );
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const known = error instanceof ApiError ? error : undefined;
  const isAway = error instanceof ConnectionError;
  const title = isAway ? 'The service cannot be reached' : TITLES[known?.code ?? ''];
  return (
    <div role="alert" className="grid place-items-center px-6 py-14 text-center">
      <div className="max-w-lg">
        <h2 className="text-lg font-semibold">{title ?? 'That did not work'}</h2>
        <p className="mt-2 text-soft">
          {isAway ? 'This page loads by itself once the service answers; nothing is lost.' : describeError(error)}
        </p>
        {known?.requestId !== undefined && (
          <p className="mt-2 font-mono text-xs text-muted">
            {known.code} · {known.requestId}
          </p>
        )}
        {onRetry !== undefined && (
          <Button className="mt-5" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

/** For a part of a page whose absence would read as "there is none". */
export function NotLoaded({ what, error, onRetry }: { what: string; error: unknown; onRetry(): unknown }) {
  return (
    <div role="alert" className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-bad">
      <p>{`${what} could not be loaded. ${describeError(error)}`}</p>
      <Button isSmall onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  forbidden: 'Your role does not allow this',
  run_not_found: 'No such run',
  kit_not_found: 'No such kit',
  rate_limited: 'Too many requests',
  not_found: 'Not found',
};
