import { describe, expect, it } from 'vitest';
import { spokenMoment, turnAt } from './spoken-moment.ts';

const TURNS = [
  { index: 0, text: 'Good morning.', start: 0, end: 13, start_seconds: 0.5 },
  { index: 1, text: 'It’s broken, sorry.', start: 14, end: 33, start_seconds: 9.02 },
  { index: 2, text: 'No time.', start: 34, end: 42 },
];
const word = (text: string, start: number, joined?: true) => ({
  text,
  start,
  end: start + 0.3,
  ...(joined && { joined }),
});
const SPOKEN = [
  { text: 'Good morning.', start: 0.5, end: 2, words: [word('Good', 0.5), word('morning', 1.1), word('.', 1.5, true)] },
  {
    text: 'It’s broken, sorry.',
    start: 9,
    end: 12,
    words: [word('It', 9), word('’s', 9.2, true), word('broken,', 9.6), word('sorry.', 10.4)],
  },
];

describe('the moment at which words were said', () => {
  it.each([
    ['the first word', 0, 0.5],
    ['the second', 5, 1.1],
    ['the middle of a word', 8, 1.1],
    ['the space before a word', 4, 1.1],
    ['a word that is joined', 16, 9.2],
    ['after one', 19, 9.6],
    ['the last word', 27, 10.4],
  ])('is that of %s', (_, offset, seconds) => {
    expect(spokenMoment(TURNS, offset, SPOKEN)).toBe(seconds);
  });

  it('is that of the turn where words have no times, or are other ones', () => {
    expect(spokenMoment(TURNS, 27, [])).toBe(9.02);
    expect(spokenMoment(TURNS, 27, [{ text: 'It is broken, sorry.', start: 9, end: 12, words: [] }])).toBe(9.02);
    expect(spokenMoment(TURNS, 35, SPOKEN)).toBeUndefined();
    expect(spokenMoment([], 0, SPOKEN)).toBeUndefined();
  });
});

it('marks the turn that is heard, and the one before a pause', () => {
  expect([0.1, 0.5, 5, 9, 60].map((seconds) => turnAt(TURNS, seconds))).toEqual([undefined, 0, 0, 1, 1]);
});
