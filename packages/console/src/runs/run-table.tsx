import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type BrickSchema, useKits } from '../api/kits.ts';
import type { RunItem } from '../api/runs.ts';
import { formatAgo, formatDuration, formatTime } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { StatusBadge, Tag } from '../ui/status-badge.tsx';
import { showAnswer } from './answer-columns.tsx';

const HEAD = 'px-4 py-2.5 text-left text-[13px] font-medium text-muted';

interface RunTableProps {
  runs: readonly RunItem[];
  marked: string | undefined;
  /** Bricks whose answers are shown. */
  columns: readonly { key: string; name: string; brick: BrickSchema | undefined }[];
}

/** A table where there is room, a list of cards where there is not. */
export function RunTable({ runs, marked, columns }: RunTableProps) {
  const names = new Map(useKits().data?.map((kit) => [kit.kit_code, kit.name]));
  return (
    <table className="w-full text-sm max-md:block">
      <thead className="border-b border-line max-md:sr-only">
        <tr>
          <th className={HEAD}>Status</th>
          <th className={HEAD}>Run</th>
          <th className={HEAD}>Kit</th>
          {columns.map(({ key, name }) => (
            <th key={key} className={HEAD}>
              {name}
            </th>
          ))}
          <th className={HEAD}>When</th>
          <th className={`${HEAD} text-right`}>Took</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {runs.map((run) => (
          <RunRow
            key={run.run_id}
            run={run}
            kitName={names.get(run.kit_code)}
            columns={columns}
            isMarked={run.run_id === marked}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RunRowProps {
  run: RunItem;
  kitName: string | undefined;
  columns: RunTableProps['columns'];
  isMarked: boolean;
}

function RunRow({ run, kitName, columns, isMarked }: RunRowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isMarked) link.current?.focus();
  }, [isMarked]);
  const cell = 'px-4 py-2.5 align-middle max-md:block max-md:p-0';
  return (
    <tr
      className={`relative hover:bg-sunken has-[a:focus-visible]:bg-sunken max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3 ${isMarked ? 'bg-sunken' : ''}`}
    >
      <td className={`${cell} md:w-36`}>
        <StatusBadge status={run.status} />
      </td>
      <td className={`${cell} min-w-0 max-md:order-first max-md:basis-full`}>
        <Link
          ref={link}
          to="/runs/$runId"
          params={{ runId: run.run_id }}
          className="font-medium text-ink outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
        >
          {run.external_id === undefined ? (
            <span className="font-mono text-[13px]">{shortId(run.run_id)}</span>
          ) : (
            <Said>{run.external_id}</Said>
          )}
        </Link>
        {run.external_id !== undefined && (
          <span className="ml-2 font-mono text-xs whitespace-nowrap text-muted max-md:hidden">
            {shortId(run.run_id)}
          </span>
        )}
        {run.type !== 'api' && (
          <span className="ml-2">
            <Tag>{run.type}</Tag>
          </span>
        )}
      </td>
      <td className={`${cell} text-soft`}>
        {kitName ?? run.kit_code} <span className="text-muted">v{run.kit_version}</span>
      </td>
      {columns.map(({ key, name, brick }) => {
        const answer = run.answers?.[key];
        return (
          <td key={key} className={`${cell} md:max-w-56 md:truncate`}>
            <span className="text-muted md:hidden">{name}: </span>
            {answer === undefined ? '–' : <Said>{showAnswer(answer, brick)}</Said>}
          </td>
        );
      })}
      <td className={`${cell} md:w-36 whitespace-nowrap text-muted`}>
        <time dateTime={run.occurred_at} title={formatTime(run.occurred_at)}>
          {formatAgo(run.occurred_at)}
        </time>
      </td>
      <td className={`${cell} md:w-24 text-right whitespace-nowrap text-muted`}>{formatDuration(run.duration_ms)}</td>
    </tr>
  );
}

/** The end of an id tells runs apart; their beginnings are the time. */
function shortId(runId: string): string {
  return `run_…${runId.slice(-8)}`;
}
