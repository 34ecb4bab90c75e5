import { expect, it } from 'vitest';
import { inWords } from './audit-words.ts';

it('says what an action is in words', () => {
  expect(inWords('kit.published_by_force')).toBe('Kit published by force');
  expect(inWords('golden_set')).toBe('Golden set');
});
