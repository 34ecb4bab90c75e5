import type { Alert } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { searchOfApiPath } from '../runs/runs-search.ts';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Tag } from '../ui/status-badge.tsx';
import { describeFinding, describeRule } from './alert-words.ts';
import { useRuleBrick } from './use-rule-brick.ts';

/** An alert in a list: its state, its rule and its last figure, with links to itself and to the runs. */
export function AlertItem({ alert, kitName }: { alert: Alert; kitName: string | undefined }) {
  const { name, state, since, found, rule, problem } = alert;
  const brick = useRuleBrick(alert);
  return (
    <li className="px-4 py-3 text-sm">
      <ItemHead state={state} since={since}>
        <Link to="/alerts/$name" params={{ name }} className={NAME_CLASS}>
          {name}
        </Link>
      </ItemHead>
      <p className="mt-1 text-[13px] text-soft">
        {`${kitName ?? alert.kit_code} · ${describeRule(rule, brick)} Now ${describeFinding(rule, found)}.`}
        {found !== undefined && (
          <>
            {' '}
            <Link
              to="/runs"
              search={searchOfApiPath(found.runs_url)}
              className="rounded text-accent underline underline-offset-2"
            >
              Show these calls<span className="sr-only">{`: ${name}`}</span>
            </Link>
          </>
        )}
      </p>
      {problem !== undefined && <p className="mt-1 text-[13px] text-warn">{problem}</p>}
    </li>
  );
}

export const NAME_CLASS = 'rounded font-medium underline decoration-line-strong underline-offset-2 hover:text-accent';

/** The first line of an alert or a canary: its state, its name as a link, and since when. */
export function ItemHead({ state, since, children }: Pick<Alert, 'state' | 'since'> & { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StateTag state={state} />
      {children}
      <time dateTime={since} title={formatTime(since)} className="ml-auto text-[13px] text-muted">
        {formatAgo(since)}
      </time>
    </div>
  );
}

export function StateTag({ state }: Pick<Alert, 'state'>) {
  return <Tag tone={state === 'raised' ? 'bad' : 'ok'}>{state}</Tag>;
}
