/** A signature in a header, described by the definition: what is signed, and the format of the header. */
import { createHmac } from 'node:crypto';
import type { IntakeAuth } from '@brickwork/contract';
import { checkAge, headerOf, isSame, urlsOf } from './compare.ts';
import type { SentDelivery } from './sent-delivery.ts';

type HmacAuth = Extract<IntakeAuth, { type: 'hmac' }>;

export function checkHmac(auth: HmacAuth, secret: string, sent: SentDelivery, now: Date): string | undefined {
  const value = headerOf(sent, auth.header);
  if (value === undefined) return `There is no signature: the header ${auth.header} is missing.`;
  const found = readFormat(auth.format, value);
  if (found === undefined) return `The header ${auth.header} does not look like ${auth.format}.`;
  const timestamp = found.timestamp ?? (auth.timestamp_header && headerOf(sent, auth.timestamp_header));
  if (auth.timestamp_header !== undefined && timestamp === undefined)
    return `There is no timestamp: the header ${auth.timestamp_header} is missing.`;
  const digests = signaturesOf(auth, secret, timestamp, sent);
  const isRight = found.signatures.some((signature) =>
    digests.some((digest) => isSame(Buffer.from(signature, auth.encoding), digest)),
  );
  if (!isRight)
    return `The signature does not match: ${auth.algorithm} of ${auth.signed} with the intake’s secret was expected.`;
  return timestamp === undefined ? undefined : checkAge(timestamp, auth.tolerance_seconds, now);
}

/** Two if the URL is signed: see `urlsOf`. */
function signaturesOf(auth: HmacAuth, secret: string, timestamp: string | undefined, sent: SentDelivery): Buffer[] {
  const urls = auth.signed.includes('{url}') ? urlsOf(sent) : [''];
  return urls.map((url) => {
    const hmac = createHmac(auth.algorithm, secret);
    for (const part of auth.signed.split(/(\{[^{}]*\})/)) hmac.update(filled(part, { timestamp, url, sent }));
    return hmac.digest();
  });
}

function filled(
  part: string,
  { timestamp, url, sent }: { timestamp: string | undefined; url: string; sent: SentDelivery },
): string | Buffer {
  if (part === '{body}') return sent.body;
  if (part === '{timestamp}') return timestamp ?? '';
  if (part === '{method}') return sent.method;
  if (part === '{url}') return url;
  const [, header] = /^\{header:(.+)\}$/.exec(part) ?? [];
  return header === undefined ? part : (headerOf(sent, header) ?? '');
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '{signature}': '(?<signature>[A-Za-z0-9+/=_-]{1,200})',
  '{timestamp}': '(?<timestamp>[0-9TZ:.+-]{1,40})',
};

/** The parts of a header by its format; if a service signs with two secrets, further signatures follow after commas. */
function readFormat(
  format: string,
  value: string,
): { signatures: string[]; timestamp: string | undefined } | undefined {
  const groups = new RegExp(`^${patternOf(format)}(?:,|$)`).exec(value)?.groups;
  if (groups?.signature === undefined) return undefined;
  const last = format.split(',').find((part) => part.includes('{signature}')) ?? format;
  const one = new RegExp(`^${patternOf(last)}$`);
  const others = value
    .split(',')
    .slice(0, MOST_SIGNATURES)
    .map((part) => one.exec(part.trim())?.groups?.signature);
  const signatures = [groups.signature, ...others.filter((signature) => signature !== undefined)];
  return { signatures, timestamp: groups.timestamp };
}

const MOST_SIGNATURES = 10;

function patternOf(format: string): string {
  const seen = new Set<string>();
  return format
    .split(/(\{signature\}|\{timestamp\})/)
    .map((part) => {
      const characters = CHARACTERS[part];
      if (characters === undefined || seen.has(part)) return part.replace(/[^\w]/g, '\\$&');
      seen.add(part);
      return characters;
    })
    .join('');
}
