/** Health, readiness, metrics, OpenAPI and the reference page: for operators and API users. */
import { timingSafeEqual } from 'node:crypto';
import { serviceApi } from '@brickwork/contract';
import { once } from '@brickwork/engine/core/once';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Metrics } from '../../core/metrics.ts';
import { renderDocs } from '../docs-page.ts';
import { type Call, ok, publicRoute, type Route } from '../route.ts';

export interface ServiceRoutesOptions {
  /** Throws when the service cannot take requests. */
  checkReady: () => Promise<void>;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** Called when somebody asks for the document, and once. */
  buildOpenApi(): Record<string, unknown>;
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function serviceRoutes({ checkReady, metrics, metricsToken, buildOpenApi }: ServiceRoutesOptions): Route[] {
  const openapi = once(buildOpenApi);
  const page = once(() => renderDocs(openapi()));
  return [
    publicRoute(serviceApi.healthz, async () => ok({ status: 'ok' })),
    publicRoute(serviceApi.readyz, async () => {
      await checkReady();
      return ok({ status: 'ready' });
    }),
    publicRoute(serviceApi.metrics, async (call) => {
      if (!maySeeMetrics(call, metricsToken)) throw new ServiceError('not_found');
      return ok(await metrics.text(), { 'content-type': metrics.contentType });
    }),
    publicRoute(serviceApi.openapi, async () => ok(openapi())),
    publicRoute(serviceApi.docs, async () =>
      ok(page(), { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY }),
    ),
  ];
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** With a token set, only the token counts. Without one, only requests from this machine that did not come through a proxy. */
function maySeeMetrics(call: Call<unknown, unknown, unknown>, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = Buffer.from(call.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const isForwarded = call.headers.forwarded !== undefined || call.headers['x-forwarded-for'] !== undefined;
  return !isForwarded && LOOPBACK.test(call.address);
}
