import { describe, expect, it } from 'vitest';
import { createRunPurse, joinPurses } from './run-purse.ts';

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

describe('joinPurses', () => {
  /** Notes what is set aside and settled. */
  const purse = (name: string, seen: unknown[], has: boolean | Error = true) => ({
    setAside: async () => {
      seen.push(`${name} asked`);
      if (has instanceof Error) throw has;
      return has ? async (used: unknown) => void seen.push([name, used]) : undefined;
    },
  });
  const NONE = { input: 0, cachedInput: 0, output: 0, isEstimated: false };

  it('is the one that there is', () => {
    const one = purse('one', []);
    expect([joinPurses(one, undefined), joinPurses(undefined, one), joinPurses(undefined, undefined)]).toEqual([
      one,
      one,
      undefined,
    ]);
  });

  it('takes from both, and settles with both', async () => {
    const seen: unknown[] = [];
    const settle = await joinPurses(purse('a', seen), purse('b', seen))?.setAside('a/model', most);
    await settle?.(tokens(1, 2));
    expect(seen).toEqual(['a asked', 'b asked', ['a', tokens(1, 2)], ['b', tokens(1, 2)]]);
  });

  it('takes from neither where one has not enough', async () => {
    const seen: unknown[] = [];
    expect(await joinPurses(purse('a', seen, false), purse('b', seen))?.setAside('a/model', most)).toBeUndefined();
    expect(seen).toEqual(['a asked']);
    expect(await joinPurses(purse('a', seen), purse('b', seen, false))?.setAside('a/model', most)).toBeUndefined();
    expect(seen.slice(1)).toEqual(['a asked', 'b asked', ['a', expect.objectContaining(NONE)]]);
    const broken = joinPurses(purse('a', seen), purse('b', seen, new Error('away')))?.setAside('a/model', most);
    await expect(broken).rejects.toThrow('away');
    expect(seen.slice(4)).toEqual(['a asked', 'b asked', ['a', expect.objectContaining(NONE)]]);
  });
});
