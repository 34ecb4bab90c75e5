/**
 * Whether a condition on the answers of other bricks holds. Three results are possible: a condition based on a brick that abstained, or
 * that was left out of the output, is unknown. A test on a brick that does not apply does not hold.
 */
import type { BrickDocument, BrickTest, BrickValue, Condition } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { passes } from '../bricks/item-share.ts';
import { testsOf } from '../bricks/references.ts';
import { ENGLISH_WORDING, type Wording } from '../core/wording.ts';

/** The answers so far, by key. */
export type Answers = ReadonlyMap<string, BrickOutcome>;

export type Decision = boolean | 'unknown';

export function decideCondition(condition: Condition, answers: Answers): Decision {
  const { brick, all, any, not } = condition;
  if (all !== undefined) return every(all.map((part) => decideCondition(part, answers)));
  if (any !== undefined) return invert(every(any.map((part) => invert(decideCondition(part, answers)))));
  if (not !== undefined) return invert(decideCondition(not, answers));
  return brick === undefined ? true : decideTest({ ...condition, brick }, answers);
}

export function decideTest(test: BrickTest, answers: Answers): Decision {
  const outcome = answers.get(test.brick);
  if (outcome === undefined || outcome.applicability === 'abstained' || isUnsaid(test, outcome)) return 'unknown';
  return outcome.applicability === undefined && passes(test, outcome.value);
}

/** A number that was not mentioned is neither small nor large. */
function isUnsaid({ at_least, at_most }: BrickTest, { value, applicability }: BrickOutcome): boolean {
  return value === null && applicability === undefined && (at_least !== undefined || at_most !== undefined);
}

/**
 * The probability that the condition holds, from the confidences of its bricks, treated as independent: a test that passes holds with the
 * confidence of its answer, a test that fails with the complement.
 */
export function chanceOf(condition: Condition, answers: Answers): number {
  const { brick, all, any, not } = condition;
  if (all !== undefined) return product(all.map((part) => chanceOf(part, answers)));
  if (any !== undefined) return 1 - product(any.map((part) => 1 - chanceOf(part, answers)));
  if (not !== undefined) return 1 - chanceOf(not, answers);
  return brick === undefined ? 1 : chanceOfTest({ ...condition, brick }, answers);
}

export function chanceOfTest(test: BrickTest, answers: Answers): number {
  const decision = decideTest(test, answers);
  if (decision === 'unknown') return 0.5;
  const confidence = answers.get(test.brick)?.confidence ?? 0;
  return decision ? confidence : 1 - confidence;
}

/** The condition in words: `Contact reason is refund or return`. */
export function describeCondition(
  condition: Condition,
  bricks: readonly BrickDocument[],
  wording: Wording = ENGLISH_WORDING,
): string {
  const { brick, all, any, not } = condition;
  const part = (inner: Condition) => {
    const words = describeCondition(inner, bricks, wording);
    return inner.all === undefined && inner.any === undefined ? words : `(${words})`;
  };
  if (all !== undefined) return all.map(part).join(` ${wording.say('and')} `);
  if (any !== undefined) return any.map(part).join(` ${wording.say('or')} `);
  if (not !== undefined) return `${wording.say('not')} ${part(not)}`;
  return brick === undefined ? wording.say('always') : describeTest({ ...condition, brick }, bricks, wording);
}

export function describeTest(
  { brick, is, at_least, at_most }: BrickTest,
  bricks: readonly BrickDocument[],
  wording: Wording = ENGLISH_WORDING,
): string {
  const values = (Array.isArray(is) ? is : [is ?? null]).map((value) => inWords(value, wording));
  const wanted = [
    ...(is === undefined ? [] : [wording.say('test is', { value: values.join(` ${wording.say('or')} `) })]),
    ...(at_least === undefined ? [] : [wording.say('test at least', { value: wording.figure(at_least) })]),
    ...(at_most === undefined ? [] : [wording.say('test at most', { value: wording.figure(at_most) })]),
  ];
  return `${nameOf(brick, bricks)} ${wanted.join(` ${wording.say('and')} `)}`;
}

/** The answers of a condition's bricks: `Contact reason is billing`. */
export function describeAnswers(
  condition: Condition,
  answers: Answers,
  bricks: readonly BrickDocument[],
  wording: Wording = ENGLISH_WORDING,
): string {
  const keys = [...new Set(testsOf(condition).map(({ brick }) => brick))];
  return keys.map((key) => `${nameOf(key, bricks)} ${stateOf(answers.get(key), wording)}`).join(', ');
}

export function nameOf(key: string, bricks: readonly BrickDocument[]): string {
  return bricks.find((brick) => brick.key === key)?.name ?? key;
}

export function inWords(value: BrickValue, wording: Wording): string {
  if (value === null) return wording.say('not said');
  if (typeof value === 'boolean') return wording.say(value ? 'yes' : 'no');
  if (typeof value === 'number') return wording.figure(value);
  if (Array.isArray(value)) return value.length === 0 ? wording.say('none') : value.join(', ');
  return value;
}

function stateOf(outcome: BrickOutcome | undefined, wording: Wording): string {
  if (outcome === undefined) return wording.say('has no answer');
  if (outcome.applicability === 'not_applicable') return wording.say('does not apply');
  if (outcome.applicability === 'abstained') return wording.say('is not sure');
  return wording.say('answer is', { value: inWords(outcome.value, wording) });
}

/** One failed part decides; otherwise one unknown part makes the whole unknown. */
function every(decisions: readonly Decision[]): Decision {
  if (decisions.includes(false)) return false;
  return decisions.includes('unknown') ? 'unknown' : true;
}

function invert(decision: Decision): Decision {
  return decision === 'unknown' ? 'unknown' : !decision;
}

function product(chances: readonly number[]): number {
  return chances.reduce((all, chance) => all * chance, 1);
}
