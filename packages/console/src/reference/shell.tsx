/** Around every page of the reference: all operations and the search on the left, behind a button on small screens. */
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ThemeChoice } from '../shell/theme-choice.tsx';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Navigation } from './navigation.tsx';
import { ReferenceContext, useLoadedReference } from './use-reference.ts';

const ELSEWHERE = [
  ['/console', 'Console'],
  ['/guides', 'Guides'],
  ['/openapi.json', 'openapi.json'],
] as const;

export function ReferenceShell() {
  const [loaded, retry] = useLoadedReference();
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever one has gone somewhere.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <ReferenceContext value={loaded?.reference}>
      <div className="lg:grid lg:grid-cols-[280px_minmax(0,1fr)] print:block">
        <a
          href="#content"
          className="sr-only z-50 rounded-lg bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to the content
        </a>
        <div className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden print:hidden">
          <Home />
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-controls="operations"
            aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} className="size-5" />
          </Button>
        </div>
        <aside
          id="operations"
          className={`border-line bg-surface print:hidden max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r ${isOpen ? '' : 'max-lg:hidden'}`}
        >
          <div className="px-5 pt-5 pb-3 max-lg:hidden">
            <Home />
          </div>
          {loaded?.reference === undefined ? <Rows count={8} /> : <Navigation reference={loaded.reference} />}
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line px-4 py-3 text-[13px]">
            {ELSEWHERE.map(([address, label]) => (
              <a
                key={address}
                href={address}
                className="rounded whitespace-nowrap text-soft underline underline-offset-2 hover:text-ink"
              >
                {label}
              </a>
            ))}
            <ThemeChoice />
          </div>
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-10 lg:py-8">
          <div className="mx-auto max-w-[1240px]">
            {loaded === undefined && <Rows label="Loading the reference" />}
            {loaded?.error !== undefined && <ErrorState error={loaded.error} onRetry={retry} />}
            {loaded?.reference !== undefined && <Outlet />}
          </div>
        </main>
      </div>
    </ReferenceContext>
  );
}

function Home() {
  return (
    <Link to={'/docs' as string} className="block rounded-lg" aria-label="Brickwork API reference">
      <Brand />
    </Link>
  );
}
