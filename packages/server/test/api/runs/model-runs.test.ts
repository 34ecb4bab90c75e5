import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, type ModelScript, startFakeModel } from '../../../../../test/support/fake-model.ts';
import { publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { decodeId } from '../../../src/core/ids.ts';
import { recomputeStoredRun } from '../../../src/main/recompute-stored-run.ts';
import { answer, DOCUMENT, TRANSCRIPT } from '../../model/cases.ts';

let model: FakeModel;
let service: TestService;
let kitCode: string;
let script: ModelScript = () => undefined;
const PRICES = { 'openai-compatible/test-model': { input: 2.5, cached_input: 0.25, output: 10 } };

beforeAll(async () => {
  model = await startFakeModel(
    (key) => ({ ...answer(key), knowledge: ['policy#1'] }),
    (seen, number) => script(seen, number),
  );
  service = await startTestService({
    BRICKWORK_MODEL: 'openai-compatible/test-model',
    BRICKWORK_MODEL_BASE_URL: model.url,
    BRICKWORK_MODEL_PRICES: JSON.stringify(PRICES),
    BRICKWORK_KEEP_RECEIPTS: '1',
  });
  const document = { ...DOCUMENT, knowledge: [{ name: 'policy', text: 'Cards are replaced for free.' }] };
  ({ kit_code: kitCode } = await publishKit(service, service.adminKey, document));
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

const create = (more: object = {}, key = service.adminKey) =>
  service.call('POST', '/v1/runs', { key, body: { kit_code: kitCode, input: { transcript: TRANSCRIPT }, ...more } });
const read = (path: string) => service.call('GET', path, { key: service.adminKey });

describe('a run that a model evaluates', () => {
  it('has typed answers with evidence, exact usage, and credits by the price table', async () => {
    const before = { ...model.totals };
    const { status, body } = await create({ mode: 'sync' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'succeeded',
      output: {
        bricks: {
          card_lost: { value: true, evidence: ['I lost my platinum card'], reason: 'Because.' },
          score: { value: 7, knowledge_refs: [{ name: 'policy', passage: 1, text: 'Cards are replaced for free.' }] },
        },
      },
    });
    expect(body.output.bricks.score.confidence_basis).toBeUndefined();
    const basis = await read(`/v1/runs/${body.run_id}?include=confidence_basis,evidence_spans`);
    expect(basis.body.output.bricks.score).toMatchObject({
      confidence_basis: { evidence: 'exact', quotes_given: 1, quotes_found: 1, stated: 0.9 },
      evidence_spans: [{ turn: 2, text: 'I am sorry' }],
    });
    const [input, output] = [model.totals.prompt - before.prompt, model.totals.completion - before.completion];
    const usage = await read(`/v1/runs/${body.run_id}/usage`);
    expect(usage.body).toMatchObject({
      engine: 'model',
      model: 'openai-compatible/test-model',
      calls: 1,
      estimated: false,
      tokens: { input, cached_input: 0, output, total: input + output },
    });
    expect(usage.body.credits).toBeCloseTo((input * 2.5 + output * 10) / 1e6, 6);
    expect((await read(`/v1/runs/${body.run_id}`)).body.usage).toBeUndefined();
    expect((await read(`/v1/runs/${body.run_id}?include=usage`)).body.usage).toEqual({ ...usage.body, attempts: 1 });
  });

  it('shows its cost to those who may see usage', async () => {
    const { body } = await create({ mode: 'sync' });
    const key = await service.key(service.workspaceId, 'live', 'reviewer');
    const refused = await service.call('GET', `/v1/runs/${body.run_id}?include=usage`, { key });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('usage:read')]);
  });

  it('costs no credits in the sandbox, and calls no model with a test key', async () => {
    const sandbox = await create({ mode: 'sync', type: 'sandbox' });
    const usage = await read(`/v1/runs/${sandbox.body.run_id}/usage`);
    expect(usage.body).toMatchObject({ engine: 'model', calls: 1, credits: 0 });
    const { input, output } = usage.body.tokens;
    const cost = (input * 2.5 + output * 10) / 1e6;
    expect(usage.body.uncharged_credits).toBeCloseTo(cost, 6);
    const totals = (await read('/v1/usage')).body;
    expect(totals.sandbox).toMatchObject({ runs: 1, calls: 1, tokens: usage.body.tokens });
    expect(totals.sandbox.uncharged_credits).toBeCloseTo(cost, 6);
    const before = model.totals.calls;
    const testKey = await service.key(service.workspaceId, 'test');
    const { body } = await create({ mode: 'sync' }, testKey);
    expect(body).toMatchObject({ status: 'succeeded', engine: 'local' });
    expect(model.totals.calls).toBe(before);
    const live = await read(`/v1/runs/${sandbox.body.run_id}`);
    expect([sandbox.body.engine, live.body.engine]).toEqual(Array(2).fill('openai-compatible/test-model'));
    const { body: list } = await read('/v1/runs?limit=1');
    expect(list.data[0].engine).toBe('openai-compatible/test-model');
    const { body: csv } = await read('/v1/runs/export?format=csv');
    const [header = '', line = ''] = csv.split('\r\n');
    expect(line.split(',')[header.split(',').indexOf('engine')]).toBe('openai-compatible/test-model');
  });

  it('shows money where a credit has a price, for a sandbox run what it would have been', async () => {
    const price = (value: object | null) =>
      service.call('PUT', '/v1/settings', { key: service.adminKey, body: { credit_price: value } });
    expect((await price({ amount: 2, currency: 'EUR' })).status).toBe(200);
    const [live, sandbox] = [await create({ mode: 'sync' }), await create({ mode: 'sync', type: 'sandbox' })];
    const used = (await read(`/v1/runs/${live.body.run_id}?include=usage`)).body.usage;
    expect(used.credits).toBeGreaterThan(0);
    expect(used).toMatchObject({ money: Number((used.credits * 2).toFixed(9)), currency: 'EUR' });
    expect((await read(`/v1/runs/${sandbox.body.run_id}/usage`)).body).toMatchObject({
      credits: 0,
      money: 0,
      uncharged_money: used.money,
    });
    expect((await price(null)).status).toBe(200);
  });

  it('fails with a code, a diagnosis and a sentence for users', async () => {
    script = () => ({ status: 401, body: `{"error":{"message":"${TRANSCRIPT.replaceAll('\n', ' ')}"}}` });
    const { body } = await create({ mode: 'sync' });
    expect(body).toMatchObject({
      status: 'failed',
      error_code: 'provider_auth_failed',
      error_message: 'openai-compatible/test-model: answered with status 401.',
      error_user_message: 'The analysis service is not set up correctly. Please contact its operator.',
    });
    const usage = await read(`/v1/runs/${body.run_id}/usage`);
    expect(usage.body).toMatchObject({ engine: 'model', calls: 1, credits: 0 });
  });

  it('waits in the queue until the time that the provider named, and includes earlier usage', async () => {
    script = (_seen, number) =>
      number === first
        ? { status: 429, headers: { 'retry-after': '900' }, body: CHARGED, charged: { prompt: 50, completion: 0 } }
        : undefined;
    const first = model.requests.length + 1;
    const before = { ...model.totals };
    const { body } = await create();
    await untilStatus(service, service.adminKey, body.run_id, 'queued');
    const { rows } = await service.testDatabase.database.query<{ wait: number }>(
      "SELECT extract(epoch FROM run_at - now())::float AS wait FROM jobs WHERE state = 'delayed' AND reason = 'provider_rate_limited'",
    );
    expect(rows[0]?.wait).toBeGreaterThan(880);
    expect(rows[0]?.wait).toBeLessThanOrEqual(900);
    await service.testDatabase.database.query("UPDATE jobs SET run_at = now() WHERE state = 'delayed'");
    await untilStatus(service, service.adminKey, body.run_id, 'succeeded');
    const usage = await read(`/v1/runs/${body.run_id}/usage`);
    expect(usage.body).toMatchObject({
      attempts: 2,
      calls: 2,
      tokens: { input: model.totals.prompt - before.prompt, output: model.totals.completion - before.completion },
    });
  });

  it('closes its connection when it is cancelled', async () => {
    script = () => ({ hangs: 'before the head' });
    const [seen, abandoned] = [model.requests.length, model.abandoned];
    const { body } = await create();
    await expect.poll(() => model.requests.length, { timeout: 15_000 }).toBe(seen + 1);
    expect((await service.call('POST', `/v1/runs/${body.run_id}/cancel`, { key: service.adminKey })).status).toBe(200);
    await expect.poll(() => model.abandoned, { timeout: 15_000 }).toBe(abandoned + 1);
    expect((await read(`/v1/runs/${body.run_id}`)).body.status).toBe('cancelled');
    script = () => undefined;
  });
});

const CHARGED = '{"error":{"message":"busy"},"usage":{"prompt_tokens":50,"completion_tokens":0}}';

describe('receipts', () => {
  const recompute = (runId: string) => {
    const { database } = service.testDatabase;
    const storage = {
      database,
      secrets: [Buffer.alloc(32, 7)] as const,
      place: 'test',
      isEmbedded: false,
      close: async () => {},
    };
    return recomputeStoredRun(
      { storage, operator: service.service, reader: false },
      { workspace: 'default', environment: 'live', runId },
    );
  };
  const sealedOf = async (runId: string) => {
    const { rows } = await service.testDatabase.database.query<{ sealed: Buffer }>(
      'SELECT sealed FROM run_receipts WHERE run_id = $1',
      [decodeId('run', runId)],
    );
    return rows[0]?.sealed;
  };

  it('give the same output without a call, even when bricks were asked again', async () => {
    const first = model.requests.length + 1;
    script = (_seen, number) => (number === first ? { text: 'nothing of use' } : undefined);
    const { body } = await create({ mode: 'sync' });
    expect(body.status).toBe('succeeded');
    const calls = model.totals.calls;
    const again = await recompute(body.run_id);
    expect(again.isIdentical).toBe(true);
    expect(Object.keys(again.output.bricks)).toEqual(['card_lost', 'mood', 'score', 'item']);
    expect(model.totals.calls).toBe(calls);
  });

  it('are encrypted, and deleted with an erased run', async () => {
    const { body } = await create({ mode: 'sync' });
    const sealed = await sealedOf(body.run_id);
    expect(sealed?.length).toBeGreaterThan(100);
    expect(sealed?.includes('platinum')).toBe(false);
    expect((await service.call('DELETE', `/v1/runs/${body.run_id}`, { key: service.adminKey })).status).toBeLessThan(
      300,
    );
    await expect(recompute(body.run_id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are only found in their own workspace', async () => {
    await expect(recompute('run_00000000000000000000000000')).rejects.toMatchObject({ code: 'run_not_found' });
    await expect(recompute('nonsense')).rejects.toMatchObject({ code: 'run_not_found' });
  });
});
