/**
 * Which answers cost a group of calls the most. With a score: the points that an item of the scorecard loses per call. Without one every brick
 * that says what is good counts one point, so the figure is the share of calls in which the answer was bad.
 */

import type { BrickSchema } from '../bricks/brick-schema.ts';
import type { BrickInsights, Estimate, InsightsGroup } from '../endpoints/insights.ts';
import { formatNumber, formatShort } from './format.ts';
import { type Answer, nameOfAnswer } from './leading-figure.ts';
import { answersIn } from './measure.ts';
import { shareInterval } from './share-interval.ts';

export interface ScoredItem {
  key: string;
  name: string;
  points: number;
  /** A rule that sets the whole score to 0: `full` is then whatever does not break it. */
  isFailRule: boolean;
  /** What is wanted, or for a rule what is not, in words. */
  wanted: string;
  /** The share of the points that an answer earns. */
  creditOf(value: Answer): number;
  /** Conditions of the list of runs that find the calls in which points were lost. */
  lostWhere: readonly (readonly [string, string])[];
}

export interface Loss {
  item: ScoredItem;
  /** Points per call of the group, whether or not the question applied. */
  points: number;
  /** The share of the answers that lost nothing. */
  met: Estimate;
  answered: number;
}

/** Items that are counted by thresholds on numbers are left out: insights do not say how many calls pass one. */
export function scoredItems(bricks: readonly BrickSchema[], main: BrickSchema | undefined): ScoredItem[] {
  const schemaOf = (key: string) => bricks.find((brick) => brick.key === key);
  const score = main?.score;
  if (score === undefined)
    return bricks.flatMap((brick) => {
      const wanted = goodAnswers(brick);
      return wanted.length === 0 || brick.many === true ? [] : [itemOf(brick, 1, wanted)];
    });
  const items = score.items.flatMap(({ brick, is, at_least, at_most, points, credit }) => {
    const schema = schemaOf(brick);
    if (schema === undefined || schema.many === true) return [];
    const known = schema.categories?.map(({ value }) => value) ?? [true, false];
    if (credit !== undefined) return [itemOf(schema, points, known, (value) => credit[String(value)] ?? 0)];
    const hasThreshold = at_least !== undefined || at_most !== undefined;
    const wanted = is !== undefined ? plainValues(is) : hasThreshold ? [] : goodAnswers(schema, true);
    return wanted.length === 0 ? [] : [itemOf(schema, points, wanted)];
  });
  const failRules = (score.fail_if ?? []).flatMap(({ brick, is }) => {
    const schema = schemaOf(brick);
    const failing = is === undefined ? [] : plainValues(is);
    if (schema === undefined || schema.many === true || failing.length === 0) return [];
    const rule = itemOf(schema, score.out_of ?? 100, failing);
    return [
      {
        ...rule,
        isFailRule: true,
        creditOf: (value: Answer) => 1 - rule.creditOf(value),
        lostWhere: failing.length === 1 ? [[`answer.${brick}`, `eq:${failing[0]}`] as const] : [],
      },
    ];
  });
  return [...items, ...failRules];
}

function plainValues(is: string | number | boolean | null | readonly Answer[]): Answer[] {
  if (is === null) return [];
  return typeof is === 'object' ? [...is] : [is];
}

/** `assumed`: as an item of a score a yes/no question wants a yes unless the kit says otherwise. */
function goodAnswers({ type, good }: BrickSchema, assumed?: boolean): Answer[] {
  if (type === 'boolean' && good === undefined && assumed !== undefined) return [assumed];
  if (type === 'boolean' && typeof good === 'boolean') return [good];
  return type === 'categorical' && Array.isArray(good) ? good : [];
}

function itemOf(
  schema: BrickSchema,
  points: number,
  wanted: readonly Answer[],
  creditOf: ScoredItem['creditOf'] = (value) => (wanted.includes(value) ? 1 : 0),
): ScoredItem {
  const { key, name, categories } = schema;
  const full = wanted.filter((value) => creditOf(value) === 1);
  const nameOf = (value: Answer) => nameOfAnswer(value, categories?.find((each) => each.value === value)?.name);
  return {
    key,
    name,
    points,
    isFailRule: false,
    wanted: full.map(nameOf).join(' or '),
    creditOf,
    lostWhere: full.map((value) => [`answer.${key}`, `not:${value}`]),
  };
}

/** The dearest first; items that cost nothing come last, in the order of the scorecard. */
export function lossesIn(group: InsightsGroup, items: readonly ScoredItem[]): Loss[] {
  const calls = group.runs.succeeded;
  return items
    .flatMap((item) => {
      const brick = answersIn(group, item.key);
      return brick === undefined || brick.answered === 0 || calls === 0 ? [] : [lossOf(item, brick, calls)];
    })
    .toSorted((a, b) => b.points - a.points);
}

function lossOf(item: ScoredItem, { values = [], answered }: BrickInsights, calls: number): Loss {
  const lost = values.reduce((sum, { value, count }) => sum + count * (1 - item.creditOf(value)), 0);
  const full = values.reduce((sum, { value, count }) => sum + (item.creditOf(value) === 1 ? count : 0), 0);
  return {
    item,
    points: (item.points * lost) / calls,
    met: { value: full / answered, ...shareInterval(full, answered) },
    answered,
  };
}

/** `missed in 10 of 25 · −6 points`, which is per call; without a score there are no points. */
export function lossText({ item, met, answered, points }: Loss, hasScore: boolean): string {
  const full = Math.round(met.value * answered);
  if (item.isFailRule) return `fails ${formatNumber(answered - full)} of ${formatNumber(answered)} calls`;
  return `missed in ${formatNumber(answered - full)} of ${formatNumber(answered)}${hasScore ? ` · −${formatShort(points)} points` : ''}`;
}
