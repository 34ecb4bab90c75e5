/** The figures of a brick, from its aggregated counts: shares, means and quantiles with their 95 % intervals. */

import { itemType } from '@brickwork/engine/bricks/brick-types';
import { ALL_NUMBERS, ANY_LIST, ANY_TEXT, NO_VALUE } from './answer-labels.ts';
import { type Estimate, meanOf, quantileOf, shareOf } from './intervals.ts';
import type { CountedLine } from './store/count-groups.ts';
import type { CountedBrick } from './store/insights-store.ts';

export interface BrickInsights extends Omit<CountedBrick, 'names' | 'categories' | 'range' | 'isScore'> {
  /** Runs with a value. */
  answered: number;
  notApplicable: number;
  /** Without a value for another reason: not sure, or not mentioned. */
  abstained: number;
  notSure: number;
  noAnswer: number;
  /** The mean, if the brick has confidences. */
  confidence: number | undefined;
  /** For yes/no questions and categories, the most frequent first. Shares are of the runs with a value. */
  values: { value: string | number | boolean; name?: string; count: number; share: Estimate }[] | undefined;
  mean: Estimate | undefined;
  quantiles: ({ quantile: number } & Estimate)[] | undefined;
}

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];

export function brickInsights(
  { names, categories: _categories, range, isScore: _isScore, ...brick }: CountedBrick,
  counted: readonly CountedLine[],
): BrickInsights {
  const lines = counted.filter(({ upTo }) => upTo === undefined);
  const without = lines.filter(({ answer }) => answer === NO_VALUE || answer.startsWith(`${NO_VALUE}:`));
  const notApplicable = sum(without.filter(({ answer }) => answer === `${NO_VALUE}:not_applicable`));
  const given = lines.filter((each) => !without.includes(each));
  // Items of lists have separate lines: a run with a list counts once, through its list.
  const answered = sum(given.filter(({ answer }) => answer === ANY_LIST || !answer.startsWith(ANY_LIST)));
  const confident = lines.reduce((all, each) => all + each.confident, 0);
  const common = {
    ...brick,
    answered,
    notApplicable,
    abstained: sum(without) - notApplicable,
    notSure: sum(without.filter(({ answer }) => answer === `${NO_VALUE}:abstained`)),
    noAnswer: sum(without.filter(({ answer }) => answer === NO_VALUE)),
    confidence: confident === 0 ? undefined : lines.reduce((all, each) => all + each.confidence, 0) / confident,
  };
  if (itemType(brick).compareAs === 'numbers') return { ...common, values: undefined, ...numbers(counted, range) };
  return { ...common, values: values(given, answered, names), mean: undefined, quantiles: undefined };
}

function values(
  lines: readonly CountedLine[],
  answered: number,
  names: CountedBrick['names'] = {},
): BrickInsights['values'] {
  const byAnswer = Map.groupBy(
    lines.filter(({ answer }) => answer !== ANY_TEXT && answer !== ANY_LIST),
    ({ answer }) => (answer.startsWith(ANY_LIST) ? answer.slice(ANY_LIST.length) : answer),
  );
  if (byAnswer.size === 0) return undefined;
  return [...byAnswer]
    .map(([answer, own]) => {
      const value = JSON.parse(answer) as string | number | boolean;
      const name = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
      return { value, ...(name !== undefined && { name }), count: sum(own), share: shareOf(sum(own), answered) };
    })
    .toSorted((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1));
}

function numbers(
  lines: readonly CountedLine[],
  range: CountedBrick['range'],
): Pick<BrickInsights, 'mean' | 'quantiles'> {
  const all = lines.find(({ answer }) => answer === ALL_NUMBERS);
  if (all === undefined || all.count === 0) return { mean: undefined, quantiles: undefined };
  const sorted = lines
    .flatMap(({ answer, upTo }) => (upTo === undefined ? [] : [{ value: Number(answer), upTo }]))
    .toSorted((a, b) => a.value - b.value);
  return {
    mean: meanOf(all.count, all.total, all.squares, range),
    quantiles: QUANTILES.map((quantile) => ({ quantile, ...quantileOf(sorted, all.count, quantile) })),
  };
}

export function sum(lines: readonly { count: number }[]): number {
  return lines.reduce((all, { count }) => all + count, 0);
}
