/** An amount of money whose range is not written, so that it ends at 100: a price of 845 is never found. */
import type { NumericBrick } from '@brickwork/contract/kit';
import { askNumeric } from './ask-numeric.ts';
import { isMetric } from './is-metric.ts';
import { isScore } from './is-score.ts';
import { DEFAULT_RANGE } from './value-range.ts';

const MONEY =
  /\b(?:pounds?|dollars?|euros?|francs?|how much|prices?|costs?|amount|fee|deposit|refund(?:ed)?|salary|budget|balance|premium|rent|invoice)\b|[£$€]/i;
const SHARE = /\bper ?cent|percentage|%|\brate\b/i;

export function narrowRange(brick: NumericBrick): string | undefined {
  if (brick.max !== undefined || isMetric(brick) || isScore(brick)) return undefined;
  const { as, text } = askNumeric(brick);
  if (as !== 'number' || !MONEY.test(text) || SHARE.test(text)) return undefined;
  return `asks for an amount, and no number above ${DEFAULT_RANGE.max} can be its answer: set max to the largest that you expect`;
}
