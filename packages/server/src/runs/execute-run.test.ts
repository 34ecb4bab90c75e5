import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { newId, newUuid } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { NO_TRACING } from '../core/tracing.ts';
import { JobCancelled, LeaseLost, NodeStopping } from '../queue/running-jobs.ts';
import { NO_USAGE } from '../usage/usage.ts';
import { type ExecuteRun, executeRun } from './execute-run.ts';
import { RunFault } from './run-fault.ts';
import type { RunWork } from './store/find-runs.ts';

const job = { id: newUuid(), lane: 'l', token: newUuid(), attempts: 1 };
const work: RunWork = {
  workspaceId: newId('ws'),
  environment: 'live',
  runId: newId('run'),
  type: 'api',
  input: '{}',
  kitId: newUuid(),
  kitCode: 'ABCDEFGH',
  kitVersionId: newUuid(),
  agents: [],
  rules: {},
  mask: [],
};
const away = () => new ServiceError('unavailable', { detail: 'The database is unavailable.' });

/** Each attempt to store the end gets the next of `outcomes`; the last one repeats. */
async function execute(
  outcomes: readonly (true | Error)[],
  abort: { during?: 'load' | 'evaluate'; with?: Error } = {},
) {
  const controller = new AbortController();
  const reach = (step: 'load' | 'evaluate') => {
    if (abort.during === step) controller.abort(abort.with);
  };
  const seen = { evaluated: 0, stored: 0, putBack: 0 };
  const deps: ExecuteRun = {
    clock: { now: () => new Date() },
    logger: silentLogger,
    tracing: NO_TRACING,
    maxAttempts: 5,
    deadlineMs: 60_000,
    store: {
      async load() {
        reach('load');
        return work;
      },
      async finish() {
        const outcome = outcomes[Math.min(seen.stored, outcomes.length - 1)];
        seen.stored += 1;
        if (outcome instanceof Error) throw outcome;
        return true;
      },
    },
    jobs: {
      async putBack() {
        seen.putBack += 1;
        return true;
      },
    },
    async evaluate() {
      seen.evaluated += 1;
      reach('evaluate');
      return {
        output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: {} },
        warnings: [],
        usage: NO_USAGE,
      };
    },
  };
  await executeRun(deps, job, controller.signal);
  return seen;
}

describe('executeRun', () => {
  it('stores the answers once the database is back, without evaluating again', async () => {
    expect(await execute([away(), away(), true])).toEqual({ evaluated: 1, stored: 3, putBack: 0 });
  });

  it('leaves a run to its lease after an unexpected error', async () => {
    expect(await execute([new Error('not foreseen')])).toEqual({ evaluated: 1, stored: 1, putBack: 0 });
  });

  it('does not wait for the database once the lease is lost', async () => {
    const lost = { during: 'evaluate', with: new LeaseLost() } as const;
    expect(await execute([away()], lost)).toEqual({ evaluated: 1, stored: 1, putBack: 0 });
  });

  it.each([
    ['is cancelled', new JobCancelled(), 0],
    ['must be left to another node', new NodeStopping(), 1],
  ])('does not begin a run that %s while it is loaded', async (_what, reason, putBack) => {
    expect(await execute([true], { during: 'load', with: reason })).toEqual({ evaluated: 0, stored: 0, putBack });
  });
});

describe('a run that waits longer for a thread than it may take', () => {
  const deadlineMs = 50;
  const line = () => new Promise<void>((resolve) => setTimeout(resolve, 4 * deadlineMs));
  const endOf = async (evaluate: ExecuteRun['evaluate']) => {
    const ends: { status: string; error: unknown }[] = [];
    const deps = {
      clock: { now: () => new Date() },
      logger: silentLogger,
      tracing: NO_TRACING,
      maxAttempts: 3,
      deadlineMs,
      store: { load: async () => work, finish: async (end: (typeof ends)[number]) => ends.push(end) > 0 },
      jobs: { putBack: async () => true },
      evaluate,
    } as unknown as ExecuteRun;
    await executeRun(deps, job, new AbortController().signal);
    return ends;
  };

  it('is answered, for the line is not part of its time; the work is', async () => {
    const answer = { output: { kit_code: work.kitCode, bricks: {} }, warnings: [], usage: NO_USAGE } as never;
    const waits = await endOf((_work, _signal, pausing) => pausing(line()).then(() => answer));
    expect(waits).toMatchObject([{ status: 'succeeded' }]);
    const works = await endOf(async (_work, signal) => {
      await line();
      signal.throwIfAborted();
      return answer;
    });
    expect(works).toMatchObject([{ status: 'failed', error: { message: 'The run took longer than 50 ms.' } }]);
  });
});

/** How a run ends whose evaluation fails so, at which attempt. */
async function failing(error: unknown, { attempts = 1, given = work as Partial<RunWork>, isMine = true } = {}) {
  const ends: { status: string; error: unknown; usage: unknown; lease: unknown }[] = [];
  const putBack: unknown[] = [];
  const told: unknown[] = [];
  const warned: unknown[] = [];
  const held = { ...job, attempts };
  const deps = {
    clock: { now: () => new Date() },
    logger: { ...silentLogger, warn: (facts: unknown) => warned.push(facts) },
    tracing: NO_TRACING,
    maxAttempts: 3,
    deadlineMs: 60_000,
    store: {
      load: async () => given ?? undefined,
      finish: async (end: (typeof ends)[number]) => {
        ends.push(end);
        return isMine;
      },
    },
    jobs: { putBack: async (...how: unknown[]) => putBack.push(how[2]) },
    evaluate: () => Promise.reject(error),
    onEnded: (ended: unknown) => told.push(ended),
  } as unknown as ExecuteRun;
  await executeRun(deps, held, new AbortController().signal);
  return { ends, putBack, told, warned, held };
}

const fault = (more: object = {}) =>
  new RunFault({ code: 'run_request_failed', message: 'Why.', userMessage: 'Sorry.', ...more });

describe('a run that fails', () => {
  it('ends with its error and what it used, where nothing can be done', async () => {
    const usage = { ...NO_USAGE, calls: 3 };
    const { ends, putBack, told, held } = await failing(fault({ usage }));
    expect(ends).toMatchObject([{ status: 'failed', runId: work.runId, lease: held, usage, output: undefined }]);
    expect(ends[0]?.error).toEqual({ code: 'run_request_failed', message: 'Why.', userMessage: 'Sorry.' });
    expect(putBack).toEqual([]);
    expect(told).toEqual([{ kitCode: work.kitCode, status: 'failed', code: 'run_request_failed' }]);
    expect((await failing(fault(), { isMine: false })).told).toEqual([]);
  });

  it('ends where its conversation cannot be read', async () => {
    const { ends } = await failing(new ServiceError('kit_input_invalid', { detail: 'No turns.' }));
    expect(ends[0]).toMatchObject({ status: 'failed', error: { code: 'kit_input_invalid', message: 'No turns.' } });
    const other = await failing(new ServiceError('unavailable', { detail: 'Later.' }));
    expect([other.ends, other.putBack.length]).toEqual([[], 1]);
  });

  it('waits as long as the fault says, or ever longer', async () => {
    expect((await failing(fault({ retryAfterMs: 7_000 }))).putBack).toEqual([
      { delayMs: 7_000, reason: 'run_request_failed' },
    ]);
    expect((await failing(fault({ retryAfterMs: 0 }))).putBack).toEqual([{ delayMs: 0, reason: 'run_request_failed' }]);
    const { putBack, ends } = await failing(new TypeError('a secret'), { attempts: 2 });
    expect(putBack).toMatchObject([{ reason: 'unexpected_error' }]);
    const { delayMs } = putBack[0] as { delayMs: number };
    expect([Math.floor(delayMs / 1_000), ends]).toEqual([1, []]);
  });

  it('ends after the last attempt, without a word of the conversation', async () => {
    const usage = { ...NO_USAGE, calls: 2 };
    const { ends } = await failing(fault({ retryAfterMs: 5, usage }), { attempts: 3 });
    expect(ends).toMatchObject([{ status: 'failed', usage, error: { message: 'Why.' } }]);
    const unexpected = await failing(new TypeError('a secret'), { attempts: 3 });
    expect(unexpected.ends[0]).toMatchObject({ error: { message: 'An unexpected TypeError ended the run.' } });
    expect(unexpected.ends[0]?.usage).toEqual(NO_USAGE);
    expect((await failing('text', { attempts: 3 })).ends[0]).toMatchObject({
      error: { message: 'An unexpected error ended the run.' },
    });
  });

  it('waits at a spend cap however often, without counting it', async () => {
    const capped = fault({ code: 'spend_cap_reached', retryAfterMs: 9_000 });
    const { putBack, ends } = await failing(capped, { attempts: 3 });
    expect(putBack).toEqual([{ delayMs: 9_000, reason: 'spend_cap_reached', isUncounted: true }]);
    expect(ends).toEqual([]);
    expect((await failing(fault({ code: 'spend_cap_reached' }))).ends).toHaveLength(1);
  });

  it('ends before it begins where its worker was lost too often, or its input is gone', async () => {
    const { ends } = await failing(fault(), { attempts: 4 });
    expect(ends[0]).toMatchObject({ error: { message: expect.stringContaining('was started 3 times') } });
    const gone = await failing(fault(), { given: { ...work, input: undefined } as never });
    expect(gone.ends[0]).toMatchObject({ error: { message: 'The input was deleted before the run was executed.' } });
  });

  it('is left to its lease where it does not exist', async () => {
    const { ends, putBack, warned } = await failing(fault(), { given: null as never });
    expect([ends, putBack]).toEqual([[], []]);
    expect(warned).toMatchObject([{ reason: 'the run of this job does not exist' }]);
  });
});
