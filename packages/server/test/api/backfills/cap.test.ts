/** The cap of a backfill holds, whatever a model says that it has used. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../../../test/support/fake-model.ts';
import { publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { answer, DOCUMENT, TRANSCRIPT } from '../../model/cases.ts';

let service: TestService;
let model: FakeModel;

beforeAll(async () => {
  model = await startFakeModel(answer);
  service = await startTestService({
    BRICKWORK_MODEL: 'openai-compatible/test-model',
    BRICKWORK_MODEL_BASE_URL: model.url,
    BRICKWORK_MODEL_OUTPUT_TOKENS: '1000',
  });
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

describe('max_credits', () => {
  it('is never exceeded; too little for one run starts nothing', async () => {
    const key = service.adminKey;
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    const { kit_code } = await publishKit(service, key, DOCUMENT);
    const runs: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { body } = await call('POST', '/v1/runs', { kit_code, input: { transcript: TRANSCRIPT } });
      runs.push(body.run_id);
    }
    for (const runId of runs) await untilStatus(service, key, runId, 'succeeded');
    const { body: draft } = await call('POST', '/v1/kits', { ...DOCUMENT, name: 'Second' });
    const request = { kit_version_id: draft.kit_version_id };
    const { body: estimate } = await call('POST', '/v1/backfills', { ...request, dry_run: true });
    expect(estimate.most_credits_per_run).toBeGreaterThan(estimate.credits / 6);
    const ended = async (max_credits: number) => {
      const { body } = await call('POST', '/v1/backfills', { ...request, max_credits });
      const path = `/v1/backfills/${body.backfill_id}`;
      await expect.poll(async () => (await call('GET', path)).body.status, { timeout: 30_000 }).not.toBe('running');
      return (await call('GET', path)).body;
    };
    const { most_credits_per_run: most } = estimate;
    const asked = model.requests.length;
    expect(await ended(most * 0.9)).toMatchObject({ status: 'capped', done: 0, credits: 0 });
    expect(model.requests).toHaveLength(asked);
    // Room for one at a time: what the one before did not use is there for the next.
    const tight = await ended(most * 1.2);
    expect(tight.credits).toBeLessThanOrEqual(most * 1.2);
    expect(tight.succeeded).toBeGreaterThan(0);
    expect(await ended(most * 6)).toMatchObject({ status: 'succeeded', succeeded: 6 });
  });
});
