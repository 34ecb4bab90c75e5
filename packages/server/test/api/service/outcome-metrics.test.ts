import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, type ModelScript, startFakeModel } from '../../../../../test/support/fake-model.ts';
import { heldEvaluator, publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { RunFault } from '../../../src/runs/run-fault.ts';
import { answer, DOCUMENT, TRANSCRIPT } from '../../model/cases.ts';

/** The lines of one metric, without its help. */
async function metric(service: TestService, name: string): Promise<string[]> {
  const { body } = await service.call('GET', '/metrics');
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith(name));
}

const create = (service: TestService, kitCode: string) =>
  service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code: kitCode, input: { transcript: TRANSCRIPT } },
  });

describe('metrics of runs', () => {
  const engine = heldEvaluator();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({}, { evaluate: engine.evaluate });
  });
  afterAll(() => service.stop());

  it('count how runs ended, by kit and error code', async () => {
    const { kit_code: kitCode } = await publishKit(service);
    const good = (await create(service, kitCode)).body.run_id;
    const bad = (await create(service, kitCode)).body.run_id;
    for (const index of [0, 1]) {
      const run = await engine.next(index);
      if (run.work.runId === good) run.succeed();
      else run.fail(new RunFault({ code: 'input_too_long', message: 'too long', userMessage: 'Too long.' }));
    }
    await untilStatus(service, service.adminKey, good, 'succeeded');
    await untilStatus(service, service.adminKey, bad, 'failed');
    await expect
      .poll(async () => (await metric(service, 'brickwork_runs_ended_total')).sort())
      .toEqual([
        `brickwork_runs_ended_total{kit="${kitCode}",status="failed",code="input_too_long"} 1`,
        `brickwork_runs_ended_total{kit="${kitCode}",status="succeeded",code=""} 1`,
      ]);
  });

  it('say how long the oldest run of each lane has waited, and no more once it has ended', async () => {
    const api = await startTestService({ BRICKWORK_ROLE: 'api' });
    try {
      expect(await metric(api, 'brickwork_queue_age_seconds')).toEqual([]);
      const { kit_code: kitCode } = await publishKit(api);
      const { run_id: runId } = (await create(api, kitCode)).body;
      const [line = '', ...others] = await metric(api, 'brickwork_queue_age_seconds');
      expect(await metric(api, 'brickwork_runs_ready_age_seconds')).toEqual([expect.not.stringMatching(/ 0$/)]);
      expect(others).toEqual([]);
      expect(line).toContain(`{kind="run",workspace="${api.workspaceId}",environment="live"}`);
      expect(Number(line.split(' ').at(-1))).toBeLessThan(3_600);
      await api.call('POST', `/v1/runs/${runId}/cancel`, { key: api.adminKey });
      expect(await metric(api, 'brickwork_queue_age_seconds')).toEqual([]);
    } finally {
      await api.stop();
    }
  });

  it('count the runs that wait for review', async () => {
    const { kit_id: kitId, kit_code: kitCode } = await publishKit(service, service.adminKey, DOCUMENT);
    const call = (method: string, path: string, body?: object) =>
      service.call(method, `/v1/kits/${kitId}/${path}`, { key: service.adminKey, ...(body && { body }) });
    expect(await metric(service, 'brickwork_reviews_waiting')).toEqual(['brickwork_reviews_waiting 0']);
    expect((await call('PUT', 'review-policy', { random: 1 })).status).toBe(200);
    const before = engine.held.length;
    const { run_id: runId } = (await create(service, kitCode)).body;
    (await engine.next(before)).succeed();
    await untilStatus(service, service.adminKey, runId, 'succeeded');
    expect((await call('POST', 'review-queue/next')).body.item.run_id).toBe(runId);
    expect(await metric(service, 'brickwork_reviews_waiting')).toEqual(['brickwork_reviews_waiting 1']);
  });
});

describe('metrics of model calls', () => {
  let model: FakeModel;
  let service: TestService;
  const script: ModelScript = (_seen, number) => (number === 1 ? { status: 500 } : undefined);
  beforeAll(async () => {
    model = await startFakeModel(answer, script);
    service = await startTestService({
      BRICKWORK_MODEL: 'openai-compatible/test-model',
      BRICKWORK_MODEL_BASE_URL: model.url,
    });
  });
  afterAll(async () => {
    await service.stop();
    await model.stop();
  });

  it('are there before the first increment, which a rate would not see otherwise', async () => {
    const [model] = service.config.models;
    for (const outcome of ['answered', 'rate_limited'])
      expect(await metric(service, 'brickwork_model_calls_total')).toContain(
        `brickwork_model_calls_total{model="${model?.id}",outcome="${outcome}"} 0`,
      );
    for (const line of [
      'brickwork_webhook_deliveries_total{status="dead"} 0',
      'brickwork_warehouse_exports_total{outcome="failed"} 0',
      'brickwork_intake_deliveries_total{outcome="failed"} 0',
    ])
      expect(await metric(service, line.split('{')[0] ?? '')).toContain(line);
  });

  it('count them by outcome, as the provider saw them', async () => {
    const { kit_code: kitCode } = await publishKit(service, service.adminKey, DOCUMENT);
    const { run_id: runId } = (await create(service, kitCode)).body;
    await untilStatus(service, service.adminKey, runId, 'succeeded');
    const calls = await metric(service, 'brickwork_model_calls_total');
    expect(calls.filter((line) => !line.endsWith(' 0')).sort()).toEqual([
      `brickwork_model_calls_total{model="openai-compatible/test-model",outcome="answered"} ${model.requests.length - 1}`,
      'brickwork_model_calls_total{model="openai-compatible/test-model",outcome="unavailable"} 1',
    ]);
  });
});
