/**
 * Signing in to the console: `POST /console/session` opens a session, with a key or as a person; `GET` returns whether there is one (and
 * the page's CSRF token), `PATCH` switches a person's environment or workspace, `DELETE` ends it, everywhere if requested. Not part of the
 * API: programs use keys.
 */

import { ENVIRONMENTS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Authenticator } from '../access/authenticate.ts';
import { hashSession, isPersonToken, openSession, type Sessions } from '../access/session.ts';
import { actAs } from '../core/acting.ts';
import type { FailureGuard } from './guard-failures.ts';
import { parse } from './parse-body.ts';
import {
  closeAny,
  enter,
  isPersonsSignIn,
  type PeopleSignIn,
  registerInvitations,
  signInPerson,
} from './people-session.ts';
import { registerProvider } from './provider-session.ts';
import { requireSameOrigin } from './same-origin.ts';
import { requireCsrfToken, sessionAnswer, sessionCookie, sessionTokenOf } from './session-cookie.ts';

export interface ConsoleSession {
  sessions: Sessions;
  people: PeopleSignIn;
  authenticator: Authenticator;
  guard: FailureGuard;
}

const URL_ = '/console/session';
const BODY_BYTES = 4_096;
const switchBody = z.union([
  z.strictObject({ environment: z.enum(ENVIRONMENTS) }),
  z.strictObject({ workspace: z.string().max(63) }),
]);
const keyBody = z.object({ key: z.string() });
const endQuery = z.object({ everywhere: z.enum(['true', 'false']).default('false') });

export function registerConsoleSession(
  fastify: FastifyInstance,
  { sessions, people, authenticator, guard }: ConsoleSession,
): void {
  registerInvitations(fastify, people, sessions);
  if (people.provider !== undefined)
    registerProvider(fastify, people.provider, (request, reply, member, providerSession) =>
      enter(people, sessions, request, reply, member, providerSession),
    );
  // The ways to sign in, besides keys and passwords.
  const ways = people.provider === undefined ? {} : { provider: people.provider.label };

  fastify.post(URL_, { bodyLimit: BODY_BYTES }, async (request, reply) => {
    requireSameOrigin(request);
    const signedIn = isPersonsSignIn(request.body)
      ? signInPerson(people, request)
      : signIn(keyOf(request.body), request);
    const opened = await signedIn.catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || !FAILURES.has(error.code)) throw error;
      throw await guard.onFailure(request.ip, error);
    });
    const before = sessionTokenOf(request.raw);
    if (before !== undefined) await closeAny(people, sessions, before);
    const seconds = Math.floor((opened.expiresAt.getTime() - sessions.clock.now().getTime()) / 1_000);
    reply.code(201).header('set-cookie', sessionCookie(request, opened.token, seconds));
    return sessionAnswer(opened.token);
  });

  fastify.get(URL_, async (request) => {
    const token = sessionTokenOf(request.raw);
    if (token === undefined) return { signed_in: false, ...ways };
    try {
      const { actor, workspaceId } = await authenticator.authenticateSession(token);
      const memberships = actor.kind === 'person' ? await people.identities.ofMember(workspaceId, actor.id) : [];
      return { ...sessionAnswer(token), workspaces: memberships.map(({ workspaceName }) => workspaceName) };
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'unavailable') return { signed_in: false, ...ways };
      throw error;
    }
  });

  fastify.patch(URL_, { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const token = sessionTokenOf(request.raw);
    if (token === undefined || !isPersonToken(token))
      throw new ServiceError('forbidden', {
        detail: 'A key’s session is limited to the key’s environment. Sign in with a key of the other one.',
      });
    requireCsrfToken(request, token);
    const { actor, workspaceId } = await authenticator.authenticateSession(token);
    const to = parse(switchBody, request.body);
    if ('workspace' in to) {
      const memberships = await people.identities.ofMember(workspaceId, actor.id);
      const there = memberships.find(({ workspaceName }) => workspaceName === to.workspace);
      if (there === undefined)
        throw new ServiceError('not_found', {
          detail: 'Your groups do not give access to a workspace with this name.',
        });
      const providerSession = await people.sessions.providerSessionOf(hashSession(token));
      return enter(people, sessions, request, reply, there.member, providerSession);
    }
    await people.sessions.setEnvironment(hashSession(token), to.environment);
    people.forget(actor.id);
    return sessionAnswer(token);
  });

  fastify.delete(URL_, async (request, reply) => {
    const { everywhere } = parse(endQuery, request.query);
    const token = sessionTokenOf(request.raw);
    if (token !== undefined) {
      requireCsrfToken(request, token);
      if (everywhere === 'true' && isPersonToken(token)) {
        const { workspaceId, actor } = await authenticator.authenticateSession(token);
        const acting = { actor, address: request.ip, requestId: request.id };
        await actAs(acting, () => people.sessions.endOfMember(workspaceId, actor.id));
        people.forget(actor.id);
      } else await closeAny(people, sessions, token);
    }
    reply.header('set-cookie', sessionCookie(request, '', 0));
    return { signed_in: false };
  });

  const signIn = async (key: string, { ip: address, id: requestId }: FastifyRequest) => {
    const keyHash = await authenticator.authenticateKey(key);
    const opened = await openSession(sessions, keyHash, { address, requestId });
    if (opened === undefined) throw new ServiceError('invalid_api_key'); // Revoked at this very moment.
    return opened;
  };
}

/** What counts as a failed attempt. */
const FAILURES: ReadonlySet<string> = new Set([
  'missing_bearer_token',
  'invalid_api_key',
  'api_key_expired',
  'sign_in_failed',
]);

function keyOf(body: unknown): string {
  const { key } = (typeof body === 'object' && body !== null ? body : {}) as { key?: unknown };
  if (typeof key !== 'string' || key === '')
    throw new ServiceError('missing_bearer_token', { detail: 'Send { "key": "svc_live_…" }.' });
  return parse(keyBody, body).key;
}
