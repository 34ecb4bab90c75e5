/**
 * The HTTP side: what every request passes through, whichever endpoint it is for.
 * request id → security headers → authentication → permission → body → validation → handler → envelope.
 */
import { ENDPOINTS, ERRORS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Sessions } from '../access/session.ts';
import type { Logger } from '../core/logger.ts';
import type { Metrics } from '../core/metrics.ts';
import { parseJson } from '../core/parse-json.ts';
import { Overloaded } from './admission.ts';
import { type ConsoleFiles, registerConsole } from './console-files.ts';
import { registerConsoleSession } from './console-session.ts';
import { describeError } from './describe-error.ts';
import { drainBody } from './drain-body.ts';
import { createFailureGuard } from './guard-failures.ts';
import type { PeopleSignIn } from './people-session.ts';
import { type RoutesOptions, registerRoutes } from './register-routes.ts';
import { requestIdOf } from './request-headers.ts';
import { registerScim, type Scim } from './scim.ts';
import { errorEnvelope, sendError, toServiceError } from './send-error.ts';
import { whyFailed } from './why-failed.ts';

export interface AppOptions extends RoutesOptions {
  sessions: Sessions;
  people: PeopleSignIn;
  directory: Scim;
  failedAuthPerMinute: number;
  logger: Logger;
  metrics: Metrics;
  requestTimeoutMs: number;
  /** A connection without traffic for this long, in both directions, is closed; longer than any response takes. */
  silenceMs: number;
  /** How many proxies are in front; 0 ignores X-Forwarded-For. */
  trustProxy: number;
  corsOrigins: readonly string[];
  /** Undefined if it was not built. */
  console?: ConsoleFiles | undefined;
}

export interface App {
  fastify: FastifyInstance;
  /** Refuses new requests from now on (503); requests in progress are finished. */
  drain(): void;
  readonly isDraining: boolean;
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

export async function createApp(options: AppOptions): Promise<App> {
  let draining = false;
  const fastify = createFastify(options);
  addHooks(fastify, options, () => draining);
  if (options.corsOrigins.length > 0) {
    await fastify.register(cors, {
      origin: [...options.corsOrigins],
      exposedHeaders: ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'],
      maxAge: 600,
    });
  }

  parseBodies(fastify);
  answerErrors(fastify, options);
  const guard = createFailureGuard(options.failedAuthPerMinute);
  registerRoutes(fastify, options, guard);
  if (options.isWorker !== true) {
    const { sessions, people, authenticator } = options;
    registerConsoleSession(fastify, { sessions, people, authenticator, guard });
    registerScim(fastify, { ...options.directory, authenticator, rateLimits: options.rateLimits, guard });
    registerConsole(fastify, options.console);
  }
  await fastify.ready();
  return {
    fastify,
    drain() {
      draining = true;
    },
    get isDraining() {
      return draining;
    },
  };
}

function createFastify(options: AppOptions): FastifyInstance {
  return Fastify({
    logger: false,
    bodyLimit: options.bodyLimitBytes,
    // Counted from the right; `true` would believe whatever the caller wrote on the left.
    trustProxy: (_address, hop) => hop < options.trustProxy,
    genReqId: (message) => requestIdOf(message),
    requestTimeout: options.requestTimeoutMs, // The whole request must arrive within this time: slow clients are cut off.
    connectionTimeout: options.silenceMs, // A client that never reads its response holds a connection for at most this long.
    keepAliveTimeout: 72_000, // Longer than the 60 s of common load balancers.
    http: {
      headersTimeout: Math.min(20_000, options.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, options.requestTimeoutMs), // Node's default of 30 s would double every limit.
      maxHeaderSize: 16_384,
    },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) =>
      void sendError(reply, toServiceError(error) ?? new ServiceError('not_found')),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket),
  });
}

function addHooks(fastify: FastifyInstance, { logger, metrics }: AppOptions, isDraining: () => boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    // Without a body, the content type does not matter: `curl -X POST -d ''` declares a form.
    if (request.headers['content-length'] === '0') delete request.headers['content-type'];
    if (!isDraining() || request.url === '/healthz') return done();
    reply.header('connection', 'close');
    done(
      new ServiceError('unavailable', { detail: 'The service is stopping. Retry in a moment.', retryAfterSeconds: 2 }),
    );
  });
  fastify.addHook('onSend', async (request, reply) => {
    const closes = [reply.getHeader('connection'), request.headers.connection].some((value) => value === 'close');
    if (closes) await drainBody(request.raw);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
    const fields = {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) logger.warn(fields, 'request');
    else logger.info(fields, 'request');
    done();
  });
}

function parseBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      const { value, texts } = parseJson(body as Buffer);
      request.bodyTexts = texts;
      done(null, value);
    } catch (error) {
      done(error as Error);
    }
  });
}

function answerErrors(fastify: FastifyInstance, { logger, isWorker }: AppOptions): void {
  fastify.setErrorHandler((error, request, reply) => {
    const known = toServiceError(error, request.routeOptions.bodyLimit);
    if (known === undefined) {
      logger.error(
        { request_id: request.id, route: request.routeOptions.url, error: describeError(error) },
        'unexpected error',
      );
    } else if (known instanceof Overloaded) {
      logger.warn({}, 'refused a request: more arrive than are answered within BRICKWORK_ANSWER_WITHIN_MS');
    } else if (ERRORS[known.code].status >= 500 && ERRORS[known.code].retryable) {
      logger.warn(...whyFailed(request.id, known));
    }
    return sendError(reply, known ?? new ServiceError('internal_error'));
  });
  fastify.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
    const allowed = [
      ...new Set(ENDPOINTS.filter((endpoint) => matches(endpoint.path, path)).map(({ method }) => method)),
    ];
    if (isWorker === true) return sendError(reply, new ServiceError('not_found', { detail: WORKER_DETAIL }));
    if (allowed.length === 0) return sendError(reply, new ServiceError('not_found'));
    reply.header('allow', allowed.join(', '));
    return sendError(
      reply,
      new ServiceError('method_not_allowed', { detail: `${request.method} is not one of ${allowed.join(', ')}.` }),
    );
  });
}

const WORKER_DETAIL =
  'This node is a worker: it answers /healthz, /readyz and /metrics only. Send requests to an API node.';

function matches(pattern: string, path: string): boolean {
  const segments = path.split('/');
  const wanted = pattern.split('/');
  return (
    wanted.length === segments.length && wanted.every((part, index) => part.startsWith(':') || part === segments[index])
  );
}

/** Bytes that are not HTTP never reach a route: answer with the same envelope and close the connection. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isTimeout
    ? '408 Request Timeout'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const detail = isTimeout ? 'The request took too long to arrive.' : 'The request is not valid HTTP.';
  const body = JSON.stringify(errorEnvelope(new ServiceError('invalid_parameter', { detail })).body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
