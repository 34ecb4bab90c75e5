/** An attempt to deliver an event: stored before it is sent, signed, and with the receiver's response. */
import type { Clock } from '../../core/clock.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Post, PostOutcome } from '../../core/outbound.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { type Tracing, traceHeaders } from '../../core/tracing.ts';
import { DELIVERY_LEASE_MS, type Deliver, type Sent } from '../outbox/deliver.ts';
import { signEvent } from '../outbox/sign-event.ts';
import type { RecordedEvent } from './event.ts';
import type { DeliveryStore } from './store/attempts.ts';
import type { BegunAttempt } from './store/begin-attempts.ts';
import { bindingOf } from './webhook-secret.ts';

export interface SendEvents {
  store: DeliveryStore;
  post: Post;
  box: SecretBox;
  clock: Clock;
  headerPrefix: string;
  userAgent: string;
  /** Masks a body; the same body is masked the same way on every attempt. */
  hide(event: RecordedEvent): Promise<string>;
  tracing: Tracing;
  /** The trace of the event's run. */
  traceOf(event: RecordedEvent): Promise<string | undefined>;
}

export interface SentEvent extends Sent {
  httpStatus: number | undefined;
  response: Buffer | undefined;
}

type Sender = Pick<Deliver<BegunAttempt, SentEvent>, 'begin' | 'send' | 'finish'>;

export function createEventSender(deps: SendEvents): Sender {
  return {
    begin: (job) => deps.store.begin(job, newUuid(deps.clock.now()), deps.clock.now(), DELIVERY_LEASE_MS),
    send: async (begun, signal) => toSent(await sendTraced(deps, begun, signal)),
    // The response to the last attempt was 410: the endpoint is gone, too.
    finish: (job, { attemptId, url }, { verdict, latencyMs = 0, ...sent }) =>
      deps.store.finish(job, {
        ...{ ...sent, attemptId, latencyMs },
        ...(verdict.kind === 'interrupted' && NOBODY),
        verdict: verdict.kind === 'dead' && sent.httpStatus === 410 ? { kind: 'gone', url } : verdict,
      }),
  };
}

const NOBODY = { httpStatus: undefined, response: undefined };

function toSent(answer: PostOutcome): SentEvent {
  if (answer.fault !== undefined) return { ...NOBODY, outcome: answer.fault };
  const { status, response, retryAfter } = answer;
  const seen = { httpStatus: status, response, retryAfter, isAnswered: true };
  const isArrived = status >= 200 && status < 300;
  return isArrived ? { ...seen, outcome: 'succeeded', end: 'succeeded' } : { ...seen, outcome: `http_${status}` };
}

async function sendTraced(deps: SendEvents, begun: BegunAttempt, signal: AbortSignal): Promise<PostOutcome> {
  const { event, attemptId, number, url } = begun;
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.parse(url)?.hostname,
    'brickwork.event_id': event.eventId,
    'brickwork.event_type': event.type,
    'brickwork.delivery_id': encodeId('dlv', attemptId),
    'brickwork.attempt': number,
  };
  const parent = (await deps.traceOf(event)) ?? '';
  return deps.tracing.span('deliver webhook', { kind: 'client', attributes, parent }, async (span) => {
    const answer = await send(deps, begun, signal);
    if (answer.fault === undefined) span.set({ 'http.response.status_code': answer.status });
    const isGood = answer.fault === undefined && answer.status < 300;
    if (!isGood) span.fail(answer.fault ?? `http_${answer.status}`);
    return answer;
  });
}

async function send(deps: SendEvents, begun: BegunAttempt, signal: AbortSignal): Promise<PostOutcome> {
  const { url, attemptId } = begun;
  const event = begun.isMasked ? { ...begun.event, body: await deps.hide(begun.event) } : begun.event;
  const [newest, previous] = begun.secrets.map((sealed) => deps.box.open(sealed, bindingOf(event)));
  const target = URL.parse(url);
  if (newest === undefined || target === null) return { fault: 'secret_unreadable' };
  if (signal.aborted) return { fault: 'timeout' };
  const headers = signEvent({ ...event, attemptId: encodeId('dlv', attemptId) }, [newest, previous], {
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
