/**
 * One attempt to deliver something: begin, send, decide what follows, record it. Webhooks, destinations and channels differ in what they
 * send and how they interpret responses. At least once: a delivery that is not confirmed is sent again under the same id. When a worker is
 * lost, its lease runs out and another worker delivers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@brickwork/engine/core/backoff';
import { startDeadline } from '@brickwork/engine/core/deadline';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import { nextDelayMs } from './retry-schedule.ts';

/** For sending: connecting, headers and body. */
export const DELIVERY_DEADLINE_MS = 15_000;
/** How long storing an outcome is retried while the database is unavailable. */
const RECORDING_MS = 5_000;
/** No other worker starts while an attempt is still being sent or recorded. */
export const DELIVERY_LEASE_MS = DELIVERY_DEADLINE_MS + RECORDING_MS;

/** An attempt that was stored, before anything is sent. */
export interface Begun {
  /** Number in the series of attempts, from 1. */
  number: number;
  seriesStartedAt: Date;
}

export interface Sent {
  /** `succeeded`, or a code for the failure, such as `http_500` or `timeout`. */
  outcome: string;
  /** Nothing is left to do: it arrived, or there was nothing to send. */
  end?: 'succeeded' | 'skipped' | undefined;
  /** Another attempt would have the same result. */
  isFinal?: boolean | undefined;
  /** The receiver responded, so the attempt counts even if this node is stopping. */
  isAnswered?: boolean | undefined;
  /** The receiver's Retry-After header. */
  retryAfter?: string | undefined;
}

export type Verdict =
  | { kind: 'succeeded' | 'skipped' | 'dead' }
  | { kind: 'retry'; delayMs: number }
  /** Interrupted by us, not by the receiver: retried immediately, and not counted. */
  | { kind: 'interrupted' };

export interface Judged {
  verdict: Verdict;
  /** Of sending. */
  latencyMs: number | undefined;
  now: Date;
}

export interface Deliver<Attempt extends Begun, Answer extends Sent> {
  clock: Clock;
  logger: Logger;
  delaysSeconds: readonly number[];
  /** The delivery's id in logs. */
  idOf(job: HeldJob): string;
  /** Undefined if there is nothing to send now. */
  begin(job: HeldJob): Promise<Attempt | undefined>;
  /** Failures are outcomes, never thrown. The signal ends with the deadline, which includes the preparation. */
  send(attempt: Attempt, signal: AbortSignal): Promise<Answer>;
  /** Does nothing if the lease was lost: its holder decides what happens to the delivery. */
  finish(job: HeldJob, attempt: Attempt, answer: Answer & Judged): Promise<unknown>;
  onOutcome(outcome: string, verdict: Verdict): void;
}

export async function deliver<Attempt extends Begun, Answer extends Sent>(
  deps: Deliver<Attempt, Answer>,
  job: HeldJob,
  signal: AbortSignal,
  deadlineMs = DELIVERY_DEADLINE_MS,
): Promise<void> {
  const deadline = startDeadline(deadlineMs, signal);
  try {
    const attempt = await deps.begin(job);
    if (attempt === undefined) return;
    const startedAt = performance.now();
    const sent = await deps.send(attempt, deadline.signal);
    const latencyMs = Math.round(performance.now() - startedAt);
    const now = deps.clock.now();
    const verdict = judge(deps, attempt, sent, now, signal);
    const outcome = verdict.kind === 'interrupted' ? verdict.kind : sent.outcome;
    await persistently(() => deps.finish(job, attempt, { latencyMs, ...sent, outcome, verdict, now }));
    deps.onOutcome(outcome, verdict);
  } catch (error) {
    // The lease expires, and a worker delivers again.
    deps.logger.warn(
      { delivery_id: deps.idOf(job), reason: error instanceof Error ? error.message : 'unknown' },
      'a delivery failed unexpectedly; it is retried when its lease expires',
    );
  } finally {
    deadline.end();
  }
}

function judge(
  { delaysSeconds }: { delaysSeconds: readonly number[] },
  { number, seriesStartedAt }: Begun,
  { end, isFinal, isAnswered, retryAfter }: Sent,
  now: Date,
  signal: AbortSignal,
): Verdict {
  if (end !== undefined) return { kind: end };
  if (signal.aborted && isAnswered !== true) return { kind: 'interrupted' };
  if (isFinal === true) return { kind: 'dead' };
  const delayMs = nextDelayMs(delaysSeconds, { number, seriesStartedAt, now, retryAfter });
  return delayMs === undefined ? { kind: 'dead' } : { kind: 'retry', delayMs };
}

/** The database may be unavailable for a moment. No other worker delivers before the lease ends, so retrying until then is safe. */
async function persistently(record: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + RECORDING_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(backoffMs(tries, 100, 2_000), undefined, { ref: false });
    }
  }
}
