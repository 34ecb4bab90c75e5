import { describe, expect, it } from 'vitest';
import { sparkline } from './sparkline.ts';

describe('sparkline', () => {
  it('draws from the smallest to the largest value, with gaps', () => {
    expect(sparkline([0, 0.5, undefined, 1])).toBe('▁▅ █');
    expect(sparkline([7, 7])).toBe('▄▄');
    expect(sparkline([])).toBe('');
  });
});
