/** OpenTelemetry: what an OTLP receiver gets of a request, its run, the model's call and the delivery; and that nothing is loaded without it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../../../test/support/fake-model.ts';
import { publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { signalsOf } from '../../../src/main/telemetry/signals.ts';

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const SECRET = 'zanzibar';

const spans: OtlpSpan[] = [];
const metricNames = new Set<string>();
const bodies: string[] = [];
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  bodies.push(text);
  const body = JSON.parse(text);
  for (const { scopeSpans } of body.resourceSpans ?? []) for (const scope of scopeSpans) spans.push(...scope.spans);
  for (const { scopeMetrics } of body.resourceMetrics ?? [])
    for (const scope of scopeMetrics) for (const { name } of scope.metrics) metricNames.add(name);
  response.setHeader('content-type', 'application/json').end('{}');
});

let model: FakeModel;
let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '200');
  vi.stubEnv('OTEL_SERVICE_NAME', 'brickwork-test');
  model = await startFakeModel(() => ({ value: true, reason: SECRET, evidence: [{ turn: 0, quote: SECRET }] }));
  receiver = await startReceiver();
  receiver.behave(answer(200));
  service = await startTestService({
    ...WEBHOOK_ENVIRONMENT,
    BRICKWORK_MODEL: 'openai-compatible/test-model',
    BRICKWORK_MODEL_BASE_URL: model.url,
  });
});
afterAll(async () => {
  await service.stop();
  await model.stop();
  await receiver.stop();
  collector.close();
  vi.unstubAllEnvs();
});

const ofTrace = (name: string) => spans.find((span) => span.name === name && span.traceId === TRACE);
const attribute = (span: OtlpSpan | undefined, key: string) => span?.attributes.find((each) => each.key === key)?.value;

describe('OpenTelemetry', () => {
  it('follows a request over the queue to the model and the webhook, without a word of the conversation', async () => {
    const key = service.adminKey;
    const { kit_code } = await publishKit(service, key, {
      kit: 'traced',
      local_from: 1,
      bricks: [{ key: 'said', type: 'boolean', question: 'Was it said?' }],
    });
    await service.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
    const { status, body } = await service.call('POST', '/v1/runs', {
      key,
      headers: { traceparent: PARENT },
      body: { kit_code, input: { transcript: `Caller: ${SECRET}` }, external_id: SECRET, metadata: { who: SECRET } },
    });
    expect(status).toBe(202);
    const names = ['POST /v1/runs', 'run', 'evaluate', 'chat test-model', 'deliver webhook'];
    await vi.waitFor(() => expect(names.filter((name) => ofTrace(name) === undefined)).toEqual([]), {
      timeout: 20_000,
    });
    const [request, run, evaluate, chat, delivery] = names.map(ofTrace);
    expect(request?.parentSpanId).toBe('00f067aa0ba902b7');
    expect(run?.parentSpanId).toBe(request?.spanId);
    expect(evaluate?.parentSpanId).toBe(run?.spanId);
    expect(chat?.parentSpanId).toBe(evaluate?.spanId);
    expect(delivery?.parentSpanId).toBe(request?.spanId);
    expect(attribute(run, 'brickwork.run_id')).toEqual({ stringValue: body.run_id });
    expect(attribute(chat, 'gen_ai.request.model')).toEqual({ stringValue: 'test-model' });
    expect(attribute(chat, 'gen_ai.usage.input_tokens')).toBeDefined();
    // The context goes on to the provider and to the receiver.
    expect(model.requests[0]?.headers.traceparent).toBe(`00-${TRACE}-${chat?.spanId}-01`);
    const [received] = await receiver.until(1);
    expect(received?.headers.traceparent).toBe(`00-${TRACE}-${delivery?.spanId}-01`);
    expect(bodies.join('\n')).not.toContain(SECRET);
    expect(bodies.join('\n')).toContain('brickwork-test');
  });

  it('pushes the figures of /metrics', async () => {
    await vi.waitFor(() => expect([...metricNames]).toContain('brickwork_http_request_duration_seconds'), {
      timeout: 10_000,
    });
    expect([...metricNames]).toContain('brickwork_leader');
  });

  it('starts a trace of its own for a broken traceparent', async () => {
    await service.call('GET', '/v1/dimensions', { key: service.adminKey, headers: { traceparent: 'nonsense' } });
    await vi.waitFor(() => expect(spans.some(({ name }) => name === 'GET /v1/dimensions')).toBe(true), {
      timeout: 10_000,
    });
    expect(spans.find(({ name }) => name === 'GET /v1/dimensions')?.parentSpanId ?? '').toBe('');
  });
});

describe('without OTEL_* variables', () => {
  it('loads nothing of OpenTelemetry', async () => {
    const opening = new URL('../../../src/main/telemetry/open-telemetry.ts', import.meta.url).href;
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); seen.push(found.url); return found; } });
      const { openTelemetry } = await import(${JSON.stringify(opening)});
      const open = (env) => openTelemetry({ metrics: { families: async () => [] }, version: '0', logger: { warn() {} }, env });
      await open({ OTEL_SERVICE_NAME: 'x' });
      const before = seen.filter((url) => url.includes('@opentelemetry')).length;
      const tracing = await open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces' });
      await tracing.stop();
      console.log(JSON.stringify([before, seen.some((url) => url.includes('@opentelemetry'))]));`;
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    expect(JSON.parse(stdout)).toEqual([0, true]);
  });

  it.each([
    [{}, false, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, true, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/v1/traces' }, true, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_METRICS_EXPORTER: 'none' }, true, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, false, false],
  ])('%j', (env, traces, metrics) => {
    expect(signalsOf(env)).toEqual({ traces, metrics });
  });
});
