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

/** What a page may know about its session. */
export function sessionAnswer(token: string) {
  return { signed_in: true, csrf_token: csrfTokenOf(token) };
}

/** The token of a session that this request may use: its cookie came with the matching CSRF token. */
export function requireCsrfToken({ headers }: FastifyRequest, token: string): void {
  const given = headers[CSRF_HEADER];
  if (typeof given !== 'string' || !isCsrfTokenOf(token, given))
    throw new ServiceError('missing_bearer_token', {
      detail: `A session needs its CSRF token in ${CSRF_HEADER}. Reload the page.`,
    });
}

/**
 * For read-only requests, instead of the token: another site never gets the cookie sent, and the browser's headers show when another origin
 * of the same site makes the request. Browsers send them over https and to this machine, not over plain http to another one.
 */
export function requireOwnPage({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new ServiceError('missing_bearer_token', { detail: 'Only pages of the console play it with a session.' });
}

/** `Secure` if the browser used https (as reported by a trusted proxy in front, if there is one). */
export function sessionCookie(request: FastifyRequest, token: string, maxAgeSeconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${NAME}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
