import type { BrickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { isValueGrounded } from './is-value-grounded.ts';

function isGrounded(extract: string, value: string, quote: string, isEnglish = true): boolean {
  const brick: BrickDocument = { key: 'probe', type: 'text', question: 'Which?', extract };
  return isValueGrounded(brick, value, [{ text: quote, turn: 0, start: 0, end: quote.length }], isEnglish);
}

describe('isValueGrounded', () => {
  it.each([
    ['money', '9999', 'that will be $50'],
    ['money', '50', 'it is expensive'],
    ['phone', '5551234', 'call me on 555 9876'],
    ['email', 'jane@example.com', 'it is john at example dot com'],
    ['date', '2026-11-21', 'on the 14th of November'],
    ['time', '14:30', 'at nine in the morning'],
  ])('%s %s does not follow from %j', (extract, value, quote) => {
    expect(isGrounded(extract, value, quote)).toBe(false);
  });

  it.each([
    ['money', '50', 'that will be $50'],
    ['money', '1250.50', 'the sum is 1,250.50 dollars'],
    ['money', '1250.50', 'das macht 1.250,50 Euro'],
    ['money', '139', 'one hundred and thirty nine dollars'],
    ['money', '1200000', 'about 1.2 million'],
    ['phone', '5551234', 'five five five one two three four'],
    ['phone', '+15551234', 'it is +1 555-1234'],
    ['email', 'jane.doe@example.com', 'jane dot doe at example dot com'],
    ['email', 'jane@example.com', 'write to Jane@Example.com'],
    ['date', '2026-11-21', 'on the twenty first of November 2026'],
    ['date', 'next friday', 'see you next Friday'],
    ['time', '14:30', 'at half past two'],
    ['time', '12:00', 'at noon'],
    ['name', 'Jane', 'anything'],
  ])('%s %s follows from %j', (extract, value, quote) => {
    expect(isGrounded(extract, value, quote)).toBe(true);
  });

  it('does not judge numbers in the words of other languages', () => {
    expect(isGrounded('money', '50', 'ça coûte cinquante euros', false)).toBe(true);
    expect(isGrounded('money', '9999', 'ça coûte 50 euros', false)).toBe(false);
  });
});
