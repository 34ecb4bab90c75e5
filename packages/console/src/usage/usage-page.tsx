import type { UsageTotals } from '@brickwork/client';
import { type Amount, amountText } from '@brickwork/contract/figures';
import { useKits } from '../api/kits.ts';
import { useSession } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { dayBefore } from '../ui/days.ts';
import { INPUT } from '../ui/field.tsx';
import { formatBytes, formatCredits, formatDuration, formatMoney, formatNumber, formatShare } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { BarChart } from './bar-chart.tsx';
import { SPANS } from './spans.ts';
import { SpendCaps } from './spend-caps.tsx';

interface UsagePageProps {
  days: number;
  onDays(days: number): void;
}

export function UsagePage({ days: span, onDays }: UsagePageProps) {
  const to = dayBefore(0);
  const from = dayBefore(span - 1);
  const byDay = useRead((api) => api.usage.totals({ from: from, to: to, group_by: 'day' }));
  const rows = byDay.data?.data;
  return (
    <>
      <PageHeader
        title="Usage"
        actions={
          <select
            aria-label="Period"
            value={span}
            onChange={(event) => onDays(Number(event.target.value))}
            className={INPUT}
          >
            {SPANS.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
        }
      >
        Days are UTC. Sandbox runs are not charged and are left out; what their models cost is shown below.
      </PageHeader>
      <div className="space-y-5">
        {byDay.error !== null ? (
          <Panel>
            <ErrorState error={byDay.error} onRetry={() => byDay.refetch()} />
          </Panel>
        ) : rows === undefined ? (
          <Panel>
            <Rows label="Loading usage" />
          </Panel>
        ) : rows.length === 0 ? (
          <Panel>
            <EmptyState title="Nothing in this period">
              Runs of the type api show up here once they have ended.
            </EmptyState>
          </Panel>
        ) : (
          <>
            <Figures rows={rows} currency={byDay.data?.currency} />
            <Charts rows={rows} days={daysBetween(from, to)} currency={byDay.data?.currency} />
            <ByKit from={from} to={to} />
          </>
        )}
        <SpendCaps />
        <Sandbox usage={byDay.data?.sandbox} currency={byDay.data?.currency} />
        <Limits stored={byDay.data?.stored} />
      </div>
    </>
  );
}

type UsageRow = UsageTotals['data'][number];

const sum = (rows: readonly UsageRow[], of: (row: UsageRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function amountOf(rows: readonly UsageRow[], currency: string | undefined): Amount {
  const money = currency === undefined ? undefined : sum(rows, (row) => row.money ?? 0);
  return { credits: sum(rows, (row) => row.credits), money, currency };
}

function averageDuration(rows: readonly UsageRow[]): number {
  const runs = sum(rows, (row) => row.runs);
  return runs === 0 ? 0 : Math.round(sum(rows, (row) => row.average_duration_ms * row.runs) / runs);
}

function Figures({ rows, currency }: { rows: readonly UsageRow[]; currency: string | undefined }) {
  const runs = sum(rows, (row) => row.runs);
  const failed = sum(rows, (row) => row.failed);
  const total = amountOf(rows, currency);
  const figures: [string, string, string][] = [
    ['Runs', formatNumber(runs), `${formatNumber(sum(rows, (row) => row.succeeded))} succeeded`],
    [
      'Failed',
      runs === 0 ? '–' : formatShare(failed / runs),
      `${formatNumber(failed)} ${failed === 1 ? 'run' : 'runs'}`,
    ],
    ['Average time', formatDuration(averageDuration(rows)), 'from the first start to the end'],
    [
      'Tokens',
      formatNumber(sum(rows, (row) => row.tokens.total)),
      `${formatNumber(sum(rows, (row) => row.calls))} model calls`,
    ],
    [
      'Cost',
      amountText(total),
      currency === undefined ? 'what models cost' : `${formatCredits(total.credits)} credits`,
    ],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {figures.map(([name, value, note]) => (
        <div key={name} className="rounded-xl border border-line bg-surface p-4 shadow-panel">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
          <dd className="mt-0.5 text-[13px] text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChartsProps {
  rows: readonly UsageRow[];
  days: readonly string[];
  currency: string | undefined;
}

function Charts({ rows, days, currency }: ChartsProps) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const values = (of: (row: UsageRow) => number) =>
    days.map((day) => {
      const row = byDay.get(day);
      return row === undefined ? 0 : of(row);
    });
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Panel>
        <BarChart
          title="Runs by outcome"
          days={days}
          format={formatNumber}
          series={[
            { name: 'succeeded', className: 'fill-ok', values: values((row) => row.succeeded) },
            { name: 'failed', className: 'fill-bad', values: values((row) => row.failed) },
            { name: 'cancelled', className: 'fill-line-strong', values: values((row) => row.cancelled) },
          ]}
        />
      </Panel>
      <Panel>
        <BarChart
          title="Average run time"
          days={days}
          format={(ms) => formatDuration(Math.round(ms))}
          series={[{ name: 'average', className: 'fill-info', values: values((row) => row.average_duration_ms) }]}
        />
      </Panel>
      {rows.some((row) => row.calls > 0) && (
        <>
          <Panel>
            <BarChart
              title="Tokens"
              days={days}
              format={formatNumber}
              series={[
                { name: 'input', className: 'fill-accent', values: values((row) => row.tokens.input) },
                { name: 'output', className: 'fill-warn', values: values((row) => row.tokens.output) },
              ]}
            />
          </Panel>
          <Panel>
            <BarChart
              title={currency === undefined ? 'Credits' : `Cost in ${currency}`}
              days={days}
              format={(value) => (currency === undefined ? formatCredits(value) : formatMoney(value, currency))}
              series={[{ name: 'cost', className: 'fill-accent', values: values((row) => row.money ?? row.credits) }]}
            />
          </Panel>
        </>
      )}
    </div>
  );
}

interface SandboxProps {
  usage: UsageTotals['sandbox'] | undefined;
  currency: string | undefined;
}

/** Playground runs are free of charge, but a model that answers them is not. */
function Sandbox({ usage, currency }: SandboxProps) {
  if (usage === undefined) return null;
  const cost = { credits: usage.uncharged_credits, money: usage.uncharged_money, currency };
  return (
    <Panel title="Sandbox runs">
      <p className="p-4 text-sm text-soft">
        {usage.runs === 0
          ? 'None called a model in this period, so they cost nothing.'
          : `${formatNumber(usage.runs)} called a model: ${formatNumber(usage.calls)} calls, ${formatNumber(usage.tokens.total)} tokens, ${amountText(cost)}, not charged.`}
      </p>
    </Panel>
  );
}

function ByKit({ from, to }: { from: string; to: string }) {
  const usage = useRead((api) => api.usage.totals({ from: from, to: to, group_by: 'kit' })).data;
  const rows = usage?.data;
  const names = new Map(useKits().data?.map((kit) => [kit.kit_id, kit.name]));
  if (rows === undefined) return null;
  const most = Math.max(1, ...rows.map((row) => row.runs));
  return (
    <Panel title="By kit">
      <TableArea label="By kit">
        <table className="w-full min-w-[40rem] text-sm">
          <thead className="text-left text-[13px] text-muted">
            <tr>
              {['Kit', 'Runs', 'Failed', 'Average time', 'Tokens', 'Cost'].map((name, index) => (
                <th key={name} className={`px-4 py-2.5 font-medium ${index > 1 ? 'text-right' : ''}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {rows.map((row) => (
              <tr key={row.kit_id}>
                <th scope="row" className="px-4 py-2.5 text-left font-medium">
                  {names.get(row.kit_id ?? '') ?? row.kit_code ?? `${row.kits} other kits`}
                </th>
                <td className="px-4 py-2.5">
                  <span className="flex items-center gap-3">
                    <span className="w-12">{formatNumber(row.runs)}</span>
                    <span aria-hidden="true" className="h-1.5 w-28 overflow-hidden rounded-full bg-sunken">
                      <span className="block h-full bg-accent" style={{ width: `${(row.runs / most) * 100}%` }} />
                    </span>
                  </span>
                </td>
                <td className="px-4 py-2.5 text-right">{formatNumber(row.failed)}</td>
                <td className="px-4 py-2.5 text-right">{formatDuration(row.average_duration_ms)}</td>
                <td className="px-4 py-2.5 text-right">{formatNumber(row.tokens.total)}</td>
                <td className="px-4 py-2.5 text-right">
                  {amountText({ credits: row.credits, money: row.money, currency: usage?.currency })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableArea>
    </Panel>
  );
}

function Limits({ stored }: { stored: UsageTotals['stored'] | undefined }) {
  const { plan, limits } = useSession().me;
  const shown: [string, number | null, string][] = [
    ['New runs', limits.run_creations_per_minute, 'a minute'],
    ['Reads', limits.reads_per_minute, 'a minute'],
    ['Concurrent runs', limits.runs_at_once, ''],
    ['Concurrent sync requests', limits.sync_waits_at_once, ''],
  ];
  const kept: [string, number | undefined, number | null, (value: number) => string][] = [
    ['Stored runs', stored?.runs, limits.stored_runs, formatNumber],
    ['Stored data', stored?.bytes, limits.stored_bytes, formatBytes],
  ];
  return (
    <Panel title={`Limits of the plan “${plan}”`}>
      <dl className="grid gap-x-6 gap-y-4 p-4 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {shown.map(([name, limit, unit]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="mt-0.5 text-lg font-semibold">
              {limit === null ? 'No limit' : `${formatNumber(limit)} ${unit}`}
            </dd>
          </div>
        ))}
        {kept.map(([name, used, limit, format]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="mt-0.5 text-lg font-semibold">{used === undefined ? '–' : format(used)}</dd>
            <dd className="text-[13px] text-muted">{limit === null ? 'No limit' : `of ${format(limit)}`}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = new Date(from).getTime(); at <= new Date(to).getTime(); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
