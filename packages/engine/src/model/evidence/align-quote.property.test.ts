import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../../test/support/draws.ts';
import { alignQuote } from './align-quote.ts';
import { indexConversation } from './conversation-index.ts';

describe('alignQuote', () => {
  it('gives back nothing but slices of the source, whatever text and quote are', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ' ',
        'a',
        'B',
        'é',
        'e\u0301',
        'ﬁ',
        '’',
        '-',
        '1',
        '2',
        '.',
        ',',
        '不',
        '👍🏽',
        '\u200d',
        'א',
        '\n',
        'İ',
        'ß',
        '㎏',
        '각',
        '\ud83d',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const text = fc.array(unit, { maxLength: 40 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(30), fc.nat(30), (source, other, from, length) => {
        const turn = { index: 0, text: source, start: 0, end: source.length };
        const index = indexConversation({ text: source, turns: [turn], format: 'plain' });
        for (const quote of [
          source.slice(from, from + length),
          other,
          source.toUpperCase(),
          source.normalize('NFKC'),
        ]) {
          const found = alignQuote(index, { turn: 0, text: quote });
          if (found !== undefined) expect(source.slice(found.span.start, found.span.end)).toBe(found.span.text);
        }
      }),
      { numRuns: draws(3_000) },
    );
  });
});
