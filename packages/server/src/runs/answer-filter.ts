/**
 * Filters by answer, confidence and metadata, as written in a query:
 *
 *   answer.resolved=false   answer.score=lt:60   answer.reasons=has:refund   answer.resolved=is:not_sure   confidence.resolved=lt:0.7   metadata.team=emea
 *
 * A value may start with an operator; a parameter may be repeated, and all conditions must hold. A run without a value
 * for a brick matches only `is:` conditions.
 */
import { isPlainNumber } from '@brickwork/engine/bricks/numeric/is-plain-number';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';

const OPERATORS = ['eq', 'not', 'lt', 'lte', 'gt', 'gte', 'has', 'is'] as const;
type Operator = (typeof OPERATORS)[number];

/** Why a brick has no value: the question does not apply, the answer is not sure, it is not mentioned; any of the three; or that it has one. */
const STATES = ['not_applicable', 'not_sure', 'no_answer', 'no_value', 'answered'] as const;
export type AnswerState = (typeof STATES)[number];

/** On the value of a brick, or on its confidence. */
export interface AnswerCondition {
  field: 'answer' | 'confidence';
  brick: string;
  operator: Operator;
  operand: string;
  /** `null` alone: runs without a value, unless a category has this name. */
  isState?: true;
}

export interface MetadataCondition {
  key: string;
  isNot: boolean;
  value: string;
}

export interface AnswerFilter {
  answers: readonly AnswerCondition[];
  metadata: readonly MetadataCondition[];
  /** Whether somebody reviewed the run. */
  isReviewed?: boolean | undefined;
}

export const NO_ANSWER_FILTER: AnswerFilter = { answers: [], metadata: [] };

export function isFiltering({ answers, metadata, isReviewed }: AnswerFilter): boolean {
  return answers.length + metadata.length > 0 || isReviewed !== undefined;
}

const ORDERED: readonly Operator[] = ['lt', 'lte', 'gt', 'gte'];
/** More than anybody needs, but few enough to keep a request cheap. */
const MOST_CONDITIONS = 20;
const LONGEST = 512;

const NO_DIMENSIONS: ReadonlyMap<string, string> = new Map();

/** Reads the parameters that begin with `answer.`, `confidence.` and `metadata.`, `reviewed`, and those of `dimensions` (names and their metadata keys); others are left to the endpoint. */
export function readAnswerFilter(
  query: Readonly<Record<string, unknown>>,
  dimensions: ReadonlyMap<string, string> = NO_DIMENSIONS,
): AnswerFilter {
  const answers: AnswerCondition[] = [];
  const metadata: MetadataCondition[] = [];
  for (const [name, given] of Object.entries(query)) {
    const dimension = dimensions.get(name);
    const [, field, key = ''] =
      dimension === undefined
        ? (/^(answer|confidence|metadata)\.(.*)$/s.exec(name) ?? [])
        : ['', 'metadata', dimension];
    if (field === undefined) continue;
    if (key === '' || key.length > 64 || key.includes('\0'))
      throw wrong(name, `must be followed by a ${nounOf(field)}`);
    for (const text of Array.isArray(given) ? given : [given]) {
      if (typeof text !== 'string' || text.length > LONGEST || text.includes('\0') || !text.isWellFormed())
        throw wrong(name, `must be a text of at most ${LONGEST} characters`);
      if (field === 'metadata') metadata.push(readMetadata(name, key, text));
      else answers.push(readAnswer(name, field as 'answer' | 'confidence', key, text));
    }
  }
  if (answers.length + metadata.length > MOST_CONDITIONS)
    throw new ServiceError('invalid_parameter', { detail: `There are more than ${MOST_CONDITIONS} conditions.` });
  const { reviewed } = query;
  return { answers, metadata, ...(typeof reviewed === 'boolean' && { isReviewed: reviewed }) };
}

function readAnswer(name: string, field: AnswerCondition['field'], brick: string, text: string): AnswerCondition {
  // From before the states had names; a category named null can still be found.
  if (field === 'answer' && text === 'null') return { field, brick, operator: 'eq', operand: 'null', isState: true };
  const { operator, operand } = split(text);
  if (operator === 'is' && (field === 'confidence' || !isState(operand)))
    throw wrong(name, field === 'confidence' ? NEEDS_BOUND : unknownState(operand));
  const needsNumber = field === 'confidence' || ORDERED.includes(operator);
  if (needsNumber && !isPlainNumber(operand))
    throw wrong(name, `"${operator}" needs a number, such as ${operator}:0.7`);
  if (field === 'confidence' && !ORDERED.includes(operator)) throw wrong(name, NEEDS_BOUND);
  if (field === 'confidence' && !(Number(operand) >= 0 && Number(operand) <= 1))
    throw wrong(name, 'confidences are numbers from 0 to 1, such as lt:0.7');
  return { field, brick, operator, operand };
}

const NEEDS_BOUND = 'must be one of lt:, lte:, gt: and gte: with a number, such as lt:0.7';

export function isState(word: string): word is AnswerState {
  return STATES.some((state) => state === word);
}

function unknownState(word: string): string {
  const near = didYouMean(word, STATES);
  return `"is:${word.slice(0, 40)}" is unknown${near === undefined ? '' : `, ${near.replace(/\?$/, '')}`}; there are ${STATES.map((state) => `is:${state}`).join(', ')}`;
}

function readMetadata(name: string, key: string, text: string): MetadataCondition {
  const { operator, operand } = split(text);
  if (operator !== 'eq' && operator !== 'not') throw wrong(name, 'must be a value, or not: and a value');
  return { key, isNot: operator === 'not', value: operand };
}

function split(text: string): { operator: Operator; operand: string } {
  const [, operator, operand = ''] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  return isOperator(operator) ? { operator, operand } : { operator: 'eq', operand: text };
}

function isOperator(word: string | undefined): word is Operator {
  return OPERATORS.some((operator) => operator === word);
}

function nounOf(field: string): string {
  return field === 'metadata' ? 'metadata key of at most 64 characters' : 'brick key';
}

function wrong(name: string, sentence: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail: `${name.slice(0, 80)}: ${sentence}.` });
}
