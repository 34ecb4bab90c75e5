/**
 * Is this delivery from the service, and recent? Two families of headers are understood: the service's own, and those of Standard
 * Webhooks. The latter carry the time of the attempt and are preferred; the former carry the time of the event, which a retry may send a
 * day later, so their tolerance is wider. Comparison is WebCrypto's own, in constant time.
 */
import { webCrypto } from '../web-crypto.ts';
import type { WebhookEvent } from './webhook-event.ts';

export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** `whsec_…`; several while one is being exchanged. */
  secret: string | readonly string[];
  /** BRICKWORK_HEADER_PREFIX of the deployment. */
  headerPrefix?: string | undefined;
  /** How old (or how far ahead) the attempt may be. */
  toleranceSeconds?: number | undefined;
  /** The same for the event's own time, where only the service's own headers came through. */
  eventToleranceSeconds?: number | undefined;
  now?: (() => Date) | undefined;
}

export type VerificationFault =
  | 'missing_headers'
  | 'bad_timestamp'
  | 'too_old'
  | 'bad_signature'
  | 'bad_secret'
  | 'bad_body';

/** Answer such a request with 400, and do nothing else. */
export class WebhookVerificationError extends Error {
  readonly fault: VerificationFault;

  constructor(fault: VerificationFault, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.fault = fault;
  }
}

/** Deliveries are retried for 24 hours. */
const EVENT_TOLERANCE_SECONDS = 25 * 3_600;
const ATTEMPT_TOLERANCE_SECONDS = 300;

/** `body` must be the bytes as they came: parsed and printed again, they have another signature. */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyOptions,
): Promise<WebhookEvent> {
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const { id, timestamp, signatures, toleranceSeconds } = claimOf(headers, options);
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('bad_timestamp', 'the timestamp is not a number');
  const ageSeconds = Math.abs((options.now?.() ?? new Date()).getTime() / 1_000 - Number(timestamp));
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('too_old', 'the timestamp is outside the tolerance');
  }
  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), raw);
  if (!(await isSigned(content, signatures, [options.secret].flat()))) {
    throw new WebhookVerificationError('bad_signature', 'no signature fits');
  }
  try {
    return JSON.parse(new TextDecoder().decode(raw)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('bad_body', 'the body is not JSON');
  }
}

function claimOf(headers: WebhookHeaders, options: VerifyOptions) {
  const { headerPrefix = 'Service' } = options;
  const standard = readFamily(headers, ['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  if (standard !== undefined) {
    const signatures = standard.signature
      .split(' ')
      .flatMap((part) => bytesOf(/^v1,(.+)$/.exec(part)?.[1], fromBase64));
    return { ...standard, signatures, toleranceSeconds: options.toleranceSeconds ?? ATTEMPT_TOLERANCE_SECONDS };
  }
  const names = ['Event-Id', 'Timestamp', 'Signature'].map((name) => `${headerPrefix}-${name}`.toLowerCase());
  const own = readFamily(headers, names);
  if (own === undefined) {
    throw new WebhookVerificationError(
      'missing_headers',
      `neither webhook-signature nor ${headerPrefix}-Signature is there`,
    );
  }
  const previous = headerOf(headers, `${headerPrefix}-Signature-Previous`.toLowerCase()) ?? '';
  const signatures = `${own.signature},${previous}`
    .split(',')
    .flatMap((part) => bytesOf(/^v1=(.+)$/.exec(part.trim())?.[1], fromHex));
  return { ...own, signatures, toleranceSeconds: options.eventToleranceSeconds ?? EVENT_TOLERANCE_SECONDS };
}

function readFamily(headers: WebhookHeaders, names: readonly string[]) {
  const [id, timestamp, signature] = names.map((name) => headerOf(headers, name));
  if (id === undefined || timestamp === undefined || signature === undefined) return undefined;
  return { id, timestamp, signature };
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function hasGet(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

/** Every secret against every signature: how many there are is no secret. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  const { subtle } = await webCrypto();
  let isGood = false;
  for (const secret of secrets) {
    const key = await subtle.importKey('raw', secretBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      if (await subtle.verify('HMAC', key, signature, content)) isGood = true;
    }
  }
  return isGood;
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) {
    throw new WebhookVerificationError('bad_secret', 'the secret must be whsec_ and base64');
  }
  return bytes;
}

function bytesOf(
  text: string | undefined,
  decode: (text: string) => Uint8Array<ArrayBuffer> | undefined,
): Uint8Array<ArrayBuffer>[] {
  const bytes = text === undefined ? undefined : decode(text);
  return bytes === undefined ? [] : [bytes];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
