/**
 * Checks that conditions on answers can hold: a mistyped brick, value or operator would find nothing and look like a
 * real result.
 */

import type { BrickType } from '@brickwork/contract';
import { itemType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { AnswerCondition, AnswerFilter } from './answer-filter.ts';

export interface KnownBrick {
  key: string;
  type: BrickType;
  /** Of a brick with categories: those of the newest version. */
  categories: readonly string[] | undefined;
}

/** What a kit's answers can be. */
export interface KnownAnswers {
  /** Every brick that the kit has or had; undefined when there is no such kit. */
  bricks(): Promise<readonly KnownBrick[] | undefined>;
  /** Every category that a version of the kit had for the brick. */
  categoriesEver(brick: string): Promise<readonly string[]>;
  /** The smallest and the largest number that a version of the kit allows for the brick; undefined where one does not say. */
  rangeEver(brick: string): Promise<{ min: number; max: number } | undefined>;
}

/** The filter with `null` resolved: a category of this name if there is one, else "no value". */
export async function checkAnswerFilter(filter: AnswerFilter, known: KnownAnswers): Promise<AnswerFilter> {
  if (filter.answers.length === 0) return filter;
  const bricks = (await known.bricks()) ?? [];
  if (bricks.length === 0) return filter;
  const answers: AnswerCondition[] = [];
  for (const condition of filter.answers) {
    const brick = bricks.find(({ key }) => key === condition.brick);
    if (brick === undefined)
      throw wrong(condition, unknown('the kit has no such brick', condition.brick, keysOf(bricks)));
    const meant = condition.isState && brick.categories?.includes('null') !== true ? NO_VALUE : {};
    const { isState: _isState, ...checked } = { ...condition, ...meant };
    if (checked.field === 'answer') await checkValue(checked, brick, known);
    answers.push(checked);
  }
  return { ...filter, answers };
}

const NO_VALUE = { operator: 'is', operand: 'no_value' } as const;

async function checkValue(condition: AnswerCondition, brick: KnownBrick, known: KnownAnswers): Promise<void> {
  const { operator, operand } = condition;
  if (operator === 'is') return;
  if (isOrdering(operator)) {
    if (itemType(brick).compareAs !== 'numbers')
      throw wrong(condition, `"${operator}:" compares numbers, and the brick is ${brick.type}`);
    return;
  }
  if (operator === 'eq' || operator === 'not' || operator === 'has') {
    const faulty = itemType(brick).operandFault(operand);
    if (faulty !== undefined) {
      const { fault, known: texts } = faulty;
      throw wrong(condition, texts === undefined ? fault : unknown(fault, operand, texts));
    }
    if (itemType(brick).compareAs === 'numbers') await checkRange(condition, brick, known);
    if (brick.categories !== undefined && !brick.categories.includes(operand)) {
      const ever = await known.categoriesEver(brick.key);
      if (!ever.includes(operand))
        throw wrong(condition, unknown(`"${operand}" is not one of the categories`, operand, brick.categories));
    }
  }
}

async function checkRange(condition: AnswerCondition, brick: KnownBrick, known: KnownAnswers): Promise<void> {
  const { min, max } = (await known.rangeEver(brick.key)) ?? {};
  if (min === undefined || max === undefined) return;
  const number = Number(condition.operand);
  if (number < min || number > max) throw wrong(condition, `its numbers are from ${min} to ${max}`);
}

function isOrdering(operator: string): boolean {
  return ['lt', 'lte', 'gt', 'gte'].includes(operator);
}

function keysOf(bricks: readonly KnownBrick[]): string[] {
  return bricks.map(({ key }) => key);
}

const MOST_NAMED = 20;

/** Ends with the nearest known word or, if none is near, with all of them. */
export function unknown(what: string, word: string, known: readonly string[]): string {
  const near = didYouMean(word, known);
  if (near !== undefined) return `${what}. D${near.slice(1)}`;
  const named = known.toSorted().slice(0, MOST_NAMED).join(', ');
  return `${what}. There are ${named}${known.length > MOST_NAMED ? ' and others' : ''}.`;
}

function wrong({ field, brick }: AnswerCondition, sentence: string): ServiceError {
  const end = /[.?]$/.test(sentence) ? '' : '.';
  return new ServiceError('invalid_parameter', { detail: `${field}.${brick}: ${sentence}${end}` });
}
