/** What stands where the results would: why there are none, and what to do next. */
import { isTerminal } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import type { Run } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatAgo, formatTime } from '../ui/format.ts';
import { EmptyState } from '../ui/states.tsx';

export function RunOutcome({ run }: { run: Run }) {
  if (run.erased_at !== undefined) {
    return (
      <EmptyState title="Erased">
        Its contents were erased, on request or because their retention ended. How it ended is kept.
      </EmptyState>
    );
  }
  if (run.status === 'failed') return <Failure run={run} />;
  if (run.status === 'cancelled') {
    return <EmptyState title="Cancelled">It was cancelled before it ended. Create it again to evaluate it.</EmptyState>;
  }
  if (!isTerminal(run.status)) {
    return (
      <EmptyState title={TITLES[run.status] ?? 'In progress'}>
        {run.waiting !== undefined && <Waiting waiting={run.waiting} />}
        <span role="status">This page shows the results as soon as they arrive.</span>
      </EmptyState>
    );
  }
  return <EmptyState title="No bricks">The run succeeded, but its kit has no bricks to show.</EmptyState>;
}

const TITLES: Readonly<Record<string, string>> = {
  processing: 'Waiting for a worker',
  queued: 'Waiting',
  running: 'Being evaluated',
};

const REASONS: Readonly<Record<string, string>> = {
  workspace_limit: 'The workspace already runs as many as its plan allows. It starts as soon as another one ends.',
  worker_lost: 'The worker that evaluated it was lost. Another one will take it.',
  worker_stopped: 'The worker that evaluated it was stopped. Another one will take it.',
  unexpected_error: 'The last attempt failed unexpectedly.',
  retry: 'It is waiting for another attempt.',
};

/** Why it waits, which attempt comes next, and when. */
function Waiting({ waiting: { reason, attempt, next_attempt_at } }: { waiting: NonNullable<Run['waiting']> }) {
  return (
    <div className="mb-2">
      <p>{REASONS[reason] ?? `The last attempt failed (${reason}); it will be retried.`}</p>
      <p className="mt-1 text-sm">
        Attempt {attempt}
        {next_attempt_at !== undefined && (
          <>
            {' '}
            <time dateTime={next_attempt_at} title={formatTime(next_attempt_at)}>
              {formatAgo(next_attempt_at)}
            </time>
          </>
        )}
        .
      </p>
    </div>
  );
}

function Failure({ run }: { run: Run }) {
  const mayRetry = useMay('runs:write');
  const mayReadInput = useMay('runs:read_input');
  return (
    <EmptyState
      title={run.error_user_message ?? 'It could not be evaluated'}
      action={
        mayRetry &&
        mayReadInput && (
          <Link to="/playground" search={{ run: run.run_id }} className={buttonClass('primary')}>
            Try it again in the playground
          </Link>
        )
      }
    >
      {run.error_message !== undefined && run.error_message !== run.error_user_message && <p>{run.error_message}</p>}
      <p className="mt-2 text-sm">{NEXT_STEPS[run.error_code ?? ''] ?? NEXT_STEPS.run_request_failed}</p>
      {run.error_code !== undefined && <p className="mt-2 font-mono text-xs text-muted">{run.error_code}</p>}
    </EmptyState>
  );
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  run_request_failed:
    'Nothing is lost: the input is kept. Run it again; if it fails again, try a shorter conversation or another version of the kit.',
  kit_input_invalid: 'The input does not match the kit. Compare it with the kit’s input fields and send it again.',
};
