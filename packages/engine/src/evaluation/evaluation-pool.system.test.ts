/** The shipped threads, and those that are kept busy, sleep or run out of memory: each of these takes seconds. */
import type { KitDocument } from '@brickwork/contract/kit';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { task, WORKER } from '../../test/support/pool-task.ts';
import { EvaluationDeadlineError } from './evaluation-deadline-error.ts';
import { EvaluationPool, type EvaluationPoolOptions } from './evaluation-pool.ts';

describe('EvaluationPool', () => {
  const pools: EvaluationPool[] = [];
  const alone = new EvaluationPool({ worker: WORKER, threads: 1 });
  const shipped = new EvaluationPool({ threads: 2 });
  for (const pool of [shipped, alone]) pool.start();
  afterAll(() => Promise.all([shipped, alone].map((pool) => pool.stop())));

  async function startPool(options: Partial<EvaluationPoolOptions> = {}): Promise<EvaluationPool> {
    const pool = new EvaluationPool({ worker: WORKER, threads: 2, ...options });
    pools.push(pool);
    pool.start();
    return pool;
  }

  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.stop()));
  });

  it('counts the CPU time of a task, not the time that it waited for a core', async () => {
    const pool = alone;
    await pool.answer(task('answer'));
    // It sleeps for 1.5 s; the limit by the clock is four times that of the CPU.
    await expect(pool.answer(task('rest'), { deadlineMs: 1_000 })).resolves.toBeDefined();
    await expect(pool.answer(task('rest'), { deadlineMs: 100 })).rejects.toThrow(EvaluationDeadlineError);
  });

  it('counts a deadline from when the task has a thread, not from when it began to wait', async () => {
    const pool = alone;
    await pool.answer(task('answer'));
    // It sleeps for 1.5 s, longer than the one behind it may take by the clock, which is four times 300 ms.
    const resting = pool.answer(task('rest'));
    const waiting = pool.answer(task('answer'), { deadlineMs: 300 });
    await expect(resting).resolves.toBeDefined();
    await expect(waiting).resolves.toBeDefined();
  });

  it('gives a neighbour a thread while another workspace keeps all of them busy', async () => {
    const pool = await startPool({ threads: 2 });
    const stop = new AbortController();
    const loud = Array.from({ length: 5 }, () => pool.answer(task('spin'), { owner: 'loud', signal: stop.signal }));
    await expect(pool.answer(task('answer'), { owner: 'quiet', deadlineMs: 20_000 })).resolves.toBeDefined();
    stop.abort(new Error('enough'));
    for (const each of loud) await expect(each).rejects.toThrow('enough');
  });

  it('starts no more threads for one workspace than it may use at once', async () => {
    const pool = await startPool();
    await pool.answer(task('answer'), { owner: 'ws_a' });
    // While the second thread starts, the first does task after task: none of them may start a third.
    await Promise.all(Array.from({ length: 40 }, () => pool.answer(task('answer'), { owner: 'ws_a' })));
    expect(pool.started).toBe(2);
  });

  it('survives a task that runs out of memory', async () => {
    const pool = await startPool({ threads: 1, memoryMb: 64 });
    await expect(pool.answer(task('grow'))).rejects.toThrow(/memory/);
    await expect(pool.answer(task('answer'))).resolves.toBeDefined();
  });

  it('starts no thread before the first task, and then the shipped engine, which answers with the tables of the thread that started it', async () => {
    const pool = shipped;
    expect(pool.started).toBe(0);
    const kit: KitDocument = {
      kit: 'warm',
      bricks: [{ key: 'cab', type: 'boolean', question: 'Did the agent mention a taxi?' }],
    };
    const answers = await Promise.all(
      [1, 2].map(() => pool.answer({ kit, input: { transcript: 'Agent: your cab is here' }, keys: ['cab'] })),
    );
    expect(answers.map(({ outcomes }) => outcomes[0]?.value)).toEqual([true, true]);
    expect(pool.started).toBe(2);
  });

  it('studies a labelled conversation and fits a head in its threads', async () => {
    const pool = shipped;
    const brick = { key: 'cab', type: 'boolean' as const, question: 'Did the agent mention a taxi?' };
    const study = (transcript: unknown, expected: boolean) =>
      pool.study({ kit: { kit: 'warm', bricks: [brick] }, input: { transcript }, expected: { cab: expected } });
    const studied = await study('Agent: your cab is here', true);
    // Without the reader there is nothing for a head to look at.
    expect([...studied]).toEqual([['cab', { value: true, isRight: true }]]);
    await expect(study(7, true)).rejects.toMatchObject({ code: 'kit_input_invalid' });
    const answers = Array.from({ length: 20 }, (_, at) => ({
      value: at % 2 === 0,
      isRight: at % 2 === 0,
      features: { read: [0, at % 2 === 0 ? 3 : 1], words: [0, 0], vector: new Float64Array(384) },
    }));
    expect(await pool.fit({ brick, answers: answers.slice(0, 9) })).toEqual({ status: 'too_few_labels', labels: 9 });
    expect(await pool.fit({ brick, answers })).toMatchObject({
      status: 'learned',
      head: { labels: 20, accuracy: { before: 0.5, after: 1 } },
    });
  });
});
