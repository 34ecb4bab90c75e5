/**
 * Signing in by an identity provider: `GET /console/oidc/start` sends the browser there, `/console/oidc/callback` takes it back. What belongs to one
 * attempt (state, nonce, verifier) waits in a sealed cookie of its own, which has to be `Lax`: the provider's redirect comes from another site.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Member } from '../access/members/member.ts';
import { type ProviderFault, SignInFault, type Started } from '../access/members/provider.ts';
import type { SignInFailures } from '../access/members/sign-in.ts';
import { type SignInByProvider, signInByProvider } from '../access/members/sign-in-by-provider.ts';
import type { Logger } from '../core/logger.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { describeError } from './describe-error.ts';
import { cookieOf } from './session-cookie.ts';

export interface ProviderSession extends SignInByProvider {
  box: SecretBox;
  failures: SignInFailures;
  /** What people call the provider. */
  label: string;
  publicUrl: string;
  logger: Logger;
}

const NAME = 'brickwork_oidc';
const PATH = '/console/oidc';
const SECONDS = 600;
/** What a sealed cookie is bound to. */
const ROW = 'attempt';

const startedSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() });

export function registerProvider(
  fastify: FastifyInstance,
  deps: ProviderSession,
  enter: (request: FastifyRequest, reply: FastifyReply, member: Member) => Promise<unknown>,
): void {
  const toConsole = (reply: FastifyReply, fault?: ProviderFault) =>
    reply.redirect(fault === undefined ? '/console' : `/console?sign_in=${fault}`, 303);
  const refuse = async (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (error instanceof ServiceError && error.code !== 'sign_in_failed') throw error;
    const fault = error instanceof SignInFault ? error.fault : 'failed';
    deps.logger.warn(
      {
        request_id: request.id,
        reason: fault,
        error: describeError(error instanceof SignInFault ? error.cause : error),
      },
      'sign-in by the identity provider failed',
    );
    await deps.failures.count(request.ip, PATH);
    return toConsole(reply, fault);
  };

  fastify.get(`${PATH}/start`, async (request, reply) => {
    try {
      await deps.failures.check(request.ip, PATH);
      const { url, started } = await deps.provider.start();
      const sealed = seal(deps, started);
      reply.header('set-cookie', attemptCookie(request, sealed, SECONDS));
      return reply.redirect(url.href, 303);
    } catch (error) {
      return refuse(request, reply, error);
    }
  });

  fastify.get(`${PATH}/callback`, async (request, reply) => {
    try {
      await deps.failures.check(request.ip, PATH);
      const started = open(deps, cookieOf(request.raw, NAME));
      // The address as the provider knows it, whatever a proxy makes of it.
      const url = new URL(request.url, deps.publicUrl);
      const member = await signInByProvider(deps, url, started);
      await enter(request, reply, member);
      reply.header('set-cookie', attemptCookie(request, '', 0));
      return toConsole(reply);
    } catch (error) {
      return refuse(request, reply, error);
    }
  });
}

function seal({ box, clock }: ProviderSession, started: Started): string {
  const until = clock.now().getTime() + SECONDS * 1_000;
  return box.seal(Buffer.from(JSON.stringify({ ...started, until })), ROW).toString('base64url');
}

function open({ box, clock }: ProviderSession, sealed: string | undefined): Started {
  const text = sealed === undefined ? undefined : box.open(Buffer.from(sealed, 'base64url'), ROW)?.toString();
  const parsed = startedSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!parsed.success || parsed.data.until < clock.now().getTime()) throw new SignInFault('expired');
  return parsed.data;
}

function attemptCookie(request: FastifyRequest, value: string, seconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${NAME}=${value}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
