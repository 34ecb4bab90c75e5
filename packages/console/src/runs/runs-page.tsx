import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type BrickSchema, useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { RUN_STATUSES, type RunItem, useRuns } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useTimezone } from '../api/settings.ts';
import { useKept } from '../session/use-kept.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AnswerColumns } from './answer-columns.tsx';
import { RunTable } from './run-table.tsx';
import { filterOf, type RunsSearch, withoutAnswers } from './runs-search.ts';
import { SavedViews } from './saved-views.tsx';
import { WhereChips } from './where-chips.tsx';

interface RunsPageProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

const NO_BRICKS: readonly BrickSchema[] = [];

export function RunsPage({ search, onSearch }: RunsPageProps) {
  const filter = filterOf(search, useTimezone());
  const columns = (search.columns ?? '').split(',').filter((key) => key !== '');
  const kitId = useKits().data?.find(({ kit_code }) => kit_code === search.kit)?.kit_id;
  const bricks = useKitSchema(kitId).data?.bricks ?? NO_BRICKS;
  const versions = useKitVersions(kitId).data;
  const cursors = (search.pages ?? '').split('.').filter((cursor) => cursor !== '');
  const setCursors = (next: readonly string[]) =>
    onSearch({ ...search, pages: next.length === 0 ? undefined : next.join('.') });
  const [marked, setMarked] = useKept<string | undefined>('runs.marked', undefined);
  const [, keepSearch] = useKept<RunsSearch>('runs.search', search);
  useEffect(() => keepSearch(search), [keepSearch, search]);
  const { data, error, refetch, isPlaceholderData } = useRuns(
    { ...filter, ...(columns.length > 0 && { include: 'answers' as const }) },
    cursors.at(-1),
  );
  const runs = data?.data ?? [];
  const navigate = useNavigate();
  const next = data?.next_cursor;
  const goNext = next === undefined ? undefined : () => setCursors([...cursors, next]);
  const goBack = cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1));
  // The run, not its row: new runs push the rows down while one reads.
  const markedAt = runs.findIndex(({ run_id }) => run_id === marked);
  const mark = (by: number) => {
    const from = markedAt >= 0 ? markedAt : by > 0 ? -1 : runs.length;
    setMarked(runs[Math.min(Math.max(from + by, 0), runs.length - 1)]?.run_id);
  };
  const openMarked = (run: RunItem | undefined) =>
    run === undefined ? undefined : () => navigate({ to: '/runs/$runId', params: { runId: run.run_id } });
  useHotkeys({
    j: () => mark(1),
    k: () => mark(-1),
    n: goNext,
    p: goBack,
    Enter: openMarked(runs[markedAt]),
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);

  return (
    <>
      <PageHeader title="Runs">
        {cursors.length === 0 ? 'Newest first, and live.' : `Page ${cursors.length + 1}.`} Press{' '}
        <kbd className="font-mono">?</kbd> for the keyboard.
      </PageHeader>
      <SavedViews search={search} onSearch={onSearch} />
      <Filters search={search} onSearch={onSearch} />
      <WhereChips
        where={search.where}
        onWhere={(where) => onSearch({ ...search, where, pages: undefined })}
        bricks={search.kit === undefined ? NO_BRICKS : bricks}
        versions={versions}
      />
      {search.backfill !== undefined && (
        <BackfillNote
          backfillId={search.backfill}
          onClear={() => onSearch({ ...search, backfill: undefined, pages: undefined })}
        />
      )}
      <AnswerColumns
        runs={runs}
        bricks={search.kit === undefined ? NO_BRICKS : bricks}
        chosen={columns}
        search={search}
        onChoose={(next) => onSearch({ ...search, columns: next.length === 0 ? undefined : next.join(',') })}
      />
      <Panel>
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          {error !== null && data === undefined ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : data === undefined ? (
            <Rows label="Loading runs" />
          ) : runs.length === 0 ? (
            <NoRuns isFiltered={isFiltered} onClear={() => onSearch({})} />
          ) : (
            <div className="overflow-x-auto">
              <RunTable
                runs={runs}
                marked={marked}
                columns={columns.map((key) => {
                  const brick = bricks.find((each) => each.key === key);
                  return { key, name: brick?.name ?? key, brick };
                })}
              />
            </div>
          )}
        </div>
        <footer className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-sm text-muted">
          <span aria-live="polite">
            {error !== null && data !== undefined ? 'Not live: the service cannot be reached.' : `${runs.length} shown`}
          </span>
          <span className="flex gap-2">
            <Button isSmall disabled={goBack === undefined} onClick={goBack}>
              Newer
            </Button>
            <Button isSmall disabled={goNext === undefined} onClick={goNext}>
              Older
            </Button>
          </span>
        </footer>
      </Panel>
    </>
  );
}

function BackfillNote({ backfillId, onClear }: { backfillId: string; onClear(): void }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        Only the runs of{' '}
        <Link
          to="/backfills/$backfillId"
          params={{ backfillId }}
          className="rounded text-accent underline underline-offset-2"
        >
          one backfill
        </Link>
        .
      </span>
      <Button kind="quiet" isSmall onClick={onClear}>
        Show other runs
      </Button>
    </p>
  );
}

function NoRuns({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const mayRun = useMay('runs:write');
  if (isFiltered) {
    return (
      <EmptyState title="No run matches" action={<Button onClick={onClear}>Show all runs</Button>}>
        Search compares the whole external id. Filters by answer look at 5,000 runs at a time: go on with “Older”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No runs yet"
      action={
        mayRun && (
          <Link to="/welcome" className={buttonClass('primary')}>
            Evaluate a first conversation
          </Link>
        )
      }
    >
      A run is one conversation, read with one kit. It shows up here as soon as it is created.
    </EmptyState>
  );
}

function Filters({ search, onSearch }: RunsPageProps) {
  const kits = useKits().data ?? [];
  const navigate = useNavigate();
  const [draft, setDraft] = useState(search.q ?? '');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setDraft(search.q ?? ''), [search.q]);
  useHotkeys({ '/': () => field.current?.focus() });
  // Another filter starts at its first page.
  const change = (part: RunsSearch) => onSearch({ ...search, pages: undefined, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = draft.trim();
    if (/^run_[0-9a-z]{26}$/.test(wanted)) navigate({ to: '/runs/$runId', params: { runId: wanted } });
    else change({ q: wanted === '' ? undefined : wanted });
  };
  const select = (value: string) => (value === '' ? undefined : value);
  return (
    <search>
      <form onSubmit={submit} className="mb-4 flex flex-wrap gap-2">
        <input
          ref={field}
          type="search"
          aria-label="External id or run id"
          placeholder="External id or run id"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          className={`${INPUT} min-w-52 flex-1`}
        />
        <select
          aria-label="Status"
          value={search.status ?? ''}
          onChange={(event) => change({ status: select(event.target.value) })}
          className={INPUT}
        >
          <option value="">Any status</option>
          {RUN_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
        <select
          aria-label="Kit"
          value={search.kit ?? ''}
          onChange={(event) =>
            change({ kit: select(event.target.value), where: withoutAnswers(search.where), columns: undefined })
          }
          className={`${INPUT} max-w-52`}
        >
          <option value="">Any kit</option>
          {kits.map((kit) => (
            <option key={kit.kit_id} value={kit.kit_code}>
              {kit.name}
            </option>
          ))}
        </select>
        <select
          aria-label="Type"
          value={search.type ?? ''}
          onChange={(event) => change({ type: select(event.target.value) })}
          className={INPUT}
        >
          <option value="">Any type</option>
          <option>api</option>
          <option>sandbox</option>
        </select>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
