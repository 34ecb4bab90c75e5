/** Whether a delivery comes from who knows the intake's secret: a token, or an HMAC over the bytes that were sent. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { IntakeAuth } from '@brickwork/contract';

export interface SentDelivery {
  headers: IncomingHttpHeaders;
  /** `?token=` of the URL. */
  queryToken: string | undefined;
  body: Buffer;
}

type HmacAuth = Extract<IntakeAuth, { type: 'hmac' }>;

/** What is wrong, as a sentence for the sender; undefined when nothing is. */
export function checkDelivery(auth: IntakeAuth, secret: string, sent: SentDelivery, now: Date): string | undefined {
  return auth.type === 'token' ? checkToken(auth.header, secret, sent) : checkSignature(auth, secret, sent, now);
}

function checkToken(header: string | undefined, secret: string, sent: SentDelivery): string | undefined {
  const where = header ?? 'Authorization';
  const given =
    headerOf(sent, where)?.replace(/^bearer +/i, '') ?? (header === undefined ? sent.queryToken : undefined);
  const place = header === undefined ? 'Authorization: Bearer, or ?token=' : header;
  if (given === undefined) return `There is no token (${place}).`;
  return isSame(given, secret) ? undefined : 'The token is not the one of this intake.';
}

function checkSignature(auth: HmacAuth, secret: string, sent: SentDelivery, now: Date): string | undefined {
  const value = headerOf(sent, auth.header);
  if (value === undefined) return `There is no signature: the header ${auth.header} is missing.`;
  const found = readFormat(auth.format, value);
  if (found === undefined) return `The header ${auth.header} does not look like ${auth.format}.`;
  const timestamp = found.timestamp ?? (auth.timestamp_header && headerOf(sent, auth.timestamp_header));
  if (auth.timestamp_header !== undefined && timestamp === undefined)
    return `There is no timestamp: the header ${auth.timestamp_header} is missing.`;
  const digest = signatureOf(auth, secret, timestamp, sent.body);
  if (!isSame(Buffer.from(found.signature, auth.encoding), digest))
    return `The signature does not match: ${auth.algorithm} of ${auth.signed} with the intake’s secret was expected.`;
  return timestamp === undefined ? undefined : checkAge(timestamp, auth.tolerance_seconds, now);
}

function signatureOf(auth: HmacAuth, secret: string, timestamp: string | undefined, body: Buffer): Buffer {
  const hmac = createHmac(auth.algorithm, secret);
  for (const part of auth.signed.split(/(\{body\}|\{timestamp\})/)) {
    if (part === '{body}') hmac.update(body);
    else hmac.update(part === '{timestamp}' ? (timestamp ?? '') : part);
  }
  return hmac.digest();
}

/** Only once the signature is right: whoever cannot sign learns nothing about clocks. */
function checkAge(timestamp: string, toleranceSeconds: number, now: Date): string | undefined {
  const sentAt = /^\d{1,16}$/.test(timestamp)
    ? Number(timestamp) * (timestamp.length > 11 ? 1 : 1_000)
    : Date.parse(timestamp);
  if (Number.isNaN(sentAt)) return 'The timestamp is neither Unix time nor an ISO date.';
  return Math.abs(now.getTime() - sentAt) > toleranceSeconds * 1_000
    ? `The timestamp is more than ${toleranceSeconds} seconds away from now.`
    : undefined;
}

function headerOf({ headers }: SentDelivery, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '{signature}': '(?<signature>[A-Za-z0-9+/=_-]{1,200})',
  '{timestamp}': '(?<timestamp>[0-9TZ:.+-]{1,40})',
};

/** The parts of a header by its format; more may follow after a comma, as where a service signs with two secrets. */
function readFormat(format: string, value: string): { signature: string; timestamp: string | undefined } | undefined {
  const seen = new Set<string>();
  const pattern = format.split(/(\{signature\}|\{timestamp\})/).map((part) => {
    const characters = CHARACTERS[part];
    if (characters === undefined || seen.has(part)) return part.replace(/[^\w]/g, '\\$&');
    seen.add(part);
    return characters;
  });
  const groups = new RegExp(`^${pattern.join('')}(?:,|$)`).exec(value)?.groups;
  return groups?.signature === undefined ? undefined : { signature: groups.signature, timestamp: groups.timestamp };
}

/** In constant time: the hashes are of one length whatever was sent. */
function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
