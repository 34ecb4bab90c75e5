import type { RunItem } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useKits } from '../api/kits.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { formatTime, formatWhen } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { StatusBadge, Tag } from '../ui/status-badge.tsx';
import { showAnswer } from './answer-columns.tsx';
import { type Column, directionOf } from './columns.ts';
import { type Tone, toneOf } from './tone-of.ts';

/** Narrower below xl, so that the usual columns fit beside the menu at 1024 px. */
const HEAD = 'px-2.5 py-2.5 text-left text-[13px] font-medium whitespace-nowrap text-muted md:first:pl-4 xl:px-4';
const CELL = 'px-2.5 py-2.5 align-middle md:first:pl-4 xl:px-4 max-md:block max-md:p-0';
const WIDTH = 'md:max-w-32 xl:max-w-56';
/** The first column stays while the others are scrolled. */
const FROZEN = 'md:sticky md:left-0 md:z-10 md:bg-surface md:group-hover:bg-sunken';

/** Good and bad by colour and by sign; never by an arrow, which says that something rose or fell. */
const TONES: Readonly<Record<Tone, { sign: string; colour: string }>> = {
  good: { sign: '●', colour: 'text-ok' },
  bad: { sign: '◆', colour: 'text-bad' },
  neutral: { sign: '', colour: '' },
};

export interface RunTableProps {
  runs: readonly RunItem[];
  marked: string | undefined;
  columns: readonly Column[];
  sort: string | undefined;
  onSort(by: string): void;
  selected: ReadonlyMap<string, RunItem>;
  onSelect(runs: readonly RunItem[], isSelected: boolean): void;
}

/** A table where there is room, a list of cards where there is not. */
export function RunTable({ runs, marked, columns, sort, onSort, selected, onSelect }: RunTableProps) {
  const { one, many, isEngineer } = useCallsWord();
  const names = new Map(useKits().data?.map((kit) => [kit.kit_code, kit.name]));
  const isAll = runs.every(({ run_id }) => selected.has(run_id));
  return (
    <table className="w-full text-sm max-md:block">
      <thead className="border-b border-line max-md:sr-only">
        <tr>
          <th className={`${HEAD} ${FROZEN}`}>
            <label className="flex items-center gap-3">
              <input
                type="checkbox"
                aria-label={`Select all ${many} of this page`}
                checked={isAll}
                onChange={() => onSelect(runs, !isAll)}
              />
              {one === 'run' ? 'Run' : 'Call'}
            </label>
          </th>
          {columns.map(({ id, name, sort: by }) =>
            by === undefined ? (
              <th key={id} className={HEAD}>
                {name}
              </th>
            ) : (
              <SortedHead key={id} name={name} by={by} sort={sort} onSort={onSort} />
            ),
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {runs.map((run) => (
          <RunRow
            key={run.run_id}
            run={run}
            kitName={names.get(run.kit_code)}
            columns={columns}
            hasId={isEngineer}
            isMarked={run.run_id === marked}
            isSelected={selected.has(run.run_id)}
            onSelect={(isSelected) => onSelect([run], isSelected)}
          />
        ))}
      </tbody>
    </table>
  );
}

function SortedHead({ name, by, sort, onSort }: { name: string; by: string } & Pick<RunTableProps, 'sort' | 'onSort'>) {
  const direction = directionOf(sort, by);
  return (
    <th className={HEAD} {...(direction !== undefined && { 'aria-sort': direction })}>
      <button
        type="button"
        title={`Sort by ${name}`}
        onClick={() => onSort(by)}
        className={`flex max-w-56 items-center gap-1 rounded hover:text-ink ${direction === undefined ? '' : 'text-ink'}`}
      >
        <span className="truncate">{name}</span>
        <span aria-hidden="true">{direction === undefined ? '↕' : direction === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}

interface RunRowProps {
  run: RunItem;
  kitName: string | undefined;
  columns: readonly Column[];
  /** Ids say something to those who call the API. */
  hasId: boolean;
  isMarked: boolean;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
}

function RunRow({ run, kitName, columns, hasId, isMarked, isSelected, onSelect }: RunRowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isMarked) link.current?.focus();
  }, [isMarked]);
  const name = run.external_id ?? shortId(run.run_id);
  return (
    <tr
      className={`group relative hover:bg-sunken has-[a:focus-visible]:bg-sunken max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3 ${isMarked ? 'bg-sunken' : ''}`}
    >
      <td className={`${CELL} ${FROZEN} min-w-0 max-md:order-first max-md:basis-full`}>
        <span className="flex items-center gap-3">
          {/* Above the link, which covers the row. */}
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={() => onSelect(!isSelected)}
            className="relative z-20"
          />
          <Link
            ref={link}
            to="/runs/$runId"
            params={{ runId: run.run_id }}
            title={name}
            className="max-w-72 min-w-0 truncate md:max-w-40 xl:max-w-72 font-medium text-ink outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
          >
            {run.external_id === undefined ? (
              <span className="font-mono text-[13px]">{name}</span>
            ) : (
              <Said>{run.external_id}</Said>
            )}
          </Link>
          {hasId && run.external_id !== undefined && (
            <span className="font-mono text-xs whitespace-nowrap text-muted max-xl:hidden">{shortId(run.run_id)}</span>
          )}
          {run.status !== 'succeeded' && <StatusBadge status={run.status} />}
          {run.type !== 'api' && <Tag>{run.type}</Tag>}
          {run.masked === true && <Tag tone="accent">masked</Tag>}
        </span>
      </td>
      {columns.map((column) => (
        <td key={column.id} className={`${CELL} ${WIDTH} md:truncate`}>
          {LABELLED.includes(column.kind) && <span className="text-muted md:hidden">{column.name}: </span>}
          <Cell run={run} column={column} kitName={kitName} />
        </td>
      ))}
    </tr>
  );
}

/** On cards, which have no header row: labels for cells that need one. */
const LABELLED: readonly Column['kind'][] = ['answer', 'metadata'];

function Cell({ run, column, kitName }: { run: RunItem; column: Column; kitName: string | undefined }) {
  const { kind, metadataKey } = column;
  if (kind === 'when')
    return (
      <time dateTime={run.occurred_at} title={formatTime(run.occurred_at)} className="whitespace-nowrap text-soft">
        {formatWhen(run.occurred_at)}
      </time>
    );
  if (kind === 'kit')
    return (
      <span className="text-soft" title={kitName}>
        {kitName ?? run.kit_code} <span className="text-muted">v{run.kit_version}</span>
      </span>
    );
  if (metadataKey !== undefined) {
    const value = run.metadata?.[metadataKey];
    return value === undefined ? (
      <NoValue />
    ) : (
      <span title={value} className={`md:block md:truncate ${WIDTH}`}>
        <Said>{value}</Said>
      </span>
    );
  }
  const brick = column.brickIn(run);
  const answer = run.answers?.[column.keyIn(run) ?? ''];
  if (answer === undefined) return <NoValue />;
  const text = showAnswer(answer, brick);
  if (answer.value === null) return <span className="text-muted italic">{text}</span>;
  const tone = Array.isArray(answer.value) ? 'neutral' : toneOf(answer.value, brick);
  const { sign, colour } = TONES[tone];
  return (
    <span title={text} className={`tabular-nums ${colour}`}>
      {tone !== 'neutral' && (
        <>
          <span aria-hidden="true" className="mr-1.5 text-[10px]">
            {sign}
          </span>
          <span className="sr-only">{`${tone}: `}</span>
        </>
      )}
      <Said>{text}</Said>
    </span>
  );
}

function NoValue() {
  return <span className="text-muted">–</span>;
}

/** The end of an id tells runs apart; their beginnings are the time. */
function shortId(runId: string): string {
  return `run_…${runId.slice(-8)}`;
}
