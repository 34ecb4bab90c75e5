/** How things are going: runs and failures, what moved this week against last, alerts, and what waits for review. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AlertItem } from '../alerts/alert-item.tsx';
import { useAlerts } from '../api/alerts.ts';
import { useInsightsOf } from '../api/insights.ts';
import { type Kit, useKits } from '../api/kits.ts';
import { useReviewQueue } from '../api/reviews.ts';
import { useMay } from '../api/session.ts';
import { type UsageRow, useUsage } from '../api/usage.ts';
import { intervalOf, movesBetween, percent } from '../insights/figures.ts';
import { buttonClass } from '../ui/button.tsx';
import { dayBefore } from '../ui/days.ts';
import { formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

/** Each costs two requests; the busiest ones say most. */
const MOST_KITS = 6;
const MOST_MOVES = 10;

export function OverviewPage() {
  const maySeeUsage = useMay('usage:read');
  const mayReview = useMay('reviews:write');
  const kits = useKits().data;
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <Link to="/runs" className={buttonClass('plain')}>
            All runs
          </Link>
        }
      >
        The last seven days against the seven before; sandbox runs are left out. Runs, failures and credits are what was
        evaluated in these days (UTC), erased runs included; the answers compared below go by when the conversations
        took place.
      </PageHeader>
      <div className="space-y-5">
        {maySeeUsage && <Figures />}
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
          <Moved kits={kits} />
          <div className="space-y-5">
            <Alerts kits={kits} />
            {mayReview && <Queue kits={kits} />}
          </div>
        </div>
      </div>
    </>
  );
}

const sumOf = (rows: readonly UsageRow[], of: (row: UsageRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function Figures() {
  const { data, error } = useUsage(dayBefore(13), dayBefore(0), 'day');
  if (error !== null) return <ErrorState error={error} />;
  const isRecent = ({ day = '' }: UsageRow) => day >= dayBefore(6);
  const now = data?.data.filter(isRecent) ?? [];
  const before = data?.data.filter((row) => !isRecent(row)) ?? [];
  const runs = [sumOf(now, (row) => row.runs), sumOf(before, (row) => row.runs)] as const;
  const failed = [sumOf(now, (row) => row.failed), sumOf(before, (row) => row.failed)] as const;
  const share = (at: 0 | 1) => (runs[at] === 0 ? undefined : failed[at] / runs[at]);
  const shown = (value: number | undefined) => (value === undefined ? '–' : percent(value));
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Figure name="Runs" value={formatNumber(runs[0])} note={`${formatNumber(runs[1])} the week before`} />
      <Figure name="Failed" value={shown(share(0))} note={`${shown(share(1))} the week before`}>
        {failed[0] > 0 && (
          <Link
            to="/runs"
            search={{ status: 'failed', type: 'api', where: `from=${dayBefore(6)}` }}
            className="text-accent underline underline-offset-2"
          >
            {`Show the ${formatNumber(failed[0])}`}
          </Link>
        )}
      </Figure>
      <Figure
        name="Credits"
        value={formatNumber(sumOf(now, (row) => row.credits))}
        note={`${formatNumber(sumOf(before, (row) => row.credits))} the week before`}
      />
    </dl>
  );
}

function Figure({ name, value, note, children }: { name: string; value: string; note: string; children?: ReactNode }) {
  return (
    <div className="rounded-xl border border-line bg-surface p-4 shadow-panel">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="mt-0.5 text-[13px] text-muted">
        {note} {children}
      </dd>
    </div>
  );
}

/** Every kit and brick whose figure changed by more than chance explains. */
function Moved({ kits }: { kits: readonly Kit[] | undefined }) {
  const busy = useBusyKits(kits);
  const asked = (busy ?? []).flatMap(({ kit_id }) => [
    { kitId: kit_id, from: dayBefore(13), to: dayBefore(7) },
    { kitId: kit_id, from: dayBefore(6), to: dayBefore(0) },
  ]);
  const answers = useInsightsOf(asked);
  const error = answers.find((answer) => answer.error !== null)?.error;
  const isLoading = busy === undefined || answers.some(({ isPending }) => isPending);
  const moves = (busy ?? [])
    .flatMap((kit, index) => {
      const before = answers[index * 2]?.data?.total.bricks ?? [];
      const after = answers[index * 2 + 1]?.data?.total.bricks ?? [];
      return movesBetween(before, after).map((move) => ({ ...move, kit }));
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_MOVES);
  return (
    <Panel title="What moved">
      {error != null ? (
        <ErrorState error={error} />
      ) : isLoading ? (
        <Rows count={4} label="Comparing the weeks" />
      ) : moves.length === 0 ? (
        <p className="p-4 text-sm text-soft">
          Nothing moved by more than chance explains: the 95 % intervals of both weeks overlap everywhere.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {moves.map(({ kit, key, name, what, before, after, format, reviewed }) => (
            <li key={`${kit.kit_id} ${key}`} className="relative px-4 py-3 hover:bg-sunken">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <Link
                  to="/kits/$kitId/insights"
                  params={{ kitId: kit.kit_id }}
                  className="font-medium outline-offset-[-2px] after:absolute after:inset-0"
                >
                  {name}
                </Link>
                <span className="font-semibold tabular-nums">
                  {format(before.value)} <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span> {format(after.value)}
                </span>
              </div>
              <p className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-[13px] text-muted">
                <span>
                  {kit.name} · {what}
                </span>
                <span className="tabular-nums">
                  {intervalOf(before, format)} <span aria-hidden="true">→</span> {intervalOf(after, format)}
                </span>
              </p>
              <p className="mt-0.5 text-[13px] text-muted">{reviewed}</p>
            </li>
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
        {(busy?.length ?? 0) === 0
          ? 'No kit had runs in these two weeks.'
          : `Compared: ${busy?.map(({ name }) => name).join(', ')}.`}
      </p>
    </Panel>
  );
}

/** Those with most runs in both weeks; without the permission to see usage, the newest. */
function useBusyKits(kits: readonly Kit[] | undefined): Kit[] | undefined {
  const maySeeUsage = useMay('usage:read');
  const usage = useUsage(dayBefore(13), dayBefore(0), 'kit', maySeeUsage);
  if (kits === undefined || (maySeeUsage && usage.data === undefined)) return undefined;
  if (usage.data === undefined) return kits.slice(0, MOST_KITS);
  return usage.data.data
    .toSorted((a, b) => b.runs - a.runs)
    .flatMap(({ kit_id }) => kits.filter((kit) => kit.kit_id === kit_id))
    .slice(0, MOST_KITS);
}

function Alerts({ kits }: { kits: readonly Kit[] | undefined }) {
  const { data, error } = useAlerts();
  const alerts = data?.toSorted((a, b) => Number(b.state === 'raised') - Number(a.state === 'raised'));
  return (
    <Panel
      title="Alerts"
      actions={
        <Link to="/alerts" className={buttonClass('plain', true)}>
          All alerts
        </Link>
      }
    >
      {error !== null ? (
        <ErrorState error={error} />
      ) : alerts === undefined ? (
        <Rows count={2} label="Loading alerts" />
      ) : alerts.length === 0 ? (
        <p className="p-4 text-sm text-soft">None yet. An alert tells you when a figure of a kit passes a threshold.</p>
      ) : (
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <AlertItem
              key={alert.name}
              alert={alert}
              kitName={kits?.find(({ kit_id }) => kit_id === alert.kit_id)?.name}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Queue({ kits }: { kits: readonly Kit[] | undefined }) {
  return (
    <Panel
      title="Review queue"
      actions={
        <Link to="/review" className={buttonClass('plain', true)}>
          Review
        </Link>
      }
    >
      {kits === undefined ? (
        <Rows count={2} label="Loading the queues" />
      ) : (
        <ul className="divide-y divide-line">
          {kits.slice(0, MOST_KITS).map((kit) => (
            <QueueItem key={kit.kit_id} kit={kit} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function QueueItem({ kit }: { kit: Kit }) {
  const queue = useReviewQueue(kit.kit_id).data;
  return (
    <li className="flex items-baseline justify-between gap-4 px-4 py-2.5 text-sm">
      <span className="min-w-0 truncate">{kit.name}</span>
      <span className="text-muted">
        {queue === undefined
          ? '…'
          : queue.policy === undefined && queue.open === 0
            ? 'no review policy'
            : `${formatNumber(queue.open)} open · ${formatNumber(queue.reviewed)} done`}
      </span>
    </li>
  );
}
