import { expect, it } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import { findNumbers } from './find-said-numbers.ts';

it('takes a time that grows as the text does', () => {
  const times = draws(200_000);
  expect(findNumbers('one 1 '.repeat(times)).length).toBe(2 * times); // A minute and more for all when every number is compared with every other.
});
