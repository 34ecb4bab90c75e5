/** An agent's own page. It shows only one figure about others, the median of the team, and only if at least three agents contribute. */
import { AGENT_DIMENSION, type homeApi } from '@brickwork/contract';
import { answersIn, estimateIn, type Measure, mainBrickOf } from '@brickwork/contract/figures';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import { type Principal, seesOwnCallsOnly } from '../../access/principal.ts';
import { dayIn, mondayOf, nextDay } from '../../core/time-zone.ts';
import { lookUpKit } from '../../kits/resolve-kit.ts';
import type { KitVersion } from '../../kits/store/kit-rows.ts';
import { NO_ANSWER_FILTER } from '../../runs/answer-filter.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import type { UsageStore } from '../../usage/store/usage-store.ts';
import { type Changes, type ReadChanges, readChanges } from '../changes/read-changes.ts';
import { toInsightsDocument } from '../insights-document.ts';
import { readInsights } from '../read-insights.ts';

export interface ReadHome extends ReadChanges {
  usage: Pick<UsageStore, 'totals'>;
}

type HomeKit = homeApi.HomeDocument['kits'][number];

const WEEKS = 8;
const MOST_KITS = 5;
/** A median of two would reveal the other one's figure. */
const FEWEST_AGENTS = 3;

interface Own {
  agent: string;
  /** The metadata key of the dimension `agent`. */
  key: string;
  today: string;
  timezone: string;
}

export async function readHome(deps: ReadHome, principal: Principal, asked: string | undefined) {
  const agent = seesOwnCallsOnly(principal) ? principal.agent : asked;
  if (agent === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: 'agent: is missing. Send whose page, as in the dimension agent.',
    });
  const timezone = await deps.insights.timezoneOf(principal.workspaceId);
  const today = dayIn(timezone, deps.clock.now());
  const dimensions = await listDimensions(deps, principal.workspaceId);
  const key = dimensions.find(({ name }) => name === AGENT_DIMENSION)?.metadataKey;
  const base = { agent, month: `${today.slice(0, 8)}01`, today, timezone };
  if (key === undefined) return { ...base, kits: [] };
  const span = { from: nextDay(today, -7 * WEEKS), to: nextDay(today, 1), groupBy: 'kit' } as const;
  const used = await deps.usage.totals(principal, span);
  const kits: HomeKit[] = [];
  for (const { kitId } of used.toSorted((a, b) => b.succeeded - a.succeeded)) {
    if (kitId === undefined || kits.length === MOST_KITS) continue;
    const kit = await deps.kits.store.findKit(principal.workspaceId, { kitId });
    if (kit?.live === undefined || kit.archivedAt !== undefined) continue;
    const version = await lookUpKit(deps.kits, principal.workspaceId, [{ kitId }]);
    const read = await readKit(deps, principal, { agent, key, today, timezone }, version);
    if (read !== undefined) kits.push(read);
  }
  return { ...base, kits };
}

/** Undefined without calls. */
async function readKit(
  deps: ReadHome,
  principal: Principal,
  own: Own,
  version: KitVersion,
): Promise<HomeKit | undefined> {
  const { kitId, kitCode, kit } = version;
  const weeks = await insightsOf(deps, principal, own, kitId, 'week', {
    from: nextDay(mondayOf(own.today), -7 * (WEEKS - 1)),
    to: own.today,
  });
  if (weeks.total.runs.succeeded === 0) return undefined;
  const { bricks } = describeKit(version);
  const main = mainBrickOf(bricks);
  const base = { kit_id: kitId, kit_code: kitCode, name: kit.name, bricks, weeks: [], lifts: [] };
  const month = `${own.today.slice(0, 8)}01`;
  const last = nextDay(month, -1);
  const before = `${last.slice(0, 8)}01`;
  const filter = { status: undefined, type: undefined, by: NO_ANSWER_FILTER };
  const request = { kit: kitId, from: month, to: own.today, against_from: before, against_to: last };
  const changes = await readChanges(deps, principal, { ...request, filter, as: 'given', isPlain: true });
  const measure = changes.measures.find((each) => each.key === main?.key);
  if (measure === undefined) return base;
  const months = await insightsOf(deps, principal, own, kitId, 'month', { from: before, to: own.today });
  const ofMonth = (first: string) =>
    figureOf(
      months.data.find(({ group }) => group === first),
      measure,
    );
  const agents = changes.agents?.ranked ?? [];
  const me = agents.find(({ name }) => name === own.agent);
  return {
    ...base,
    brick: measure.key,
    what: measure.what,
    score: ofMonth(month),
    before: ofMonth(before),
    team: me?.team,
    team_median: medianOf(agents.filter(({ team }) => team === me?.team).map(({ value }) => value)),
    weeks: weeks.data.flatMap((group) => {
      const figure = figureOf(group, measure);
      return figure === undefined || group.group === undefined ? [] : [{ week: group.group, ...figure }];
    }),
    lifts: liftsOf(changes, own.agent),
  };
}

function liftsOf({ agents, hasScore }: Changes, agent: string): HomeKit['lifts'] {
  const { losses = [] } = agents?.ranked.find(({ name }) => name === agent) ?? {};
  return losses.map(({ item, met, answered, points }) => ({
    brick: item.key,
    name: item.name,
    missed: answered - Math.round(met.value * answered),
    n: answered,
    points: hasScore && !item.isFailRule ? points : undefined,
  }));
}

async function insightsOf(
  deps: ReadHome,
  principal: Principal,
  { agent, key, timezone }: Own,
  kit: string,
  by: 'week' | 'month',
  days: { from: string; to: string },
) {
  const metadata = [{ key, isNot: false, value: agent }];
  const filter = { status: undefined, type: undefined, by: { answers: [], metadata } };
  const request = { kit, groupBy: [by], ...days, timezone, filter, as: 'given', cursor: undefined } as const;
  const insights = await readInsights(deps, principal, request);
  return toInsightsDocument(insights, { names: [by], as: 'given', reviewed: new Map() });
}

function figureOf(group: Parameters<typeof estimateIn>[0], measure: Measure) {
  const found = estimateIn(group, measure);
  return (
    found && { value: found.value, low: found.low, high: found.high, n: answersIn(group, measure.key)?.answered ?? 0 }
  );
}

function medianOf(values: readonly number[]): number | undefined {
  if (values.length < FEWEST_AGENTS) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
