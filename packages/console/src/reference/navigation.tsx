import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { INPUT } from '../ui/field.tsx';
import type { Operation, Reference } from './document.ts';
import { Method } from './prose.tsx';
import { createSearch, type Hit } from './search.ts';

/** All operations by topic; what is typed into the search takes their place. */
export function Navigation({ reference }: { reference: Reference }) {
  const [query, setQuery] = useState('');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const search = useMemo(() => createSearch(reference), [reference]);
  const hits = query.trim() === '' ? undefined : search(query);
  const box = useRef<HTMLInputElement>(null);
  useSearchKey(() => box.current?.focus());
  const leave = () => setQuery('');
  return (
    <search className="flex min-h-0 flex-1 flex-col" onKeyDown={moveThrough}>
      <div className="px-4 py-2">
        <input
          ref={box}
          type="search"
          aria-label="Search the reference"
          aria-keyshortcuts="/"
          placeholder="Search… (press /)"
          value={query}
          autoComplete="off"
          spellCheck={false}
          className={`${INPUT} w-full`}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') leave();
            const first = hits?.[0];
            if (event.key !== 'Enter' || first === undefined) return;
            leave();
            void navigate({ to: first.address as string });
          }}
        />
        <p role="status" className="sr-only">
          {hits === undefined ? '' : hits.length === 1 ? '1 result' : `${hits.length} results`}
        </p>
      </div>
      <nav
        aria-label={hits === undefined ? 'Operations' : 'Search results'}
        className="flex-1 px-2 pb-6 lg:overflow-y-auto"
      >
        {hits === undefined ? (
          <Topics reference={reference} pathname={pathname} />
        ) : (
          <Hits hits={hits} query={query} onLeave={leave} />
        )}
      </nav>
    </search>
  );
}

/** Arrows go from the box to the results and through them. */
function moveThrough(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, nav a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

function useSearchKey(focus: () => void): void {
  const current = useRef(focus);
  current.current = focus;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      const isSearch = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
      if (!isSearch) return;
      event.preventDefault();
      current.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const ROW =
  'flex items-baseline gap-2 rounded-md px-2 py-1 text-[13px] text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent';

function Topics({ reference, pathname }: { reference: Reference; pathname: string }) {
  const tag = reference.operations.find(({ id }) => pathname === `/docs/${id}`)?.tag;
  return (
    <>
      <ul className="mb-2">
        <li>
          <Link to={'/docs' as string} activeOptions={{ exact: true }} className={ROW}>
            Start here
          </Link>
        </li>
        <li>
          <Link to={'/docs/events' as string} className={ROW}>
            Events that webhooks receive
          </Link>
        </li>
      </ul>
      {reference.tags.map(({ name, operations }) => (
        <Topic key={name} name={name} operations={operations} isCurrent={name === tag} />
      ))}
    </>
  );
}

function Topic({
  name,
  operations,
  isCurrent,
}: {
  name: string;
  operations: readonly Operation[];
  isCurrent: boolean;
}) {
  const [isOpen, setIsOpen] = useState(isCurrent);
  const [wasCurrent, setWasCurrent] = useState(isCurrent);
  if (wasCurrent !== isCurrent) {
    setWasCurrent(isCurrent);
    if (isCurrent) setIsOpen(true);
  }
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex items-center justify-between rounded-md px-2 py-1.5 text-sm font-medium hover:bg-sunken">
        {name}
        <span aria-hidden="true" className="text-xs text-muted">
          {operations.length}
        </span>
      </summary>
      {isOpen && (
        <ul className="mb-2 ml-2 border-l border-line pl-1.5">
          {operations.map(({ id, method, summary }) => (
            <li key={id}>
              <Link to={`/docs/${id}` as string} className={ROW}>
                <Method method={method} className="w-11 shrink-0" />
                <span className="min-w-0">{summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Hits({ hits, query, onLeave }: { hits: readonly Hit[]; query: string; onLeave(): void }) {
  if (hits.length === 0)
    return (
      <p className="px-2 py-3 text-[13px] text-muted">
        Nothing found for “{query}”. Try a field, a path or another word.
      </p>
    );
  return (
    <ul>
      {hits.map(({ address, title, note }) => (
        <li key={address}>
          <Link to={address as string} className={`${ROW} flex-col gap-0!`} onClick={onLeave}>
            <span className="font-medium text-ink">{title}</span>
            <span className="font-mono text-[11px] text-muted">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
