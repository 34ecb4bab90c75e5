/** What follows from how a receiver answers, and from what goes wrong here. */
import { describe, expect, it, vi } from 'vitest';
import { type Facts, silentLogger } from '../../core/logger.ts';
import type { PostOutcome } from '../../core/outbound.ts';
import { NO_TRACING } from '../../core/tracing.ts';
import { deliver } from '../outbox/deliver.ts';
import { createEventSender, type SendEvents } from './deliver.ts';
import type { FinishedAttempt } from './store/end-attempts.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const JOB = { id: '0190c8f0-0000-7000-8000-000000000001', lane: 'ws_1/live', token: 't', attempts: 1 };
const URL_OF = 'https://hooks.example.com/in';
const answered = (status: number, retryAfter?: string): PostOutcome => ({
  ...{ status, retryAfter, response: Buffer.from('thanks') },
});

interface Given {
  /** Of the ten of a series. */
  number?: number;
  answer?: PostOutcome;
  signal?: AbortSignal;
  isMasked?: boolean;
  isReadable?: boolean;
  isGone?: boolean;
  /** How often storing the outcome fails. */
  failures?: number;
}

async function delivered(given: Given = {}) {
  const { number = 1, answer = answered(200), signal = new AbortController().signal, failures = 0 } = given;
  const posted: { url: string; body: string }[] = [];
  const finished: FinishedAttempt[] = [];
  const outcomes: string[] = [];
  const warned: Facts[] = [];
  let tries = 0;
  const event = { workspaceId: 'ws_1', environment: 'live', eventId: 'evt_1', type: 'run.succeeded', createdAt: NOW };
  const deps = {
    store: {
      begin: async (_job: unknown, attemptId: string) =>
        given.isGone === true
          ? undefined
          : {
              ...{ attemptId, number, seriesStartedAt: NOW, url: URL_OF, isMasked: given.isMasked === true },
              ...{ secrets: [Buffer.from('s')], event: { ...event, body: 'Ann' } },
            },
      async finish(_job: unknown, attempt: FinishedAttempt) {
        tries += 1;
        if (tries <= failures) throw new Error('the database is away');
        finished.push(attempt);
        return true;
      },
    },
    post: async (url: URL, _headers: unknown, body: string) => {
      posted.push({ url: url.href, body });
      return answer;
    },
    box: { open: (sealed: Buffer) => (given.isReadable === false ? undefined : sealed) },
    clock: { now: () => NOW },
    headerPrefix: 'Brickwork',
    userAgent: 'test',
    hide: async () => '***',
    tracing: NO_TRACING,
    traceOf: async () => undefined,
  } as unknown as SendEvents;
  const engine = {
    ...createEventSender(deps),
    clock: deps.clock,
    logger: { ...silentLogger, warn: (facts: Facts) => void warned.push(facts) },
    delaysSeconds: [60, 120],
    idOf: () => 'dlv_1',
    onOutcome: (outcome: string) => void outcomes.push(outcome),
  };
  await deliver(engine, JOB, signal);
  return { posted, finished, outcomes, warned, tries };
}

describe('deliver', () => {
  it.each([200, 204, 299])('%i: it has arrived', async (status) => {
    const { posted, finished, outcomes } = await delivered({ answer: answered(status) });
    expect(posted).toEqual([{ url: URL_OF, body: 'Ann' }]);
    expect(finished).toMatchObject([
      { outcome: 'succeeded', verdict: { kind: 'succeeded' }, httpStatus: status, response: Buffer.from('thanks') },
    ]);
    expect(outcomes).toEqual(['succeeded']);
  });

  it.each([199, 300, 307, 404, 410, 500])('%i: it is tried again', async (status) => {
    const { finished } = await delivered({ answer: answered(status) });
    expect(finished).toMatchObject([
      { outcome: `http_${status}`, httpStatus: status, verdict: { kind: 'retry', delayMs: expect.any(Number) } },
    ]);
  });

  it('waits as long as the receiver asks for, and not less than the schedule says', async () => {
    const waits = async (retryAfter?: string) =>
      (await delivered({ answer: answered(503, retryAfter) })).finished[0]?.verdict;
    expect(await waits('1800')).toEqual({ kind: 'retry', delayMs: 1_800_000 });
    for (const header of ['1', undefined]) {
      const verdict = await waits(header);
      expect(verdict).toMatchObject({ kind: 'retry' });
      expect((verdict as { delayMs: number }).delayMs).toBeLessThanOrEqual(66_000);
    }
  });

  it('is dead after the last attempt, and its endpoint gone after a last 410', async () => {
    const verdict = async (given: Given) => (await delivered({ number: 3, ...given })).finished[0]?.verdict;
    expect(await verdict({ answer: answered(500) })).toEqual({ kind: 'dead' });
    expect(await verdict({ answer: { fault: 'timeout' } })).toEqual({ kind: 'dead' });
    expect(await verdict({ answer: answered(410) })).toEqual({ kind: 'gone', url: URL_OF });
  });

  it('has neither status nor response where nobody answered', async () => {
    const { finished } = await delivered({ answer: { fault: 'connection_refused' } });
    expect(finished).toMatchObject([{ outcome: 'connection_refused', httpStatus: undefined, response: undefined }]);
  });

  it('counts no attempt that was interrupted here, and sends nothing when it was before', async () => {
    const { posted, finished } = await delivered({ signal: AbortSignal.abort() });
    expect(posted).toEqual([]);
    expect(finished).toMatchObject([{ outcome: 'interrupted', verdict: { kind: 'interrupted' } }]);
  });

  it('sends a masked body where the endpoint wants one', async () => {
    expect((await delivered({ isMasked: true })).posted).toMatchObject([{ body: '***' }]);
  });

  it('sends nothing that it cannot sign, nor what is no longer to be sent', async () => {
    const unreadable = await delivered({ isReadable: false });
    expect(unreadable.posted).toEqual([]);
    expect(unreadable.finished).toMatchObject([{ outcome: 'secret_unreadable', verdict: { kind: 'retry' } }]);
    expect(await delivered({ isGone: true })).toMatchObject({ posted: [], finished: [], outcomes: [], warned: [] });
  });

  it('stores the outcome once the database is back', async () => {
    const { finished, tries, warned } = await delivered({ failures: 1 });
    expect([finished.length, tries, warned.length]).toEqual([1, 2, 0]);
  });

  it('leaves the delivery to another worker where the database stays away until the lease ends', async () => {
    let time = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 3_000;
      return time;
    });
    try {
      const { finished, outcomes, warned, tries } = await delivered({ failures: 9 });
      expect([finished, outcomes, warned.length, tries]).toEqual([[], [], 1, 2]);
    } finally {
      clock.mockRestore();
    }
  });
});
