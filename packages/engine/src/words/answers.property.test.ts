import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import { answerByWords } from '../../test/support/answer-by-words.ts';
import { bricks, conversationOf, evaluate } from '../../test/support/support-chat.ts';

describe('answers from words', () => {
  test('keeps evidence verbatim and inside its turn, for any text', () => {
    const word = fc.constantFrom(
      'five',
      '$12',
      'Monday',
      'my name is Ann',
      'refund',
      'not',
      '😀',
      'ß',
      '\u0000',
      '+1 555 123 4567',
      'a@b.co',
      '?',
      '. ',
      '"hm"',
    );
    const line = fc.tuple(
      fc.constantFrom('agent', 'customer', 'x'),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(word).map((words) => words.join(' ')),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const conversation = conversationOf(lines);
        for (const outcome of answerByWords(bricks, conversation)) {
          expect(outcome.confidence).toBeGreaterThanOrEqual(0);
          expect(outcome.confidence).toBeLessThanOrEqual(1);
          for (const span of outcome.evidence) {
            const turn = conversation.turns[span.turn];
            expect(span.text).toBe(conversation.text.slice(span.start, span.end));
            expect(span.start).toBeGreaterThanOrEqual(turn?.start ?? Number.NaN);
            expect(span.end).toBeLessThanOrEqual(turn?.end ?? Number.NaN);
          }
        }
      }),
      { numRuns: draws(300) },
    );
  });

  test.each([
    ['one word', 'word '.repeat(draws(200_000))],
    ['one letter', 'a'.repeat(draws(1_000_000))],
    ['full stops', '.'.repeat(draws(1_000_000))],
    ['digits', '1234567890'.repeat(draws(100_000))],
    ['spoken digits', 'five '.repeat(draws(200_000))],
    ['quotation marks', '"'.repeat(draws(1_000_000))],
    ['at signs', 'a@'.repeat(draws(500_000))],
    ['names', 'my name is '.repeat(draws(90_000))],
    ['dots and letters', 'a.'.repeat(draws(500_000))],
    ['spaces', ' '.repeat(draws(1_000_000))],
  ])('reads a megabyte of %s, or a part of one', (_, text) => {
    expect(evaluate([['customer', text]])).toHaveLength(bricks.length);
  });
});
