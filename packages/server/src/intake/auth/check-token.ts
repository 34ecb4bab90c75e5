/** The secret itself is sent: in a header, in the URL, or in the body. */
import { parseJson } from '../../core/parse-json.ts';
import { headerOf, isSame } from './compare.ts';
import type { SentDelivery } from './sent-delivery.ts';

const WRONG = 'The token is wrong.';

export function checkToken(header: string | undefined, secret: string, sent: SentDelivery): string | undefined {
  const where = header ?? 'Authorization';
  const given =
    headerOf(sent, where)?.replace(/^bearer +/i, '') ?? (header === undefined ? sent.queryToken : undefined);
  const place = header === undefined ? 'Authorization: Bearer, or ?token=' : header;
  if (given === undefined) return `There is no token (${place}).`;
  return isSame(given, secret) ? undefined : WRONG;
}

export function checkBasic(username: string, secret: string, sent: SentDelivery): string | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(headerOf(sent, 'authorization') ?? '') ?? [];
  if (encoded === undefined) return 'There is no user name and password (Authorization: Basic).';
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return isSame(given, `${username}:${secret}`) ? undefined : 'The user name or password is wrong.';
}

/** A body with a secret in it is small: parsing it comes before it is known who sent it. */
const MOST_BYTES = 256 * 1024;

export function checkBodyToken(path: string, secret: string, { body }: SentDelivery): string | undefined {
  if (body.length > MOST_BYTES)
    return `The body has more than ${MOST_BYTES} bytes, which no notification of this kind has.`;
  let found: unknown[];
  try {
    found = valuesAt(parseJson(body).value, path.split('.'));
  } catch {
    return 'The body is not JSON.';
  }
  if (found.length === 0) return `There is no token: the body has no ${path}.`;
  const isRight = found.every((value) => typeof value === 'string' && isSame(value, secret));
  return isRight ? undefined : WRONG;
}

/** Where an element has no such field, its place holds undefined: one without a token spoils the whole body. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (name === '*') return Array.isArray(value) ? value.flatMap((element) => valuesAt(element, rest)) : [];
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? valuesAt((value as Record<string, unknown>)[name], rest) : [undefined];
}
