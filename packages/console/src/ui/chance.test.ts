import { shareInterval } from '@brickwork/contract/figures';
import { describe, expect, it } from 'vitest';
import { differenceInterval } from './chance.ts';

describe('the interval of a share', () => {
  it('is Wilson’s', () => {
    const { low, high } = shareInterval(8, 10) ?? {};
    expect(low).toBeCloseTo(0.4902, 3);
    expect(high).toBeCloseTo(0.9433, 3);
  });

  it('stays between 0 and 1, and there is none of nothing', () => {
    expect(shareInterval(0, 5)?.low).toBe(0);
    expect(shareInterval(5, 5)?.high).toBe(1);
    expect(shareInterval(0, 0)).toBeUndefined();
  });
});

describe('the interval of a difference', () => {
  it('counts the runs that changed, not those that did not', () => {
    const few = differenceInterval(30, 10, 200);
    const many = differenceInterval(60, 40, 200);
    expect(few?.low).toBeCloseTo(0.0384, 3);
    expect(few?.high).toBeCloseTo(0.1596, 3);
    expect((many?.high ?? 0) - (many?.low ?? 0)).toBeGreaterThan((few?.high ?? 0) - (few?.low ?? 0));
  });

  it('is not zero wide when no run changed: a few runs prove little', () => {
    expect(differenceInterval(0, 0, 10)?.high).toBeGreaterThan(0.1);
    expect(differenceInterval(0, 0, 10_000)?.high).toBeLessThan(0.001);
    expect(differenceInterval(0, 0, 0)).toBeUndefined();
  });
});
