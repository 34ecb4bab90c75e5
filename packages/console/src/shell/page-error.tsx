/** In place of a page that could not be shown; the menu still leads elsewhere. */
import { ConnectionError } from '@brickwork/client';
import { useCallback, useEffect } from 'react';
import { forgetFailedPages, isServiceThere } from '../lazy-page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useIsAway } from './use-is-away.ts';

const RELOADED = 'brickwork.reloaded';
/** Pages that were asked for again. */
const asked = new Set<string>();

/** Tried again without leaving the console, and never while the service is away: the browser would show a page of its own. */
export function PageError({ error, reset }: { error: unknown; reset(): void }) {
  const isAway = useIsAway();
  const isFile = error instanceof ConnectionError;
  const retry = useCallback(
    async (isClicked: boolean) => {
      if (!(await isServiceThere())) return;
      const { pathname } = location;
      if (isFile && !asked.has(pathname)) {
        asked.add(pathname);
        forgetFailedPages();
        return reset();
      }
      // The service was updated meanwhile and no longer has the file: the console is loaded again, by itself only once.
      if (!isClicked && sessionStorage.getItem(RELOADED) === pathname) return;
      sessionStorage.setItem(RELOADED, pathname);
      location.reload();
    },
    [isFile, reset],
  );
  // Once it is back, nobody has to ask.
  useEffect(() => {
    if (isFile && !isAway) void retry(false);
  }, [isFile, isAway, retry]);
  return <ErrorState error={error} onRetry={() => void retry(true)} />;
}
