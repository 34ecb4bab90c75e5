/**
 * The job of a message: waits for the digest and the end of quiet hours, then closes the message, sends it, and tries again as webhooks do.
 * At least once: a worker that is lost loses its lease, and another one sends the same message under the same id.
 */
import { encodeId } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { HeldJob } from '../queue/store/job-store.ts';
import { nextDelayMs } from '../webhooks/retry-schedule.ts';
import { type SendMessage, type Sent, sendMessage } from './send/send-message.ts';
import type { BegunMessage, Ending, MessageStore } from './store/message-store.ts';
import { whenToSend } from './when-to-send.ts';

export interface DeliverMessage extends SendMessage {
  messages: MessageStore;
  logger: Logger;
  delaysSeconds: readonly number[];
  onOutcome(outcome: string): void;
}

export async function deliverMessage(deps: DeliverMessage, job: HeldJob, signal: AbortSignal): Promise<void> {
  const deliveryId = encodeId('cdl', job.id);
  try {
    const begun = await deps.messages.begin(job, deps.clock.now(), whenToSend);
    if (begun === undefined) return;
    const { channel, subject, told, closedAt } = begun;
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
      'a message to a channel failed unexpectedly; it is tried again when its lease runs out',
    );
  }
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
