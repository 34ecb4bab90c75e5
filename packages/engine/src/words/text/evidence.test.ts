import { describe, expect, it } from 'vitest';
import { quote } from './evidence.ts';

describe('a quotation for a reason', () => {
  it('is one line, and whole where it is short', () => {
    expect(quote(' My  card\nis lost. ')).toBe('“My card is lost.”');
    expect(quote('x'.repeat(80))).toBe(`“${'x'.repeat(80)}”`);
  });

  it('ends with a whole word where it is long', () => {
    const said = 'the twenty first of july from newcastle fourteen nights it was teesside you asked about first';
    expect(quote(said)).toBe('“the twenty first of july from newcastle fourteen nights it was teesside you…”');
    expect(quote(`${'word '.repeat(16)}more`)).toBe(`“${'word '.repeat(16).trim()}…”`);
  });

  it('is cut between characters where there are no words', () => {
    expect(quote('好'.repeat(90))).toBe(`“${'好'.repeat(80)}…”`);
    expect(quote('👍'.repeat(90))).toBe(`“${'👍'.repeat(80)}…”`);
    expect(quote(`Ref ${'a1'.repeat(60)}`)).toBe(`“Ref ${'a1'.repeat(38)}…”`);
  });
});
