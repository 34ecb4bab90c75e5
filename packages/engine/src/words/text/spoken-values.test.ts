import { expect, test } from 'vitest';
import { spokenValues } from './spoken-values.ts';

test.each([
  ["It's 140 a night and that includes breakfast.", 'money'],
  ['That comes to $1,250.50 in all.', 'money'],
  ['forty dollars', 'money'],
  ['The reference is INC 30412.', 'id'],
  ['In on the 4th, out on the 9th of June.', 'day'],
  ['It began about two weeks ago.', 'day'],
  ['at half past two', 'time'],
  ['Delivery takes three weeks.', 'duration'],
  ['Your driver will be Zoe.', 'name'],
] as const)('%s holds a %s', (text, kind) => {
  expect(spokenValues(text).kinds).toContain(kind);
});

test('a figure that counts something else is not a sum of money', () => {
  expect(spokenValues('The economy is 80, without breakfast.').mayBeMoney).toBe(true);
  expect(spokenValues('Your driver is 8 minutes away.').mayBeMoney).toBe(false);
});

test('the first word of a sentence is not a name', () => {
  expect(spokenValues('Your driver is arriving.').kinds).not.toContain('name');
});
