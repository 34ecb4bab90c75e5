/** An agent's home: how the month goes, what would help most, what others wrote, and the calls. Nobody else's are ever sent to this page. */
import type { Home, RunItem } from '@brickwork/client';
import { formatFor } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatDay, formatMonth, formatWeekday } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { EmptyState, ErrorState, NotLoaded, Rows } from '../ui/states.tsx';
import { MyInbox } from './my-inbox.tsx';
import { MyMonth } from './my-month.tsx';
import { lostIn } from './my-scorecard.ts';
import { nameOfBrick } from './name-of-brick.ts';
import { useOwnCalls } from './own-calls.ts';

export function MyCallsPage() {
  const home = useRead((api) => api.home.get());
  // Names and figures come from there: until they are known, nothing is shown that would change under the reader's eyes.
  const kits = home.data?.kits ?? (home.error === null ? undefined : []);
  const month = home.data && formatMonth(new Date(`${home.data.month}T12:00:00`));
  return (
    <>
      <PageHeader title="My calls">
        {month === undefined ? 'How your calls went, and why.' : `${month}: how your calls went, and why.`}
      </PageHeader>
      <div className="space-y-5">
        {home.error !== null && <NotLoaded what="Your month" error={home.error} onRetry={home.refetch} />}
        {kits === undefined && (
          <Panel>
            <Rows count={4} label="Loading your month" />
          </Panel>
        )}
        {home.data?.kits.map((kit) => (
          <MyMonth key={kit.kit_id} kit={kit} today={home.data.today} isOnly={home.data.kits.length === 1} />
        ))}
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Calls kits={kits} />
          <div className="min-w-0 max-xl:order-first">
            <MyInbox kits={kits} />
          </div>
        </div>
      </div>
    </>
  );
}

function Calls({ kits }: { kits: Home['kits'] | undefined }) {
  const { me } = useSession();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, error, refetch } = useOwnCalls(cursors.at(-1));
  const next = data?.next;
  return (
    <div className="min-w-0">
      <Panel title="Calls">
        {error !== null ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data === undefined || kits === undefined ? (
          <Rows label="Loading calls" />
        ) : data.calls.length === 0 && cursors.length === 0 ? (
          <EmptyState title="No calls yet">
            <p>Calls of “{me.agent}” appear here as soon as they are evaluated.</p>
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.calls.map((run) => (
              <CallLine key={run.run_id} run={run} kit={kits.find(({ kit_code }) => kit_code === run.kit_code)} />
            ))}
          </ul>
        )}
      </Panel>
      <div className="mt-4 flex gap-2 empty:hidden">
        {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
        {next !== undefined && <Button onClick={() => setCursors([...cursors, next])}>Older</Button>}
      </div>
    </div>
  );
}

function CallLine({ run, kit }: { run: RunItem; kit: Home['kits'][number] | undefined }) {
  const value = kit?.brick === undefined ? undefined : run.answers?.[kit.brick]?.value;
  const main = kit?.bricks.find(({ key }) => key === kit.brick);
  const lost = kit === undefined ? [] : lostIn(run, kit.bricks);
  const day = run.occurred_at.slice(0, 10);
  return (
    <li>
      <Link
        to="/my-calls/$runId"
        params={{ runId: run.run_id }}
        className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2.5 hover:bg-sunken sm:px-5"
      >
        <time dateTime={run.occurred_at} className="text-[13px] whitespace-nowrap text-muted tabular-nums">
          {`${formatWeekday(run.occurred_at)} ${formatDay(day)}`}
        </time>
        <span className="min-w-0">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="truncate font-medium" title={run.external_id}>
              <Said>{run.external_id ?? 'Call'}</Said>
            </span>
            {kit !== undefined && (
              <span className="min-w-0 truncate text-[13px] text-muted" title={kit.name}>
                {kit.name}
              </span>
            )}
          </span>
          {kit?.brick !== undefined && value !== undefined && value !== null && (
            <span className="block truncate text-[13px] text-muted" title={nameOfBrick(kit.bricks, kit.brick)}>
              {nameOfBrick(kit.bricks, kit.brick)}
            </span>
          )}
          {lost.length > 0 && (
            <span className="block truncate text-[13px] text-muted" title={lost.join(', ')}>
              {`Missed: ${lost.join(', ')}`}
            </span>
          )}
        </span>
        <span className="font-semibold tabular-nums">
          {typeof value === 'number'
            ? formatFor('mean', main)(value)
            : typeof value === 'boolean'
              ? value
                ? 'Yes'
                : 'No'
              : ''}
        </span>
      </Link>
    </li>
  );
}
