/** What follows from an attempt, whatever is delivered. How receivers of webhooks are judged is tested with webhooks. */
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { deliver, type Judged, type Sent } from './deliver.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const JOB = { id: '0190c8f0-0000-7000-8000-000000000001', lane: 'ws_1/live', token: 't', attempts: 1 };

async function ended(sent: Sent, { signal = new AbortController().signal, number = 1 } = {}) {
  const finished: (Sent & Judged)[] = [];
  const deps = {
    clock: { now: () => NOW },
    logger: silentLogger,
    delaysSeconds: [60],
    idOf: () => 'cdl_1',
    begin: async () => ({ number, seriesStartedAt: NOW }),
    send: async () => sent,
    finish: async (_job: unknown, _attempt: unknown, judged: Sent & Judged) => finished.push(judged),
    onOutcome: () => undefined,
  };
  await deliver(deps, JOB, signal);
  return finished.map(({ outcome, verdict }) => [outcome, verdict.kind]);
}

describe('deliver', () => {
  it('ends what arrived and what had nothing to send', async () => {
    expect(await ended({ outcome: 'some_recipients_refused', end: 'succeeded' })).toEqual([
      ['some_recipients_refused', 'succeeded'],
    ]);
    expect(await ended({ outcome: 'skipped', end: 'skipped' })).toEqual([['skipped', 'skipped']]);
  });

  it('tries again, unless another attempt would end alike or there are none left', async () => {
    expect(await ended({ outcome: 'timeout' })).toEqual([['timeout', 'retry']]);
    expect(await ended({ outcome: 'smtp_550', isFinal: true })).toEqual([['smtp_550', 'dead']]);
    expect(await ended({ outcome: 'timeout' }, { number: 2 })).toEqual([['timeout', 'dead']]);
  });

  it('counts no attempt that was interrupted here, unless the receiver had answered or it had arrived', async () => {
    const signal = AbortSignal.abort();
    expect(await ended({ outcome: 'timeout' }, { signal })).toEqual([['interrupted', 'interrupted']]);
    expect(await ended({ outcome: 'smtp_550', isFinal: true }, { signal })).toEqual([['interrupted', 'interrupted']]);
    expect(await ended({ outcome: 'http_500', isAnswered: true }, { signal })).toEqual([['http_500', 'retry']]);
    expect(await ended({ outcome: 'succeeded', end: 'succeeded' }, { signal })).toEqual([['succeeded', 'succeeded']]);
  });
});
