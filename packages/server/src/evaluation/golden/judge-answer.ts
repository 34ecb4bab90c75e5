/** Is an answer right? The one place that says what "right" means for each type of brick. */
import type { BrickDocument } from '@brickwork/contract';

export type AnswerValue = string | number | boolean;

/**
 * Booleans and categories must be equal; text too, with case and space folded. A number may be half a step away from
 * what was expected, since a person cannot mean more than the step; without a step it must be equal.
 */
export function isRight(brick: BrickDocument, expected: AnswerValue, value: AnswerValue | undefined): boolean {
  if (value === undefined) return false;
  if (brick.type === 'text') return foldText(String(expected)) === foldText(String(value));
  if (brick.type !== 'numeric') return expected === value;
  const distance = Math.abs(Number(expected) - Number(value));
  // The last term forgives binary fractions: 0.3 is half a step of 0.2 away from 0.4 and from 0.2.
  return distance <= (brick.step ?? 0) / 2 + 1e-9;
}

export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
