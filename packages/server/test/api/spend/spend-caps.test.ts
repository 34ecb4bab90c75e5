/** Spend caps: what they hold back, what becomes of runs, events, and who may set them. */
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
    BRICKWORK_CREDIT_PRICE: '0.5 EUR',
  });
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

/** A workspace with a kit that a model answers. */
async function workspace(name: string) {
  const workspaceId = await service.workspace(name);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: unknown, as = key) =>
    service.call(method, path, { key: as, ...(body === undefined ? {} : { body }) });
  const kit = await publishKit(service, key, DOCUMENT);
  const start = async (): Promise<string> =>
    (await call('POST', '/v1/runs', { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT } })).body.run_id;
  const cap = async (name: string) =>
    (await call('GET', '/v1/spend-caps')).body.data.find((each: { name: string }) => each.name === name);
  const until = (runId: string, status: string) => untilStatus(service, key, runId, status);
  const run = async (runId: string) => (await call('GET', `/v1/runs/${runId}`)).body;
  return { workspaceId, key, call, kit, start, cap, until, run };
}

const ENOUGH = 1_000;
/** Less than any call may cost. */
const NOTHING = 0.000001;

describe('a spend cap', () => {
  it('counts what calls cost, of its kit or of the workspace, and nothing stays reserved', async () => {
    const { call, kit, start, cap, until } = await workspace('counting');
    await call('PUT', '/v1/spend-caps/all', { period: 'month', credits: ENOUGH, at_cap: 'hold' });
    await call('PUT', '/v1/spend-caps/own', { period: 'day', kit: kit.kit_code, money: 5, at_cap: 'fail' });
    const runId = await start();
    await until(runId, 'succeeded');
    const { credits } = (await call('GET', `/v1/runs/${runId}/usage`)).body;
    expect(credits).toBeGreaterThan(0);
    await expect.poll(async () => (await cap('all')).spent_credits).toBeCloseTo(credits, 6);
    expect(await cap('all')).toMatchObject({
      period: 'month',
      max_credits: ENOUGH,
      reserved_credits: 0,
      reached: false,
    });
    expect(await cap('own')).toMatchObject({
      kit_code: kit.kit_code,
      money: 5,
      currency: 'EUR',
      max_credits: 10,
      spent_credits: (await cap('all')).spent_credits,
    });
  });

  it('`hold`: runs wait, say why, make no call, and go on when the cap is raised', async () => {
    const { call, start, until, run } = await workspace('holding');
    await call('PUT', '/v1/spend-caps/all', { period: 'month', credits: NOTHING, at_cap: 'hold' });
    const asked = model.requests.length;
    const runId = await start();
    await until(runId, 'queued');
    await expect.poll(async () => (await run(runId)).waiting?.reason).toBe('spend_cap_reached');
    expect(model.requests).toHaveLength(asked);
    await call('PUT', '/v1/spend-caps/all', { period: 'month', credits: ENOUGH, at_cap: 'hold' });
    await until(runId, 'succeeded');
    expect(model.requests.length).toBeGreaterThan(asked);
  });

  it('`hold`: a deleted cap lets runs go on', async () => {
    const { call, start, until, run } = await workspace('deleting');
    await call('PUT', '/v1/spend-caps/all', { period: 'day', credits: NOTHING, at_cap: 'hold' });
    const runId = await start();
    await expect.poll(async () => (await run(runId)).waiting?.reason, { timeout: 15_000 }).toBe('spend_cap_reached');
    expect((await call('DELETE', '/v1/spend-caps/all')).status).toBe(200);
    await until(runId, 'succeeded');
    expect((await call('DELETE', '/v1/spend-caps/all')).body.error).toBe('not_found');
  });

  it('`fail`: runs fail with spend_cap_reached', async () => {
    const { call, start, until, run } = await workspace('failing');
    await call('PUT', '/v1/spend-caps/all', { period: 'day', credits: NOTHING, at_cap: 'fail' });
    const runId = await start();
    await until(runId, 'failed');
    expect(await run(runId)).toMatchObject({
      error_code: 'spend_cap_reached',
      error_message: 'The spend cap “all” is reached: the next call to a model could exceed it.',
    });
  });

  it('`local`: the local engine answers, and the run says so', async () => {
    const { call, start, until, run } = await workspace('locally');
    await call('PUT', '/v1/spend-caps/all', { period: 'day', credits: NOTHING, at_cap: 'local' });
    const asked = model.requests.length;
    const runId = await start();
    await until(runId, 'succeeded');
    const answered = await run(runId);
    expect(answered.engine).toBe('local');
    expect(answered.warnings).toContainEqual(
      expect.stringMatching(/^Answered by the local engine\. The spend cap “all”/),
    );
    expect(model.requests).toHaveLength(asked);
  });

  it('sends its events once a period, and again when it was changed', async () => {
    const { call, start, until } = await workspace('telling');
    await call('POST', '/v1/webhooks', { url: 'https://crm.example.com/hook' });
    await call('PUT', '/v1/spend-caps/all', { period: 'day', credits: NOTHING, at_cap: 'fail' });
    for (let index = 0; index < 2; index += 1) await until(await start(), 'failed');
    const told = async () => {
      const { data } = (await call('GET', '/v1/events?limit=100')).body;
      return data
        .filter(({ type }: { type: string }) => type.startsWith('spend.'))
        .map(({ type, data: cap }: { type: string; data: { name: string } }) => [type, cap.name]);
    };
    expect(await told()).toEqual([
      ['spend.warning', 'all'],
      ['spend.reached', 'all'],
    ]);
    await call('PUT', '/v1/spend-caps/all', { period: 'day', credits: 2 * NOTHING, at_cap: 'fail' });
    await until(await start(), 'failed');
    expect((await told()).length).toBe(4);
  });

  it('400, 403, 404: both or no amount, an unknown kit, roles and test keys', async () => {
    const { workspaceId, call } = await workspace('refused');
    const put = async (body: object, as?: string) =>
      (await call('PUT', '/v1/spend-caps/all', { period: 'day', at_cap: 'hold', ...body }, as)).body.error;
    expect(await put({})).toBe('invalid_parameter');
    expect(await put({ credits: 1, money: 1 })).toBe('invalid_parameter');
    expect(await put({ credits: 0 })).toBe('invalid_parameter');
    expect(await put({ credits: 1, kit: 'none' })).toBe('kit_not_found');
    expect(await put({ credits: 1 }, await service.key(workspaceId, 'live', 'developer'))).toBe('forbidden');
    expect(await put({ credits: 1 }, await service.key(workspaceId, 'test', 'admin'))).toBe('forbidden');
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await call('GET', '/v1/spend-caps', undefined, viewer)).body).toEqual({ data: [] });
  });
});
