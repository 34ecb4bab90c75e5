/** One backfill: how far it is, and what it changed. */
import type { Backfill, BrickSchema } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useKitSchema, useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { useChange } from '../api/use-change.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { describeConditions } from '../runs/where-chips.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatDuration, formatNumber, formatShare, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { BackfillProgress, BackfillStatus, describeCredits } from './backfill-status.tsx';
import { Comparison } from './comparison.tsx';

export function BackfillPage({ backfillId }: { backfillId: string }) {
  const { data, error, refetch } = useRead((api) => api.backfills.get(backfillId), { refetchInterval: whileRunning });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the backfill" />;
  return <LoadedBackfill backfill={data} />;
}

function LoadedBackfill({ backfill }: { backfill: Backfill }) {
  const { backfill_id, kit_id, kit_version, kit_version_id, status, done, total, error } = backfill;
  const { one, many } = useCallsWord();
  const kit = useKits().data?.find((each) => each.kit_id === kit_id);
  const bricks = useKitSchema(kit_version_id).data?.bricks ?? [];
  const schemaOf = (key: string) => bricks.find((brick) => brick.key === key);
  const nameOf = (key: string) => schemaOf(key)?.name ?? key;
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm">
        <Link to="/backfills" className="rounded text-muted hover:text-ink">
          ← Backfills
        </Link>
      </nav>
      <PageHeader
        title={`${kit?.name ?? 'Backfill'}: ${backfill.shadow === undefined ? `past ${many}` : 'live trial'} with v${kit_version}`}
        beside={<BackfillStatus status={status} />}
        actions={
          <>
            <Link to="/runs" search={{ kit: kit?.kit_code, backfill: backfill_id }} className={buttonClass('plain')}>
              {`Show the new ${many}`}
            </Link>
            {status === 'running' && <Cancel backfillId={backfill_id} />}
          </>
        }
      >
        <span className="font-mono text-xs">{backfill_id}</span>
      </PageHeader>
      <div className="space-y-5">
        <Panel title="Progress">
          <div className="space-y-3 p-4 sm:p-5">
            <BackfillProgress done={done} total={total} />
            {error !== undefined && <Notice tone="bad">{error}</Notice>}
            {status === 'capped' && (
              <Notice tone="warn">
                {`The next ${one} could have exceeded the limit. The ${many} evaluated so far are a random sample, so the comparison below is unbiased.`}
              </Notice>
            )}
            <Facts backfill={backfill} nameOf={nameOf} />
          </div>
        </Panel>
        <Compared backfillId={backfill_id} status={status} schemaOf={schemaOf} />
      </div>
    </>
  );
}

function Facts({ backfill, nameOf }: { backfill: Backfill; nameOf(key: string): string }) {
  const { succeeded, failed, skipped, engine, shadow, filter, sample, created_at, completed_at } = backfill;
  const { many, title } = useCallsWord();
  const took = completed_at === undefined ? undefined : Date.parse(completed_at) - Date.parse(created_at);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Succeeded', formatNumber(succeeded)],
    ['Failed', formatNumber(failed)],
    ['Skipped', formatNumber(skipped)],
    ['Cost', describeCredits(backfill)],
    ['Engine', engine === 'local' ? 'local' : `the same as for new ${many}`],
    [
      title,
      shadow === undefined ? describeFilter(filter, nameOf) : `${formatShare(shadow)} of live ${many}, as they end`,
    ],
    ...(sample === undefined ? [] : [['Sample', `at most ${formatNumber(sample)}, at random`] as const]),
    [
      'Started',
      <time key="started" dateTime={created_at}>
        {formatTime(created_at)}
      </time>,
    ],
    ...(took === undefined ? [] : [['Duration', formatDuration(took)] as const]),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 xl:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="font-medium break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeFilter(filter: Record<string, unknown>, nameOf: (key: string) => string): string {
  if (typeof filter.runs === 'number') return 'chosen one by one';
  const conditions = Object.entries(filter).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as const),
  );
  return conditions.length === 0 ? 'all runs of the kit' : describeConditions(conditions, nameOf).join(', ');
}

function Compared({
  backfillId,
  status,
  schemaOf,
}: {
  backfillId: string;
  status: Backfill['status'];
  schemaOf(key: string): BrickSchema | undefined;
}) {
  const { one, many } = useCallsWord();
  const { data, error, refetch } = useRead((api) => api.backfills.compare(backfillId), {
    since: status,
    keep: true,
    // It reads every pair of runs, so it is asked for less often than the progress.
    refetchInterval: status === 'running' ? 5_000 : false,
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined)
    return (
      <Panel>
        <Rows label="Comparing" />
      </Panel>
    );
  if (data.bricks.length === 0)
    return (
      <Panel>
        <EmptyState title="Nothing to compare yet">
          {status === 'running'
            ? `The comparison appears once the first ${many} have ended.`
            : `No ${one} has succeeded both times, or the versions have no brick in common.`}
        </EmptyState>
      </Panel>
    );
  return <Comparison n={data.n} bricks={data.bricks} schemaOf={schemaOf} isFinal={status !== 'running'} />;
}

function Cancel({ backfillId }: { backfillId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useChange((api) => api.backfills.cancel(backfillId));
  const close = () => setIsAsking(false);
  return useMay('runs:write') ? (
    <>
      {cancel.error !== null && <Notice tone="bad">{describeError(cancel.error)}</Notice>}
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        Cancel…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel the backfill?"
          confirm="Cancel it"
          kind="danger"
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSettled: close })}
          onClose={close}
        >
          Open runs are cancelled, and no more are started. Finished ones stay and are compared.
        </ConfirmDialog>
      )}
    </>
  ) : null;
}
