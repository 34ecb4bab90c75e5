/**
 * The headers of one delivery attempt. `<prefix>-Signature` signs event id, event time and body: the same on every retry. The
 * Standard Webhooks headers sign the time of the attempt, as that specification requires, so that its libraries can verify ours.
 */
import { createHmac } from 'node:crypto';

export interface SignedEvent {
  eventId: string;
  attemptId: string;
  type: string;
  createdAt: Date;
  body: string;
}

export function signEvent(
  event: SignedEvent,
  secrets: readonly Buffer[],
  { prefix, now }: { prefix: string; now: Date },
): Record<string, string> {
  const timestamp = unixSeconds(event.createdAt);
  const attemptTimestamp = unixSeconds(now);
  const sign = (secret: Buffer, time: number) =>
    createHmac('sha256', secret).update(`${event.eventId}.${time}.${event.body}`).digest();
  return {
    'content-type': 'application/json; charset=utf-8',
    [`${prefix}-Event-Id`]: event.eventId,
    [`${prefix}-Delivery-Id`]: event.attemptId,
    [`${prefix}-Event-Type`]: event.type,
    [`${prefix}-Timestamp`]: String(timestamp),
    [`${prefix}-Signature`]: secrets.map((secret) => `v1=${sign(secret, timestamp).toString('hex')}`).join(','),
    'webhook-id': event.eventId,
    'webhook-timestamp': String(attemptTimestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, attemptTimestamp).toString('base64')}`).join(' '),
  };
}

function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
