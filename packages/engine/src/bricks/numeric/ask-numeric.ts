/** "How satisfied …" is judged on a scale; "How many …" is looked up. */
import type { NumericBrick } from '@brickwork/contract/kit';
import { type Asked, type AskedOption, questionOf } from '../asked.ts';
import { rangeOf } from './scale.ts';

const SCALE =
  /\b(?:scale|rate[ds]?|rating|score|stars?|out of (?:\d+|five|ten)|\d+ ?(?:\([^)]*\) ?)?(?:to|-|–) ?\d+)\b/i;
const AMOUNT = /\bhow (?:many|much|long|often|old|far|big|large|tall|wide|few)\b/i;
const JUDGED =
  /\bhow (?!many|much|long|often|old|far|big|large|tall|wide|few)\w+|\b(?:satisf\w+|quality|likelihood|likely|level|degree|risk|effort|empathy|clarity|interest|urgency|sentiment|mood|severity|confidence|politeness|professional\w*|engagement|frustration|readiness)\b/i;
/** A sum or a share, whatever its wording ("interest rate, in percent"). */
const LOOKED_UP =
  /\b(?:interest|exchange|tax|vat|day|daily|hourly|weekly|monthly|yearly|annual|nightly|mortgage) rates?\b|\bin (?:percent|per cent|dollars|pounds|euros|cents|pence)\b/i;
const WIDEST_SCALE = 100;
const MOST_STEPS = 11;
const USUAL_STEPS = 5;

export function askNumeric(brick: NumericBrick): Asked {
  const text = questionOf(brick);
  return isRating(brick, text) ? { as: 'rating', brick, text, options: stepsOf(brick) } : { as: 'number', brick, text };
}

function isRating(brick: NumericBrick, question: string): boolean {
  const { min, max } = rangeOf(brick);
  if (brick.anchors !== undefined) return true;
  if (max - min > WIDEST_SCALE || LOOKED_UP.test(question)) return false;
  if (SCALE.test(question)) return true;
  const isShort = brick.step !== undefined && (max - min) / brick.step < MOST_STEPS;
  return !AMOUNT.test(question) && (isShort || JUDGED.test(question));
}

/** Every step of a short scale, the anchors of a long one if it has some, otherwise five steps of it. */
function stepsOf(brick: NumericBrick): AskedOption<number>[] {
  const { min, max } = rangeOf(brick);
  const { anchors = {} } = brick;
  const worded = (value: number, shown: number): AskedOption<number> => {
    const meaning = anchors[String(value)];
    return { value, wording: meaning === undefined ? String(shown) : `${shown}: ${meaning}` };
  };
  const marks = Object.keys(anchors).map(Number).filter(Number.isFinite);
  const steps = Math.round((max - min) / (brick.step ?? 1)) + 1;
  if (steps <= MOST_STEPS) {
    return Array.from({ length: steps }, (_, at) => {
      const value = Number((min + at * (brick.step ?? 1)).toFixed(6));
      return worded(value, value);
    });
  }
  if (marks.length >= 2) return marks.toSorted((a, b) => a - b).map((value) => worded(value, value));
  return Array.from({ length: USUAL_STEPS }, (_, at) => worded(min + ((max - min) * at) / (USUAL_STEPS - 1), at + 1));
}
