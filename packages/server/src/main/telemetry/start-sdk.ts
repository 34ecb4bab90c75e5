/** The SDK of OpenTelemetry behind our port. Endpoints, headers and time-outs are read from `OTEL_EXPORTER_OTLP_*` by its exporters. */
import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Metrics } from '../../core/metrics.ts';
import { NO_TRACING, type Span, type SpanOptions, type Tracing, traceparent, withinSpan } from '../../core/tracing.ts';
import type { Signals } from './signals.ts';
import { startMetrics } from './start-metrics.ts';

export interface SdkOptions extends Signals {
  source: Metrics;
  version: string;
  env: NodeJS.ProcessEnv;
}

const KINDS: Readonly<Record<SpanOptions['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

export function startSdk({ traces, metrics, source, version, env }: SdkOptions): Tracing {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'brickwork', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(env.OTEL_SERVICE_NAME ? { 'service.name': env.OTEL_SERVICE_NAME } : {}));
  const meter = metrics ? startMetrics(source, resource, env) : undefined;
  if (!traces) return { ...NO_TRACING, stop: async () => meter?.stop() };
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        ...(env.OTEL_BSP_SCHEDULE_DELAY && { scheduledDelayMillis: Number(env.OTEL_BSP_SCHEDULE_DELAY) }),
      }),
    ],
  });
  const tracer = provider.getTracer('brickwork', version);
  return {
    async span(name, { kind, attributes = {}, parent }, work) {
      const from = parent === undefined ? parse(traceparent(), false) : parse(parent, true);
      const context = from === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context);
      const own: Span = {
        set: (more) => void span.setAttributes({ ...more }),
        fail: (type) => {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', type);
        },
      };
      try {
        return await withinSpan(format(span.spanContext()), () => work(own));
      } catch (error) {
        // The class and the code of an error, never its message: it may quote what was sent.
        own.fail(typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    async stop() {
      await provider.shutdown().catch(() => undefined);
      await meter?.stop();
    },
  };
}

function typeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Undefined if it is not a W3C `traceparent`; a broken header starts a new trace. */
function parse(header: string | undefined, isRemote: boolean): SpanContext | undefined {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  if (header?.startsWith('ff')) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote };
}

function format({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** `OTEL_TRACES_SAMPLER`, whose default follows the caller's decision and samples everything else. */
function samplerOf(env: NodeJS.ProcessEnv): Sampler {
  const name = env.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on';
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(Number.isFinite(share) ? share : 1)
      : new AlwaysOnSampler();
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
