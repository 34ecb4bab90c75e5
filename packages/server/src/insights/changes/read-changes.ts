/**
 * What changed in a kit's calls, why, and who needs help: computed here once, for the overview, the pages of agents,
 * insights and the Monday summary, so that they cannot contradict each other.
 */
import type { insightsApi } from '@brickwork/contract';
import {
  answersIn,
  type Estimate,
  type Measure,
  mainBrickOf,
  measureOf,
  type News,
  newsOf,
  type ScoredItem,
  scoredItems,
} from '@brickwork/contract/figures';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import type { Scope } from '../../core/scope.ts';
import { dayIn } from '../../core/time-zone.ts';
import { lookUpKit } from '../../kits/resolve-kit.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { meanOf as meanEstimate, shareOf } from '../intervals.ts';
import type { ReadInsights } from '../read-insights.ts';
import type { CallAnswersStore } from '../store/call-answers.ts';
import type { CountedFilter } from '../store/counted-runs.ts';
import { type AskedDays, type ComparedDays, comparedDays } from './compared-days.ts';
import { type Change, changeOf, type Followed, findChanges, tallyOf } from './find-changes.ts';
import { type PeriodCells, readCells, withTallies } from './read-cells.ts';
import type { Spread, Tally } from './test-difference.ts';
import { type AgentRanking, lossesOfAgent, rankAgents } from './who-needs-help.ts';
import { explainChange, type Why } from './why.ts';

export interface ReadChanges extends ReadInsights {
  dimensions: DimensionStore;
  callAnswers: CallAnswersStore;
}

export interface ChangesRequest extends AskedDays {
  kit: string;
  filter: CountedFilter;
  as: AnswersAs;
  /** Without agents, teams and reasons: the score alone. */
  isBrief?: boolean;
  /** Without reasons. */
  isPlain?: boolean;
}

export interface Shown extends Estimate {
  /** Answers. */
  n: number;
  /** For a share: the number of calls in it. */
  count: number | undefined;
}

export interface Told {
  measure: Measure;
  team: string | undefined;
  agent: string | undefined;
  before: Shown;
  after: Shown;
  difference: { value: number; low: number; high: number };
  direction: 'up' | 'down';
  news: News;
}

export interface ToldChange extends Told {
  why: Why;
}

export interface Changes extends ComparedDays {
  kitId: string;
  kitCode: string;
  timezone: string;
  isFinished: boolean;
  calls: { succeeded: number; failed: number; before: number };
  /** The figure that the kit's calls are judged by; undefined if there are no answers. */
  score:
    | (Pick<Told, 'measure' | 'after' | 'news'> & {
        before?: Told['before'] | undefined;
        difference?: Told['difference'] | undefined;
        /** Only if the difference is larger than chance explains. */
        direction: Told['direction'] | undefined;
      })
    | undefined;
  /** Without a score there are no points. */
  hasScore: boolean;
  changes: ToldChange[];
  /** Everything that changed by more than chance explains, including consequences of `changes`. */
  moved: Told[];
  tested: number;
  agents: AgentRanking | undefined;
  /** For the later days. */
  total: insightsApi.InsightsGroup;
  /** Of every question that has a figure. */
  measures: readonly Measure[];
  /** Of a brick. */
  nameOf(key: string): string;
}

/** How much numbers of the kit vary, estimated from its calls and weighted in calls. */
const SPREAD_WEIGHT = 10;

export async function readChanges(deps: ReadChanges, scope: Scope, request: ChangesRequest): Promise<Changes> {
  const version = await lookUpKit(deps.kits, scope.workspaceId, [{ kitId: request.kit }]);
  const { kitId, kitCode } = version;
  const timezone = await deps.insights.timezoneOf(scope.workspaceId);
  const today = dayIn(timezone, deps.clock.now());
  const days = comparedDays(today, request);
  const counted = await deps.insights.bricks(scope, kitId);
  const dimensions = request.isBrief ? [] : await listDimensions(deps, scope.workspaceId);
  const keyOf = (name: string) => dimensions.find((each) => each.name === name)?.metadataKey;
  const keys = { team: keyOf('team'), agent: keyOf('agent') };
  const read = ({ from, to }: { from: string; to: string }) =>
    readCells(deps, scope, counted, { kitId, from, to, timezone, filter: request.filter, as: request.as, keys });
  const [now, earlier] = [await read(days), await read(days.against)];
  const { bricks } = describeKit(version);
  const main = mainBrickOf(bricks);
  const items = scoredItems(bricks, main);
  const followed = followedOf(bricks, items, now, earlier);
  const measures = followed.map(({ measure }) => measure);
  const cells = {
    before: earlier.cells.map((cell) => withTallies(cell, measures)),
    after: now.cells.map((cell) => withTallies(cell, measures)),
  };
  const found = findChanges(cells, followed, main?.key);
  const told = (change: Change) => tell(change, rangeOf(counted, change.followed.measure.key));
  const ofMain = followed.find(({ measure }) => measure.key === main?.key);
  const base = { scope, version, days, timezone, request, keys, main, cells, measures };
  const changes: ToldChange[] = [];
  if (!request.isBrief && !request.isPlain)
    for (const change of found.named) changes.push({ ...told(change), why: await explainChange(deps, base, change) });
  const score = ofMain && scoreOf(cells, ofMain, found.all, rangeOf(counted, ofMain.measure.key));
  const isRanked = ofMain !== undefined && keys.agent !== undefined && score !== undefined;
  return {
    ...days,
    kitId,
    kitCode,
    timezone,
    isFinished: days.to < today,
    calls: {
      succeeded: now.total.runs.succeeded,
      failed: now.total.runs.failed,
      before: earlier.total.runs.succeeded,
    },
    score,
    hasScore: main?.score !== undefined,
    changes,
    moved: found.all.map(told),
    tested: found.tested,
    agents: isRanked
      ? rankAgents(
          cells.after,
          ofMain,
          rangeOf(counted, ofMain.measure.key) ?? (ofMain.spread ? {} : { min: 0, max: 1 }),
          (agent) => lossesOfAgent(now.cells, agent, counted, items),
        )
      : undefined,
    total: now.total,
    measures,
    nameOf: (key) => bricks.find((brick) => brick.key === key)?.name ?? key,
  };
}

/** Every question of the live version that has a figure. The tracked answer is chosen from both periods together. */
function followedOf(
  bricks: ReturnType<typeof describeKit>['bricks'],
  items: readonly ScoredItem[],
  now: PeriodCells,
  earlier: PeriodCells,
): Followed[] {
  return bricks.flatMap((schema): Followed[] => {
    const [after, before] = [answersIn(now.total, schema.key), answersIn(earlier.total, schema.key)];
    const answers = after !== undefined && after.answered > 0 ? after : before;
    const measure = answers && measureOf(answers, schema);
    if (measure === undefined) return [];
    const item = items.find(({ key, isFailRule }) => key === schema.key && !isFailRule);
    const points =
      item === undefined || measure.leading === undefined
        ? undefined
        : item.points * (2 * item.creditOf(measure.leading) - 1);
    return [{ measure, spread: measure.leading === undefined ? spreadOf([now, earlier], measure) : undefined, points }];
  });
}

export function spreadOf(periods: readonly PeriodCells[], measure: Measure): Spread {
  const cells = periods.flatMap((period) => period.cells.map((cell) => withTallies(cell, [measure])));
  const within = cells.flatMap(({ tallies }) => {
    const { n = 0, sum = 0, squares = 0 } = tallies.get(measure.key) ?? {};
    return n < 2 ? [] : [{ squares: Math.max(0, squares - sum ** 2 / n), degrees: n - 1 }];
  });
  const degrees = within.reduce((sum, each) => sum + each.degrees, 0);
  const variance = within.reduce((sum, each) => sum + each.squares, 0) / Math.max(1, degrees);
  return { variance, weight: Math.min(SPREAD_WEIGHT, degrees) };
}

type Range = { min?: number | undefined; max?: number | undefined } | undefined;

const rangeOf = (bricks: readonly { key: string; range?: Range }[], key: string): Range =>
  bricks.find((brick) => brick.key === key)?.range;

export function shownOf(tally: Tally, { leading }: Measure, range: Range): Shown {
  const { n, sum, squares } = tally;
  if (leading === undefined) return { ...meanEstimate(n, sum, squares, range), n, count: undefined };
  return { ...shareOf(sum, n), n, count: sum };
}

function tell({ followed: { measure }, where, before, after, value, low, high }: Change, range: Range): Told {
  const direction = value > 0 ? 'up' : 'down';
  return {
    measure,
    team: where.team,
    agent: where.agent,
    before: shownOf(before, measure, range),
    after: shownOf(after, measure, range),
    difference: { value, low, high },
    direction,
    news: newsOf(direction, measure),
  };
}

/** The change of all calls; it has a direction only if it is significant. */
function scoreOf(
  cells: Parameters<typeof changeOf>[0],
  followed: Followed,
  all: readonly Change[],
  range: Range,
): Changes['score'] {
  const { measure } = followed;
  const after = tallyOf(cells.after, {}, measure.key);
  if (after.n === 0) return undefined;
  const base = { measure, after: shownOf(after, measure, range) };
  const before = tallyOf(cells.before, {}, measure.key);
  const none = { direction: undefined, news: 'neutral' as const };
  if (before.n === 0) return { ...base, ...none };
  const change = changeOf(cells, followed, {});
  const isClear = all.some(
    ({ where, followed: each }) => each === followed && where.team === undefined && where.agent === undefined,
  );
  const shown = { ...base, before: shownOf(before, measure, range) };
  if (change === undefined) return { ...shown, ...none };
  const { value, low, high } = change;
  return { ...shown, ...(isClear ? tell(change, range) : none), difference: { value, low, high } };
}
