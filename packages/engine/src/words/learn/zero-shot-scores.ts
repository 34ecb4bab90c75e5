/** The zero-shot result of a brick as one score per class: the starting point of learning. */

import type { BooleanBrick, BrickDocument, CategoricalBrick, NumericBrick } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import { rangeOf } from '../../bricks/numeric/scale.ts';
import { measureBoolean } from '../answer/answer-boolean.ts';
import { measureCategories } from '../answer/answer-categorical.ts';
import { compositeOf } from '../answer/answer-numeric.ts';
import { logistic } from '../answer/calibrate.ts';
import type { Matcher } from '../match/matcher.ts';
import { FITTING } from '../weights/learning.ts';
import type { ClassValue } from './learned-model.ts';
import { logOdds } from './learned-model.ts';

function categoryScores(matcher: Matcher, brick: CategoricalBrick, classes: readonly ClassValue[]): Float64Array {
  const { queries, result } = measureCategories(matcher, brick);
  const byValue = new Map(queries.map((query, index) => [query.value, result.scores[index] ?? 0]));
  return Float64Array.from(classes, (value) => byValue.get(String(value)) ?? 0);
}

function booleanScores(matcher: Matcher, brick: BooleanBrick, classes: readonly ClassValue[]): Float64Array {
  const odds = logOdds(measureBoolean(matcher, brick).probability) * FITTING.booleanOffset;
  return Float64Array.from(classes, (value) => (value === true ? odds : 0));
}

function numericScores(matcher: Matcher, brick: NumericBrick, classes: readonly ClassValue[]): Float64Array {
  const { min, max } = rangeOf(brick);
  const guess = min + (max - min) * logistic(compositeOf(matcher, brick).position);
  return Float64Array.from(
    classes,
    (value) => FITTING.numericOffset * (Math.abs(Number(value) - guess) / Math.max(1e-9, max - min)),
  );
}

export function zeroShotScores(matcher: Matcher, brick: BrickDocument, classes: readonly ClassValue[]): Float64Array {
  const asked = brickType(brick).askAs(brick);
  switch (asked.as) {
    case 'category':
    case 'categories':
      return categoryScores(matcher, asked.brick, classes);
    case 'boolean':
      return booleanScores(matcher, asked.brick, classes);
    case 'rating':
    case 'number':
      return numericScores(matcher, asked.brick, classes);
    default:
      return new Float64Array(classes.length);
  }
}
