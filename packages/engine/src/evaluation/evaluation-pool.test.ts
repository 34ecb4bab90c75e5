/** What a pool does for everybody; what the shipped threads do, and what it does about tasks that misbehave for long: `evaluation-pool.system.test.ts`. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { task, WORKER } from '../../test/support/pool-task.ts';
import { EvaluationDeadlineError } from './evaluation-deadline-error.ts';
import { EvaluationPool, type EvaluationPoolOptions } from './evaluation-pool.ts';

describe('EvaluationPool', () => {
  const pools: EvaluationPool[] = [];
  /** For tests that do not mind what its threads did before: a thread takes 0.4 s of CPU to start. */
  const shared = new EvaluationPool({ worker: WORKER, threads: 2 });
  const alone = new EvaluationPool({ worker: WORKER, threads: 1 });
  for (const pool of [shared, alone]) pool.start();
  afterAll(() => Promise.all([shared, alone].map((pool) => pool.stop())));

  async function startPool(options: Partial<EvaluationPoolOptions> = {}): Promise<EvaluationPool> {
    const pool = new EvaluationPool({ worker: WORKER, threads: 2, ...options });
    pools.push(pool);
    pool.start();
    return pool;
  }

  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.stop()));
  });

  it('answers metrics and the local engine in a thread that runs the .ts files as they are', async () => {
    const pool = shared;
    const { outcomes, conversation } = await pool.answer(task('answer'));
    expect(outcomes.map(({ key, value }) => [key, value])).toEqual([
      ['words', 2],
      ['told', 2],
    ]);
    expect(conversation).toBeUndefined();
    const asked = await pool.answer({ ...task('answer'), keys: [], withConversation: true });
    expect(asked).toMatchObject({ outcomes: [], conversation: { format: 'labelled' } });
  });

  it('tells of the wait for a thread, and of nothing else', async () => {
    const pool = await startPool({ threads: 1 });
    const waits: Promise<unknown>[] = [];
    const pausing = <Result>(waiting: Promise<Result>) => {
      waits.push(waiting);
      return waiting;
    };
    const first = pool.answer(task('answer'), { owner: 'a' });
    const second = pool.answer(task('answer'), { owner: 'a', pausing });
    let isMyTurn = false;
    void waits[0]?.then(() => {
      isMyTurn = true;
    });
    await new Promise(setImmediate); // Sooner than a thread can start.
    expect(isMyTurn).toBe(false);
    await Promise.all([first, second]);
    expect(isMyTurn).toBe(true);
    expect(waits).toHaveLength(1);
  });

  it('warns of an input that is not whole', async () => {
    const pool = shared;
    const comments = { next_page: 'https://acme.zendesk.com/page=2', comments: [{ author_id: 1, body: 'It smokes.' }] };
    const { warnings } = await pool.answer(task('answer', comments));
    expect(warnings?.filter((warning) => warning.includes('`next_page`'))).toHaveLength(1);
  });

  it('stops a task at its deadline and fails that task alone', async () => {
    const pool = shared;
    const stuck = pool.answer(task('spin'), { deadlineMs: 500 });
    const others = Array.from({ length: 20 }, () => pool.answer(task('answer')));
    await expect(stuck).rejects.toThrow(EvaluationDeadlineError);
    expect(await Promise.all(others)).toHaveLength(20);
    await expect(pool.answer(task('answer'))).resolves.toBeDefined();
  });

  it('leaves the event loop of its caller free', async () => {
    const pool = shared;
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    await expect(pool.answer(task('spin'), { deadlineMs: 500 })).rejects.toThrow(EvaluationDeadlineError);
    clearInterval(timer);
    // On a blocked loop the deadline could not even fire; a free one ticks about a hundred times.
    expect(turns).toBeGreaterThan(3);
  });

  it('stops a task that is aborted, running or waiting', async () => {
    const pool = alone;
    const running = new AbortController();
    const waiting = new AbortController();
    const stuck = pool.answer(task('spin'), { signal: running.signal });
    const behind = pool.answer(task('answer'), { signal: waiting.signal });
    waiting.abort(new Error('no longer wanted'));
    await expect(behind).rejects.toThrow('no longer wanted');
    running.abort(new Error('cancelled'));
    await expect(stuck).rejects.toThrow('cancelled');
    await expect(pool.answer(task('answer'))).resolves.toBeDefined();
    await expect(pool.answer(task('answer'), { signal: running.signal })).rejects.toThrow('cancelled');
  });

  it('survives a task that throws', async () => {
    const pool = shared;
    await expect(pool.answer(task('throw'))).rejects.toThrow('broken on purpose');
    await expect(pool.answer(task('answer'))).resolves.toBeDefined();
  });

  it('returns faults of the input as they were thrown', async () => {
    const pool = shared;
    await expect(pool.answer(task('answer', [{ text: 4 }]))).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'kit_input_invalid',
      detail: 'transcript[0].text must be a string',
    });
  });

  it('finishes running tasks when it stops, can stop twice, and refuses tasks afterwards', async () => {
    const pool = await startPool({ threads: 1 });
    const answers = Promise.all([pool.answer(task('answer')), pool.answer(task('answer'))]);
    await Promise.all([pool.stop(), pool.stop()]);
    expect(await answers).toHaveLength(2);
    await pool.stop();
    await expect(pool.answer(task('answer'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
