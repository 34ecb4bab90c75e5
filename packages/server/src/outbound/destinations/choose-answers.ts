/** Which answers of a run are written to which fields, and why the others are not. */
import type { BrickOutput, BrickValue, DestinationDocument } from '@brickwork/contract';

export interface ChosenField {
  /** As in `fields`: the key of a brick, with `.reason` or `.confidence` where that is written. */
  answer: string;
  field: string;
  /** The written value; null empties the field, and undefined leaves it unchanged. */
  value: BrickValue | undefined;
  /** Why it is not written. */
  leftOut: string | undefined;
  isReviewed: boolean;
  reason: string | undefined;
}

type Rules = Pick<DestinationDocument, 'fields' | 'min_confidence' | 'not_sure'>;

export function chooseAnswers(rules: Rules, bricks: Readonly<Record<string, BrickOutput>>): ChosenField[] {
  return Object.entries(rules.fields).map(([answer, field]) => {
    const [key = answer, part] = answer.split('.');
    const brick = bricks[key];
    const leftOut = brick === undefined ? 'The kit of this run has no such brick.' : doubtAbout(brick, rules, part);
    const isReviewed = brick?.reviewed !== undefined;
    if (leftOut === undefined) {
      const value = part === 'reason' ? brick?.reason : part === 'confidence' ? brick?.confidence : brick?.value;
      return { answer, field, value, leftOut, isReviewed, reason: part === undefined ? brick?.reason : undefined };
    }
    const isEmptied = brick !== undefined && rules.not_sure === 'clear';
    return { answer, field, value: isEmptied ? null : undefined, leftOut, isReviewed, reason: undefined };
  });
}

function doubtAbout(
  brick: BrickOutput,
  { min_confidence: least }: Rules,
  part: string | undefined,
): string | undefined {
  if (brick.applicability === 'not_applicable') return 'It does not apply.';
  if (brick.applicability === 'abstained') return 'Not sure.';
  if (brick.value === null) return 'There is no answer.';
  const isCorrected = brick.reviewed === 'corrected';
  if (least !== undefined && !isCorrected && brick.confidence !== undefined && brick.confidence < least)
    return `Not sure: its confidence of ${brick.confidence} is below ${least}.`;
  if (part === 'reason' && brick.reason === undefined) return 'The answer has no reason.';
  if (part === 'confidence' && brick.confidence === undefined) return 'The answer has no confidence.';
  return undefined;
}

/** In the form people read in a note. */
export function textOf(value: BrickValue): string {
  if (value === null) return 'not sure';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
