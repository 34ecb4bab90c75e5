/** Processes that read, die or never end: each test starts some, which load the model. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { READING as TASK } from '../../test/support/reading-task.ts';
import { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import { ReaderProcesses, type ReaderProcessesOptions } from './reader-processes.ts';

const ENDLESS = new URL('../../test/support/endless-reader.ts', import.meta.url);
const CRASHING = new URL('../../test/support/crashing-reader.ts', import.meta.url);

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

  it('read for every evaluation thread', async () => {
    const pool = await startPool();
    const answers = await Promise.all([pool.answer(TASK), pool.answer(TASK), pool.answer(TASK)]);
    for (const { outcomes, warnings } of answers) {
      expect(outcomes).toEqual([expect.objectContaining({ key: 'rooms', value: 3, basis: 'read' })]);
      expect(warnings).toEqual([]);
    }
  });

  describe('that die in the middle of a reading', () => {
    const marker = join(tmpdir(), `crashed-reader-of-${process.pid}`);
    afterEach(() => rmSync(marker, { force: true }));

    it('cost that reading a second try, and are told of', async () => {
      const deaths: string[] = [];
      const pool = await startPool({ module: CRASHING, onDeath: (how) => deaths.push(how) });
      const { outcomes, warnings } = await pool.answer(TASK);
      expect(outcomes).toEqual([expect.objectContaining({ key: 'rooms', value: 3, basis: 'read' })]);
      expect(warnings).toEqual([]);
      expect(deaths).toEqual(['SIGSEGV']);
    });

    it('are not asked a third time: the conversation is answered from words, the next one is read', async () => {
      const deaths: string[] = [];
      const pool = await startPool({ module: CRASHING, onDeath: (how) => deaths.push(how) });
      const { outcomes, warnings } = await pool.answer(TASK, { owner: 'unlucky' });
      expect(outcomes).toEqual([expect.objectContaining({ key: 'rooms', basis: 'unsaid' })]);
      expect(warnings).toEqual([expect.stringContaining('The reader could not be used (its process has ended)')]);
      expect(deaths).toEqual(['SIGSEGV', 'SIGSEGV']);
      expect((await pool.answer(TASK)).outcomes).toEqual([expect.objectContaining({ value: 3, basis: 'read' })]);
    });
  });

  it('end with the pool, also when an endless reading was given up', async () => {
    const deaths: string[] = [];
    const reader = new ReaderProcesses({ module: ENDLESS, onDeath: (how) => deaths.push(how) });
    const pool = new EvaluationPool({ threads: 1, reader });
    pool.start();
    const stop = new AbortController();
    const reading = pool.answer(TASK, { signal: stop.signal });
    const failed = expect(reading).rejects.toThrow('stopping');
    await expect.poll(() => reader.started).toBe(1);
    stop.abort(new Error('stopping'));
    await failed;
    await pool.stop();
    expect(reader.started).toBe(0);
    expect(deaths).toEqual([]);
  });
});
