/**
 * The job of a message: waits for the digest and the end of quiet hours, then closes the message, sends it, and tries again as webhooks do.
 * At least once: a worker that is lost loses its lease, and another one sends the same message under the same id.
 */
import { encodeId } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { Scope } from '../../core/scope.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import { nextDelayMs } from '../webhooks/retry-schedule.ts';
import { APPEAL_KEY } from './make-notifications.ts';
import type { Told } from './send/message.ts';
import { type SendMessage, type Sent, sendMessage } from './send/send-message.ts';
import type { BegunMessage, Ending, MessageStore } from './store/message-store.ts';
import { whenToSend } from './when-to-send.ts';

export interface DeliverMessage extends SendMessage {
  messages: MessageStore;
  logger: Logger;
  delaysSeconds: readonly number[];
  /** What agents wrote in their appeals, by the ids of these; those that were erased are left out. */
  appealTexts(scope: Scope, appealIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  onOutcome(outcome: string): void;
}

export async function deliverMessage(deps: DeliverMessage, job: HeldJob, signal: AbortSignal): Promise<void> {
  const deliveryId = encodeId('cdl', job.id);
  try {
    const begun = await deps.messages.begin(job, deps.clock.now(), whenToSend);
    if (begun === undefined) return;
    const { channel, subject, closedAt } = begun;
    const told = channel.settings.include_text ? await withWords(deps, begun) : begun.told;
    const { workspaceId, environment, name } = channel;
    const message = { deliveryId, workspaceId, environment, channel: name, subject, told, createdAt: closedAt };
    const sent = await sendMessage(deps, channel, message, signal);
    const ending = endingOf(deps, begun, sent, signal);
    const outcome = ending.kind === 'interrupted' ? 'interrupted' : sent.outcome;
    await deps.messages.finish(job, outcome, ending, deps.clock.now());
    deps.onOutcome(outcome);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    deps.logger.warn(
      { delivery_id: deliveryId, reason },
      'a message to a channel failed unexpectedly; it is retried when its lease expires',
    );
  }
}

/** Read at the moment of sending, and stored nowhere else: erasing a run reaches them. */
async function withWords({ appealTexts }: DeliverMessage, { channel, told }: BegunMessage): Promise<Told[]> {
  const ids = told.flatMap(({ subjectKey }) => appealOf(subjectKey) ?? []);
  if (ids.length === 0) return told;
  const texts = await appealTexts(channel, ids);
  return told.map((each) => ({ ...each, words: texts.get(appealOf(each.subjectKey) ?? '') }));
}

function appealOf(subjectKey: string): string | undefined {
  return subjectKey.startsWith(APPEAL_KEY) ? subjectKey.slice(APPEAL_KEY.length) : undefined;
}

function endingOf(
  { clock, delaysSeconds }: DeliverMessage,
  { number, closedAt }: BegunMessage,
  { isArrived, isPermanent, retryAfter }: Sent,
  signal: AbortSignal,
): Ending {
  if (isArrived) return { kind: 'succeeded' };
  if (signal.aborted) return { kind: 'interrupted' };
  if (isPermanent) return { kind: 'dead' };
  const delayMs = nextDelayMs(delaysSeconds, { number, seriesStartedAt: closedAt, now: clock.now(), retryAfter });
  return delayMs === undefined ? { kind: 'dead' } : { kind: 'retry', delayMs };
}
