/** An agent's own calls, newest first. Nobody else's are ever sent to this page. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRuns } from '../api/runs.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { MyNotes } from './my-notes.tsx';

export function MyCallsPage() {
  const { me } = useSession();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, error, refetch } = useRuns({ status: 'succeeded' }, cursors.at(-1));
  const next = data?.next_cursor;
  return (
    <>
      <PageHeader title="My calls">
        How your calls were judged, and why. If an answer is wrong, open the call and appeal it: somebody will review
        it.
      </PageHeader>
      <Panel>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data === undefined ? (
          <Rows label="Loading calls" />
        ) : data.data.length === 0 && cursors.length === 0 ? (
          <EmptyState title="No calls yet">
            <p>Calls appear here once their agent is “{me.agent}”.</p>
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.data.map((run) => (
              <li key={run.run_id}>
                <Link
                  to="/my-calls/$runId"
                  params={{ runId: run.run_id }}
                  className="flex flex-wrap items-baseline gap-x-4 px-4 py-3 hover:bg-sunken sm:px-5"
                >
                  <span className="min-w-0 flex-1 truncate font-medium" title={run.external_id}>
                    <Said>{run.external_id ?? run.run_id}</Said>
                  </span>
                  <time dateTime={run.occurred_at} title={formatTime(run.occurred_at)} className="text-sm text-muted">
                    {formatAgo(run.occurred_at)}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <div className="mt-4 flex gap-2">
        {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
        {next !== undefined && <Button onClick={() => setCursors([...cursors, next])}>Older</Button>}
      </div>
      <MyNotes />
    </>
  );
}
