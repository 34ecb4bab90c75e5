/** Signatures with special rules: Standard Webhooks (Svix), Twilio, and HubSpot's version 3. */
import { createHash, createHmac } from 'node:crypto';
import type { IntakeAuth } from '@brickwork/contract';
import { checkAge, headerOf, isSame, urlsOf } from './compare.ts';
import type { SentDelivery } from './sent-delivery.ts';

type Auth<Type extends IntakeAuth['type']> = Extract<IntakeAuth, { type: Type }>;

const MISMATCH = 'The signature does not match the intake’s secret.';

export function checkStandardWebhooks(
  { headers, tolerance_seconds: tolerance }: Auth<'standard_webhooks'>,
  secret: string,
  sent: SentDelivery,
  now: Date,
): string | undefined {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((part) =>
    headerOf(sent, `${headers}-${part}`),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined)
    return `There is no signature: ${headers}-id, ${headers}-timestamp and ${headers}-signature are needed.`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(sent.body).digest('base64');
  // Several, separated by spaces, while the sender's secret is being rotated.
  const isRight = signatures
    .split(' ')
    .slice(0, 10)
    .some((signature) => isSame(signature, `v1,${expected}`));
  return isRight ? checkAge(timestamp, tolerance, now) : MISMATCH;
}

/** Over the URL and, for a form, its fields in the order of their names. Any other body is covered by its hash in the URL. */
export function checkTwilio(secret: string, sent: SentDelivery): string | undefined {
  const signature = headerOf(sent, 'x-twilio-signature');
  if (signature === undefined) return 'There is no signature: the header X-Twilio-Signature is missing.';
  const isForm = headerOf(sent, 'content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
  if (!isForm && !isBodyHashed(sent)) return 'The body is not a form, and the URL does not have its hash (bodySHA256).';
  const fields = isForm ? sortedFields(sent.body) : '';
  const isRight = urlsOf(sent).some((url) =>
    isSame(
      signature,
      createHmac('sha1', secret)
        .update(url + fields)
        .digest('base64'),
    ),
  );
  return isRight ? undefined : MISMATCH;
}

/** By name, then by value; the same pair counts once. */
function sortedFields(body: Buffer): string {
  const pairs = [...new URLSearchParams(body.toString('utf8'))].sort(([nameA, valueA], [nameB, valueB]) =>
    nameA === nameB ? compare(valueA, valueB) : compare(nameA, nameB),
  );
  return [...new Set(pairs.map(([name, value]) => name + value))].join('');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isBodyHashed({ path, body }: SentDelivery): boolean {
  const hash = new URLSearchParams(path.slice(path.indexOf('?') + 1)).get('bodySHA256');
  return hash !== null && isSame(hash.toLowerCase(), createHash('sha256').update(body).digest('hex'));
}

export function checkHubspot(
  { tolerance_seconds: tolerance }: Auth<'hubspot'>,
  secret: string,
  sent: SentDelivery,
  now: Date,
): string | undefined {
  const signature = headerOf(sent, 'x-hubspot-signature-v3');
  const timestamp = headerOf(sent, 'x-hubspot-request-timestamp');
  if (signature === undefined || timestamp === undefined)
    return 'There is no signature: X-HubSpot-Signature-v3 and X-HubSpot-Request-Timestamp are needed.';
  const isRight = urlsOf(sent).some((url) => {
    const hmac = createHmac('sha256', secret)
      .update(sent.method + url)
      .update(sent.body)
      .update(timestamp);
    return isSame(signature, hmac.digest('base64'));
  });
  return isRight ? checkAge(timestamp, tolerance, now) : MISMATCH;
}
