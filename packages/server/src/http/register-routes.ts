/** Registers the contract's endpoints with Fastify, each exactly once; a missing or unknown route fails at start. */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.ts';
import type { Principal } from '../access/principal.ts';
import { RateLimited, type RateLimits, type RateState } from '../access/rate-limits.ts';
import { actAs } from '../core/acting.ts';
import type { Hide } from '../core/hide.ts';
import type { Tracing } from '../core/tracing.ts';
import { type Admission, createAdmission } from './admission.ts';
import { actingOf, checkAccess, type HttpAudit, recordRead } from './audit-requests.ts';
import { bearerToken } from './bearer-token.ts';
import { endWithAccess } from './end-with-access.ts';
import type { FailureGuard } from './guard-failures.ts';
import { maskAnswer } from './mask-answer.ts';
import { headerValues } from './request-headers.ts';
import type { Answer, AuthenticatedCall, Route } from './route.ts';
import { toServiceError } from './send-error.ts';
import { requireCsrfToken, requireOwnPage, sessionTokenOf } from './session-cookie.ts';
import { validate, validateBody, validateQuery } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** The text of each member of a JSON body, as sent. */
    bodyTexts: ReadonlyMap<string, string> | undefined;
    onlyWaits: (() => void) | undefined;
  }
}

export interface RoutesOptions {
  routes: readonly Route[];
  authenticator: Authenticator;
  rateLimits: RateLimits;
  audit: HttpAudit;
  bodyLimitBytes: number;
  /** See `createAdmission`. */
  answerWithinMs: number;
  hide: Hide;
  tracing: Tracing;
  /** A worker answers only monitoring requests. */
  isWorker?: boolean;
  /** Tests check every response against the contract. */
  checkResponses?: boolean;
}

export function registerRoutes(fastify: FastifyInstance, options: RoutesOptions, guard: FailureGuard): void {
  const missing = ENDPOINTS.filter((endpoint) => !options.routes.some((route) => route.endpoint === endpoint));
  if (missing.length > 0) throw new Error(`endpoints without a route: ${missing.map(({ id }) => id).join(', ')}`);
  fastify.decorateRequest('principal', undefined);
  fastify.decorateRequest('bodyTexts', undefined);
  fastify.decorateRequest('onlyWaits', undefined);

  const authenticate = async (request: FastifyRequest, endpoint: Endpoint): Promise<Principal> => {
    try {
      return await principalOf(options.authenticator, request, endpoint);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      throw await guard.onFailure(request.ip, error);
    }
  };

  const admission = createAdmission(options.answerWithinMs);
  const register = (on: FastifyInstance, route: Route) => {
    const { endpoint } = route;
    const makesRuns = endpoint.limit === 'create';
    if (!ENDPOINTS.includes(endpoint)) throw new Error(`route ${endpoint.id} is not in the contract`);
    on.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyAtMostBytes !== undefined && {
        bodyLimit: Math.min(endpoint.bodyAtMostBytes, options.bodyLimitBytes),
      }),
      ...(endpoint.bodyAtLeastBytes !== undefined && {
        bodyLimit: Math.max(endpoint.bodyAtLeastBytes, options.bodyLimitBytes),
      }),
      onRequest: async (request, reply) => {
        if (endpoint.access === 'public') return;
        if (makesRuns) admission.check();
        request.principal = await authenticate(request, endpoint);
        await checkAccess(options.audit, request, request.principal, endpoint);
        await takePoint(options.rateLimits, request.principal, endpoint, reply);
      },
      ...(route.onRefused && {
        onError: async (request, _reply, error) => {
          const known = toServiceError(error);
          const bytes = Number(request.headers['content-length'] ?? 0);
          if (known !== undefined && !(error instanceof ServiceError))
            await route.onRefused?.(request.params, known, bytes);
        },
      }),
      handler: (request, reply) =>
        makesRuns ? admitted(admission, route, request, reply, options) : traced(route, request, reply, options),
    });
  };
  const served = options.routes.filter(({ endpoint: { id } }) => options.isWorker !== true || WORKER_ROUTES.has(id));
  for (const route of served.filter(({ endpoint }) => !endpoint.rawBody)) register(fastify, route);
  for (const types of [JSON_TYPES, '*'] as const) {
    const isAny = types === '*';
    void fastify.register(async (scope) => {
      takeBytes(scope, types);
      const routes = served.filter(({ endpoint }) => endpoint.rawBody && (endpoint.anyContentType === true) === isAny);
      for (const route of routes) register(scope, route);
    });
  }
}

async function principalOf(
  authenticator: Authenticator,
  request: FastifyRequest,
  { path, isPlayed }: Endpoint,
): Promise<Principal> {
  const headers = headerValues(request.raw, 'authorization');
  const session = headers.length === 0 && path.startsWith('/v1/') ? sessionTokenOf(request.raw) : undefined;
  if (session === undefined) return authenticator.authenticate(bearerToken(headers));
  if (isPlayed === true) requireOwnPage(request);
  else requireCsrfToken(request, session);
  return authenticator.authenticateSession(session);
}

const WORKER_ROUTES: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** Endpoints whose bodies are signed, or may be very large, get the bytes: they are parsed after the sender is authenticated, or in a thread. */
function takeBytes(scope: FastifyInstance, types: RegExp | '*'): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? undefined : body),
  );
}

const JSON_TYPES = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;

/** Counted from here on, not while its body arrives: slow senders do not reduce the room for others. */
async function admitted(
  admission: Admission,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RoutesOptions,
): Promise<unknown> {
  const leave = admission.enter();
  request.onlyWaits = leave;
  try {
    return await traced(route, request, reply, options);
  } finally {
    leave();
  }
}

/** By the conventions of OpenTelemetry for HTTP; only the path template, because parameters may contain callers' ids. */
function traced(route: Route, request: FastifyRequest, reply: FastifyReply, options: RoutesOptions): Promise<unknown> {
  const { method, path, id } = route.endpoint;
  const [parent] = headerValues(request.raw, 'traceparent');
  const attributes = {
    'http.request.method': method,
    'http.route': path,
    'brickwork.operation': id,
    'brickwork.request_id': request.id,
    'brickwork.workspace_id': request.principal?.workspaceId,
  };
  return options.tracing.span(
    `${method} ${path}`,
    { kind: 'server', attributes, parent: parent ?? NO_PARENT },
    async (span) => {
      const sent = await handle(route, request, reply, options);
      span.set({ 'http.response.status_code': reply.statusCode });
      return sent;
    },
  );
}

/** A request begins a new trace, independent of other work in this process. */
const NO_PARENT = '';

async function handle(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { audit, authenticator, hide, checkResponses = false }: RoutesOptions,
): Promise<unknown> {
  const { endpoint } = route;
  if (endpoint.body && request.body === undefined && endpoint.bodyOptional !== true) {
    throw new ServiceError('invalid_json', { detail: 'The body is empty.' });
  }
  const { principal = NOBODY } = request;
  const params = validate(endpoint, endpoint.params, request.params);
  const query = validateQuery(endpoint, request.query);
  const call: AuthenticatedCall<unknown, unknown, unknown> = {
    principal,
    params,
    query,
    body: endpoint.rawBody === true ? undefined : validateBody(endpoint, endpoint.body, request.body ?? {}),
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    bodyText: (member) => request.bodyTexts?.get(member),
    headers: request.headers,
    headerValues: (name) => headerValues(request.raw, name),
    requestId: request.id,
    address: request.ip,
    host: request.host,
    path: request.url,
    signal: () => signalOf(reply),
    onlyWaits: () => request.onlyWaits?.(),
  };
  const given = await actAs(actingOf(principal, request), async () => {
    const made = await route.handle(call);
    await recordRead(audit, endpoint, call, made);
    return made;
  });
  const answer = await maskAnswer(hide, request.principal, endpoint, given);
  if (request.principal) endWithAccess(reply, answer, principal, () => principalOf(authenticator, request, endpoint));
  if (checkResponses) checkAnswer(endpoint, answer);
  reply.code(answer.status).headers(answer.headers ?? {});
  if (endpoint.responses[answer.status]?.schema === undefined || isText(answer)) return reply.send(answer.body);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

/** Created only on request. Not a getter: V8 creates a hidden class for every object with one, freed only by a full garbage collection. */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Only when the caller disconnected: an abort builds an error with a stack, which is too expensive for every response.
  const onClose = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  if (reply.raw.closed) onClose();
  else reply.raw.once('close', onClose);
  return gone.signal;
}

/** Public routes get a principal without permissions, so that the types need no cast. */
const NOBODY: Principal = {
  workspaceId: '',
  workspaceName: '',
  plan: '',
  environment: 'test',
  actor: { kind: 'system', id: 'public', name: 'public' },
  role: 'viewer',
  hidesIdentities: true,
};

function checkAnswer(endpoint: Endpoint, answer: Answer): void {
  const definition = endpoint.responses[answer.status];
  if (definition === undefined)
    throw new Error(`${endpoint.id} answered ${answer.status}, which the contract does not list`);
  if (isText(answer)) return;
  const result = definition.schema?.safeParse(JSON.parse(JSON.stringify(answer.body)));
  if (result?.success === false) throw new Error(`${endpoint.id} broke its contract: ${result.error.message}`);
}

/** For endpoints where the caller may choose another format than JSON, or that serialise it themselves. */
function isText({ headers, body }: Answer): boolean {
  return headers?.['content-type']?.startsWith('text/') === true || Buffer.isBuffer(body);
}

async function takePoint(
  limits: RateLimits,
  principal: Principal,
  endpoint: Endpoint,
  reply: FastifyReply,
): Promise<void> {
  try {
    const state = await limits.take(principal, endpoint.limit ?? 'read');
    if (state !== undefined) reply.headers(rateHeaders(state));
  } catch (error) {
    if (error instanceof RateLimited) reply.headers(rateHeaders(error.state));
    throw error;
  }
}

/** The IETF's RateLimit fields; a plan without a limit sends none. */
function rateHeaders({ kind, limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return { 'ratelimit-policy': `"${kind}";q=${limit};w=60`, ratelimit: `"${kind}";r=${remaining};t=${resetSeconds}` };
}
