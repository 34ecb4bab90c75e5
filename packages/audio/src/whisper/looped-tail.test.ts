import { expect, it } from 'vitest';
import { loopedTail } from './looped-tail.ts';

it('finds how much of the end only repeats what was written', () => {
  expect(loopedTail([])).toBe(0);
  expect(loopedTail([1, 2, 3, 4, 5, 6])).toBe(0);
  expect(loopedTail([9, 1, 2, 1, 2, 1, 2])).toBe(0);
  expect(loopedTail([9, 1, 2, 1, 2, 1, 2, 1, 2])).toBe(6);
  expect(loopedTail([9, 1, 2, 1, 2, 1, 2, 1, 2, 1])).toBe(7);
  expect(loopedTail([9, 7, 7, 7, 7, 7])).toBe(0);
  expect(loopedTail([9, ...Array(8).fill(7)])).toBe(7);
  const sentence = Array.from({ length: 20 }, (_, index) => index);
  expect(loopedTail([99, ...sentence, ...sentence, ...sentence, ...sentence])).toBe(60);
});
