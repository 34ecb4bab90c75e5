/** Health, readiness, metrics and OpenAPI: for operators and API users. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { serviceApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Metrics } from '../../core/metrics.ts';
import { type Answer, type Call, ok, publicRoute, type Route } from '../route.ts';
import { takesGzip } from '../takes-gzip.ts';

export interface ServiceRoutesOptions {
  /** Throws if the service cannot take requests. */
  checkReady: () => Promise<void>;
  /** The cause of an error of `checkReady`, for operators only: which server, and its message. */
  explain(error: unknown): unknown;
  metrics: Metrics;
  metricsToken: string | undefined;
  openapi(): Promise<OpenApiFile>;
}

/** Ready to send. */
export interface OpenApiFile {
  body: Uint8Array;
  gzipped: Uint8Array;
  etag: string;
}

export function serviceRoutes(options: ServiceRoutesOptions): Route[] {
  const { checkReady, explain, metrics, metricsToken, openapi } = options;
  return [
    publicRoute(serviceApi.healthz, async () => ok({ status: 'ok' })),
    publicRoute(serviceApi.readyz, async (call) => {
      await checkReady().catch((error: unknown) => {
        throw maySeeMetrics(call, metricsToken) ? explain(error) : error;
      });
      return ok({ status: 'ready' });
    }),
    publicRoute(serviceApi.metrics, async (call) => {
      if (!maySeeMetrics(call, metricsToken)) throw new ServiceError('not_found');
      return ok(await metrics.text(), { 'content-type': metrics.contentType });
    }),
    publicRoute(serviceApi.openapi, async ({ headers }) => send(headers, await openapi())),
  ];
}

function send(headers: IncomingHttpHeaders, { body, gzipped, etag }: OpenApiFile): Answer {
  const cached = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  // Proxies that compress turn the tag into a weak one.
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (known.includes(etag) || known.includes('*')) return { status: 304, body: undefined, headers: cached };
  const all = { ...cached, 'content-type': 'application/json; charset=utf-8' };
  return takesGzip(headers)
    ? ok(Buffer.from(gzipped), { ...all, 'content-encoding': 'gzip' })
    : ok(Buffer.from(body), all);
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** With a token set, only the token is accepted. Without one, only requests from this machine that did not come through a proxy. */
function maySeeMetrics(call: Call<unknown, unknown, unknown>, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = Buffer.from(call.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const isForwarded = call.headers.forwarded !== undefined || call.headers['x-forwarded-for'] !== undefined;
  return !isForwarded && LOOPBACK.test(call.address);
}
