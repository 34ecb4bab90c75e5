/** The cookie of the console's session: not readable by scripts, not sent with requests that another site starts. */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyRequest } from 'fastify';
import { csrfTokenOf, isCsrfTokenOf, isSessionToken } from '../access/session.ts';

const NAME = 'brickwork_session';
const CSRF_HEADER = 'x-csrf-token';

/** Undefined if there is none, or if there are two, because we cannot tell which is ours. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

export function sessionTokenOf(message: IncomingMessage): string | undefined {
  const value = cookieOf(message, NAME);
  return value !== undefined && isSessionToken(value) ? value : undefined;
}

/** What a page may know of its session. */
export function sessionAnswer(token: string) {
  return { signed_in: true, csrf_token: csrfTokenOf(token) };
}

/** The token of a session that may be used by this request: its cookie came with the CSRF token that belongs to it. */
export function requireCsrfToken({ headers }: FastifyRequest, token: string): void {
  const given = headers[CSRF_HEADER];
  if (typeof given !== 'string' || !isCsrfTokenOf(token, given))
    throw new ServiceError('missing_bearer_token', {
      detail: `A session needs its CSRF token in ${CSRF_HEADER}. Reload the page.`,
    });
}

/**
 * Instead of the token, for what only reads: another site is never sent the cookie, and a browser says when another origin of the same site asks. It says
 * so over https and to this machine; over plain http to another one nothing is sent.
 */
export function requireOwnPage({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new ServiceError('missing_bearer_token', { detail: 'Only pages of the console play it with a session.' });
}

/** `Secure` where the browser came by https (said by the proxy in front, if there is one that is trusted). */
export function sessionCookie(request: FastifyRequest, token: string, maxAgeSeconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${NAME}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
