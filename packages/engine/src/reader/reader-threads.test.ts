import { afterEach, describe, expect, it } from 'vitest';
import { EvaluationDeadlineError } from '../evaluation/evaluation-deadline-error.ts';
import { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import { ReaderThreads, type ReaderThreadsOptions } from './reader-threads.ts';

const TASK = {
  kit: {
    kit: 'claims',
    input: { fields: { transcript: { type: 'conversation' as const, required: true } } },
    bricks: [{ key: 'rooms', type: 'numeric' as const, question: 'How many rooms are wet?', min: 0, max: 100 }],
  },
  input: {
    transcript:
      'Agent: How many rooms are wet, and since when?\nCustomer: Three rooms, since about five in the morning.',
  },
  keys: ['rooms'],
};
const ENDLESS_WORKER = new URL('../../test/support/endless-reader.ts', import.meta.url);
const BROKEN_WORKER = new URL('../../test/support/reader-without-model.ts', import.meta.url);

describe('the reader’s threads', { timeout: 240_000 }, () => {
  const pools: EvaluationPool[] = [];

  async function startPool(options: ReaderThreadsOptions = {}): Promise<EvaluationPool> {
    const pool = new EvaluationPool({ threads: 2, reader: new ReaderThreads({ threads: 1, ...options }) });
    pools.push(pool);
    await pool.start();
    return pool;
  }

  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.stop()));
  });

  it('read for every evaluation thread', async () => {
    const pool = await startPool();
    const answers = await Promise.all([pool.answer(TASK), pool.answer(TASK), pool.answer(TASK)]);
    for (const { outcomes, warnings } of answers) {
      expect(outcomes).toEqual([expect.objectContaining({ key: 'rooms', value: 3, basis: 'read' })]);
      expect(warnings).toEqual([]);
    }
  });

  it('count what they read towards the deadline of an evaluation, which ends it', async () => {
    const pool = await startPool({ worker: ENDLESS_WORKER });
    await expect(pool.answer(TASK, { deadlineMs: 100 })).rejects.toThrow(EvaluationDeadlineError);
  });

  it('say once that the model cannot be used; evaluations go on without it', async () => {
    const reasons: string[] = [];
    const pool = await startPool({ worker: BROKEN_WORKER, onUnavailable: (reason) => reasons.push(reason) });
    const evaluate = async () => {
      const { outcomes, warnings } = await pool.answer(TASK);
      expect(outcomes).toEqual([expect.objectContaining({ key: 'rooms', basis: 'unsaid' })]);
      expect(warnings).toEqual([expect.stringContaining('The reader could not be used (no runtime)')]);
    };
    await evaluate();
    // It comes from the reader's thread, the answer from another: either may be first.
    await expect.poll(() => reasons).toEqual(['no runtime']);
    await evaluate();
    expect(reasons).toEqual(['no runtime']);
  });
});
