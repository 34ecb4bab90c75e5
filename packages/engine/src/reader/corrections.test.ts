import { describe, expect, it } from 'vitest';
import { isCorrection, isDirectCorrection } from './corrections.ts';

const placeOf = (said: string, words: string) => [said, said.indexOf(words)] as const;

describe('what corrects', () => {
  it.each([
    ['Sorry, seven, I forgot my brother.', 'seven'],
    ['Eight years. No, I tell a lie, nine, we moved later.', 'nine'],
    ['No, make it four.', 'four'],
    ["Oh wait, it's fifteen.", 'fifteen'],
  ])('directly: %s', (said, words) => {
    expect(isDirectCorrection(...placeOf(said, words))).toBe(true);
    expect(isCorrection(...placeOf(said, words))).toBe(true);
  });

  it.each([
    ['Actually no, I have last year’s sheet here. It is 45.', '45'],
    ['Yes, the blue. Actually no, hang on, the grey.', 'grey'],
  ])('a little before it: %s', (said, words) => {
    expect(isDirectCorrection(...placeOf(said, words))).toBe(false);
    expect(isCorrection(...placeOf(said, words))).toBe(true);
  });

  it.each([
    ['There’s six of us.', 'six'],
    ['Sorry? Six?', 'Six?'],
    ['No problem, three it is.', 'three'],
    ['Sorry about that, the invoice was for 40.', '40'],
    ['I know seven of them.', 'seven'],
  ])('does not: %s', (said, words) => {
    expect(isDirectCorrection(...placeOf(said, words))).toBe(false);
    expect(isCorrection(...placeOf(said, words))).toBe(false);
  });
});
