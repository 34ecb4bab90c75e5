/** A brick as a question for the reader, or undefined where the reader is not asked. */
import type { BooleanBrick, BrickDocument, CategoricalBrick, NumericBrick, TextBrick } from '@brickwork/contract/kit';
import { isMany, type ListBrick } from '../bricks/is-many.ts';
import { rangeOf } from '../words/answer/answer-numeric.ts';
import type { ReadingKind } from './reading.ts';

interface AskedOption<Value> {
  value: Value;
  wording: string;
}

export type AskedBrick = { kind: ReadingKind; text: string } & (
  | { as: 'boolean'; brick: BooleanBrick }
  | { as: 'category'; brick: CategoricalBrick; options: AskedOption<string>[] }
  | { as: 'categories'; brick: ListBrick & CategoricalBrick; options: AskedOption<string>[] }
  | { as: 'rating'; brick: NumericBrick; options: AskedOption<number>[] }
  | { as: 'number'; brick: NumericBrick }
  | { as: 'text'; brick: TextBrick }
);

export function askBrick(brick: BrickDocument): AskedBrick | undefined {
  const question = brick.question ?? brick.name ?? brick.key.replaceAll('_', ' ');
  switch (brick.type) {
    case 'boolean':
      return { as: 'boolean', kind: 'verdict', brick, text: withConditions(brick, question) };
    case 'categorical': {
      const asked = { kind: 'choice', text: question, options: brick.categories.map(optionOf) } as const;
      return isMany(brick) ? { as: 'categories', brick, ...asked } : { as: 'category', brick, ...asked };
    }
    case 'numeric':
      return isRating(brick, question)
        ? { as: 'rating', kind: 'choice', brick, text: question, options: stepsOf(brick) }
        : { as: 'number', kind: 'span', brick, text: question };
    case 'text':
      return isSummary(brick, question) || isMany(brick)
        ? undefined
        : { as: 'text', kind: 'span', brick, text: question };
  }
}

function withConditions({ true_when, false_when }: BooleanBrick, question: string): string {
  const yes = true_when === undefined ? '' : ` Yes if: ${true_when}`;
  const no = false_when === undefined ? '' : ` No if: ${false_when}`;
  return question + yes + no;
}

function optionOf({ value, name, description }: CategoricalBrick['categories'][number]): AskedOption<string> {
  const words = (name ?? value).replaceAll('_', ' ');
  return { value, wording: description === undefined ? words : `${words}: ${description}` };
}

const SCALE =
  /\b(?:scale|rate[ds]?|rating|score|stars?|out of (?:\d+|five|ten)|\d+ ?(?:\([^)]*\) ?)?(?:to|-|–) ?\d+)\b/i;
const AMOUNT = /\bhow (?:many|much|long|often|old|far|big|large|tall|wide|few)\b/i;
const JUDGED =
  /\bhow (?!many|much|long|often|old|far|big|large|tall|wide|few)\w+|\b(?:satisf\w+|quality|likelihood|likely|level|degree|risk|effort|empathy|clarity|interest|urgency|sentiment|mood|severity|confidence|politeness|professional\w*|engagement|frustration|readiness)\b/i;
const WIDEST_SCALE = 100;
const MOST_STEPS = 11;
const USUAL_STEPS = 5;

/** "How satisfied …" is judged; "How many …" is looked up. */
function isRating(brick: NumericBrick, question: string): boolean {
  const { min, max } = rangeOf(brick);
  if (brick.anchors !== undefined) return true;
  if (max - min > WIDEST_SCALE) return false;
  if (SCALE.test(question)) return true;
  const isShort = brick.step !== undefined && (max - min) / brick.step < MOST_STEPS;
  return !AMOUNT.test(question) && (isShort || JUDGED.test(question));
}

/** Every step of a short scale, the anchors of a long one that has some, else five steps of it. */
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

const ASKS_SUMMARY = /\b(?:summar\w+|recap|overview|in (?:one|two|three|a few) sentences?|describe)\b/i;

function isSummary({ extract }: TextBrick, question: string): boolean {
  return extract === 'summary' || (extract === undefined && ASKS_SUMMARY.test(question));
}
