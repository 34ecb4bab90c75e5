/** Why a figure changed: the questions that cost points, the teams and agents that cause it, and calls to listen to. */
import type { Measure } from '@brickwork/contract/figures';
import { isScore } from '@brickwork/engine/bricks/numeric/is-score';
import type { Scope } from '../../core/scope.ts';
import type { lookUpKit } from '../../kits/resolve-kit.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import type { CallAnswersStore, CallsQuery, CallToHear } from '../store/call-answers.ts';
import type { CountedFilter } from '../store/counted-runs.ts';
import type { ComparedDays, Days } from './compared-days.ts';
import type { Both, Change } from './find-changes.ts';
import { tallyOf } from './find-changes.ts';
import { meanOf } from './test-difference.ts';
import { type PointsExplained, whatCostPoints } from './what-cost-points.ts';
import { type Part, whoCarriesIt } from './who-carries-it.ts';

export interface Why {
  /** For a change of the score: its questions, which add up to it together with the rest. */
  points: PointsExplained | undefined;
  /** Its effect on the score, in points per call; for a question that is an item. */
  costs: number | undefined;
  teams: Part[];
  agents: Part[];
  /** The question that the calls illustrate. */
  shows: string;
  calls: CallToHear[];
}

export interface Explained {
  scope: Scope;
  version: Awaited<ReturnType<typeof lookUpKit>>;
  days: ComparedDays;
  timezone: string;
  request: { filter: CountedFilter; as: AnswersAs };
  keys: { team: string | undefined; agent: string | undefined };
  main: { key: string } | undefined;
  cells: Both;
  measures: readonly Measure[];
}

/** Calls that are read one by one to explain a score. */
const MOST_CALLS = 50_000;
const CALLS = 3;

export async function explainChange(
  { callAnswers }: { callAnswers: CallAnswersStore },
  base: Explained,
  change: Change,
): Promise<Why> {
  const { cells, main, scope, version } = base;
  const { followed, where, before, after } = change;
  const { key } = followed.measure;
  const parts = (by: 'agent' | 'team') => (where.agent === undefined ? whoCarriesIt(cells, key, where, by) : []);
  const queryOf = (days: Days, answers: CountedFilter['by']['answers'] = []) => callsOf(base, change, days, answers);
  const score = version.kit.bricks.find((brick) => brick.key === main?.key);
  const bricks = version.kit.bricks;
  const read = async (days: Days) =>
    callAnswers.answers(
      scope,
      queryOf(days),
      bricks.map((brick) => brick.key),
      MOST_CALLS,
    );
  const isScored = score !== undefined && isScore(score);
  const [later, earlier] =
    isScored && (key === main?.key || where.agent !== undefined)
      ? [await read(base.days), await read(base.days.against)]
      : [];
  const points = isScored && later && earlier ? whatCostPoints(score, bricks, earlier, later) : undefined;
  const most =
    key !== main?.key ? key : (points?.questions.find((each) => each.points < 0 === change.value < 0)?.brick ?? key);
  const costs = followed.points === undefined ? undefined : followed.points * (meanOf(after) - meanOf(before));
  return {
    points: key === main?.key || where.agent !== undefined ? points : undefined,
    costs,
    teams: where.team === undefined && where.agent === undefined ? parts('team') : [],
    agents: parts('agent'),
    shows: most,
    calls: await hear({ callAnswers }, base, { most, queryOf, change }),
  };
}

interface Heard {
  most: string;
  queryOf(days: Days, answers: CountedFilter['by']['answers']): CallsQuery;
  change: Change;
}

/** The answer whose share changed, the most confident first; for numbers the lowest or the highest. */
async function hear(
  { callAnswers }: { callAnswers: CallAnswersStore },
  base: Explained,
  { most, queryOf, change }: Heard,
): Promise<CallToHear[]> {
  const measure = base.measures.find((each) => each.key === most);
  const { main, keys, scope, days, cells } = base;
  const by = { brick: most, main: main?.key ?? most, agentKey: keys.agent ?? 'agent' };
  if (measure?.leading === undefined) {
    const order = change.value < 0 ? ('low' as const) : ('high' as const);
    return callAnswers.toHear(scope, queryOf(days, []), { ...by, order }, CALLS);
  }
  // Whether the answer became more or less frequent.
  const isMore = meanOf(tallyOf(cells.after, change.where, most)) > meanOf(tallyOf(cells.before, change.where, most));
  const condition = {
    field: 'answer',
    brick: most,
    operator: isMore ? 'eq' : 'not',
    operand: String(measure.leading),
  } as const;
  return callAnswers.toHear(scope, queryOf(days, [condition]), { ...by, order: 'sure' }, CALLS);
}

function callsOf(
  { version, timezone, request: { filter, as }, keys }: Explained,
  { where: { team, agent } }: Change,
  { from, to }: Days,
  answers: CountedFilter['by']['answers'],
): CallsQuery {
  const here = [
    ...(team === undefined || keys.team === undefined ? [] : [{ key: keys.team, isNot: false, value: team }]),
    ...(agent === undefined || keys.agent === undefined ? [] : [{ key: keys.agent, isNot: false, value: agent }]),
  ];
  const by = { ...filter.by, answers: [...filter.by.answers, ...answers], metadata: [...filter.by.metadata, ...here] };
  return { kitId: version.kitId, from, to, timezone, filter: { ...filter, by }, as };
}
