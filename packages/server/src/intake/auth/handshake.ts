/**
 * How services verify that an address is ours: they send a value and expect it back. The responses prove nothing about the sender and
 * reveal nothing: no request creates a run before its signature is checked.
 */
import { createHmac } from 'node:crypto';
import type { IntakeHandshake } from '@brickwork/contract';
import { headerOf, isSame } from './compare.ts';
import type { SentDelivery } from './sent-delivery.ts';

export interface HandshakeAnswer {
  headers: Record<string, string>;
  /** An object is sent as JSON. */
  body: string | Record<string, string>;
}

export interface Handshake extends SentDelivery {
  /** The part of the intake's address that cannot be guessed serves as the verify token. */
  address: string;
  secret: string;
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
/** A challenge is small: larger bodies are not checked. */
const MOST_BYTES = 4_096;

const ANSWERS: Readonly<Record<IntakeHandshake, (sent: Handshake) => HandshakeAnswer | undefined>> = {
  zoom: answerZoom,
  slack(sent) {
    const { type, challenge } = smallJson(sent);
    return type === 'url_verification' && isToken(challenge) ? { headers: TEXT, body: challenge } : undefined;
  },
  microsoft_graph(sent) {
    const token = queryOf(sent).get('validationToken');
    return token === null || token.length > MOST_BYTES ? undefined : { headers: TEXT, body: token };
  },
  ringcentral(sent) {
    const token = headerOf(sent, 'validation-token');
    return isToken(token) ? { headers: { ...TEXT, 'validation-token': token }, body: '' } : undefined;
  },
  front(sent) {
    const challenge = headerOf(sent, 'x-front-challenge');
    return isToken(challenge) ? { headers: {}, body: { challenge } } : undefined;
  },
  meta(sent) {
    const query = queryOf(sent);
    const challenge = query.get('hub.challenge');
    const isOurs = isSame(query.get('hub.verify_token') ?? '', verifyTokenOf(sent.address));
    return query.get('hub.mode') === 'subscribe' && isOurs && isToken(challenge)
      ? { headers: TEXT, body: challenge }
      : undefined;
  },
};

/** Undefined if it is an ordinary delivery. */
export function answerHandshake(kind: IntakeHandshake | undefined, sent: Handshake): HandshakeAnswer | undefined {
  return kind === undefined ? undefined : ANSWERS[kind](sent);
}

/** Meta wants a token of our choice in addition to the signing secret: the letters of the address after its dot. */
export function verifyTokenOf(address: string): string {
  return address.slice(address.lastIndexOf('.') + 1);
}

/**
 * The response is an HMAC with the secret that also signs deliveries. The text that Zoom signs for deliveries contains colons, and a token
 * does not: nobody can obtain the signature of a delivery this way.
 */
function answerZoom(sent: Handshake): HandshakeAnswer | undefined {
  const { event, payload } = smallJson(sent);
  const { plainToken } = (typeof payload === 'object' && payload !== null ? payload : {}) as { plainToken?: unknown };
  if (event !== 'endpoint.url_validation' || !isToken(plainToken)) return undefined;
  const encryptedToken = createHmac('sha256', sent.secret).update(plainToken).digest('hex');
  return { headers: {}, body: { plainToken, encryptedToken } };
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.~+/=-]{1,512}$/.test(value);
}

function queryOf({ path }: SentDelivery): URLSearchParams {
  const at = path.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : path.slice(at + 1));
}

function smallJson({ body }: SentDelivery): Record<string, unknown> {
  if (body.length > MOST_BYTES) return {};
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
