import { describe, expect, it } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

const room = { least: 10, from: 0, to: 100 };

describe('spreadLabels', () => {
  it('leaves labels where they are when there is room', () => {
    expect(spreadLabels([80, 20, 50], room)).toEqual([80, 20, 50]);
  });

  it('moves those apart that would cover each other, and keeps their order', () => {
    expect(spreadLabels([50, 52, 51], room)).toEqual([50, 70, 60]);
  });

  it('keeps all of them inside', () => {
    expect(spreadLabels([99, 98, 100], room)).toEqual([90, 80, 100]);
    expect(spreadLabels([-5, 1], room)).toEqual([0, 10]);
  });
});
