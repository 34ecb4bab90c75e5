/**
 * Whether a condition on the answers of other bricks holds. Three answers are possible: what rests on a brick that abstained, or that was
 * left out of the output, is not known. A test on a brick that does not apply does not hold.
 */
import type { BrickDocument, BrickTest, BrickValue, Condition } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { passes } from '../bricks/item-share.ts';
import { testsOf } from '../bricks/references.ts';

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

/** A number that nobody said is neither small nor large. */
function isUnsaid({ at_least, at_most }: BrickTest, { value, applicability }: BrickOutcome): boolean {
  return value === null && applicability === undefined && (at_least !== undefined || at_most !== undefined);
}

/**
 * How likely the condition holds, as far as the confidences of its bricks tell, taken as independent of one another: a test that passes
 * holds with the confidence of its answer, one that fails with what is left of it.
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
export function describeCondition(condition: Condition, bricks: readonly BrickDocument[]): string {
  const { brick, all, any, not } = condition;
  const part = (inner: Condition) => {
    const words = describeCondition(inner, bricks);
    return inner.all === undefined && inner.any === undefined ? words : `(${words})`;
  };
  if (all !== undefined) return all.map(part).join(' and ');
  if (any !== undefined) return any.map(part).join(' or ');
  if (not !== undefined) return `not ${part(not)}`;
  return brick === undefined ? 'always' : describeTest({ ...condition, brick }, bricks);
}

export function describeTest({ brick, is, at_least, at_most }: BrickTest, bricks: readonly BrickDocument[]): string {
  const wanted = [
    ...(is === undefined ? [] : [`is ${(Array.isArray(is) ? is : [is]).map(inWords).join(' or ')}`]),
    ...(at_least === undefined ? [] : [`is at least ${at_least}`]),
    ...(at_most === undefined ? [] : [`is at most ${at_most}`]),
  ];
  return `${nameOf(brick, bricks)} ${wanted.join(' and ')}`;
}

/** What the bricks of a condition answered: `Contact reason is billing`. */
export function describeAnswers(condition: Condition, answers: Answers, bricks: readonly BrickDocument[]): string {
  const keys = [...new Set(testsOf(condition).map(({ brick }) => brick))];
  return keys.map((key) => `${nameOf(key, bricks)} ${stateOf(answers.get(key))}`).join(', ');
}

export function nameOf(key: string, bricks: readonly BrickDocument[]): string {
  return bricks.find((brick) => brick.key === key)?.name ?? key;
}

export function inWords(value: BrickValue): string {
  if (value === null) return 'not said';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
}

function stateOf(outcome: BrickOutcome | undefined): string {
  if (outcome === undefined) return 'has no answer';
  if (outcome.applicability === 'not_applicable') return 'does not apply';
  if (outcome.applicability === 'abstained') return 'is not sure';
  return `is ${inWords(outcome.value)}`;
}

/** One part that fails decides; otherwise one that is not known leaves all of it open. */
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
