/**
 * People sign in to the console: with e-mail, password and code, or by accepting an invitation. Not part of the API, like the sign-in with
 * a key. Other sites cannot start it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AcceptInvitation, acceptInvitation, lookAtInvitation } from '../access/members/accept-invitation.ts';
import type { Member } from '../access/members/member.ts';
import { openPersonSession, type PersonSessions } from '../access/members/person-session.ts';
import { type SignIn, signIn } from '../access/members/sign-in.ts';
import { closeSession, hashSession, isPersonToken, type Sessions } from '../access/session.ts';
import type { IdentityStore } from '../access/store/identity-store.ts';
import { actAs } from '../core/acting.ts';
import { parse } from './parse-body.ts';
import type { ProviderSession } from './provider-session.ts';
import { requireSameOrigin } from './same-origin.ts';
import { sessionAnswer, sessionCookie, sessionTokenOf } from './session-cookie.ts';

export interface PeopleSignIn extends SignIn, AcceptInvitation, PersonSessions {
  /** Drops this node's cache entries about a person. */
  forget(memberId: string): void;
  identities: IdentityStore;
  /** Undefined if no identity provider is configured. */
  provider: ProviderSession | undefined;
}

const BODY_BYTES = 8_192;
const text = (max: number) => z.string().min(1).max(max);
const signInBody = z.object({ workspace: text(63), email: text(254), password: text(256), code: text(16) });
const tokenBody = z.object({ token: text(100) });
const acceptBody = tokenBody.extend({ name: text(100), password: text(1_000), code: text(16) });

/** A body with an e-mail address is from a person; a body with a key is not. */
export function isPersonsSignIn(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'email' in body;
}

/** Opens a session for `POST /console/session`. */
export async function signInPerson(
  deps: PeopleSignIn,
  request: FastifyRequest,
): Promise<{ token: string; expiresAt: Date }> {
  return open(deps, request, await signIn(deps, parse(signInBody, request.body), request.ip));
}

export function registerInvitations(fastify: FastifyInstance, deps: PeopleSignIn, sessions: Sessions): void {
  fastify.post('/console/invitation/look', { bodyLimit: BODY_BYTES }, async (request) => {
    requireSameOrigin(request);
    const { token } = parse(tokenBody, request.body);
    const { invitation, workspaceName, codes } = await lookAtInvitation(deps, token);
    return {
      workspace: workspaceName,
      email: invitation.email,
      role: invitation.role,
      agent: invitation.agent,
      invited_by: invitation.invitedBy.name,
      is_reset: invitation.memberId !== undefined,
      expires_at: invitation.expiresAt.toISOString(),
      codes,
    };
  });

  fastify.post('/console/invitation/accept', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    requireSameOrigin(request);
    const { token, ...acceptance } = parse(acceptBody, request.body);
    const acting = { actor: { kind: 'person', id: 'invited', name: acceptance.name }, ...fromOf(request) } as const;
    const { member, recoveryCodes } = await actAs(acting, () => acceptInvitation(deps, token, acceptance));
    return { ...(await enter(deps, sessions, request, reply, member)), recovery_codes: recoveryCodes };
  });
}

/** The previous session ends: this browser now belongs to another user. */
export async function enter(
  deps: PeopleSignIn,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  member: Member,
  providerSession?: string,
) {
  const opened = await open(deps, request, member, providerSession);
  const before = sessionTokenOf(request.raw);
  if (before !== undefined) await closeAny(deps, sessions, before);
  const seconds = Math.floor((opened.expiresAt.getTime() - deps.clock.now().getTime()) / 1_000);
  reply.code(201).header('set-cookie', sessionCookie(request, opened.token, seconds));
  return sessionAnswer(opened.token);
}

function open(deps: PeopleSignIn, request: FastifyRequest, member: Member, providerSession?: string) {
  const acting = { actor: { kind: 'person', id: member.id, name: member.name }, ...fromOf(request) } as const;
  return actAs(acting, () => openPersonSession(deps, member, request.headers['user-agent'], providerSession));
}

/** For the audit log. */
function fromOf({ ip, id }: FastifyRequest) {
  return { address: ip, requestId: id };
}

/** A session of a key or of a person. */
export async function closeAny(
  deps: Pick<PeopleSignIn, 'sessions' | 'forget'>,
  sessions: Sessions,
  token: string,
): Promise<void> {
  if (!isPersonToken(token)) return closeSession(sessions, token);
  const memberId = await deps.sessions.delete(hashSession(token));
  if (memberId !== undefined) deps.forget(memberId);
}
