/** What a purse makes of a refusal, and of what a call did cost. */
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../core/logger.ts';
import { silentLogger } from '../../core/logger.ts';
import type { Refusal } from '../store/spend-store.ts';
import { createSpendPurses, type Spender } from './spend-purse.ts';

const PRICES = { 'a/model': { input: 1, cachedInput: 0.5, output: 4 } };
const MOST = { inputTokens: 100, outputTokens: 10 };
const HOUR_MS = 3_600_000;
const refused = (more: Partial<Refusal> = {}): Refusal => ({
  ...{ cap: 'all', isReached: true, atCap: 'local', endsAt: new Date(Date.now() + HOUR_MS) },
  ...more,
});

/** A purse whose tries are answered by these refusals, one after the other, and whose store writes down what it is asked. */
function purse({ refusals = [], isCrossed = false, settle, spender = {} }: Given = {}) {
  const asked: unknown[] = [];
  const warned: Facts[] = [];
  const open = createSpendPurses({
    store: {
      async reserve({ microCredits, validForMs, kitId }) {
        asked.push(['reserve', microCredits, validForMs, kitId]);
        return refusals.shift();
      },
      async settle({ microCredits, kitId }) {
        settle?.();
        asked.push(['settle', microCredits, kitId]);
        return isCrossed;
      },
      async tellCrossed(workspaceId, { reached }) {
        asked.push(['tell', workspaceId, reached]);
      },
    },
    prices: PRICES,
    validForMs: 5_000,
    pausesMs: [0, 0],
    logger: { ...silentLogger, warn: (facts) => warned.push(facts) },
  });
  return { asked, warned, ...open({ workspaceId: 'ws_1', kitId: 'kit', ...spender }) };
}
interface Given {
  refusals?: Refusal[];
  isCrossed?: boolean;
  settle?: () => void;
  spender?: Partial<Spender>;
}

describe('a cap that is reached', () => {
  it('refuses at once, tells of it, and says what becomes of the run', async () => {
    const { setAside, asked } = purse({ refusals: [refused()] });
    await expect(setAside('a/model', MOST)).rejects.toMatchObject({ atCap: 'local', retryAfterMs: undefined });
    expect(asked).toEqual([
      ['reserve', 140, 5_000, 'kit'],
      ['tell', 'ws_1', 'all'],
    ]);
  });

  it('`hold`: has the run wait until the period ends, and a second at least', async () => {
    const waits = async (endsAt: Date) => {
      const { setAside } = purse({ refusals: [refused({ atCap: 'hold', endsAt })] });
      return Promise.resolve(setAside('a/model', MOST)).then(
        () => undefined,
        (error: { retryAfterMs: number }) => error.retryAfterMs,
      );
    };
    expect(await waits(new Date(Date.now() - HOUR_MS))).toBe(1_000);
    const wait = (await waits(new Date(Date.now() + HOUR_MS))) ?? 0;
    expect(wait).toBeGreaterThan(HOUR_MS / 2);
    expect(wait).toBeLessThanOrEqual(HOUR_MS);
  });

  it('fails what cannot wait, whatever the cap says', async () => {
    const { setAside } = purse({ refusals: [refused({ atCap: 'hold' })], spender: { atCap: 'fail' } });
    await expect(setAside('a/model', MOST)).rejects.toMatchObject({ atCap: 'fail', retryAfterMs: undefined });
  });
});

describe('a cap that calls in progress may yet leave room in', () => {
  const busy = refused({ isReached: false });

  it('is tried again, and tells nothing', async () => {
    const { setAside, asked } = purse({ refusals: [busy, busy] });
    expect(await setAside('a/model', MOST)).toBeTypeOf('function');
    expect(asked).toEqual(Array(3).fill(['reserve', 140, 5_000, 'kit']));
  });

  it('has the run wait some seconds after the last try', async () => {
    const { setAside, asked } = purse({ refusals: [busy, busy, busy] });
    await expect(setAside('a/model', MOST)).rejects.toMatchObject({ atCap: 'hold', retryAfterMs: 5_000 });
    expect(asked).toHaveLength(3);
  });
});

describe('what a call did cost', () => {
  const used = { input: 50, cachedInput: 10, output: 5, isEstimated: false };

  it('takes the place of what was set aside, and is told where it crosses a cap', async () => {
    for (const isCrossed of [false, true]) {
      const { setAside, asked } = purse({ isCrossed });
      await (await setAside('a/model', MOST))?.(used);
      expect(asked.slice(1)).toEqual([['settle', 65, 'kit'], ...(isCrossed ? [['tell', 'ws_1', undefined]] : [])]);
    }
  });

  it('fails no run where it cannot be stored', async () => {
    const { setAside, warned } = purse({
      settle() {
        throw new Error('the database is away');
      },
    });
    await (await setAside('a/model', MOST))?.(used);
    expect(warned).toEqual([{ workspace_id: 'ws_1', reason: 'the database is away' }]);
  });
});
