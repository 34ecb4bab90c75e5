/** What becomes of a long job, whatever it does. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { type Facts, silentLogger } from '../core/logger.ts';
import { JobCancelled, NodeStopping } from '../queue/running-jobs.ts';
import { type JobKind, runJob } from './run-job.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const SCOPE = { workspaceId: 'ws_1', environment: 'live' } as const;
type Kind = JobKind<{ name: string }, { report: string }>;

/** What was done with a job whose step does this. */
async function done(
  step: Kind['step'],
  { attempts = 1, isFound = true, signal = new AbortController().signal } = {},
): Promise<unknown[]> {
  const all: unknown[] = [];
  const told = (what: string) => (_scope: unknown, _id: string, _job: unknown, how: unknown) =>
    Promise.resolve(all.push([what, how]) > 0);
  const job = { id: '0190c8f0-0000-7000-8000-000000000001', lane: 'ws_1/live', token: 't', attempts };
  const deps = {
    jobs: {
      putBack: (_kind: string, _job: unknown, how: object) => Promise.resolve(all.push(['put back', how]) > 0),
    },
    scopeOf: () => SCOPE,
    clock: { now: () => NOW },
    logger: { ...silentLogger, warn: ({ reason }: Facts) => void all.push(['warned', reason]) },
  };
  const records = {
    find: async () => (isFound ? { name: 'it' } : undefined),
    finish: told('finished'),
    fail: told('failed'),
  };
  await runJob(deps, { kind: 'k', name: 'a job', prefix: 'evl', mostAttempts: 3, records, step }, job, signal);
  return all;
}

const throwing = (error: unknown) => async (): Promise<never> => {
  throw error;
};

describe('runJob', () => {
  it('ends as the step says, and is left alone where somebody else has ended it', async () => {
    expect(await done(async () => ({ report: 'r' }))).toEqual([['finished', { report: 'r' }]]);
    expect(await done(async () => ({ error: 'It was deleted.' }))).toEqual([['failed', 'It was deleted.']]);
    expect(await done(async () => 'ended')).toEqual([]);
  });

  it('gives its turn away, which counts as no attempt', async () => {
    expect(await done(async () => 'later')).toEqual([
      ['put back', { delayMs: 0, reason: 'taking_turns', isUncounted: true }],
    ]);
  });

  it('ends without a step when its record is gone, or it was started too often', async () => {
    const step = throwing(new Error('not reached'));
    expect(await done(step, { isFound: false })).toEqual([['failed', 'It no longer exists.']]);
    expect(await done(step, { attempts: 4 })).toEqual([['failed', 'It was started 3 times and never finished.']]);
  });

  it('is tried again soon while the engine is unavailable, up to the last attempt', async () => {
    const step = throwing(new ServiceError('unavailable', { detail: 'No reader.' }));
    expect(await done(step)).toEqual([['put back', { delayMs: 5_000, reason: 'unavailable', isUncounted: false }]]);
    expect(await done(step, { attempts: 3 })).toEqual([['failed', 'No reader.']]);
  });

  it('is handed over when this node stops, dropped when it was cancelled, and waits for its lease otherwise', async () => {
    const step = throwing(new Error('away'));
    expect(await done(step, { signal: AbortSignal.abort(new NodeStopping()) })).toEqual([
      ['put back', { delayMs: 0, reason: 'worker_stopped', isUncounted: true }],
    ]);
    expect(await done(step, { signal: AbortSignal.abort(new JobCancelled()) })).toEqual([]);
    expect(await done(step)).toEqual([['warned', 'away']]);
  });
});
