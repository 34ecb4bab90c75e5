/** The life of runs under random interleavings on a real database: only legal transitions, one end, one job until then. */
import type { RunStatus } from '@brickwork/contract';
import type { Scope } from '../src/core/scope.ts';
import type { NewRun } from '../src/runs/store/accept-runs.ts';
import '../../../test/support/fixed-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../test/support/draws.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createAccessStore } from '../src/access/store/access-store.ts';
import { encodeId, newId, newUuid } from '../src/core/ids.ts';
import { LaneClock } from '../src/queue/lane-clock.ts';
import { checkInvariants } from '../src/queue/store/check-invariants.ts';
import { createJobStore, type HeldJob } from '../src/queue/store/job-store.ts';
import { isLegalMove, isTerminal, type RunEnd } from '../src/runs/run.ts';
import { createCollectAnswers } from '../src/runs/store/answers/record-answers.ts';
import { createRunStore } from '../src/runs/store/run-store.ts';
import { NO_USAGE } from '../src/usage/usage.ts';

let test: TestDatabase;
const scope: Scope = { workspaceId: newId('ws'), environment: 'live' };
beforeAll(async () => {
  test = await createTestDatabase();
  await createAccessStore(test.database).insertWorkspace({
    id: scope.workspaceId,
    name: 'w',
    plan: 'team',
    createdAt: new Date(),
  });
});
afterAll(() => test.close());

const ids = { kitId: newUuid(), kitCode: 'ABCDEFGH', kitVersionId: newUuid(), kitVersion: 1 };
const newRun = (capacity: number | null): NewRun => ({
  ...scope,
  ...ids,
  runId: newId('run'),
  type: 'api',
  mode: 'async',
  externalId: undefined,
  metadata: undefined,
  input: '{}',
  createdAt: new Date(),
  capacity,
  idempotency: undefined,
});

type Step = 'accept' | 'claim' | 'succeed' | 'fail' | 'retry' | 'die' | 'cancel' | 'late';
const step = fc.constantFrom<Step>(
  'accept',
  'accept',
  'claim',
  'claim',
  'succeed',
  'fail',
  'retry',
  'die',
  'cancel',
  'late',
);

describe('the life of runs', () => {
  it('follows the rules under any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.nat(7)), { minLength: 5, maxLength: 40 }),
        fc.constantFrom(null, 2),
        async (steps, capacity) => {
          await test.database.query('TRUNCATE runs, run_results, jobs, lanes, usage_daily CASCADE');
          const life = createLife(capacity);
          for (const [name, which] of steps) {
            await life.act(name, which);
            await life.check();
          }
        },
      ),
      { numRuns: draws(200) },
    );
  });
});

function createLife(capacity: number | null) {
  const clock = new LaneClock();
  const jobs = createJobStore(test.database, clock);
  const store = createRunStore({
    database: test.database,
    clock,
    onAccepted() {},
    recordEvents: async () => false,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: 262_144,
    slots: 1,
    onEnded() {},
  });
  const runs: string[] = [];
  const held: HeldJob[] = [];
  const dead: HeldJob[] = [];
  const statuses = new Map<string, RunStatus>();

  const end = (job: HeldJob | undefined, status: RunEnd['status'], runId: string): Promise<boolean> =>
    store.finish({
      ...scope,
      runId,
      type: 'api',
      kitId: ids.kitId,
      kitCode: ids.kitCode,
      status,
      completedAt: new Date(),
      output: undefined,
      warnings: [],
      error: status === 'failed' ? { code: 'x', message: undefined, userMessage: undefined } : undefined,
      usage: NO_USAGE,
      lease: job,
    });
  const take = (from: HeldJob[], which: number) => from.splice(which % Math.max(1, from.length), 1)[0];
  const runIdOf = (job: HeldJob) => runs.find((id) => id === encode(job)) ?? '';

  return {
    async act(name: Step, which: number): Promise<void> {
      if (name === 'accept') {
        const run = newRun(capacity);
        expect(await store.accept(run)).toEqual({ outcome: 'created' });
        runs.push(run.runId);
      } else if (name === 'claim') {
        held.push(...(await jobs.claim('run', 1 + (which % 3), 60_000)));
      } else if (name === 'cancel') {
        const runId = runs[which % Math.max(1, runs.length)];
        if (runId !== undefined) await end(undefined, 'cancelled', runId);
      } else if (name === 'late') {
        const job = take(dead, which);
        const isOpen = job && !isTerminal(statuses.get(runIdOf(job)) ?? 'processing');
        if (job) expect(await end(job, 'succeeded', runIdOf(job)), 'a lost lease must change nothing').toBe(false);
        if (job && isOpen)
          expect(isTerminal((await store.find(scope, runIdOf(job)))?.status ?? 'processing')).toBe(false);
      } else {
        const job = take(held, which);
        if (job === undefined) return;
        if (name === 'succeed' || name === 'fail')
          await end(job, name === 'succeed' ? 'succeeded' : 'failed', runIdOf(job));
        if (name === 'retry') await jobs.putBack('run', job, { delayMs: 0, reason: 'r' });
        if (name === 'die') {
          dead.push(job);
          await test.database.query(
            `UPDATE jobs SET run_at = now() - interval '1 second' WHERE id = $1 AND token = $2`,
            [job.id, job.token],
          );
          const [taker] = await jobs.claim('run', 1, 60_000);
          if (taker) held.push(taker);
        }
      }
    },
    async check(): Promise<void> {
      expect(await checkInvariants(test.database)).toEqual([]);
      for (const runId of runs) {
        const run = await store.find(scope, runId);
        const before = statuses.get(runId) ?? 'processing';
        const now = run?.status ?? 'processing';
        // Two transitions may happen between two checks; what matters is that an end never changes and nothing returns to the start.
        if (isTerminal(before)) expect(now).toBe(before);
        else if (now !== before)
          expect(isLegalMove(before, now) || (isLegalMove(before, 'running') && isLegalMove('running', now))).toBe(
            true,
          );
        statuses.set(runId, now);
      }
      const { rows } = await test.database.query<{ counted: number; ended: number }>(
        `SELECT coalesce(sum(succeeded + failed + cancelled), 0)::int AS counted, (SELECT count(*)::int FROM run_results) AS ended FROM usage_daily`,
      );
      expect(rows[0]?.counted).toBe(rows[0]?.ended);
    },
  };
}

function encode(job: HeldJob): string {
  return encodeId('run', job.id);
}
