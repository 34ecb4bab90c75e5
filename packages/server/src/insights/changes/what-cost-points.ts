/**
 * The questions by which a score lost points, call by call, as parts that add up to the change: an item loses its points out of those that
 * applied in the call, and a rule that fails a call loses the remaining points.
 */
import type { BrickDocument, ScoreItem } from '@brickwork/contract/kit';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import { itemShare } from '@brickwork/engine/bricks/item-share';
import type { ScoreBrick } from '@brickwork/engine/bricks/numeric/is-score';
import { valueRange } from '@brickwork/engine/bricks/numeric/value-range';
import { decideTest } from '@brickwork/engine/scorecard/decide-condition';
import type { CallAnswers } from '../store/call-answers.ts';

export interface QuestionPart {
  brick: string;
  /** Points per call: below 0 if the score fell because of it. */
  points: number;
}

export interface PointsExplained {
  questions: QuestionPart[];
  /** The part that no question explains: rounding, and calls of versions with other items. */
  rest: number;
}

export function whatCostPoints(
  brick: ScoreBrick,
  bricks: readonly BrickDocument[],
  before: readonly CallAnswers[],
  after: readonly CallAnswers[],
): PointsExplained | undefined {
  const of = (calls: readonly CallAnswers[]) => calls.flatMap((call) => lostIn(call, brick, bricks) ?? []);
  const [from, to] = [of(before), of(after)];
  if (from.length === 0 || to.length === 0) return undefined;
  const meanOf = (calls: typeof from, pick: (call: (typeof from)[number]) => number) =>
    calls.reduce((sum, call) => sum + pick(call), 0) / calls.length;
  const keys = [...new Set([...from, ...to].flatMap(({ lost }) => [...lost.keys()]))];
  const questions = keys
    .map((key) => {
      const lost = (calls: typeof from) => meanOf(calls, (call) => call.lost.get(key) ?? 0);
      return { brick: key, points: lost(from) - lost(to) };
    })
    .filter(({ points }) => points !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const change = meanOf(to, ({ score }) => score) - meanOf(from, ({ score }) => score);
  return { questions, rest: change - questions.reduce((sum, { points }) => sum + points, 0) };
}

interface Lost {
  score: number;
  lost: Map<string, number>;
}

/** Undefined if the call has no score. */
function lostIn({ answers }: CallAnswers, brick: ScoreBrick, bricks: readonly BrickDocument[]): Lost | undefined {
  const score = answers[brick.key]?.value;
  if (typeof score !== 'number') return undefined;
  const { max: outOf = 100 } = valueRange(brick);
  const outcomes = new Map(Object.entries(answers).map(([key, answer]) => [key, { key, ...answer } as BrickOutcome]));
  const counted = brick.score.items.flatMap((item) => {
    const outcome = outcomes.get(item.brick);
    return outcome === undefined || isLeftOut(item, outcome) ? [] : [{ item, value: outcome.value }];
  });
  const possible = counted.reduce((sum, { item }) => sum + item.points, 0);
  const lost = new Map<string, number>();
  let left = outOf;
  const take = (key: string, points: number) => {
    lost.set(key, (lost.get(key) ?? 0) + points);
    left -= points;
  };
  for (const { item, value } of counted) {
    const share = itemShare(
      item,
      bricks.find(({ key }) => key === item.brick),
      value,
    );
    take(item.brick, (outOf * item.points * (1 - share)) / possible);
  }
  const failing = (brick.score.fail_if ?? []).find((test) => decideTest(test, outcomes) === true);
  if (failing !== undefined) take(failing.brick, left);
  return { score, lost };
}

const isLeftOut = ({ is, credit }: ScoreItem, { applicability, value }: BrickOutcome) =>
  applicability !== undefined || (value === null && is === undefined && credit === undefined);
