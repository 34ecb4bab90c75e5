import { describe, expect, it } from 'vitest';
import { type AlertFinding, type AlertRule, nextState } from './alert.ts';

const rule = (more: Partial<AlertRule>): AlertRule => ({
  kit: 'k',
  brick: 'b',
  aggregate: 'mean',
  window: '7d',
  ...more,
});
const found = (value: number | undefined, isEnough = true): AlertFinding => ({
  from: new Date(0),
  to: new Date(0),
  n: 40,
  isEnough,
  figure: value === undefined ? undefined : { value },
  runsUrl: '',
});

describe('the state of an alert', () => {
  it.each([
    ['ok', 0.3, 'ok'],
    ['ok', 0.31, 'raised'],
    ['raised', 0.31, 'raised'],
    ['raised', 0.26, 'raised'],
    ['raised', 0.25, 'ok'],
  ] as const)('above 0.3, hysteresis 0.05: %s with %d is %s', (state, value, after) => {
    expect(nextState(rule({ above: 0.3, hysteresis: 0.05 }), state, found(value))).toBe(after);
  });

  it.each([
    ['ok', 60, 'ok'],
    ['ok', 59.9, 'raised'],
    ['raised', 64.9, 'raised'],
    ['raised', 65, 'ok'],
  ] as const)('below 60, hysteresis 5: %s with %d is %s', (state, value, after) => {
    expect(nextState(rule({ below: 60, hysteresis: 5 }), state, found(value))).toBe(after);
  });

  it('without a hysteresis is resolved at the threshold', () => {
    expect(nextState(rule({ above: 0.3 }), 'raised', found(0.3))).toBe('ok');
  });

  it('stays when there are too few runs, or nothing to count', () => {
    for (const state of ['ok', 'raised'] as const) {
      expect(nextState(rule({ above: 0.3 }), state, found(state === 'ok' ? 0.9 : 0, false))).toBe(state);
      expect(nextState(rule({ above: 0.3 }), state, found(undefined))).toBe(state);
    }
  });
});
