/** Reasons that nobody asked about: what the calls of a filter talk about that others do not. */
import type { ContrastRequest } from '@brickwork/client';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useChange } from '../api/use-change.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { formatAgo, formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { NotLoaded } from '../ui/states.tsx';
import { useCallsFilter } from './calls-filter.tsx';

const MOST_LISTED = 5;

export function ContrastPanel({ mayStart }: { mayStart: boolean }) {
  const navigate = useNavigate();
  const { filter, fields } = useCallsFilter();
  const start = useChange((api, request: ContrastRequest) => api.contrasts.start(request));
  const {
    data: earlier = [],
    error,
    refetch,
  } = useRead((api) => api.contrasts.list(), { refetchInterval: whileRunning });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(
      { filter },
      { onSuccess: ({ contrast_id }) => navigate({ to: '/reasons/$contrastId', params: { contrastId: contrast_id } }) },
    );
  };
  return (
    <Panel title="Distinctive phrases">
      <div className="space-y-4 p-4 sm:p-5">
        <p className="text-sm text-soft">
          What comes up in these calls, but not in others of the same kit and period? Choose calls by an answer, a score
          or a team.
        </p>
        {mayStart && (
          <form onSubmit={submit} className="space-y-4">
            {fields}
            {start.error !== null && <Notice tone="bad">{describeError(start.error)}</Notice>}
            <Button type="submit" isBusy={start.isPending}>
              Find phrases
            </Button>
          </form>
        )}
        {error !== null && <NotLoaded what="Earlier comparisons" error={error} onRetry={refetch} />}
        {earlier.length > 0 && (
          <ul className="divide-y divide-line border-t border-line">
            {earlier.slice(0, MOST_LISTED).map(({ contrast_id, status, population, created_at }) => (
              <li key={contrast_id} className="py-2 text-sm">
                <Link
                  to="/reasons/$contrastId"
                  params={{ contrastId: contrast_id }}
                  className="font-medium hover:text-accent"
                >
                  {`${formatNumber(population.calls)} calls against ${formatNumber(population.against)}`}
                </Link>
                <span className="ml-2 text-muted">
                  {status === 'succeeded' ? formatAgo(created_at) : `${status}, ${formatAgo(created_at)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
