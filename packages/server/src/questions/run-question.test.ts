import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { NodeStopping } from '../queue/running-jobs.ts';
import { CALLS_AT_ONCE, type RunQuestion, runQuestion } from './run-question.ts';

describe('a question that waits for runs', () => {
  it('stops waiting and is given back when its node stops', async () => {
    const stopping = new AbortController();
    const putBack: unknown[] = [];
    let looked = 0;
    const deps = {
      ...{ clock: systemClock, logger: silentLogger, scopeOf: () => ({ workspaceId: 'ws_1', environment: 'live' }) },
      jobs: { putBack: async (_kind: string, _job: unknown, how: unknown) => putBack.push(how) },
      questions: {
        find: async () => ({ questionId: 'qst_1', asked: [], engine: 'local', limit: {}, spentMs: 0 }),
        spend: async () => {},
        async isRunWaiting() {
          looked += 1;
          if (looked > CALLS_AT_ONCE) stopping.abort(new NodeStopping());
          return true;
        },
      },
    } as unknown as RunQuestion;
    await runQuestion(deps, { id: newUuid(), lane: 'lane', token: newUuid(), attempts: 1 }, stopping.signal);
    expect(putBack).toMatchObject([{ reason: 'worker_stopped' }]);
    expect(looked).toBeLessThanOrEqual(2 * CALLS_AT_ONCE);
  });
});
