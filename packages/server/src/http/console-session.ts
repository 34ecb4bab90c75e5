/**
 * Signing in to the console: `POST /console/session` with a key opens a session, `GET` says whether there is one (and gives the page its
 * CSRF token), `DELETE` ends it. Beside the API, not part of it: programs use keys.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.ts';
import { closeSession, csrfTokenOf, isCsrfTokenOf, openSession, type Sessions } from '../access/session.ts';
import type { FailureGuard } from './guard-failures.ts';
import { CSRF_HEADER, sessionCookie, sessionTokenOf } from './session-cookie.ts';

export interface ConsoleSession {
  sessions: Sessions;
  authenticator: Authenticator;
  guard: FailureGuard;
}

const URL_ = '/console/session';
const BODY_BYTES = 4_096;

export function registerConsoleSession(
  fastify: FastifyInstance,
  { sessions, authenticator, guard }: ConsoleSession,
): void {
  fastify.post(URL_, { bodyLimit: BODY_BYTES }, async (request, reply) => {
    requireSameOrigin(request);
    const opened = await signIn(keyOf(request.body)).catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      throw await guard.onFailure(request.ip, error);
    });
    const before = sessionTokenOf(request.raw);
    if (before !== undefined) await closeSession(sessions, before);
    const seconds = Math.floor((opened.expiresAt.getTime() - sessions.clock.now().getTime()) / 1_000);
    reply.code(201).header('set-cookie', sessionCookie(request, opened.token, seconds));
    return answerFor(opened.token);
  });

  fastify.get(URL_, async (request) => {
    const token = sessionTokenOf(request.raw);
    if (token === undefined) return { signed_in: false };
    try {
      await authenticator.authenticateSession(token);
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'unavailable') return { signed_in: false };
      throw error;
    }
    return answerFor(token);
  });

  fastify.delete(URL_, async (request, reply) => {
    const token = sessionTokenOf(request.raw);
    if (token !== undefined) {
      requireCsrfToken(request, token);
      await closeSession(sessions, token);
    }
    reply.header('set-cookie', sessionCookie(request, '', 0));
    return { signed_in: false };
  });

  const signIn = async (key: string) => {
    const opened = await openSession(sessions, await authenticator.authenticateKey(key));
    if (opened === undefined) throw new ServiceError('invalid_api_key'); // Revoked in this very moment.
    return opened;
  };
}

function answerFor(token: string) {
  return { signed_in: true, csrf_token: csrfTokenOf(token) };
}

function keyOf(body: unknown): string {
  const { key } = (typeof body === 'object' && body !== null ? body : {}) as { key?: unknown };
  if (typeof key !== 'string' || key === '')
    throw new ServiceError('missing_bearer_token', { detail: 'Send { "key": "svc_live_…" }.' });
  return key;
}

/** Nobody is signed in by another site, which would make them work in a stranger's workspace. */
function requireSameOrigin({ headers }: FastifyRequest): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host && site === undefined);
  if (isForeign) throw new ServiceError('forbidden', { detail: 'Sign in on the page of the console itself.' });
}

/** The token of a session that may be used by this request: its cookie came with the CSRF token that belongs to it. */
export function requireCsrfToken({ headers }: FastifyRequest, token: string): void {
  const given = headers[CSRF_HEADER];
  if (typeof given !== 'string' || !isCsrfTokenOf(token, given))
    throw new ServiceError('missing_bearer_token', {
      detail: `A session needs its CSRF token in ${CSRF_HEADER}. Reload the page.`,
    });
}
