import { describe, expect, it } from 'vitest';
import { handOver } from './hand-over.ts';
import { JobCancelled, LeaseLost, NodeStopping } from './running-jobs.ts';

const JOB = { id: 'j', lane: 'a', token: 't', attempts: 1 };

async function handedOver(error: unknown) {
  const putBack: unknown[] = [];
  const jobs = {
    putBack: async (...given: unknown[]) => {
      putBack.push(given);
      return true;
    },
  };
  return { isOver: await handOver(jobs as never, 'k', JOB, error), putBack };
}

describe('handOver', () => {
  it.each([new LeaseLost(), new JobCancelled()])('leaves a job to whoever took it: %s', async (error) => {
    expect(await handedOver(error)).toEqual({ isOver: true, putBack: [] });
  });

  it('puts the job of a node that stops back at once, and counts no attempt', async () => {
    expect(await handedOver(new NodeStopping())).toEqual({
      isOver: true,
      putBack: [['k', JOB, { delayMs: 0, reason: 'worker_stopped', isUncounted: true }]],
    });
  });

  it('leaves any other error to the work itself', async () => {
    expect(await handedOver(new Error('no answer'))).toEqual({ isOver: false, putBack: [] });
  });
});
