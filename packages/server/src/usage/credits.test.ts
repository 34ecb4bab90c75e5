import { describe, expect, it } from 'vitest';
import { microCreditsOf } from './credits.ts';

const PRICES = { 'a/model': { input: 2, cachedInput: 0.5, output: 8 } };
const tokens = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
});

describe('microCreditsOf', () => {
  it('has a price for fresh input, cached input and output', () => {
    expect(microCreditsOf({ 'a/model': tokens(100, 40, 10) }, PRICES)).toBe(60 * 2 + 40 * 0.5 + 10 * 8);
  });

  it('adds up what several models used', () => {
    const used = { 'a/model': tokens(10, 0, 0), 'b/model': tokens(0, 0, 10) };
    expect(microCreditsOf(used, { ...PRICES, 'b/model': { input: 0, cachedInput: 0, output: 3 } })).toBe(20 + 30);
  });

  it('has a price for models that nobody has named', () => {
    expect(microCreditsOf({ unknown: tokens(20, 10, 10) }, PRICES)).toBe(10 * 1 + 10 * 0.1 + 10 * 4);
  });

  it('rounds up, once, and not what is whole', () => {
    const price = { input: 0.4, cachedInput: 0, output: 0 };
    const prices = { 'a/model': price, 'b/model': price };
    expect(microCreditsOf({ 'a/model': tokens(1, 0, 0) }, prices)).toBe(1);
    expect(microCreditsOf({ 'a/model': tokens(1, 0, 0), 'b/model': tokens(1, 0, 0) }, prices)).toBe(1);
    expect(microCreditsOf({ 'a/model': tokens(5, 0, 0) }, prices)).toBe(2);
    expect(microCreditsOf({}, prices)).toBe(0);
  });

  it('does not pay back when a provider reports more cached input than input', () => {
    expect(microCreditsOf({ 'a/model': tokens(10, 12, 0) }, PRICES)).toBe(12 * 0.5);
  });
});
