import type { BrickSchema, Dimension, Insights, InsightsGroup, KitVersion } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKitSchema, useKits, useKitVersions } from '../api/kits.ts';
import { useTimezone } from '../api/settings.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { BrickGroups } from './brick-groups.tsx';
import { BrickLines } from './brick-lines.tsx';
import { BrickPanel } from './brick-panel.tsx';
import { BrickTrend } from './brick-trend.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { InsightsControls } from './insights-controls.tsx';
import { callsOf, type InsightsSearch, isAlong, queryOf } from './insights-search.ts';
import { isOpenGroup, isTime, lastDayOf, liveIn, withGaps } from './time-groups.ts';
import { useToday } from './use-today.ts';

interface InsightsPageProps {
  kitId: string;
  search: InsightsSearch;
  onSearch(search: InsightsSearch): void;
}

const NO_DIMENSIONS: readonly Dimension[] = [];
const NO_BRICKS: readonly BrickSchema[] = [];

export function InsightsPage({ kitId, search, onSearch }: InsightsPageProps) {
  const dimensions = useRead((api) => api.dimensions.list()).data ?? NO_DIMENSIONS;
  const query = queryOf(search, useTimezone());
  const { data, error, refetch, isPlaceholderData } = useRead((api) => api.insights.get(kitId, query), {
    keep: true,
    staleTime: 2_000,
  });
  const kit = useKits().data?.find(({ kit_id }) => kit_id === kitId);
  const bricks = useKitSchema(kitId).data?.bricks ?? NO_BRICKS;
  const versions = useKitVersions(kitId).data ?? [];
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-2 text-sm">
        <Link to="/kits/$kitId" params={{ kitId }} className="rounded text-muted hover:text-ink">
          ← {kit?.name ?? 'The kit'}
        </Link>
      </nav>
      <PageHeader title={kit === undefined ? 'Insights' : `Insights: ${kit.name}`}>
        How often each answer was given, with 95 % intervals, by the time of the conversations
        {data === undefined ? '' : ` (${data.timezone})`}. Erased calls are left out. Every figure links to its calls.
      </PageHeader>
      <InsightsControls
        search={search}
        dimensions={dimensions}
        bricks={bricks}
        versions={versions}
        onSearch={onSearch}
      />
      <WhatChanged kitId={kitId} search={search} bricks={bricks} dimensions={dimensions} />
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
              Runs are counted as soon as they have succeeded. Choose other days, or remove a filter.
            </EmptyState>
          </Panel>
        ) : (
          <Bricks insights={data} search={search} versions={versions} dimensions={dimensions} schemas={bricks} />
        )}
      </div>
    </>
  );
}

interface WhatChangedProps {
  kitId: string;
  search: InsightsSearch;
  bricks: readonly BrickSchema[];
  dimensions: readonly Dimension[];
}

/** Of the last calendar week, or of days of one's own, with the filters of the page. */
function WhatChanged({ kitId, search, bricks, dimensions }: WhatChangedProps) {
  const { group_by: _by, ...query } = queryOf(search, useTimezone());
  const days = search.from === undefined ? { from: undefined, to: undefined } : { from: search.from, to: search.to };
  const { data } = useRead((api) => api.insights.changes(kitId, { ...query, ...days }), { keep: true });
  if (data === undefined) return null;
  const callsIn = callsOf({ ...search, by: undefined, and: undefined }, data, dimensions);
  const keyOf = (name: string) => dimensions.find((each) => each.name === name)?.metadata_key ?? name;
  return (
    <div className="mb-5">
      <ChangesPanel
        changes={data}
        bricks={bricks}
        calls={({ team, agent, where = [], columns } = {}) =>
          callsIn({
            where: [
              ...where,
              ...(team === undefined ? [] : [[`metadata.${keyOf('team')}`, `eq:${team}`] as const]),
              ...(agent === undefined ? [] : [[`metadata.${keyOf('agent')}`, `eq:${agent}`] as const]),
            ],
            column: columns?.[0],
          }) ?? {}
        }
      />
    </div>
  );
}

interface BricksProps {
  insights: Insights;
  search: InsightsSearch;
  versions: readonly KitVersion[];
  dimensions: readonly Dimension[];
  schemas: readonly BrickSchema[];
}

function Bricks({ insights, search, versions, dimensions, schemas }: BricksProps) {
  const schemaOf = ({ key }: { key: string }) => schemas.find((schema) => schema.key === key);
  const { total, data } = insights;
  const { succeeded, failed, cancelled } = total.runs;
  // What the figures are of: while others load, the address is ahead of them.
  const [by, and] = insights.group_by.split(',') as [string, string | undefined];
  const calls = callsOf({ ...search, by, and }, insights, dimensions);
  const groups = and === undefined ? withGaps(data, by) : data;
  const today = useToday();
  const shown = groups.map((group) => ({
    group,
    ...labelOf(group, by, versions),
    runs: calls({ group }),
    isOpen: isOpenGroup(group.group, by, today),
  }));
  return (
    <>
      <p className="mb-4 text-sm">
        {`Calls: ${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed, ${formatNumber(cancelled)} cancelled.`}
        {isTime(by) && shown.some(({ mark }) => mark !== undefined) && ' Dashed lines: a version went live.'}
      </p>
      <div
        className={`grid items-start gap-5 md:grid-cols-2 ${and === undefined && isAlong(by) ? 'xl:grid-cols-3' : ''}`}
      >
        {total.bricks.map((brick) => (
          <BrickPanel key={brick.key} brick={brick} schema={schemaOf(brick)} calls={calls}>
            {and !== undefined && isAlong(by) ? (
              <BrickLines brick={brick} schema={schemaOf(brick)} groups={data} by={by} and={and} calls={calls} />
            ) : isAlong(by) ? (
              <BrickTrend brick={brick} schema={schemaOf(brick)} groups={shown} calls={calls} />
            ) : (
              <BrickGroups
                brick={brick}
                schema={schemaOf(brick)}
                groups={shown}
                calls={calls}
                isByValue={search.order === 'value'}
              />
            )}
          </BrickPanel>
        ))}
      </div>
    </>
  );
}

function labelOf(
  { group, groups, size }: InsightsGroup,
  by: string,
  versions: readonly KitVersion[],
): { label: string; mark: string | undefined } {
  if (size !== undefined) return { label: `${formatNumber(size)} others`, mark: undefined };
  if (isTime(by) && group !== undefined)
    return { label: formatDay(group), mark: liveIn(versions, group, lastDayOf(group, by)) };
  if (by === 'version') return { label: `v${group}`, mark: undefined };
  const names = groups === undefined ? [group] : Object.values(groups);
  return { label: names.map((name) => name ?? '(none)').join(' · '), mark: undefined };
}
