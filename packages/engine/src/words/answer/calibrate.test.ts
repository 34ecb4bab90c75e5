import { expect, test } from 'vitest';
import { holdBack } from './calibrate.ts';

const RESERVE = { from: 0.7, fitted: 0.9, told: 0.8 };

test('holds back high chances only, and keeps their order', () => {
  expect(holdBack(0.4, RESERVE)).toBe(0.4);
  expect(holdBack(0.7, RESERVE)).toBe(0.7);
  expect(holdBack(0.9, RESERVE)).toBeCloseTo(0.8, 10);
  expect(holdBack(1, RESERVE)).toBeCloseTo(1, 10);
  expect(holdBack(0.8, RESERVE)).toBeLessThan(holdBack(0.85, RESERVE));
});
