import type { RunCount } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Dimension, useDimensions } from '../api/dimensions.ts';
import { type BrickSchema, useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { type RunItem, useRunCount, useRuns } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useTimezone } from '../api/settings.ts';
import { useKept } from '../session/use-kept.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AnswerColumns } from './answer-columns.tsx';
import { columnOf, nextSort } from './columns.ts';
import { RunFacets } from './run-facets.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';
import { RunsActions } from './runs-actions.tsx';
import { conditionsOf, filterOf, type RunsSearch, whereOf } from './runs-search.ts';
import { SavedViews } from './saved-views.tsx';
import { SelectedActions } from './selected-actions.tsx';
import { WhereChips } from './where-chips.tsx';

interface RunsPageProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

const NO_BRICKS: readonly BrickSchema[] = [];
const NO_DIMENSIONS: readonly Dimension[] = [];
const NONE: ReadonlyMap<string, RunItem> = new Map();
/** As many as a count takes at once, beside the status. */
const FACETS = 7;

/** Dimensions first, then yes/no questions and categories: what a list is narrowed down by. */
function facetsOf(bricks: readonly BrickSchema[], dimensions: readonly Dimension[]): string[] {
  const divided = bricks.filter(({ type }) => type === 'boolean' || type === 'categorical');
  return [
    'status',
    ...[
      ...dimensions.map(({ metadata_key }) => `metadata.${metadata_key}`),
      ...divided.map(({ key }) => `answer.${key}`),
    ].slice(0, FACETS),
  ];
}

function nameOfValue(bricks: readonly BrickSchema[], facet: string, value: string): string {
  const brick = bricks.find(({ key }) => facet === `answer.${key}`);
  if (brick?.type === 'boolean') return value === 'true' ? 'Yes' : 'No';
  return brick?.categories?.find((category) => category.value === value)?.name ?? value;
}

function shownOf(shown: number, counted: RunCount | undefined): string {
  if (counted === undefined) return `${shown} shown`;
  return `${shown} of ${counted.complete ? '' : 'more than '}${formatNumber(counted.count)}`;
}

export function RunsPage({ search, onSearch }: RunsPageProps) {
  const filter = filterOf(search, useTimezone());
  const kitId = useKits().data?.find(({ kit_code }) => kit_code === search.kit)?.kit_id;
  const schema = useKitSchema(kitId).data?.bricks ?? NO_BRICKS;
  const bricks = search.kit === undefined ? NO_BRICKS : schema;
  const dimensions = useDimensions().data ?? NO_DIMENSIONS;
  // Until somebody chooses: a kit's own score, which people come to sort by.
  const usual = bricks.filter(({ score }) => score !== undefined).map(({ key }) => key);
  const chosen = search.columns?.split(',').filter((key) => key !== '') ?? usual.slice(0, 1);
  const columns = chosen.map((id) => columnOf(id, bricks, dimensions));
  const versions = useKitVersions(kitId).data;
  const cursors = (search.pages ?? '').split('.').filter((cursor) => cursor !== '');
  const setCursors = (next: readonly string[]) =>
    onSearch({ ...search, pages: next.length === 0 ? undefined : next.join('.') });
  const [marked, setMarked] = useKept<string | undefined>('runs.marked', undefined);
  const [, keepSearch] = useKept<RunsSearch>('runs.search', search);
  useEffect(() => keepSearch(search), [keepSearch, search]);
  // Whole runs, since those of other pages are no longer there to be asked for their kit.
  const [selected, setSelected] = useState(NONE);
  const select = (some: readonly RunItem[], isSelected: boolean) =>
    setSelected((before) => {
      const after = new Map(before);
      for (const run of some) isSelected ? after.set(run.run_id, run) : after.delete(run.run_id);
      return after;
    });
  const { data, error, refetch, isPlaceholderData } = useRuns(
    { ...filter, sort: search.sort, ...(columns.length > 0 && { include: 'answers' as const }) },
    cursors.at(-1),
  );
  const counted = useRunCount(filter, facetsOf(bricks, dimensions)).data;
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
        {cursors.length > 0
          ? `Page ${cursors.length + 1}.`
          : search.sort === undefined
            ? 'Newest first, and live.'
            : 'Sorted.'}{' '}
        Press <kbd className="font-mono">?</kbd> for the keyboard.
      </PageHeader>
      <SavedViews search={search} onSearch={onSearch} />
      <RunFilters search={search} onSearch={onSearch} />
      <WhereChips
        where={search.where}
        onWhere={(where) => onSearch({ ...search, where, pages: undefined })}
        bricks={bricks}
        versions={versions}
      />
      {search.as === 'reviewed' && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          Answers as reviewers see them.
          <Button kind="quiet" isSmall onClick={() => onSearch({ ...search, as: undefined, pages: undefined })}>
            Show them as given
          </Button>
        </p>
      )}
      {search.backfill !== undefined && (
        <BackfillNote
          backfillId={search.backfill}
          onClear={() => onSearch({ ...search, backfill: undefined, pages: undefined })}
        />
      )}
      <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-2">
        <AnswerColumns
          bricks={bricks}
          dimensions={dimensions}
          chosen={chosen}
          onChoose={(next) =>
            onSearch({ ...search, columns: next.length === 0 && usual.length === 0 ? undefined : next.join(',') })
          }
        />
        <RunFacets
          facets={counted?.facets ?? []}
          nameOf={(facet) => columnOf(facet.replace(/^answer\./, ''), bricks, dimensions).name}
          nameOfValue={(facet, value) => nameOfValue(bricks, facet, value)}
          onChoose={(condition) =>
            onSearch(
              condition[0] === 'status'
                ? { ...search, status: condition[1], pages: undefined }
                : { ...search, where: whereOf([...conditionsOf(search.where), condition]), pages: undefined },
            )
          }
        />
        {selected.size > 0 ? (
          <SelectedActions selected={selected} columns={columns} onClear={() => setSelected(NONE)} />
        ) : (
          <RunsActions search={search} filter={{ ...filter, sort: search.sort }} columns={columns} counted={counted} />
        )}
      </div>
      {data?.sort_complete === false && (
        <Notice tone="info" className="mb-4">
          Sorted among the newest 20,000 runs of this kit. Choose a shorter period to compare older ones.
        </Notice>
      )}
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
                columns={columns}
                sort={search.sort}
                onSort={(by) => onSearch({ ...search, sort: nextSort(search.sort, by), pages: undefined })}
                selected={selected}
                onSelect={select}
              />
            </div>
          )}
        </div>
        <footer className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-sm text-muted">
          <span aria-live="polite">
            {error !== null && data !== undefined
              ? 'Not live: the service cannot be reached.'
              : shownOf(runs.length, counted)}
          </span>
          <span className="flex gap-2">
            <Button isSmall disabled={goBack === undefined} onClick={goBack}>
              {search.sort === undefined ? 'Newer' : 'Before'}
            </Button>
            <Button isSmall disabled={goNext === undefined} onClick={goNext}>
              {search.sort === undefined ? 'Older' : 'After'}
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
        Filters by answer look at 5,000 runs at a time: continue with “Older”. Words are found a few seconds after a run
        ends.
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
