import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findQuote } from './find-quote.ts';

it('finds what indexOf finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '🦓'), maxLength: 40 });
  fc.assert(
    fc.property(letters, letters, letters, (before, quote, after) => {
      fc.pre(quote !== '');
      const text = before + quote + after;
      expect(findQuote(text, quote)).toBe(text.indexOf(quote));
      expect(findQuote(before, quote)).toBe(before.indexOf(quote));
    }),
  );
  expect(findQuote('anything', '')).toBe(-1);
});
