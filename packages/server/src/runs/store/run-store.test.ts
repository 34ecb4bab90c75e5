/** Runs as they are stored, loaded and erased: groups with and without limits, and what is not there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../access/store/access-store.ts';
import { decodeId, newId, newUuid, timeOfUuid, uuidAt } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { laneOf } from '../../queue/lane.ts';
import { LaneClock } from '../../queue/lane-clock.ts';
import { checkInvariants } from '../../queue/store/check-invariants.ts';
import { NO_USAGE } from '../../usage/usage.ts';
import { createCollectAnswers } from './answers/record-answers.ts';
import { settleAnswers } from './answers/waiting-answers.ts';
import { writeRuns } from './answers/waiting-runs.ts';
import { boundOf, longestKept, rowsUntil, spanOf } from './inputs/drop-inputs.ts';
import { createRunStore, type RunStore } from './run-store.ts';

let test: TestDatabase;
let store: RunStore;
const NOW = new Date();
const kit = { kitId: newUuid(), kitCode: 'K7TQ2MXB' };
let workspaces = 0;
const recorded: unknown[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  store = createRunStore({
    database: test.database,
    clock: new LaneClock(),
    onAccepted() {},
    onEnded() {},
    recordEvents: async (_tx, events) => {
      recorded.push(...events);
      return false;
    },
    collectAnswers: createCollectAnswers(),
    maxEventBytes: 262_144,
    slots: 1,
  });
});
afterAll(() => test.close());
beforeEach(() => {
  recorded.length = 0;
});

async function scopeOf(): Promise<Scope> {
  const workspaceId = newId('ws');
  workspaces += 1;
  const name = `runs-${workspaces}`;
  await createAccessStore(test.database).insertWorkspace({ id: workspaceId, name, plan: 'unlimited', createdAt: NOW });
  return { workspaceId, environment: 'live' };
}

const newRun = (scope: Scope, capacity: number | null, key?: string) => ({
  ...scope,
  ...kit,
  ...({ runId: newId('run'), type: 'api', mode: 'async', kitVersionId: newUuid(), kitVersion: 1 } as const),
  ...{ externalId: undefined, metadata: undefined, input: '{"a":1}', createdAt: NOW, capacity },
  idempotency: key === undefined ? undefined : { key, fingerprint: Buffer.from('same'), expiresAt: new Date(2e12) },
});

async function statesOf(scope: Scope): Promise<string[]> {
  const { rows } = await test.database.query<{ state: string }>(
    'SELECT state FROM jobs WHERE lane = $1 ORDER BY state',
    [laneOf(scope)],
  );
  return rows.map(({ state }) => state);
}

const end = (scope: Scope, runId: string) =>
  store.finish({
    ...scope,
    ...kit,
    ...({ runId, type: 'api', status: 'succeeded', completedAt: NOW, warnings: [], error: undefined } as const),
    ...{ output: JSON.stringify({ bricks: { score: { value: 1 } } }), usage: NO_USAGE, lease: undefined },
  });

describe('runs that are accepted together', () => {
  it('wait for their limit, and those without one do not', async () => {
    const [free, limited] = [await scopeOf(), await scopeOf()];
    const outcomes = await Promise.all([
      store.accept(newRun(free, null)),
      ...Array.from({ length: 3 }, () => store.accept(newRun(limited, 1))),
      store.accept(newRun(free, null)),
    ]);
    expect(outcomes.every(({ outcome }) => outcome === 'created')).toBe(true);
    expect([await statesOf(free), await statesOf(limited)]).toEqual([
      ['ready', 'ready'],
      ['parked', 'parked', 'ready'],
    ]);
    expect(await checkInvariants(test.database)).toEqual([]);
  });

  it('take no room of their limit where they repeat a request', async () => {
    const scope = await scopeOf();
    const first = newRun(scope, 2, 'mine');
    expect(await store.accept(first)).toEqual({ outcome: 'created' });
    expect(await store.accept(newRun(scope, 2, 'mine'))).toMatchObject({
      outcome: 'replayed',
      run: { runId: first.runId },
    });
    const other = { ...newRun(scope, 2, 'mine') };
    const idempotency = { key: 'mine', fingerprint: Buffer.from('other'), expiresAt: new Date(2e12) };
    expect(await store.accept({ ...other, idempotency })).toEqual({ outcome: 'conflict' });
    expect(await statesOf(scope)).toEqual(['ready']);
    expect(await store.accept(newRun(scope, 2))).toEqual({ outcome: 'created' });
    expect(await statesOf(scope)).toEqual(['ready', 'ready']);
    expect(await checkInvariants(test.database)).toEqual([]);
  });
});

describe('a run', () => {
  it('is loaded with what a worker needs, and is nothing where there is none', async () => {
    const scope = await scopeOf();
    const run = { ...newRun(scope, null), metadata: { team: 'a' }, traceparent: 'trace' };
    await store.accept(run);
    const { runId, kitVersionId } = run;
    const work = await store.load(laneOf(scope), decodeId('run', runId) ?? '');
    expect(work).toEqual({
      ...scope,
      ...kit,
      ...{ runId, kitVersionId, type: 'api', input: '{"a":1}', agents: [], rules: {}, mask: expect.any(Array) },
      traceparent: 'trace',
    });
    expect(await store.load(laneOf(scope), newUuid())).toBeUndefined();
    for (const unknown of [newId('run'), 'nope']) {
      expect(await store.find(scope, unknown)).toBeUndefined();
      expect(await store.findInput(scope, unknown)).toBeUndefined();
      expect(await store.findUsage(scope, unknown)).toBeUndefined();
      expect(await store.rescoredFrom(scope, unknown)).toEqual([]);
    }
  });

  it('ends once, with its usage, its event and its answers, which nobody has corrected', async () => {
    const scope = await scopeOf();
    const run = newRun(scope, null);
    await store.accept(run);
    expect(await end(scope, run.runId)).toBe(true);
    expect(await end(scope, run.runId)).toBe(false);
    expect(recorded).toMatchObject([{ type: 'run.succeeded', about: { runId: run.runId, kitId: kit.kitId } }]);
    expect(await store.find(scope, run.runId)).toMatchObject({ status: 'succeeded', output: { bricks: {} } });
    await settleAnswers(test.database, scope);
    const { rows } = await test.database.query('SELECT answers, corrections FROM run_answers WHERE run_id = $1', [
      decodeId('run', run.runId),
    ]);
    expect(rows).toEqual([{ answers: { score: { value: 1 } }, corrections: null }]);
    const usage = await test.database.query(
      'SELECT succeeded::int, failed::int, calls::int FROM usage_daily WHERE workspace_id = $1',
      [decodeId('ws', scope.workspaceId)],
    );
    expect(usage.rows).toEqual([{ succeeded: 1, failed: 0, calls: 0 }]);
  });

  it('is erased for good, and nothing happens to one that is not there', async () => {
    const scope = await scopeOf();
    const run = { ...newRun(scope, null), metadata: { team: 'a' }, externalId: 'ext' };
    await store.accept(run);
    await end(scope, run.runId);
    await store.erase(scope, 'nope', NOW);
    await store.erase(scope, run.runId, NOW);
    const erased = await store.find(scope, run.runId);
    expect(erased).toMatchObject({ status: 'succeeded', erasedAt: NOW, output: undefined, metadata: undefined });
    expect([erased?.externalId, await store.findInput(scope, run.runId)]).toEqual([undefined, undefined]);
    const stored = await test.database.query('SELECT runs::int, bytes::int FROM stored_runs WHERE workspace_id = $1', [
      decodeId('ws', scope.workspaceId),
    ]);
    expect(stored.rows).toEqual([{ runs: 1, bytes: 0 }]);
  });
});

describe('runs that wait to be counted', () => {
  it('with and without answers are kept apart, in either order', () => {
    const own = {
      kit_id: 'k',
      kit_version: 1,
      type: 'api',
      status: 'succeeded',
      textBricks: new Set<string>(),
    } as const;
    const answered = { ...own, run_id: 'a', bricks: { score: { value: 1 } } };
    const bare = { ...own, run_id: 'b', bricks: undefined };
    for (const runs of [
      [answered, bare],
      [bare, answered],
    ])
      expect(JSON.parse(writeRuns(runs))).toHaveLength(2);
    expect(JSON.parse(writeRuns([bare, { ...bare, run_id: 'c' }]))).toHaveLength(1);
  });
});

describe('how long inputs are kept', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const keep = (keep_input_days: number | null, keep_run_days: number | null = null) => ({
    keep_input_days,
    keep_run_days,
  });

  it('is as long as somebody keeps them', () => {
    expect(longestKept([keep(5), keep(30, 10), keep(null, 20)])).toBe(20);
    expect([longestKept([]), longestKept([keep(5), keep(null)])]).toEqual([Infinity, Infinity]);
    expect([6, 7, 92, 93, Infinity].map(spanOf)).toEqual(['month', 'day', 'day', 'month', 'month']);
    expect(timeOfUuid(boundOf(3, at(10)))).toEqual(at(7));
  });

  it('ends with the partition of a day, where that is about to be dropped', () => {
    const day = { name: 'p', from: uuidAt(at(2)), to: uuidAt(at(3)) };
    const month = { name: 'm', from: uuidAt(at(1)), to: uuidAt(at(31)) };
    const now = new Date(at(12).getTime() + 1_000);
    const until = (days: number, partitions: (typeof day)[], longest = days) =>
      rowsUntil(days, partitions, longest, now);
    expect(until(10, [day])).toBe(day.from);
    expect(until(10, [month])).toBe(boundOf(10, now));
    expect(until(10, [day], 20)).toBe(boundOf(10, now));
    expect(until(6, [{ ...day, from: uuidAt(at(6)), to: uuidAt(at(7)) }])).toBe(boundOf(6, now));
    expect(rowsUntil(10, [day], 10, new Date(at(13).getTime() + 3_599_000))).toBe(day.from);
    const late = new Date(at(13).getTime() + 3_600_000);
    expect(rowsUntil(10, [day], 10, late)).toBe(boundOf(10, late));
  });
});
