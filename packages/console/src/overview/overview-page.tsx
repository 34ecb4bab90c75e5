/** How things are going: runs and failures, what moved this week against last, alerts, and what waits for review. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AlertItem } from '../alerts/alert-item.tsx';
import { useAlerts } from '../api/alerts.ts';
import { type Insights, useInsightsOf } from '../api/insights.ts';
import { type Kit, useKits } from '../api/kits.ts';
import { useReviewQueue } from '../api/reviews.ts';
import { useMay } from '../api/session.ts';
import { useUsage } from '../api/usage.ts';
import { intervalOf, movesBetween, percent } from '../insights/figures.ts';
import { buttonClass } from '../ui/button.tsx';
import { dayBefore } from '../ui/days.ts';
import { formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

/** Each costs two requests; the busiest ones say most. */
const MOST_KITS = 12;
const MOST_MOVES = 10;

export function OverviewPage() {
  const maySeeUsage = useMay('usage:read');
  const mayReview = useMay('reviews:write');
  const kits = useKits().data;
  const weeks = useWeeks(kits);
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
        The last seven days against the seven before, by when the conversations took place: the figures of each kit’s
        insights, added up. Credits go by when a run was evaluated.
      </PageHeader>
      <div className="space-y-5">
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Runs weeks={weeks} />
          {maySeeUsage && <Credits />}
        </dl>
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
          <Moved weeks={weeks} />
          <div className="space-y-5">
            <Alerts kits={kits} />
            {mayReview && <Queue kits={kits} />}
          </div>
        </div>
      </div>
    </>
  );
}

/** Of the kits that had runs, the busiest first: their insights of both weeks. */
interface Weeks {
  kits: readonly Kit[] | undefined;
  before: readonly (Insights | undefined)[];
  now: readonly (Insights | undefined)[];
  isLoading: boolean;
  error: Error | undefined;
  /** Kits that had runs too and are not counted. */
  left: number;
}

function useWeeks(kits: readonly Kit[] | undefined): Weeks {
  const busy = useBusyKits(kits);
  const shown = busy?.slice(0, MOST_KITS);
  const asked = (shown ?? []).flatMap(({ kit_id }) => [
    { kitId: kit_id, from: dayBefore(13), to: dayBefore(7) },
    { kitId: kit_id, from: dayBefore(6), to: dayBefore(0) },
  ]);
  const answers = useInsightsOf(asked);
  return {
    kits: shown,
    before: answers.flatMap(({ data }, index) => (index % 2 === 0 ? [data] : [])),
    now: answers.flatMap(({ data }, index) => (index % 2 === 1 ? [data] : [])),
    isLoading: shown === undefined || answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error !== null)?.error ?? undefined,
    left: (busy?.length ?? 0) - (shown?.length ?? 0),
  };
}

function Runs({ weeks: { before, now, isLoading, left } }: { weeks: Weeks }) {
  const count = (week: Weeks['now'], of: (runs: Insights['total']['runs']) => number) =>
    week.reduce((sum, insights) => sum + (insights === undefined ? 0 : of(insights.total.runs)), 0);
  const all = (week: Weeks['now']) => count(week, ({ succeeded, failed, cancelled }) => succeeded + failed + cancelled);
  const failed = (week: Weeks['now']) => count(week, (runs) => runs.failed);
  const share = (week: Weeks['now']) => (all(week) === 0 ? '–' : percent(failed(week) / all(week)));
  const shown = (text: string) => (isLoading ? '…' : text);
  return (
    <>
      <Figure
        name={left > 0 ? `Runs of the ${MOST_KITS} busiest kits` : 'Runs'}
        value={shown(formatNumber(all(now)))}
        note={shown(`${formatNumber(all(before))} the week before`)}
      />
      <Figure name="Failed" value={shown(share(now))} note={shown(`${share(before)} the week before`)}>
        {!isLoading && failed(now) > 0 && (
          <Link
            to="/runs"
            search={{ status: 'failed', type: 'api', where: `from=${dayBefore(6)}` }}
            className="text-accent underline underline-offset-2"
          >
            {`Show the ${formatNumber(failed(now))}`}
          </Link>
        )}
      </Figure>
    </>
  );
}

function Credits() {
  const { data, error } = useUsage(dayBefore(13), dayBefore(0), 'day');
  if (error !== null) return <ErrorState error={error} />;
  const creditsOf = (isOfWeek: (day: string) => boolean) =>
    (data?.data ?? []).reduce((sum, { day = '', credits }) => sum + (isOfWeek(day) ? credits : 0), 0);
  return (
    <Figure
      name="Credits used"
      value={formatNumber(creditsOf((day) => day >= dayBefore(6)))}
      note={`${formatNumber(creditsOf((day) => day < dayBefore(6)))} the week before; by day of evaluation (UTC)`}
    />
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
function Moved({ weeks: { kits: busy, before, now, isLoading, error } }: { weeks: Weeks }) {
  const moves = (busy ?? [])
    .flatMap((kit, index) =>
      movesBetween(before[index]?.total.bricks ?? [], now[index]?.total.bricks ?? []).map((move) => ({ ...move, kit })),
    )
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_MOVES);
  return (
    <Panel title="What moved">
      {error !== undefined ? (
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
  // A conversation takes place at most a day after its run was created, so kits without usage have none in these weeks.
  const usage = useUsage(dayBefore(14), dayBefore(0), 'kit', maySeeUsage);
  if (kits === undefined || (maySeeUsage && usage.data === undefined)) return undefined;
  if (usage.data === undefined) return [...kits];
  return usage.data.data
    .toSorted((a, b) => b.runs - a.runs)
    .flatMap(({ kit_id }) => kits.filter((kit) => kit.kit_id === kit_id));
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
