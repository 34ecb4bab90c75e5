import { Link } from '@tanstack/react-router';
import { useKits } from '../api/kits.ts';
import { type Run, useRun } from '../api/runs.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { ListenArea } from '../listening/listen-area.tsx';
import { useKept } from '../session/use-kept.ts';
import { formatAgo, formatDuration, formatTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { StatusBadge, Tag } from '../ui/status-badge.tsx';
import type { FromQueue } from './review-pane.tsx';
import { RunActions } from './run-actions.tsx';
import { RunResults } from './run-results.tsx';
import type { RunsSearch } from './runs-search.ts';

interface RunPageProps {
  runId: string;
  queue?: FromQueue | undefined;
  calibration?: string | undefined;
  isReview?: boolean;
}

export function RunPage({ runId, queue, calibration, isReview = false }: RunPageProps) {
  const { data: run, error, refetch } = useRun(runId);
  const [runsSearch] = useKept<RunsSearch>('runs.search', {});
  const word = useCallsWord();
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm">
        <Link to="/runs" search={runsSearch} className="rounded text-muted hover:text-ink">
          ← {word.title}
        </Link>
      </nav>
      {error !== null && run === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : run === undefined ? (
        <Spinner label={`Loading the ${word.one}`} />
      ) : (
        <LoadedRun run={run} queue={queue} calibration={calibration} isReview={isReview} />
      )}
    </>
  );
}

type LoadedRunProps = Omit<RunPageProps, 'runId'> & { run: Run; isReview: boolean };

function LoadedRun({ run, queue, calibration, isReview }: LoadedRunProps) {
  const kit = useKits().data?.find(({ kit_id }) => kit_id === run.kit_id);
  return (
    <>
      <PageHeader
        title={run.external_id ?? kit?.name ?? run.kit_code}
        beside={
          <>
            <StatusBadge status={run.status} />
            {run.type !== 'api' && <Tag>{run.type}</Tag>}
            {run.masked === true && <Tag tone="accent">masked</Tag>}
          </>
        }
        actions={<RunActions run={run} />}
      >
        <Link
          to="/kits/$kitId"
          params={{ kitId: run.kit_id }}
          className="rounded font-medium text-soft underline decoration-line-strong underline-offset-2 hover:text-ink"
        >
          {kit?.name ?? run.kit_code} v{run.kit_version}
        </Link>
        {' · '}
        <time dateTime={run.occurred_at} title={formatTime(run.occurred_at)}>
          {formatAgo(run.occurred_at)}
        </time>
        {run.duration_ms !== undefined && ` · took ${formatDuration(run.duration_ms)}`}
        {run.rescored_from !== undefined && <Origin runId={run.rescored_from} backfillId={run.backfill_id} />}
      </PageHeader>
      <ListenArea run={run}>
        <RunResults run={run} queue={queue} calibration={calibration} isReview={isReview} />
      </ListenArea>
    </>
  );
}

/** Of a run that evaluates another one again. */
function Origin({ runId, backfillId }: { runId: string; backfillId: string | undefined }) {
  const look = 'rounded text-soft underline decoration-line-strong underline-offset-2 hover:text-ink';
  return (
    <>
      {' · evaluated again from '}
      <Link to="/runs/$runId" params={{ runId }} search={{}} className={look}>
        the original run
      </Link>
      {backfillId !== undefined && (
        <>
          {' in '}
          <Link to="/backfills/$backfillId" params={{ backfillId }} className={look}>
            a backfill
          </Link>
        </>
      )}
    </>
  );
}
