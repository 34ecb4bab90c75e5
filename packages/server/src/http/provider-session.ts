/**
 * Signing in with an identity provider: `GET /console/oidc/start` redirects the browser to it, `/console/oidc/callback` receives it back.
 * The data of one attempt (state, nonce, verifier) is kept in a separate sealed cookie, which must be `Lax`, because the provider's
 * redirect comes from another site. If the address already belongs to a member, `/console/oidc/link` takes the member's own password and
 * code.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { confirmLink, requireLink } from '../access/members/link-identity.ts';
import type { Member } from '../access/members/member.ts';
import { type ProviderFault, SignInFault, type Started } from '../access/members/provider.ts';
import type { SignIn } from '../access/members/sign-in.ts';
import { type SignInByProvider, signInByProvider } from '../access/members/sign-in-by-provider.ts';
import type { SessionStore } from '../access/store/session-store.ts';
import { actAs } from '../core/acting.ts';
import type { Logger } from '../core/logger.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { describeError } from './describe-error.ts';
import { parse } from './parse-body.ts';
import { requireSameOrigin } from './same-origin.ts';
import { cookieOf } from './session-cookie.ts';

export interface ProviderSession extends SignInByProvider {
  /** Seals the data that the browser keeps during an attempt. */
  attempts: SecretBox;
  signIn: SignIn;
  sessions: SessionStore;
  forget(memberId: string): void;
  issuer: string;
  /** The provider's display name. */
  label: string;
  publicUrl: string;
  logger: Logger;
}

/** Opens a session here, which the provider can end by its own session id. */
export type Enter = (
  request: FastifyRequest,
  reply: FastifyReply,
  member: Member,
  providerSession?: string,
) => Promise<unknown>;

const ATTEMPT = 'brickwork_oidc';
const LINK = 'brickwork_link';
const PATH = '/console/oidc';
const SECONDS = 600;

const startedSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
const linkSchema = z.object({ workspaceId: z.string(), id: z.string(), providerSession: z.string().optional() });
const logoutBody = z.object({ logout_token: z.string().min(1).max(10_000) });
const confirmBody = z.strictObject({ password: z.string().min(1).max(256), code: z.string().min(1).max(16) });

export function registerProvider(fastify: FastifyInstance, deps: ProviderSession, enter: Enter): void {
  const { failures } = deps.signIn;
  const toConsole = (reply: FastifyReply, word?: ProviderFault | 'link') =>
    reply.redirect(word === undefined ? '/console' : `/console?sign_in=${word}`, 303);
  const refuse = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (error instanceof ServiceError && error.code !== 'sign_in_failed') throw error;
    const reason = error instanceof SignInFault ? error.fault : 'failed';
    const cause = describeError(error instanceof SignInFault ? error.cause : error);
    deps.logger.warn({ request_id: request.id, reason, error: cause }, 'sign-in by the identity provider failed');
    return toConsole(reply, reason);
  };
  const record = (error: unknown) =>
    deps.links.recordFailure(deps.issuer, error instanceof SignInFault ? error.fault : 'failed', deps.clock.now());

  fastify.get(`${PATH}/start`, async (request, reply) => {
    try {
      await failures.check(request.ip, PATH);
      const { url, started } = await deps.provider.start();
      reply.header('set-cookie', cookie(request, ATTEMPT, seal(deps, ATTEMPT, started), 'Lax'));
      return reply.redirect(url.href, 303);
    } catch (error) {
      if (error instanceof SignInFault) await record(error);
      return refuse(request, reply, error);
    }
  });

  fastify.get(`${PATH}/callback`, async (request, reply) => {
    // The address that the provider knows, even if a proxy changes it.
    const url = new URL(request.url, deps.publicUrl);
    try {
      await failures.check(request.ip, PATH);
      const started = startedIn(deps, request, url);
      const forgotten = cookie(request, ATTEMPT, '', 'Lax'); // An attempt is over, whatever its result.
      try {
        const { member, link, providerSession } = await signInByProvider(deps, url, started);
        if (member !== undefined) await enter(request, reply, member, providerSession);
        reply.header('set-cookie', forgotten);
        if (link === undefined) return toConsole(reply);
        const { workspaceId, id } = link;
        reply.header(
          'set-cookie',
          cookie(request, LINK, seal(deps, LINK, { workspaceId, id, providerSession }), 'Strict'),
        );
        return toConsole(reply, 'link');
      } catch (error) {
        // Anybody can call this address: only an attempt that was started in this browser is accepted.
        await failures.count(request.ip, PATH);
        await record(error);
        reply.header('set-cookie', forgotten);
        throw error;
      }
    } catch (error) {
      return refuse(request, reply, error);
    }
  });

  registerLogout(fastify, deps);

  const linkOf = (request: FastifyRequest) => {
    const asked = linkSchema.safeParse(open(deps, LINK, cookieOf(request.raw, LINK)));
    if (!asked.success)
      throw new ServiceError('not_found', { detail: 'That took too long. Sign in at the provider again.' });
    return asked.data;
  };

  fastify.get(`${PATH}/link`, async (request) => {
    requireSameOrigin(request);
    const { workspaceName, member, role } = await requireLink(deps, linkOf(request));
    return {
      workspace: workspaceName,
      email: member.email,
      role,
      provider: deps.label,
      can_confirm: member.signsInBy === 'password',
    };
  });

  fastify.post(`${PATH}/link`, { bodyLimit: 4_096 }, async (request, reply) => {
    requireSameOrigin(request);
    const given = parse(confirmBody, request.body);
    const asked = linkOf(request);
    const { member } = await requireLink(deps, asked);
    const actor = { kind: 'person', id: member.id, name: member.name } as const;
    const linked = await actAs({ actor, address: request.ip, requestId: request.id }, () =>
      confirmLink({ ...deps, ...deps.signIn }, asked, given, request.ip),
    );
    const answer = await enter(request, reply, linked, asked.providerSession);
    reply.header('set-cookie', cookie(request, LINK, '', 'Strict'));
    return answer;
  });
}

/** The provider calls it, with a form, when a person's session there has ended. */
function registerLogout(fastify: FastifyInstance, deps: ProviderSession): void {
  void fastify.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post(`${PATH}/logout`, { bodyLimit: 16_384 }, async (request, reply) => {
      const { logout_token: token } = parse(logoutBody, request.body);
      try {
        await deps.sessions.endByProvider(await deps.provider.readLogout(token), deps.clock.now());
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        deps.logger.warn({ request_id: request.id, error: describeError(error) }, 'a logout token was refused');
        return reply.code(400).send({ error: 'invalid_request' });
      }
      deps.forgetAll();
      return reply.code(200).send();
    });
  });
}

/** Throws unless this browser started the attempt. */
function startedIn(deps: ProviderSession, request: FastifyRequest, url: URL): Started {
  const started = startedSchema.safeParse(open(deps, ATTEMPT, cookieOf(request.raw, ATTEMPT)));
  if (!started.success) throw new SignInFault('expired');
  const states = url.searchParams.getAll('state');
  if (states.length !== 1 || states[0] !== started.data.state) throw new SignInFault('failed');
  return started.data;
}

/** `name`: what the sealed value is bound to. */
function seal({ attempts, clock }: ProviderSession, name: string, value: object): string {
  const until = clock.now().getTime() + SECONDS * 1_000;
  return attempts.seal(Buffer.from(JSON.stringify({ ...value, until })), name).toString('base64url');
}

function open({ attempts, clock }: ProviderSession, name: string, sealed: string | undefined): unknown {
  const text = sealed === undefined ? undefined : attempts.open(Buffer.from(sealed, 'base64url'), name)?.toString();
  const value = text === undefined ? undefined : (JSON.parse(text) as { until: number });
  return value !== undefined && value.until >= clock.now().getTime() ? value : undefined;
}

/** An empty value deletes it. */
function cookie(request: FastifyRequest, name: string, value: string, sameSite: 'Lax' | 'Strict'): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${name}=${value}; Path=${PATH}; Max-Age=${value === '' ? 0 : SECONDS}; HttpOnly; SameSite=${sameSite}${secure}`;
}
