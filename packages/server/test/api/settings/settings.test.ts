/** Settings that an admin changes: how long things are kept, and what a credit costs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_CREDIT_PRICE: '0.01 EUR' });
});
afterAll(() => service.stop());

async function setUp(name: string) {
  const workspaceId = await service.workspace(name);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: unknown, by = key) =>
    service.call(method, path, { key: by, ...(body === undefined ? {} : { body }) });
  return { workspaceId, key, call, put: (body: object, by = key) => call('PUT', '/v1/settings', body, by) };
}

describe('PUT /v1/settings', () => {
  it('200: retention changes what is given and nothing else, and the audit log has it', async () => {
    const { call, put } = await setUp('kept');
    const before = (await call('GET', '/v1/settings')).body;
    expect(before.retention).toEqual({ input_days: null, output_days: null, run_days: null, audit_days: 400 });
    const { body } = await put({ retention: { input_days: 30, run_days: 365 } });
    expect(body).toEqual({
      ...before,
      retention: { input_days: 30, output_days: null, run_days: 365, audit_days: 400 },
    });
    expect((await put({ retention: { input_days: null } })).body.retention.input_days).toBeNull();
    const [entry] = (await call('GET', '/v1/audit?action=retention.changed')).body.data;
    expect(entry.details).toEqual({ changes: { input_days: { from: 30, to: 'forever' } } });
  });

  it('200: a price of the workspace goes before that of the service, for usage and for caps in money', async () => {
    const { call, put } = await setUp('priced');
    const price = async () => (await call('GET', '/v1/settings')).body.credit_price;
    expect(await price()).toEqual({ amount: 0.01, currency: 'EUR', set_by: 'service' });
    await call('PUT', '/v1/spend-caps/monthly', { period: 'month', money: 10, at_cap: 'hold' });
    const cap = async () => (await call('GET', '/v1/spend-caps')).body.data[0];
    expect(await cap()).toMatchObject({ money: 10, currency: 'EUR', max_credits: 1_000 });
    await put({ credit_price: { amount: 0.02, currency: 'USD' } });
    expect(await price()).toEqual({ amount: 0.02, currency: 'USD', set_by: 'workspace' });
    expect(await cap()).toMatchObject({ money: 10, currency: 'USD', max_credits: 500 });
    expect((await call('GET', '/v1/usage')).body).toMatchObject({ currency: 'USD', sandbox: { uncharged_money: 0 } });
    await put({ credit_price: null });
    expect(await price()).toMatchObject({ set_by: 'service' });
  });

  it('200: the language settles that of conversations whose words do not tell, for runs from now on', async () => {
    const { call, put, key } = await setUp('spoken');
    expect((await call('GET', '/v1/settings')).body.language).toBeNull();
    const bricks = [{ key: 'angry', type: 'boolean', question: 'Is somebody angry?' }];
    const { kit_code } = await publishedKit(service, { kit: 'moods', bricks }, key);
    const reasonOf = async (input: object) => {
      const run = await call('POST', '/v1/runs', { kit_code, mode: 'sync', input });
      return run.body.output.bricks.angry.reason;
    };
    expect(await reasonOf({ transcript: 'Agent: ok' })).not.toMatch(/^Not answered/);
    expect((await put({ language: 'pl' })).body.language).toBe('pl');
    expect(await reasonOf({ transcript: 'Agent: ok' })).toMatch(/^Not answered: the conversation is in Polish/);
    expect(await reasonOf({ transcript: 'Agent: ok', language: 'en' })).not.toMatch(/^Not answered/);
    expect((await put({ language: null })).body.language).toBeNull();
    const [entry] = (await call('GET', '/v1/audit?action=settings.changed')).body.data;
    expect(entry.details).toEqual({ changes: { language: { from: 'pl', to: 'not set' } } });
  });

  let refused = 0;
  it.each([
    [{ retention: { input_days: -1 } }, /retention/],
    [{ retention: { input_days: 1.5 } }, /retention/],
    [{ retention: { audit_days: 1 } }, /audit_days/],
    [{ credit_price: { amount: 0, currency: 'EUR' } }, /credit_price/],
    [{ credit_price: { amount: 1, currency: 'euro' } }, /three capital letters/],
    [{ language: 'Deutsch!' }, /language tag/],
  ])('400: %j', async (change, detail) => {
    refused += 1;
    const { put } = await setUp(`refused-${refused}`);
    const { status, body } = await put(change);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it('403: neither for a developer, and nothing of a refused change is done', async () => {
    const { workspaceId, call, put } = await setUp('developer');
    const developer = await service.key(workspaceId, 'live', 'developer');
    for (const change of [{ retention: { run_days: 1 } }, { credit_price: null }]) {
      const { status } = await put({ timezone: 'Europe/Lisbon', ...change }, developer);
      expect(status).toBe(403);
    }
    expect((await call('GET', '/v1/settings')).body).toMatchObject({ timezone: 'UTC', retention: { run_days: null } });
  });
});
