/**
 * Delivers one event: stores an attempt, signs, sends, and decides what follows. At least once: what is not known to have arrived
 * is sent again under the same event id. When a worker is lost, its lease runs out and another worker delivers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@brickwork/engine/core/backoff';
import { startDeadline } from '@brickwork/engine/core/deadline';
import type { Clock } from '../../core/clock.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { type Tracing, traceHeaders } from '../../core/tracing.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import type { RecordedEvent } from './event.ts';
import { nextDelayMs } from './retry-schedule.ts';
import { signEvent } from './sign-event.ts';
import type { DeliveryStore } from './store/attempts.ts';
import type { BegunAttempt } from './store/begin-attempts.ts';
import type { FinishedAttempt, Verdict } from './store/end-attempts.ts';

/** For the whole attempt: connecting, headers and body. */
export const DELIVERY_DEADLINE_MS = 15_000;
/** Longer than the deadline, so that no other worker starts while an attempt is still being sent. */
export const DELIVERY_LEASE_MS = 20_000;

export type PostOutcome =
  | { status: number; response: Buffer; retryAfter: string | undefined; fault?: undefined }
  | { fault: string };

/** Errors of the receiver or the network are returned as faults, never thrown. */
export type PostWebhook = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  /** The workspace that sends. */
  owner?: string,
) => Promise<PostOutcome>;

export interface Deliver {
  store: DeliveryStore;
  post: PostWebhook;
  box: SecretBox;
  clock: Clock;
  logger: Logger;
  delaysSeconds: readonly number[];
  headerPrefix: string;
  userAgent: string;
  /** Masks a body; the same body is masked the same way on every attempt. */
  hide(event: RecordedEvent): Promise<string>;
  tracing: Tracing;
  /** The trace of the run that an event is about. */
  traceOf(event: RecordedEvent): Promise<string | undefined>;
  onOutcome(outcome: string, verdict: Verdict): void;
}

export async function deliver(deps: Deliver, job: HeldJob, signal: AbortSignal): Promise<void> {
  const deadline = startDeadline(DELIVERY_DEADLINE_MS, signal);
  const attemptUuid = newUuid(deps.clock.now());
  const attemptId = encodeId('dlv', attemptUuid);
  try {
    const begun = await deps.store.begin(job, attemptUuid, deps.clock.now(), DELIVERY_LEASE_MS);
    if (begun === undefined) return;
    const startedAt = performance.now();
    const answer = await sendTraced(deps, attemptId, begun, deadline.signal);
    const attempt = judge(
      deps,
      begun,
      signal.aborted && answer.fault !== undefined ? { fault: 'interrupted' } : answer,
    );
    const finished = { ...attempt, attemptId: attemptUuid, latencyMs: Math.round(performance.now() - startedAt) };
    await recordPersistently(deps, job, finished);
    deps.onOutcome(finished.outcome, finished.verdict);
  } catch (error) {
    // The lease runs out, and a worker delivers again.
    deps.logger.warn(
      { event_id: encodeId('evt', job.id), reason: error instanceof Error ? error.message : 'unknown' },
      'a delivery failed unexpectedly; it is retried when its lease expires',
    );
  } finally {
    deadline.end();
  }
}

async function sendTraced(
  deps: Deliver,
  attemptId: string,
  begun: BegunAttempt,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const { event, number, url } = begun;
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.parse(url)?.hostname,
    'brickwork.event_id': event.eventId,
    'brickwork.event_type': event.type,
    'brickwork.delivery_id': attemptId,
    'brickwork.attempt': number,
  };
  const parent = (await deps.traceOf(event)) ?? '';
  return deps.tracing.span('deliver webhook', { kind: 'client', attributes, parent }, async (span) => {
    const answer = await send(deps, attemptId, begun, signal);
    if (answer.fault === undefined) span.set({ 'http.response.status_code': answer.status });
    const isGood = answer.fault === undefined && answer.status < 300;
    if (!isGood) span.fail(answer.fault ?? `http_${answer.status}`);
    return answer;
  });
}

async function send(deps: Deliver, attemptId: string, begun: BegunAttempt, signal: AbortSignal): Promise<PostOutcome> {
  const { url } = begun;
  const event = begun.isMasked ? { ...begun.event, body: await deps.hide(begun.event) } : begun.event;
  const [newest, previous] = begun.secrets.map((sealed) => deps.box.open(sealed, bindingOf(event)));
  const target = URL.parse(url);
  if (newest === undefined || target === null) return { fault: 'secret_unreadable' };
  if (signal.aborted) return { fault: 'timeout' };
  const headers = signEvent({ ...event, attemptId }, [newest, previous], {
    prefix: deps.headerPrefix,
    now: deps.clock.now(),
  });
  return deps.post(
    target,
    { ...headers, ...traceHeaders(), 'user-agent': deps.userAgent },
    event.body,
    signal,
    event.workspaceId,
  );
}

/** What a sealed secret is bound to, so that it cannot be opened for another workspace or environment. */
export function bindingOf({ workspaceId, environment }: { workspaceId: string; environment: string }): string {
  return `${workspaceId}/${environment}`;
}

function judge(
  { clock, delaysSeconds }: Deliver,
  { number, seriesStartedAt, url }: BegunAttempt,
  answer: PostOutcome,
): Omit<FinishedAttempt, 'attemptId' | 'latencyMs'> {
  const now = clock.now();
  if (answer.fault === 'interrupted')
    return { ...nothing, now, outcome: answer.fault, verdict: { kind: 'interrupted' } };
  if (answer.fault === undefined && answer.status >= 200 && answer.status < 300)
    return { ...seen(answer), now, outcome: 'succeeded', verdict: { kind: 'succeeded' } };
  const outcome = answer.fault ?? `http_${answer.status}`;
  const facts = answer.fault === undefined ? seen(answer) : nothing;
  const retryAfter = answer.fault === undefined ? answer.retryAfter : undefined;
  const delayMs = nextDelayMs(delaysSeconds, { number, seriesStartedAt, now, retryAfter });
  if (delayMs !== undefined) return { ...facts, now, outcome, verdict: { kind: 'retry', delayMs } };
  return { ...facts, now, outcome, verdict: outcome === 'http_410' ? { kind: 'gone', url } : { kind: 'dead' } };
}

const nothing = { httpStatus: undefined, response: undefined };
const seen = ({ status, response }: { status: number; response: Buffer }) => ({ httpStatus: status, response });

/** The database may be unavailable for a moment. No other worker delivers before the lease ends, so it is worth trying again until then. */
async function recordPersistently(deps: Deliver, job: HeldJob, attempt: FinishedAttempt): Promise<void> {
  const until = performance.now() + DELIVERY_LEASE_MS - DELIVERY_DEADLINE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      await deps.store.finish(job, attempt);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(backoffMs(tries, 100, 2_000), undefined, { ref: false });
    }
  }
}
