/** The calls of a period by team and agent: the answers of each group, from the aggregates of insights. */
import type { insightsApi } from '@brickwork/contract';
import type { Measure } from '@brickwork/contract/figures';
import { itemType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../../core/scope.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import { checkAnswerFilter } from '../../runs/check-answer-filter.ts';
import { ALL_NUMBERS, ANY_LIST, NO_VALUE, RUNS } from '../answer-labels.ts';
import { brickInsights } from '../brick-insights.ts';
import { toBrickWire } from '../insights-document.ts';
import { MOST_RUNS, type ReadInsights } from '../read-insights.ts';
import type { CountedLine } from '../store/count-groups.ts';
import type { CountedFilter } from '../store/counted-runs.ts';
import type { CountedBrick } from '../store/insights-store.ts';
import type { Days } from './compared-days.ts';
import type { Cell } from './find-changes.ts';
import { NOTHING, type Tally } from './test-difference.ts';

export interface CellsRequest extends Days {
  kitId: string;
  timezone: string;
  filter: CountedFilter;
  as: AnswersAs;
  /** Metadata keys; undefined if the workspace has deleted the dimension. */
  keys: { team: string | undefined; agent: string | undefined };
}

export interface PeriodCells {
  cells: LinedCell[];
  total: insightsApi.InsightsGroup;
}

export interface LinedCell extends Omit<Cell, 'tallies'> {
  lines: readonly CountedLine[];
}

/** Agents in their teams. */
const MOST_GROUPS = 5_000;

export async function readCells(
  deps: ReadInsights,
  scope: Scope,
  bricks: readonly CountedBrick[],
  { keys, filter, ...request }: CellsRequest,
): Promise<PeriodCells> {
  const names = (['team', 'agent'] as const).filter((name) => keys[name] !== undefined);
  const by = await checkAnswerFilter(filter.by, deps.insights.knownAnswers(scope, request.kitId));
  const counted = await deps.insights.counts(scope, {
    ...request,
    filter: { ...filter, by },
    groupBy: names.length === 0 ? ['month'] : names.map((name) => ({ metadata: keys[name] ?? '' })),
    numeric: bricks.filter((brick) => itemType(brick).compareAs === 'numbers').map(({ key }) => key),
    skip: 0,
    most: MOST_GROUPS,
    mostRuns: MOST_RUNS,
  });
  if (counted === 'too_many')
    throw new ServiceError('invalid_parameter', {
      detail: `from: at most ${MOST_RUNS.toLocaleString('en')} runs can be read one by one, as these conditions need. Ask for fewer days.`,
    });
  const byPlace = Map.groupBy(counted.lines, ({ place }) => place);
  const cells = counted.groups.map(({ place, values }) => {
    const lines = byPlace.get(place) ?? [];
    const placeOf = (name: 'team' | 'agent') => (names.includes(name) ? values[names.indexOf(name)] : undefined);
    return { team: placeOf('team'), agent: placeOf('agent'), calls: countOf(lines, 'succeeded'), lines };
  });
  return { cells, total: groupOf(undefined, byPlace.get(undefined) ?? [], bricks) };
}

const countOf = (lines: readonly CountedLine[], status: string) =>
  lines.reduce((sum, { brick, answer, count }) => sum + (brick === RUNS && answer === status ? count : 0), 0);

/** As insights show it. */
export function groupOf(
  group: string | undefined,
  lines: readonly CountedLine[],
  bricks: readonly CountedBrick[],
): insightsApi.InsightsGroup {
  const byBrick = Map.groupBy(lines, ({ brick }) => brick);
  return {
    group,
    runs: {
      succeeded: countOf(lines, 'succeeded'),
      failed: countOf(lines, 'failed'),
      cancelled: countOf(lines, 'cancelled'),
    },
    bricks: bricks.flatMap((brick) => {
      const own = byBrick.get(brick.key);
      return own === undefined ? [] : [toBrickWire(brickInsights(brick, own))];
    }),
  };
}

/** How often the tracked answer was given, or the sums of the numbers. */
export function withTallies({ lines, ...cell }: LinedCell, measures: readonly Measure[]): Cell {
  const byBrick = Map.groupBy(lines, ({ brick }) => brick);
  return {
    ...cell,
    tallies: new Map(measures.map((measure) => [measure.key, tallyIn(byBrick.get(measure.key) ?? [], measure)])),
  };
}

function tallyIn(lines: readonly CountedLine[], { leading }: Measure): Tally {
  if (leading === undefined)
    return lines
      .filter(({ answer }) => answer === ALL_NUMBERS)
      .reduce((sum, { count, total, squares }) => addTo(sum, count, total, squares), NOTHING);
  const wanted = JSON.stringify(leading);
  const given = lines.filter(
    ({ answer, upTo }) => upTo === undefined && answer !== NO_VALUE && !answer.startsWith(`${NO_VALUE}:`),
  );
  const isWhole = (answer: string) => answer === ANY_LIST || !answer.startsWith(ANY_LIST);
  return given.reduce((sum, { answer, count }) => {
    const found = answer === wanted || answer === `${ANY_LIST}${wanted}` ? count : 0;
    return addTo(sum, isWhole(answer) ? count : 0, found, found);
  }, NOTHING);
}

const addTo = (tally: Tally, n: number, sum: number, squares: number): Tally => ({
  n: tally.n + n,
  sum: tally.sum + sum,
  squares: tally.squares + squares,
});
