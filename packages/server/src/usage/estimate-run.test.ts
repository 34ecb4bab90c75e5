import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { describe, expect, it } from 'vitest';
import { estimateRun } from './estimate-run.ts';

const BRICKS = ['solved', 'polite'].map((key) => ({ key, type: 'boolean' })) as unknown as Kit['bricks'];
const KIT_TOKENS = Math.ceil(JSON.stringify(BRICKS).length / 4);

describe('estimateRun', () => {
  it('is the kit and the conversation once, and an answer for each brick, at the price of the first model', () => {
    const modelPrices = { a: { input: 1, cachedInput: 0, output: 10 }, b: { input: 99, cachedInput: 99, output: 99 } };
    const estimate = estimateRun({ models: [{ id: 'a' }, { id: 'b' }], modelPrices });
    expect(estimate?.({ bricks: BRICKS })(1_000)).toEqual({
      tokens: 1_000 + KIT_TOKENS,
      microCredits: 1_000 + KIT_TOKENS + 10 * 2 * 60,
    });
  });

  it('charges the output of the answers that are asked for', () => {
    const estimate = estimateRun({ models: [{ id: 'a' }], modelPrices: {} })?.({ bricks: BRICKS });
    expect((estimate?.(0, 2).microCredits ?? 0) - (estimate?.(0, 1).microCredits ?? 0)).toBe(4 * 60);
  });

  it('has nothing to say without a model', () => {
    expect(estimateRun({ models: [], modelPrices: {} })).toBeUndefined();
  });
});
