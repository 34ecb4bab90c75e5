/**
 * SCIM 2.0 for a company's directory: `/scim/v2/Users`, `/scim/v2/Groups` and their schemas. Not part of the API, whose responses have another shape. The
 * bearer token is a live API key with the role `directory` (or an admin's).
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.ts';
import type { GroupRule } from '../access/members/grants.ts';
import { type Principal, requirePermission } from '../access/principal.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { DirectoryStore } from '../access/store/directory-store.ts';
import { actAs } from '../core/acting.ts';
import type { Clock } from '../core/clock.ts';
import { decodeId } from '../core/ids.ts';
import { parseJson } from '../core/parse-json.ts';
import { actingOf } from './audit-requests.ts';
import { bearerToken } from './bearer-token.ts';
import type { FailureGuard } from './guard-failures.ts';
import { headerValues } from './request-headers.ts';
import { errorEnvelope, toServiceError } from './send-error.ts';

export interface Scim {
  store: DirectoryStore;
  rules: readonly GroupRule[];
  clock: Clock;
  /** Drops the whole cache of this node. */
  forgetAll(): void;
}

export interface ScimOptions extends Scim {
  authenticator: Authenticator;
  rateLimits: RateLimits;
  guard: FailureGuard;
}

const BODY_BYTES = 2_000_000;
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
const KINDS = ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'] as const;
const load = () => import('../access/directory/scim-resources.ts'); // Loaded by the first request: most services have no directory.

export function registerScim(fastify: FastifyInstance, options: ScimOptions): void {
  void fastify.register(
    async (scope) => {
      scope.addContentTypeParser('application/scim+json', { parseAs: 'buffer' }, (_request, body, done) => {
        try {
          done(null, body.length === 0 ? undefined : parseJson(body as Buffer).value);
        } catch (error) {
          done(error as Error);
        }
      });
      scope.setErrorHandler(sendScimError);
      scope.addHook('onRequest', async (request) => {
        request.principal = await admit(options, request);
      });
      for (const kind of KINDS) {
        const read = async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply) =>
          send(reply, await (await load()).scimDiscovery(kind, request.params.id));
        scope.get(`/${kind}`, read);
        if (kind !== 'ServiceProviderConfig') scope.get(`/${kind}/:id`, read);
      }
      for (const type of ['Users', 'Groups'] as const) registerType(scope, options, type);
    },
    { prefix: '/scim/v2' },
  );
}

type OfOne = FastifyRequest<{ Params: { id: string } }>;

function registerType(scope: FastifyInstance, options: ScimOptions, type: 'Users' | 'Groups'): void {
  const work = async (
    request: FastifyRequest,
    run: (scim: Awaited<ReturnType<typeof load>>, context: ReturnType<typeof contextOf>) => Promise<unknown>,
  ) => {
    const { principal } = request;
    if (principal === undefined) throw new ServiceError('missing_bearer_token');
    const scim = await load();
    const done = await actAs(actingOf(principal, request), () => run(scim, contextOf(options, principal)));
    if (request.method !== 'GET') options.forgetAll();
    return done;
  };
  const limits = { bodyLimit: BODY_BYTES };
  scope.get(`/${type}`, async (request, reply) =>
    send(reply, await work(request, (scim, context) => scim.scimResource(type, numbered(request.query)).read(context))),
  );
  scope.post(`/${type}`, limits, async (request, reply) => {
    const made = await work(request, (scim, context) => scim.scimResource(type).write(request.body, context));
    return send(reply.code(201), made);
  });
  scope.get(`/${type}/:id`, async (request: OfOne, reply) =>
    send(reply, await work(request, (scim, context) => scim.scimResource(type, request.params.id).read(context))),
  );
  scope.put(`/${type}/:id`, limits, async (request: OfOne, reply) => {
    const { id } = request.params;
    return send(
      reply,
      await work(request, (scim, context) => scim.scimResource(type, id).write(request.body, context)),
    );
  });
  scope.patch(`/${type}/:id`, limits, async (request: OfOne, reply) => {
    const { id } = request.params;
    const patched = await work(request, async (scim, context) => {
      const changed = await scim.scimResource(type, id).patch(scim.withBooleans(request.body), context);
      // Nothing changed: returns the resource unchanged, which every directory understands.
      return changed ?? scim.scimResource(type, id).read(context);
    });
    return send(reply, patched);
  });
  scope.delete(`/${type}/:id`, async (request: OfOne, reply) => {
    await work(request, (scim, context) => scim.scimResource(type, request.params.id).dispose(context));
    return reply.code(204).send();
  });
}

function contextOf({ store, rules, clock }: ScimOptions, { workspaceId, workspaceName }: Principal) {
  const own = rules.filter(({ workspace }) => workspace === workspaceName);
  return { store, scope: { workspace: decodeId('ws', workspaceId) ?? '', rules: own }, now: clock.now() };
}

/** Fastify leaves numbers in a query as texts. */
function numbered(query: unknown): Record<string, unknown> {
  const given = { ...(query as Record<string, unknown>) };
  for (const name of ['startIndex', 'count']) if (typeof given[name] === 'string') given[name] = Number(given[name]);
  return given;
}

async function admit({ authenticator, rateLimits, guard }: ScimOptions, request: FastifyRequest): Promise<Principal> {
  let principal: Principal;
  try {
    principal = await authenticator.authenticate(bearerToken(headerValues(request.raw, 'authorization')));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
    throw await guard.onFailure(request.ip, error);
  }
  requirePermission(principal, 'members:provision');
  if (principal.environment === 'test')
    throw new ServiceError('forbidden', { detail: 'People have access to live data. Use a live key.' });
  await rateLimits.take(principal, 'read');
  return principal;
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type(MEDIA_TYPE).send(JSON.stringify(body));
}

async function sendScimError(error: unknown, _request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const own = (await load()).toScimError(error);
  if ('body' in own) return send(reply.code(own.status), own.body);
  const known = toServiceError(own.other);
  if (known === undefined) throw own.other; // The service's own handler logs it.
  const { status, body, headers } = errorEnvelope(known);
  const detail = body.detail ?? body.message;
  return send(reply.code(status).headers(headers), {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail,
  });
}
