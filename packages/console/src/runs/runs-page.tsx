import type { BrickSchema, Dimension, RunCount, RunItem } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { useTimezone } from '../api/settings.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { useRead } from '../api/use-read.ts';
import { useKept } from '../session/use-kept.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Keys } from '../ui/keys.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { AnswerColumns } from './answer-columns.tsx';
import { columnOf, nextSort, shownColumns } from './columns.ts';
import { RunFacets } from './run-facets.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';
import { RunsActions } from './runs-actions.tsx';
import { conditionsOf, filterOf, type RunsSearch, sortOf, whereOf } from './runs-search.ts';
import { SavedViews } from './saved-views.tsx';
import { SelectedActions } from './selected-actions.tsx';
import { useMarked, useSelected } from './use-marked-runs.ts';
import { useRunPage } from './use-run-page.ts';
import { useScoreBricks } from './use-score-bricks.ts';
import { WhereChips } from './where-chips.tsx';

interface RunsPageProps {
  search: RunsSearch;
  onSearch(search: RunsSearch): void;
}

const NO_BRICKS: readonly BrickSchema[] = [];
const NO_DIMENSIONS: readonly Dimension[] = [];
const NO_RUNS: readonly RunItem[] = [];
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

const KEYS = [
  ['j k', 'move'],
  ['Enter', 'open'],
  ['n p', 'page'],
  ['/', 'filter'],
  ['?', 'all keys'],
] as const;

function shownOf(shown: number, counted: RunCount | undefined): string {
  if (counted === undefined) return `${shown} shown`;
  if (counted.complete) return `${shown} of ${formatNumber(counted.count)}`;
  // Older ones may match, which the list has found and the count has not.
  return counted.count > shown ? `${shown} of more than ${formatNumber(counted.count)}` : `${shown} shown`;
}

function aboutList(pages: number, sort: string | undefined): string {
  if (pages > 0) return `Page ${pages + 1}.`;
  return sort === undefined ? 'Latest first. The list updates by itself.' : 'Sorted.';
}

const NOT_LIVE = 'Not live: the service cannot be reached.';

function narrowedBy(search: RunsSearch, condition: readonly [string, string]): RunsSearch {
  if (condition[0] === 'status') return { ...search, status: condition[1], pages: undefined };
  return { ...search, where: whereOf([...conditionsOf(search.where), condition]), pages: undefined };
}

export function RunsPage({ search, onSearch }: RunsPageProps) {
  const filter = filterOf(search, useTimezone());
  const word = useCallsWord();
  const kitId = useKits().data?.find(({ kit_code }) => kit_code === search.kit)?.kit_id;
  const schema = useKitSchema(kitId).data?.bricks ?? NO_BRICKS;
  const bricks = search.kit === undefined ? NO_BRICKS : schema;
  const dimensions = useRead((api) => api.dimensions.list()).data ?? NO_DIMENSIONS;
  const sort = sortOf(search);
  const versions = useKitVersions(kitId).data;
  const cursors = (search.pages ?? '').split('.').filter((cursor) => cursor !== '');
  const setCursors = (next: readonly string[]) =>
    onSearch({ ...search, pages: next.length === 0 ? undefined : next.join('.') });
  const [, keepSearch] = useKept<RunsSearch>('runs.search', search);
  useEffect(() => keepSearch(search), [keepSearch, search]);
  const { selected, select, clear } = useSelected();
  const { data, error, refetch, isPlaceholderData } = useRunPage(
    { ...filter, sort, include: 'answers' },
    cursors.at(-1),
    search.sort === undefined,
  );
  const counted = useRead((api) => api.runs.count({ ...filter, facets: facetsOf(bricks, dimensions) }), {
    keep: true,
    // Not as often as the list itself, since it looks at more.
    refetchInterval: 30_000,
  }).data;
  const runs = data?.data ?? NO_RUNS;
  const scores = useScoreBricks(useMemo(() => [...new Set(runs.map(({ kit_code }) => kit_code))], [runs]));
  const known = { bricks, dimensions, scores };
  const { columns, isHidden, added } = shownColumns(search.columns, search.hide, known);
  const next = data?.next_cursor;
  const goNext = next === undefined ? undefined : () => setCursors([...cursors, next]);
  const goBack = cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1));
  const marked = useMarked(runs, goNext, goBack);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);

  return (
    <>
      <PageHeader title={word.title} actions={<SavedViews search={search} onSearch={onSearch} />}>
        {aboutList(cursors.length, search.sort)}
      </PageHeader>
      <RunFilters search={search} onSearch={onSearch} />
      <Notes search={search} onSearch={onSearch} />
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <WhereChips
          where={search.where}
          onWhere={(where) => onSearch({ ...search, where, pages: undefined })}
          bricks={bricks}
          versions={versions}
          isInline
        />
        <AnswerColumns
          bricks={bricks}
          dimensions={dimensions}
          added={added}
          isHidden={isHidden}
          onChoose={(chosen) => onSearch({ ...search, ...chosen })}
        />
        <RunFacets
          facets={counted?.facets ?? []}
          nameOf={(facet) => columnOf(facet.replace(/^answer\./, ''), known).name}
          nameOfValue={(facet, value) => nameOfValue(bricks, facet, value)}
          onChoose={(condition) => onSearch(narrowedBy(search, condition))}
        />
        {selected.size > 0 ? (
          <SelectedActions selected={selected} columns={columns} onClear={clear} />
        ) : (
          <RunsActions search={search} filter={{ ...filter, sort }} columns={columns} counted={counted} />
        )}
      </div>
      {data?.sort_complete === false && <SortedAmong />}
      <Panel>
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          {data === undefined ? (
            <NotLoaded error={error} onRetry={() => refetch()} />
          ) : runs.length === 0 ? (
            <NoRuns isFiltered={isFiltered} onClear={() => onSearch({})} />
          ) : (
            <div className="overflow-x-auto">
              <RunTable
                runs={runs}
                marked={marked}
                columns={columns}
                sort={sort}
                onSort={(by) => onSearch({ ...search, sort: nextSort(sort, by), pages: undefined })}
                selected={selected}
                onSelect={select}
              />
            </div>
          )}
        </div>
        <PageFooter
          isSorted={search.sort !== undefined}
          status={error !== null && data !== undefined ? NOT_LIVE : shownOf(runs.length, counted)}
          goBack={goBack}
          goNext={goNext}
        />
      </Panel>
    </>
  );
}

interface PageFooterProps {
  isSorted: boolean;
  status: string;
  goBack: (() => void) | undefined;
  goNext: (() => void) | undefined;
}

function PageFooter({ isSorted, status, goBack, goNext }: PageFooterProps) {
  return (
    <footer className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-sm text-muted">
      <span aria-live="polite">{status}</span>
      <Keys keys={KEYS} />
      <span className="flex gap-2">
        <Button isSmall disabled={goBack === undefined} onClick={goBack}>
          {isSorted ? 'Before' : 'Newer'}
        </Button>
        <Button isSmall disabled={goNext === undefined} onClick={goNext}>
          {isSorted ? 'After' : 'Older'}
        </Button>
      </span>
    </footer>
  );
}

function SortedAmong() {
  const word = useCallsWord();
  return (
    <Notice tone="info" className="mb-4">
      {`Only the newest 20,000 ${word.many} of this kit are sorted.`} Choose a shorter period to compare older ones.
    </Notice>
  );
}

function NotLoaded({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return error === null ? <Rows label="Loading runs" /> : <ErrorState error={error} onRetry={onRetry} />;
}

function Notes({ search, onSearch }: RunsPageProps) {
  return (
    <>
      {search.as === 'reviewed' && (
        <ReviewedNote onClear={() => onSearch({ ...search, as: undefined, pages: undefined })} />
      )}
      {search.backfill !== undefined && (
        <BackfillNote
          backfillId={search.backfill}
          onClear={() => onSearch({ ...search, backfill: undefined, pages: undefined })}
        />
      )}
    </>
  );
}

function ReviewedNote({ onClear }: { onClear(): void }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      Answers include reviewers’ corrections.
      <Button kind="quiet" isSmall onClick={onClear}>
        Show original answers
      </Button>
    </p>
  );
}

function BackfillNote({ backfillId, onClear }: { backfillId: string; onClear(): void }) {
  const { many } = useCallsWord();
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        {`Only the ${many} of `}
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
        {`Show other ${many}`}
      </Button>
    </p>
  );
}

function NoRuns({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const { one, many, isEngineer } = useCallsWord();
  if (isFiltered) {
    return (
      <EmptyState title={`No ${one} matches`} action={<Button onClick={onClear}>{`Show all ${many}`}</Button>}>
        {`Filters by answer search 5,000 ${many} at a time: select “Older” to continue. The words of a call can be searched a few seconds after it was evaluated.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No ${many} yet`}
      action={
        isEngineer && (
          <Link to="/welcome" className={buttonClass('primary')}>
            Evaluate a first conversation
          </Link>
        )
      }
    >
      {isEngineer
        ? 'A run is one conversation, read with one kit. It shows up here as soon as it is created.'
        : 'A call shows up here as soon as it is evaluated with a kit.'}
    </EmptyState>
  );
}
