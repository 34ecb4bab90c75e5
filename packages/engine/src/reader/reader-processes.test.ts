/** What is done about processes that cannot read in time, or at all; those that read, and those that die: `reader-processes.system.test.ts`. */
import { afterEach, describe, expect, it } from 'vitest';
import { READING as TASK } from '../../test/support/reading-task.ts';
import { EvaluationDeadlineError } from '../evaluation/evaluation-deadline-error.ts';
import { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import { ReaderProcesses, type ReaderProcessesOptions } from './reader-processes.ts';

const ENDLESS = new URL('../../test/support/endless-reader.ts', import.meta.url);
const BROKEN = new URL('../../test/support/reader-without-model.ts', import.meta.url);

describe('the reader’s processes', { timeout: 240_000 }, () => {
  const pools: EvaluationPool[] = [];

  async function startPool(options: ReaderProcessesOptions = {}): Promise<EvaluationPool> {
    const pool = new EvaluationPool({ threads: 2, reader: new ReaderProcesses({ processes: 1, ...options }) });
    pools.push(pool);
    await pool.start();
    return pool;
  }

  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.stop()));
  });

  it('count what they read towards the deadline of an evaluation, which ends it', async () => {
    const pool = await startPool({ module: ENDLESS });
    await expect(pool.answer(TASK, { deadlineMs: 100 })).rejects.toThrow(EvaluationDeadlineError);
  });

  it('say once that the model cannot be used; evaluations go on without it', async () => {
    const reasons: string[] = [];
    const pool = await startPool({ module: BROKEN, onUnavailable: (reason) => reasons.push(reason) });
    const evaluate = async () => {
      const { outcomes, warnings } = await pool.answer(TASK);
      expect(outcomes).toEqual([expect.objectContaining({ key: 'rooms', basis: 'unsaid' })]);
      expect(warnings).toEqual([expect.stringContaining('The reader could not be used (no runtime)')]);
    };
    await evaluate();
    expect(reasons).toEqual(['no runtime']);
    await evaluate();
    expect(reasons).toEqual(['no runtime']);
  });
});
