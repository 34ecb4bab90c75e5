import { describe, expect, it } from 'vitest';
import { REFERENCE_LINES, UNIGRAM } from '../../test/support/multilingual-reader.ts';

describe('the Unigram tokenizer', () => {
  it('gives the ids and places of the reference on lines in six languages and other scripts', () => {
    expect(REFERENCE_LINES.length).toBeGreaterThan(300);
    for (const [text, ids, offsets] of REFERENCE_LINES) {
      const tokens = UNIGRAM.tokenize(text);
      const pointsBefore = (unit: number) => [...text.slice(0, unit)].length;
      expect([text, ...tokens.map(({ id }) => id)]).toEqual([text, ...ids]);
      // A letter stays together with its accents, which the reference takes apart.
      if (/\p{M}/u.test(text)) continue;
      expect(tokens.flatMap(({ start, end }) => [pointsBefore(start), pointsBefore(end)])).toEqual(offsets);
    }
  });

  it('makes no special token of what somebody says', () => {
    const special = new Set([UNIGRAM.begin, UNIGRAM.end, UNIGRAM.mark]);
    const said = UNIGRAM.tokenize('<s> hola <mask></s>');
    expect(said.filter(({ id }) => special.has(id))).toEqual([]);
  });
});
