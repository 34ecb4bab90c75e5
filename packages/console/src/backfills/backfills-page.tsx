import type { Backfill } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatAgo, formatShare, formatTime } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { BackfillProgress, BackfillStatus, describeCredits } from './backfill-status.tsx';

export function BackfillsPage() {
  const { data, error, refetch } = useRead((api) => api.backfills.list(), { refetchInterval: whileRunning });
  const mayStart = useMay('runs:write');
  const { many } = useCallsWord();
  const names = new Map(useKits().data?.map(({ kit_id, name }) => [kit_id, name]));
  const create = mayStart && (
    <Link to="/new-backfill" className={buttonClass('primary')}>
      New backfill
    </Link>
  );
  return (
    <>
      <PageHeader title="Backfills" actions={create}>
        {`Past ${many} evaluated again with another version of their kit or another engine, and what changed.`}
      </PageHeader>
      <Panel>
        {error !== null && data === undefined ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data === undefined ? (
          <Rows label="Loading backfills" count={3} />
        ) : data.length === 0 ? (
          <EmptyState title="No backfills yet" action={create}>
            {`Before you publish a new version, see what it would have answered in past ${many}.`}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((backfill) => (
              <BackfillRow key={backfill.backfill_id} backfill={backfill} kitName={names.get(backfill.kit_id)} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

function BackfillRow({ backfill, kitName }: { backfill: Backfill; kitName: string | undefined }) {
  const { backfill_id, kit_version, engine, shadow, status, done, total, created_at } = backfill;
  const { many } = useCallsWord();
  return (
    <li className="relative px-4 py-3.5 hover:bg-sunken sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/backfills/$backfillId"
          params={{ backfillId: backfill_id }}
          className="font-medium outline-offset-[-2px] after:absolute after:inset-0 hover:text-accent"
        >
          {shadow !== undefined && 'Live trial of '}
          {`${kitName ?? 'A kit'} with v${kit_version}`}
          {shadow !== undefined && ` on ${formatShare(shadow)} of live ${many}`}
          {engine === 'local' && ', local engine'}
        </Link>
        <BackfillStatus status={status} />
        <time dateTime={created_at} title={formatTime(created_at)} className="ml-auto text-sm text-muted">
          {formatAgo(created_at)}
        </time>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-6 gap-y-1">
        <BackfillProgress done={done} total={total} className="w-full max-w-md" />
        <span className="text-[13px] text-muted tabular-nums">{describeCredits(backfill)}</span>
      </div>
    </li>
  );
}
