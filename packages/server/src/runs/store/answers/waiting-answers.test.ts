/** What happens to a run between its end and the moment in which its answers are counted; no node does that here by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERY_RUN } from '../../../../../../test/support/every-run.ts';
import { differencesOfCounts } from '../../../../../../test/support/recount-insights.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../../access/store/access-store.ts';
import { newId, newUuid } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import { createInsightsStore } from '../../../insights/store/insights-store.ts';
import { rebuildInsights } from '../../../insights/store/rebuild-insights.ts';
import { LaneClock } from '../../../queue/lane-clock.ts';
import { createReviewStore } from '../../../reviews/store/review-store.ts';
import { NO_USAGE } from '../../../usage/usage.ts';
import { readAnswerFilter } from '../../answer-filter.ts';
import type { RunEnd } from '../../run.ts';
import { createHousekeepingStore } from '../housekeeping-store.ts';
import { createRunStore, type RunStore } from '../run-store.ts';
import { createCollectAnswers } from './record-answers.ts';
import { settleAllAnswers, settleAnswers } from './waiting-answers.ts';

let test: TestDatabase;
let store: RunStore;
const scope: Scope = { workspaceId: newId('ws'), environment: 'live' };
const kit = { kitId: newUuid(), kitCode: 'K7TQ2MXB' };
const recordEvents = async () => false;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  await createAccessStore(database).insertWorkspace({
    id: scope.workspaceId,
    name: 'w',
    plan: 'unlimited',
    createdAt: new Date(),
  });
  store = createRunStore({
    database,
    clock: new LaneClock(),
    onAccepted() {},
    onEnded() {},
    recordEvents,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: 262_144,
    slots: 1,
  });
});
afterAll(() => test.close());
beforeEach(() => test.database.query('TRUNCATE runs, run_answers, waiting_answers CASCADE'));

async function endedRun(score: number, status: RunEnd['status'] = 'succeeded'): Promise<string> {
  const runId = newId('run');
  await store.accept({
    ...scope,
    ...kit,
    runId,
    type: 'api',
    mode: 'async',
    kitVersionId: newUuid(),
    kitVersion: 1,
    externalId: undefined,
    metadata: { team: 'emea' },
    input: '{}',
    createdAt: new Date(),
    capacity: null,
    idempotency: undefined,
  });
  const hasEnded = await store.finish({
    ...scope,
    ...kit,
    runId,
    type: 'api',
    status,
    completedAt: new Date(),
    output:
      status === 'succeeded' ? JSON.stringify({ bricks: { score: { value: score, confidence: 0.9 } } }) : undefined,
    warnings: [],
    error: status === 'failed' ? { code: 'x', message: undefined, userMessage: undefined } : undefined,
    usage: NO_USAGE,
    lease: undefined,
  });
  expect(hasEnded).toBe(true);
  return runId;
}

const rowsOf = async (table: string) =>
  (await test.database.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`)).rows[0]?.count;

describe('answers that wait', () => {
  it('are one row for all runs that end together, and nothing else is written then', async () => {
    await Promise.all([endedRun(1), endedRun(2), endedRun(3, 'failed')]);
    expect(await rowsOf('waiting_answers')).toBeGreaterThan(0);
    expect(await rowsOf('run_answers')).toBe(0);
    expect(await differencesOfCounts(test.database)).toEqual([]);
    expect([await rowsOf('run_answers'), await rowsOf('waiting_answers')]).toEqual([3, 0]);
  });

  it('are found by the lists and insights of whoever asks first', async () => {
    const runId = await endedRun(7);
    const by = readAnswerFilter({ 'answer.score': 'gt:6' });
    const { runs } = await store.list(scope, { ...EVERY_RUN, by, withAnswers: true });
    expect(runs).toMatchObject([{ runId, answers: { score: { value: 7 } } }]);
    await endedRun(8);
    const [from, to] = ['2024-01-01', '2027-01-01'];
    const counts = await createInsightsStore(test.database).counts(scope, {
      kitId: kit.kitId,
      groupBy: ['version'],
      from,
      to,
      timezone: 'UTC',
      filter: { status: undefined, type: undefined, by: readAnswerFilter({}) },
      as: 'given',
      numeric: ['score'],
      skip: 0,
      most: 10,
      mostRuns: 10,
    });
    expect(counts).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ brick: '', answer: 'succeeded', count: 2 })]),
    });
  });

  it('of an erased run are gone when it is', async () => {
    const runId = await endedRun(4);
    await store.erase(scope, runId, new Date());
    expect([await rowsOf('waiting_answers'), await rowsOf('run_answers')]).toEqual([0, 0]);
    expect(await differencesOfCounts(test.database)).toEqual([]);
  });

  it('of a run that was deleted meanwhile are not counted', async () => {
    await Promise.all([endedRun(4), endedRun(5)]);
    const { database } = test;
    await database.query('UPDATE workspaces SET keep_run_days = 1');
    try {
      await createHousekeepingStore(database, () => new Date(Date.now() + 3 * 86_400_000)).purge(100);
    } finally {
      await database.query('UPDATE workspaces SET keep_run_days = NULL');
    }
    expect([await rowsOf('runs'), await rowsOf('waiting_answers')]).toEqual([0, expect.any(Number)]);
    expect(await differencesOfCounts(database)).toEqual([]);
    expect(await rowsOf('run_answers')).toBe(0);
  });

  it('of a run that was reviewed meanwhile are counted as reviewed, and so they are afterwards', async () => {
    const runIds = [await endedRun(4), await endedRun(5)];
    const reviews = createReviewStore(test.database, { recordEvents, maxEventBytes: 262_144 });
    const review = async (runId: string, value: number) => {
      const run = await store.find(scope, runId);
      const output = run?.output;
      if (run === undefined || output === undefined) throw new Error('the run is gone');
      const line = { brick: 'score', verdict: 'wrong', value, note: undefined, answer: 4, confidence: 0.9 } as const;
      await reviews.add(scope, {
        run: { ...run, output },
        bricks: [],
        reviewer: 'ann',
        lines: [line],
        now: new Date(),
      });
    };
    await review(runIds[0] ?? '', 9);
    await Promise.all([settleAnswers(test.database, scope), review(runIds[1] ?? '', 8)]);
    expect(await differencesOfCounts(test.database)).toEqual([]);
    expect(await rowsOf(`run_answers WHERE corrections IS NOT NULL`)).toBe(2);
  });

  it('with a character that jsonb refuses, from an earlier release, are counted without it', async () => {
    await endedRun(4);
    await test.database.query(`UPDATE waiting_answers SET runs = replace(runs, '[4,', '["a\\u0000b\\ud800",')`);
    await settleAnswers(test.database, scope);
    const { rows } = await test.database.query("SELECT answers #>> '{score,value}' AS value FROM run_answers");
    expect(rows).toEqual([{ value: 'a b\ufffd' }]);
  });

  it('that cannot be read hold up their own workspace alone', async () => {
    await endedRun(4);
    await test.database.query(
      `INSERT INTO waiting_answers (workspace_id, environment, runs)
       SELECT workspace_id, other, 'no JSON' FROM waiting_answers, unnest(ARRAY['a', 'b', 'test', 'y', 'z']) AS other`,
    );
    await expect(settleAllAnswers(test.database, () => false)).rejects.toThrow('JSON');
    expect([await rowsOf('run_answers'), await rowsOf('waiting_answers')]).toEqual([1, 5]);
  });

  it('are counted once, however many do it at once, erase runs or rebuild', async () => {
    const ended = await Promise.all(Array.from({ length: 30 }, (_, index) => endedRun(index)));
    const { database } = test;
    await Promise.all([
      ...Array.from({ length: 6 }, () => settleAllAnswers(database, () => false)),
      ...ended.slice(0, 5).map((runId) => store.erase(scope, runId, new Date())),
      rebuildInsights(database),
      ...Array.from({ length: 10 }, (_, index) => endedRun(index)),
    ]);
    expect(await differencesOfCounts(database)).toEqual([]);
    expect(await rowsOf('run_answers')).toBe(35);
  });
});
