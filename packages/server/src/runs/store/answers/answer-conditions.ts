/** SQL of the conditions on answers and metadata, for the columns of `run_answers`. */

import { isPlainNumber } from '@brickwork/engine/bricks/numeric/is-plain-number';
import type { AnswerCondition, MetadataCondition } from '../../answer-filter.ts';
import type { AnswersAs } from '../../answers.ts';

/** Adds a value to the statement and returns its placeholder. */
export type Parameter = (value: unknown) => string;

/** When the conversation of a row of `run_answers` took place; as the index says it. */
export const occurredOf = (row: string): string => `coalesce(${row}.occurred_at, time_of_run(${row}.run_id))`;

/** The original answers of `run_answers`, or with reviewers' corrections. */
export function answersAs(as: AnswersAs, table?: string): string {
  const own = table === undefined ? '' : `${table}.`;
  return as === 'given' ? `${own}answers` : `(${own}answers || coalesce(${own}corrections, '{}'))`;
}

const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function isComparison(operator: string): operator is keyof typeof COMPARISONS {
  return operator in COMPARISONS;
}

export function answerCondition(condition: AnswerCondition, answers: string, parameter: Parameter): string {
  const { field, brick, operator, operand } = condition;
  if (condition.isState)
    return `(${stateCondition('no_value', `${answers} -> ${parameter(brick)}::text`)} OR ${isOneOf(`(${answers} -> ${parameter(brick)}::text -> 'value')`, operand, parameter)})`;
  if (operator === 'is') return stateCondition(operand, `${answers} -> ${parameter(brick)}::text`);
  if (isComparison(operator))
    return `${answers} @@ ${parameter(numberPath(condition, COMPARISONS[operator]))}::jsonpath`;
  const answer = `${answers} -> ${parameter(brick)}::text`;
  const value = `(${answer} -> '${field === 'answer' ? 'value' : 'confidence'}')`;
  if (operator === 'eq') return isOneOf(value, operand, parameter);
  if (operator === 'not')
    return `(coalesce(jsonb_typeof(${value}) <> 'null', false) AND NOT ${isOneOf(value, operand, parameter)})`;
  return has(answer, value, operand, parameter);
}

/** A run whose kit did not have the brick is in none of these states. */
function stateCondition(state: string, answer: string): string {
  const hasNone = `(${answer} -> 'value') = 'null'`;
  const why = `(${answer} ->> 'applicability')`;
  const is: Readonly<Record<string, string>> = {
    not_applicable: `${why} = 'not_applicable'`,
    not_sure: `${why} = 'abstained'`,
    no_answer: `${hasNone} AND ${why} IS NULL`,
    no_value: hasNone,
    answered: `(${answer} -> 'value') <> 'null'`,
  };
  return `coalesce(${is[state] ?? 'false'}, false)`;
}

/**
 * A value of another type is not a number: it is neither below nor above. A JSON path takes two thirds of the time of
 * reading value, type and number separately.
 */
function numberPath({ field, brick, operand }: AnswerCondition, comparison: string): string {
  const number = operand.replace(/^(-?)0+(?=\d)/, '$1'); // 007 is not a number in a JSON path.
  return `strict $.${JSON.stringify(brick)}.${field === 'answer' ? 'value' : 'confidence'} ${comparison} ${number}`;
}

/** Containment is equality for single values, and "one of them is" for arrays. `false` may be a boolean or a category of this name. */
function isOneOf(value: string, operand: string, parameter: Parameter): string {
  const readings = [JSON.stringify(operand)];
  if (operand === 'true' || operand === 'false') readings.push(operand);
  if (isPlainNumber(operand)) readings.push(String(Number(operand)));
  const any = readings.map((json) => `${value} @> ${parameter(json)}::jsonb`).join(' OR ');
  return `coalesce(${any}, false)`;
}

/** One of several values, or a part of a free text. */
function has(answer: string, value: string, operand: string, parameter: Parameter): string {
  const pattern = `%${operand.replace(/[\\%_]/g, '\\$&')}%`;
  return `(${isOneOf(value, operand, parameter)} OR coalesce((${answer} -> 'text') IS NOT NULL AND ${value}::text ILIKE ${parameter(pattern)}, false))`;
}

/** `run` is the id of the run in question; workspace and environment are the first two parameters of the statement. */
export function reviewedCondition(isReviewed: boolean | undefined, run: string): string[] {
  if (isReviewed === undefined) return [];
  // One lookup per run. The planner turns EXISTS into a join, for which it reads all reviews when there are many.
  const review = `(SELECT v.run_id FROM reviews v WHERE v.workspace_id = $1 AND v.environment = $2 AND v.run_id = ${run} LIMIT 1)`;
  return [`${review} IS ${isReviewed ? 'NOT NULL' : 'NULL'}`];
}

export function metadataCondition(
  { key, isNot, value }: MetadataCondition,
  metadata: string,
  parameter: Parameter,
): string {
  const own = `(${metadata} ->> ${parameter(key)}::text)`;
  return isNot ? `${own} IS DISTINCT FROM ${parameter(value)}` : `${own} = ${parameter(value)}`;
}
