import { changeRetention } from '@brickwork/server/access/manage-workspaces';
import { createHousekeepingStore } from '@brickwork/server/runs/store/housekeeping-store';
import { createStorageMeter, recountStored } from '@brickwork/server/runs/store/stored-runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

const RATES = { run_creations_per_minute: null, reads_per_minute: null, runs_at_once: 2, sync_waits_at_once: 5 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    BRICKWORK_PLANS: JSON.stringify({
      few: { ...RATES, stored_runs: 3 },
      small: { ...RATES, stored_bytes: 60_000 },
      roomy: { ...RATES, stored_runs: 1_000_000, stored_bytes: 1_000_000_000 },
    }),
  });
});
afterAll(() => service.stop());

async function tenant(name: string, plan: string) {
  const id = await service.workspace(name, plan);
  const key = await service.key(id);
  const { kit_code, kit_id } = await publishKit(service, key);
  const create = (more: object = {}, headers: Record<string, string> = {}) =>
    service.call('POST', '/v1/runs', {
      key,
      body: { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT }, ...more },
      headers,
    });
  const stored = async () => (await service.call('GET', '/v1/usage', { key })).body.stored;
  return { id, key, kit_id, kit_code, create, stored };
}

describe('the storage quota', () => {
  it('507 with a sentence beyond the plan’s runs; replays are answered, neighbours are not affected', async () => {
    const { create, key, kit_code } = await tenant('few', 'few');
    const first = await create({}, { 'idempotency-key': 'a' });
    expect(first.status).toBe(200);
    await create();
    await create();
    const refused = await create();
    expect([refused.status, refused.body.error]).toEqual([507, 'storage_quota_exceeded']);
    expect(refused.body.detail).toBe(
      'The plan "few" stores at most 3 runs. Erase runs, shorten the retention, or ask the operator for a larger plan.',
    );
    expect(refused.headers.get('retry-after')).toBeNull();
    expect((await create({}, { 'idempotency-key': 'a' })).body.run_id).toBe(first.body.run_id);
    const batch = await service.call('POST', '/v1/batches', {
      key,
      body: { runs: [{ kit_code, input: { transcript: TRANSCRIPT } }] },
    });
    expect(batch.body.data[0]).toMatchObject({ http_status: 507, error: 'storage_quota_exceeded' });
    const neighbour = await tenant('roomy', 'roomy');
    expect((await neighbour.create()).status).toBe(200);
  });

  it('counts what arrives at once, before anything of it is stored', async () => {
    const { create } = await tenant('burst', 'few');
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => create({ mode: 'async' })))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(3);
    expect(statuses.filter((status) => status === 507)).toHaveLength(9);
  });

  it('counts bytes; erasing runs makes room again', async () => {
    const { create, key, stored } = await tenant('small', 'small');
    const long = { input: { transcript: `Customer: ${'word '.repeat(9_000)}` } };
    const { body } = await create(long);
    expect((await create(long)).status).toBe(507);
    expect((await stored()).bytes).toBeGreaterThan(45_000);
    expect((await service.call('DELETE', `/v1/runs/${body.run_id}`, { key })).status).toBe(200);
    expect((await stored()).bytes).toBeLessThan(2_000);
    await expect.poll(async () => (await create(long)).status, { timeout: 10_000, interval: 200 }).toBe(200);
  });

  it('holds for golden sets and kits too', async () => {
    const { create, key, kit_id, stored } = await tenant('golden', 'small');
    const line = (words: number) => ({
      input: { transcript: `Customer: ${'word '.repeat(words)}` },
      expected: { turns: 1 },
    });
    const put = (words: number) =>
      service.call('PUT', `/v1/kits/${kit_id}/golden-sets/large`, { key, body: { lines: [line(words)] } });
    expect((await put(11_000)).status).toBe(200);
    expect((await stored()).bytes).toBeGreaterThan(55_000);
    const again = await put(11_500);
    expect([again.status, again.body.error]).toEqual([507, 'storage_quota_exceeded']);
    expect((await create({ input: { transcript: `Customer: ${'word '.repeat(1_500)}` } })).status).toBe(507);
  });

  it('knows what is stored, however runs end and are purged', async () => {
    const { id, key, create, stored } = await tenant('exact', 'roomy');
    const meter = createStorageMeter(service.testDatabase.database);
    const isExact = async () => {
      const before = await meter.measure(id);
      await recountStored(service.testDatabase.database, id);
      expect(await meter.measure(id)).toEqual(before);
    };
    const { body: first } = await create();
    await create({ type: 'sandbox' });
    await service.call('POST', '/v1/runs', {
      key: await service.key(id, 'test'),
      body: {
        kit_code: (await service.call('GET', '/v1/kits', { key })).body.data[0].kit_code,
        mode: 'sync',
        input: { transcript: TRANSCRIPT },
      },
    });
    expect(await stored()).toMatchObject({ runs: 3, runs_limit: 1_000_000, bytes_limit: 1_000_000_000 });
    await isExact();
    await service.call('DELETE', `/v1/runs/${first.run_id}`, { key });
    await isExact();
    const later = () => new Date(Date.now() + 3 * 86_400_000);
    const house = createHousekeepingStore(service.testDatabase.database, later);
    for (const change of [{ inputDays: 1 }, { outputDays: 1 }]) {
      await changeRetention(service.service.access, 'exact', change);
      expect(await house.purge(100)).toBe(3);
      await isExact();
    }
    await changeRetention(service.service.access, 'exact', { runDays: 1 });
    await house.purge(100);
    await isExact();
    expect((await stored()).runs).toBe(0);
  });
});
