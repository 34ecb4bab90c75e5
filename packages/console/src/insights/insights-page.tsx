import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Dimension, useDimensions } from '../api/dimensions.ts';
import { type GroupBy, type Insights, type InsightsGroup, useInsights } from '../api/insights.ts';
import { type KitVersion, useKits, useKitVersions } from '../api/kits.ts';
import type { RunsSearch } from '../runs/runs-search.ts';
import { Button } from '../ui/button.tsx';
import { dayBefore } from '../ui/days.ts';
import { INPUT } from '../ui/field.tsx';
import { formatDay, formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { BrickTrend, type ShownGroup } from './brick-trend.tsx';
import { isTime, lastDayOf, liveIn, withGaps } from './time-groups.ts';

export interface InsightsSearch {
  by?: string | undefined;
  days?: number | undefined;
  /** `reviewed` applies the corrections of reviewers. */
  as?: string | undefined;
}

interface InsightsPageProps {
  kitId: string;
  search: InsightsSearch;
  onSearch(search: InsightsSearch): void;
}

const SPANS: readonly [number, string][] = [
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
  [365, 'Last 365 days'],
];
const TIMES = ['day', 'week', 'month', 'version'] as const;
const NO_DIMENSIONS: readonly Dimension[] = [];

export function InsightsPage({ kitId, search, onSearch }: InsightsPageProps) {
  const dimensions = useDimensions().data ?? NO_DIMENSIONS;
  const by = search.by ?? 'week';
  const days = SPANS.find(([each]) => each === search.days)?.[0] ?? 90;
  const { data, error, refetch, isPlaceholderData } = useInsights(kitId, {
    group_by: by,
    from: dayBefore(days - 1),
    ...(search.as === 'reviewed' && { as: 'reviewed' }),
  });
  const kit = useKits().data?.find(({ kit_id }) => kit_id === kitId);
  const versions = useKitVersions(kitId).data ?? [];
  return (
    <>
      <nav aria-label="Where this is" className="mb-2 text-sm">
        <Link to="/kits/$kitId" params={{ kitId }} className="rounded text-muted hover:text-ink">
          ← {kit?.name ?? 'The kit'}
        </Link>
      </nav>
      <PageHeader
        title={kit === undefined ? 'Insights' : `Insights: ${kit.name}`}
        actions={<Controls by={by} days={days} as={search.as} dimensions={dimensions} onSearch={onSearch} />}
      >
        How often each answer was given, with 95 % intervals, by when the conversations took place
        {data === undefined ? '' : ` (${data.timezone})`}. Sandbox and erased runs are left out.
      </PageHeader>
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
        {error !== null ? (
          <Panel>
            <ErrorState error={error} onRetry={() => refetch()} />
          </Panel>
        ) : data === undefined ? (
          <Panel>
            <Rows label="Loading insights" />
          </Panel>
        ) : data.total.bricks.length === 0 ? (
          <Panel>
            <EmptyState title="No answers in this period">
              Runs of the type api are counted as soon as they have succeeded.
            </EmptyState>
          </Panel>
        ) : (
          <Bricks insights={data} versions={versions} dimensions={dimensions} />
        )}
      </div>
    </>
  );
}

interface BricksProps {
  insights: Insights;
  versions: readonly KitVersion[];
  dimensions: readonly Dimension[];
}

function Bricks({ insights, versions, dimensions }: BricksProps) {
  const { total, data, kit_code, group_by, from, to } = insights;
  const { succeeded, failed, cancelled } = total.runs;
  const groups = withGaps(data, group_by).map((group) => toShown(insights, group, versions, dimensions));
  const span = new URLSearchParams({ from, to }).toString();
  return (
    <>
      <p className="mb-4 text-sm">
        {`Runs: ${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed, ${formatNumber(cancelled)} cancelled.`}
        {isTime(group_by) && groups.some(({ mark }) => mark !== undefined) && ' Dashed lines: a version went live.'}
      </p>
      <div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        {total.bricks.map((brick) => (
          <BrickTrend
            key={brick.key}
            brick={brick}
            groups={groups}
            isLine={isTime(group_by) || group_by === 'version'}
            runsWith={(condition) => ({ kit: kit_code, where: `${condition}&${span}`, columns: brick.key })}
          />
        ))}
      </div>
    </>
  );
}

function toShown(
  { group_by, kit_code, from, to }: Insights,
  group: InsightsGroup,
  versions: readonly KitVersion[],
  dimensions: readonly Dimension[],
): ShownGroup {
  if (group.size !== undefined)
    return { group, label: `${formatNumber(group.size)} others`, mark: undefined, runs: undefined };
  const name = group.group;
  if (isTime(group_by) && name !== undefined) {
    const last = lastDayOf(name, group_by);
    const bounds = { from: name < from ? from : name, to: last > to ? to : last };
    return { group, label: formatDay(name), mark: liveIn(versions, name, last), runs: runsOf(kit_code, bounds) };
  }
  if (group_by === 'version') {
    const { kit_version_id } = group;
    const runs = kit_version_id === undefined ? undefined : runsOf(kit_code, { kit_version_id, from, to });
    return { group, label: `v${name}`, mark: undefined, runs };
  }
  const key = dimensions.find((each) => each.name === group_by)?.metadata_key;
  const condition = key === undefined ? group_by : `metadata.${key}`;
  const runs = name === undefined ? undefined : runsOf(kit_code, { [condition]: `eq:${name}`, from, to });
  return { group, label: name ?? '(none)', mark: undefined, runs };
}

function runsOf(kit: string, conditions: Record<string, string>): RunsSearch {
  return { kit, where: new URLSearchParams(conditions).toString() };
}

interface ControlsProps {
  by: GroupBy;
  days: number;
  as: string | undefined;
  dimensions: readonly Dimension[];
  onSearch(search: InsightsSearch): void;
}

function Controls({ by, days, as, dimensions, onSearch }: ControlsProps) {
  const isMetadata = by.startsWith('metadata.');
  const [key, setKey] = useState(isMetadata ? by.slice('metadata.'.length) : '');
  const change = (part: InsightsSearch) => onSearch({ by, days, as, ...part });
  const split = (event: FormEvent) => {
    event.preventDefault();
    change({ by: key.trim() === '' ? 'week' : `metadata.${key.trim()}` });
  };
  return (
    <>
      <select
        aria-label="Group by"
        value={isMetadata ? '' : by}
        onChange={(event) => change({ by: event.target.value })}
        className={INPUT}
      >
        {isMetadata && <option value="">By metadata</option>}
        {TIMES.map((time) => (
          <option key={time} value={time}>{`By ${time}`}</option>
        ))}
        {dimensions.map(({ name, label }) => (
          <option key={name} value={name}>{`By ${label.toLowerCase()}`}</option>
        ))}
      </select>
      <select
        aria-label="Period"
        value={days}
        onChange={(event) => change({ days: Number(event.target.value) })}
        className={INPUT}
      >
        {SPANS.map(([count, label]) => (
          <option key={count} value={count}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Answers"
        value={as === 'reviewed' ? 'reviewed' : ''}
        onChange={(event) => change({ as: event.target.value === '' ? undefined : event.target.value })}
        className={INPUT}
      >
        <option value="">As given</option>
        <option value="reviewed">As reviewed</option>
      </select>
      <form onSubmit={split} className="flex gap-2">
        <input
          aria-label="Metadata key to split by"
          placeholder="Metadata key"
          maxLength={64}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className={`${INPUT} w-36`}
        />
        <Button type="submit">Split</Button>
      </form>
    </>
  );
}
