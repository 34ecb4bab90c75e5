import { describe, expect, it } from 'vitest';
import { startStopwatch } from '../core/stopwatch.ts';
import { type CallBudget, createCallPolicy } from './call-policy.ts';
import type { ModelCall, ModelClient, ModelReply } from './model-client.ts';
import { createUsageMeter } from './usage-meter.ts';

const call: ModelCall = {
  system: '',
  conversation: '',
  question: '',
  schema: {},
  cacheKey: '',
  maxOutputTokens: 100,
  isVaried: false,
  signal: new AbortController().signal,
};

describe('a model that takes one call at a time', () => {
  it('has time for every run in its line, however long the line is', async () => {
    let now = 0;
    const called: { end(): void }[] = [];
    const model: ModelClient = {
      id: 'own/model',
      contextTokens: 1_000,
      maxOutputTokens: 100,
      call: () =>
        new Promise((resolve) => {
          const tokens = { input: 1, cachedInput: 0, output: 1, isEstimated: false };
          called.push({ end: () => resolve({ text: '{}', tokens } as unknown as ModelReply) });
        }),
    };
    const policy = createCallPolicy({
      now: () => now,
      sleep: async () => {},
      random: () => 0,
      concurrency: 1,
      callDeadlineMs: 60_000,
    });
    const budget = (): CallBudget => {
      const watch = startStopwatch(() => now);
      return { meter: createUsageMeter(), leftMs: () => 100 - watch.usedMs(), pausing: watch.pausing };
    };
    const asked = [1, 2, 3].map(() => policy.ask([model], call, budget()));
    for (let index = 0; index < asked.length; index += 1) {
      await expect.poll(() => called.length).toBe(index + 1);
      now += 90; // Of a hundred.
      called[index]?.end();
      expect(await asked[index]).toMatchObject({ model: 'own/model' });
    }
  });
});
