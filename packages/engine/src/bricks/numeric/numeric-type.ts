import type { NumericBrick } from '@brickwork/contract/kit';
import { accept, type BrickTypeModule, type CheckedValue, type JsonSchema, refuse } from '../brick-type.ts';
import { askNumeric } from './ask-numeric.ts';
import { isMetric } from './is-metric.ts';
import { isPlainNumber } from './is-plain-number.ts';
import { isScore } from './is-score.ts';
import { narrowRange } from './narrow-range.ts';
import { checkNumericDocument, normaliseNumeric, numericValueFault } from './numeric-document.ts';
import { valueRange } from './value-range.ts';

export const numericType: BrickTypeModule<NumericBrick> = {
  checkDocument: checkNumericDocument,
  normalise: normaliseNumeric,
  valueFault: (brick, value) => (value === null && isNullable(brick) ? undefined : numericValueFault(brick, value)),
  describe: (brick) => ({
    ...valueRange(brick),
    ...(brick.absent !== undefined && { absent: brick.absent }),
    ...(brick.score !== undefined && { score: brick.score }),
    ...(brick.good !== undefined && { good: brick.good }),
  }),
  breaks: narrowings,
  valueSchema,
  valueType: () => 'number',
  placeholder: (brick) => valueRange(brick).min ?? 0,
  isComputed: (brick) => isMetric(brick) || isScore(brick),
  advice: narrowRange,

  promptRule: `a JSON number in the range and on the step given; the brick's "absent" value, where it has one, when the conversation says no such number.`,
  promptMembers: (brick) => ({
    ...valueRange(brick),
    ...(brick.absent !== undefined && { absent: brick.absent }),
    ...(brick.anchors !== undefined && { anchors: brick.anchors }),
  }),
  replySchema(brick) {
    const type = isWhole(brick) ? 'integer' : 'number';
    return { type: isNullable(brick) ? [type, 'null'] : type };
  },
  checkReply,
  needsEvidence: ({ absent, min = 0 }, value) => value !== (absent === undefined ? min : absent),
  isVerbatim: () => false,
  /** Where most say that there is no number there is none; else the middle one of the numbers. */
  chooseVote(choices, votes) {
    const said = votes.filter(({ value }) => value !== null);
    return 2 * said.length < votes.length || said.length === 0 ? choices.majority(votes) : choices.median(said);
  },
  /** A twentieth of the range apart, or a step where that is more. */
  agree(brick, a, b) {
    if (a === null || b === null) return a === b;
    const { min = 0, max = 0, step = 0 } = valueRange(brick);
    return Math.abs(Number(a) - Number(b)) <= Math.max(step, (max - min) / 20);
  },
  /** A part without the number says nothing about the others. */
  combineParts(brick, parts, choices) {
    const said = isNullable(brick) ? parts.filter(({ value }) => value !== null) : parts;
    return said.length === 0 ? parts[0] : choices.withEvidenceOf(choices.median(said), said);
  },

  /**
   * A number may be half a step away from what was expected, since a person cannot mean more than the step; without a
   * step it must be equal. The last term forgives binary fractions: 0.3 is half a step of 0.2 away from 0.4 and from 0.2.
   */
  isRight: (brick, expected, value) => Math.abs(Number(expected) - Number(value)) <= (brick.step ?? 0) / 2 + 1e-9,
  compareAs: 'numbers',

  askAs: askNumeric,
  earnedShare(brick, value) {
    const { min = 0, max = min } = valueRange(brick);
    const share = max === min ? 0 : Math.min(1, Math.max(0, (Number(value) - min) / (max - min)));
    return brick.good === 'low' ? 1 - share : share;
  },
  possibleAnswers(brick) {
    const { min, max } = valueRange(brick);
    return { answers: [min, max].filter((end) => end !== undefined), isComplete: false };
  },
  earnedShareFault(brick) {
    const { min, max } = valueRange(brick);
    const isBounded = min !== undefined && max !== undefined;
    return isBounded ? undefined : `needs at_least or at_most: "${brick.key}" has no upper end`;
  },
  operandFault: (text) => (isPlainNumber(text) ? undefined : { fault: `"${text}" is not a number` }),
};

function isNullable({ absent }: NumericBrick): boolean {
  return absent === null;
}

function narrowings(from: NumericBrick, to: NumericBrick): string[] {
  const before = valueRange(from);
  const after = valueRange(to);
  const breaks: string[] = [];
  if ((after.min ?? -Infinity) > (before.min ?? -Infinity)) {
    breaks.push(`"${to.key}" starts at ${after.min} now, it started at ${before.min ?? 'any value'}.`);
  }
  if ((after.max ?? Infinity) < (before.max ?? Infinity)) {
    breaks.push(`"${to.key}" ends at ${after.max} now, it ended at ${before.max ?? 'any value'}.`);
  }
  return breaks;
}

function isWhole(brick: NumericBrick): boolean {
  const { min = 0, step } = valueRange(brick);
  return Number.isInteger(step) && Number.isInteger(min);
}

/** `multipleOf` counts from 0 and fails on binary fractions, so a step shows only where it is whole and `min` is on it. */
function valueSchema(brick: NumericBrick): JsonSchema {
  const { min, max, step } = valueRange(brick);
  return {
    type: isWhole(brick) ? 'integer' : 'number',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(isWhole(brick) && step !== undefined && step > 1 && (min ?? 0) % step === 0 && { multipleOf: step }),
  };
}

function checkReply(brick: NumericBrick, value: unknown): CheckedValue {
  if (value === null && isNullable(brick)) return accept(null);
  if (typeof value !== 'number' || !Number.isFinite(value))
    return refuse(isNullable(brick) ? 'must be a JSON number or null' : 'must be a JSON number');
  const { min, max, step } = valueRange(brick);
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    return refuse(`must be from ${min} to ${max}`);
  }
  if (step !== undefined) {
    const steps = (value - (min ?? 0)) / step;
    if (Math.abs(steps - Math.round(steps)) > 1e-9 * Math.max(1, Math.abs(steps))) {
      return refuse(`must be ${min ?? 0} plus a multiple of ${step}`);
    }
  }
  // -0 is written as 0.
  return accept(value === 0 ? 0 : value);
}
