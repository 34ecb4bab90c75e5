/**
 * The headers of one delivery attempt. `<prefix>-Signature` signs event id, event time and body: the same on every retry. It contains one
 * signature, made with the newest secret, so that a receiver can compare the whole header; while an older secret is still valid, its
 * signature is in `<prefix>-Signature-Previous`. The Standard Webhooks headers sign the time of the attempt, as that specification
 * requires, so that its libraries can verify ours.
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
  [newest, previous]: readonly [newest: Buffer, previous: Buffer | undefined],
  { prefix, now }: { prefix: string; now: Date },
): Record<string, string> {
  const timestamp = unixSeconds(event.createdAt);
  const attemptTimestamp = unixSeconds(now);
  const sign = (secret: Buffer, time: number) =>
    createHmac('sha256', secret).update(`${event.eventId}.${time}.${event.body}`).digest();
  const own = (secret: Buffer) => `v1=${sign(secret, timestamp).toString('hex')}`;
  const standard = (secret: Buffer) => `v1,${sign(secret, attemptTimestamp).toString('base64')}`;
  return {
    'content-type': 'application/json; charset=utf-8',
    [`${prefix}-Event-Id`]: event.eventId,
    [`${prefix}-Delivery-Id`]: event.attemptId,
    [`${prefix}-Event-Type`]: event.type,
    [`${prefix}-Timestamp`]: String(timestamp),
    [`${prefix}-Signature`]: own(newest),
    ...(previous && { [`${prefix}-Signature-Previous`]: own(previous) }),
    'webhook-id': event.eventId,
    'webhook-timestamp': String(attemptTimestamp),
    'webhook-signature': previous === undefined ? standard(newest) : `${standard(newest)} ${standard(previous)}`,
  };
}

function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
