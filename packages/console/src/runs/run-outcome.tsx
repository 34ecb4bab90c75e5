/** What stands where the results would: why there are none, and what to do next. */
import { Link } from '@tanstack/react-router';
import { isTerminal, type Run } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

export function RunOutcome({ run }: { run: Run }) {
  if (run.erased_at !== undefined) {
    return <EmptyState title="Erased">The contents of this run were erased. How it ended is kept.</EmptyState>;
  }
  if (run.status === 'failed') return <Failure run={run} />;
  if (run.status === 'cancelled') {
    return (
      <EmptyState title="Cancelled">It was cancelled before it ended. Create it again to have it evaluated.</EmptyState>
    );
  }
  if (!isTerminal(run.status)) {
    return (
      <EmptyState title={WAITING[run.status] ?? 'Under way'}>
        <span role="status">This page shows the results as soon as they are there.</span>
      </EmptyState>
    );
  }
  return <EmptyState title="No bricks">The run succeeded without an answer to show.</EmptyState>;
}

const WAITING: Readonly<Record<string, string>> = {
  processing: 'Waiting for a worker',
  queued: 'Waiting: a retry is due, or the workspace is at its limit',
  running: 'Being evaluated',
};

function Failure({ run }: { run: Run }) {
  const mayRetry = useMay('runs:write');
  const mayReadInput = useMay('runs:read_input');
  return (
    <EmptyState
      title={run.error_user_message ?? 'The run failed'}
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
  kit_input_invalid: 'The input does not fit the kit. Compare it with the kit’s input fields and send it again.',
};
