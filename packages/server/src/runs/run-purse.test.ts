import { describe, expect, it } from 'vitest';
import { createRunPurse } from './run-purse.ts';

const PRICES = { 'a/model': { input: 1, cachedInput: 0.1, output: 4 } };
const most = { inputTokens: 100, outputTokens: 100 };
const tokens = (input: number, output: number) => ({ input, cachedInput: 0, output, isEstimated: false });

describe('createRunPurse', () => {
  it('lets no call be made that could exceed what is left, also while others are under way', () => {
    const purse = createRunPurse(1_000, PRICES, {});
    const first = purse.setAside('a/model', most);
    const second = purse.setAside('a/model', most);
    expect(purse.setAside('a/model', most)).toBeUndefined();
    first?.(tokens(50, 10));
    expect(purse.setAside('a/model', { inputTokens: 411, outputTokens: 0 })).toBeUndefined();
    expect(purse.setAside('a/model', { inputTokens: 410, outputTokens: 0 })).toBeTypeOf('function');
    // Nobody knows what it used: it may have been all.
    second?.(undefined);
    expect(purse.setAside('a/model', { inputTokens: 1, outputTokens: 0 })).toBeUndefined();
  });

  it('counts what was spent before', () => {
    const before = { 'a/model': { inputTokens: 600, cachedInputTokens: 0, outputTokens: 0 } };
    const purse = createRunPurse(1_000, PRICES, before);
    expect(purse.setAside('a/model', most)).toBeUndefined();
    expect(purse.setAside('a/model', { inputTokens: 0, outputTokens: 100 })).toBeTypeOf('function');
  });
});
