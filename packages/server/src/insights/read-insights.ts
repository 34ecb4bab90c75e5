/** The figures of a kit's runs: for each group of runs and each brick, how often each answer was given, with 95 % intervals. */

import { itemType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import { readCursor, writeCursor } from '../core/cursor.ts';
import type { Scope } from '../core/scope.ts';
import { dayIn } from '../core/time-zone.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import { checkAnswerFilter } from '../runs/check-answer-filter.ts';
import { RUNS } from './answer-labels.ts';
import { type BrickInsights, brickInsights, sum } from './brick-insights.ts';
import type { CountedLine } from './store/count-groups.ts';
import type { CountedFilter, GroupBy } from './store/counted-runs.ts';
import type { CountedBrick, InsightsStore } from './store/insights-store.ts';

export interface ReadInsights {
  insights: InsightsStore;
  kits: ManageKits;
  clock: Clock;
}

export interface InsightsRequest {
  kit: string;
  groupBy: readonly GroupBy[];
  from: string | undefined;
  to: string | undefined;
  /** Undefined: the workspace's. */
  timezone: string | undefined;
  filter: CountedFilter;
  as: 'given' | 'reviewed';
  cursor: string | undefined;
}

export interface Insights {
  kitId: string;
  kitCode: string;
  from: string;
  to: string;
  timezone: string;
  groups: GroupInsights[];
  /** All groups after these, and their number. */
  other: (GroupInsights & { size: number }) | undefined;
  total: GroupInsights;
  /** Keys of bricks that are computed from other answers. */
  scores: ReadonlySet<string>;
  nextCursor: string | undefined;
}

export interface GroupInsights {
  /** One for each grouping; undefined for runs without the metadata key. */
  values: (string | undefined)[];
  /** For a group by version. */
  kitVersionId?: string | undefined;
  succeeded: number;
  failed: number;
  cancelled: number;
  bricks: BrickInsights[];
}

const DEFAULT_DAYS = 90;
const LONGEST_DAYS = 1_100;
/** The maximum number of runs read one by one, if there are no aggregates. */
export const MOST_RUNS = 100_000;
const MOST_GROUPS = 200;
/** Limit for one response: about 2 MB. A kit with many bricks and categories has fewer groups on a page. */
const MOST_VALUES = 20_000;

export async function readInsights(deps: ReadInsights, scope: Scope, request: InsightsRequest): Promise<Insights> {
  const { kitId, kitCode } = await getKit(deps.kits, scope.workspaceId, request.kit);
  const timezone = request.timezone ?? (await deps.insights.timezoneOf(scope.workspaceId));
  const span = daysOf(dayIn(timezone, deps.clock.now()), request.from, request.to);
  const bricks = await deps.insights.bricks(scope, kitId);
  const by = await checkAnswerFilter(request.filter.by, deps.insights.knownAnswers(scope, kitId));
  const { groupBy, as, cursor } = request;
  const filter = { ...request.filter, by };
  const skip = cursor === undefined ? 0 : readCursor(cursor, numberOf);
  const most = Math.min(MOST_GROUPS, Math.max(1, Math.floor(MOST_VALUES / sizeOf(bricks))));
  const numeric = bricks.filter((brick) => itemType(brick).compareAs === 'numbers').map(({ key }) => key);
  const query = { kitId, ...span, timezone, groupBy, filter, as, numeric, skip, most, mostRuns: MOST_RUNS };
  const counted = await deps.insights.counts(scope, query);
  if (counted === 'too_many')
    throw new ServiceError('invalid_parameter', {
      detail: `from: at most ${MOST_RUNS.toLocaleString('en')} runs can be read one by one, as these conditions and groups need. Ask for fewer days.`,
    });
  const byPlace = Map.groupBy(counted.lines, ({ place }) => place);
  const byVersion = groupBy.indexOf('version');
  const versionIds = byVersion < 0 ? undefined : await versionIdsOf(deps, scope, kitId);
  const rest = counted.size - skip - counted.groups.length;
  return {
    kitId,
    kitCode,
    ...span,
    timezone,
    groups: counted.groups.map(({ place, values }) => ({
      ...groupInsights(values, byPlace.get(place) ?? [], bricks),
      kitVersionId: versionIds?.get(values[byVersion] ?? ''),
    })),
    other: rest > 0 ? { ...groupInsights([], byPlace.get(0) ?? [], bricks), size: rest } : undefined,
    total: groupInsights([], byPlace.get(undefined) ?? [], bricks),
    scores: new Set(bricks.filter(({ isScore }) => isScore).map(({ key }) => key)),
    nextCursor: rest > 0 ? writeCursor(String(skip + counted.groups.length)) : undefined,
  };
}

function numberOf(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** The maximum number of values of a group, over all bricks. */
function sizeOf(bricks: readonly CountedBrick[]): number {
  return bricks.reduce((all, { categories }) => all + Math.max(6, categories), 1);
}

const MOST_VERSIONS = 10_000;

async function versionIdsOf(
  { kits }: ReadInsights,
  { workspaceId }: Scope,
  kitId: string,
): Promise<Map<string, string>> {
  const versions = await kits.store.listVersions(workspaceId, kitId, { before: undefined, limit: MOST_VERSIONS });
  return new Map(versions.map(({ version, kitVersionId }) => [String(version), kitVersionId]));
}

function groupInsights(
  values: GroupInsights['values'],
  lines: readonly CountedLine[],
  bricks: readonly CountedBrick[],
): GroupInsights {
  const byBrick = Map.groupBy(lines, ({ brick }) => brick);
  const runs = byBrick.get(RUNS) ?? [];
  const ended = (status: string) => sum(runs.filter(({ answer }) => answer === status));
  return {
    values,
    succeeded: ended('succeeded'),
    failed: ended('failed'),
    cancelled: ended('cancelled'),
    bricks: bricks.flatMap((brick) => {
      const own = byBrick.get(brick.key);
      if (own === undefined) return [];
      const insights = brickInsights(brick, own);
      // A score is computed, so it has no confidence.
      return [brick.isScore ? { ...insights, confidence: undefined } : insights];
    }),
  };
}

/** Both days included; by default the last ninety days. */
function daysOf(today: string, from: string | undefined, to: string | undefined): { from: string; to: string } {
  const end = to ?? today;
  const start = from ?? new Date(Date.parse(end) - (DEFAULT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  if (days < 0) throw new ServiceError('invalid_parameter', { detail: 'from: must not be after "to".' });
  if (days > LONGEST_DAYS)
    throw new ServiceError('invalid_parameter', {
      detail: `from: at most ${LONGEST_DAYS.toLocaleString('en')} days can be requested at once.`,
    });
  return { from: start, to: end };
}
