/** Which responses may come from a standby. An empty database plays a standby that is far behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIT, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let standby: TestDatabase;
let node: TestNode;
let runId: string;
beforeAll(async () => {
  service = await startTestService();
  standby = await createTestDatabase();
  node = await service.node({
    DATABASE_URL: service.testDatabase.url,
    BRICKWORK_SECRET: '07'.repeat(32),
    BRICKWORK_DATABASE_READ_URL: standby.url,
  });
  const { kit_code } = await publishKit(service, service.adminKey, KIT);
  const body = { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT } };
  const created = await node.call('POST', '/v1/runs', { key: service.adminKey, body });
  expect(created.status).toBe(200);
  runId = created.body.run_id;
});
afterAll(async () => {
  await service.stop();
  await standby.close();
});

const get = (path: string) => node.call('GET', path, { key: service.adminKey });

describe('with a standby that is behind', () => {
  it('lists, exports and usage totals come from it', async () => {
    expect((await get('/v1/runs')).body.data).toEqual([]);
    expect((await get('/v1/runs/export?format=jsonl')).body).toBe('');
    expect((await get('/v1/usage')).body.data).toEqual([]);
    expect((await get('/metrics')).body).toMatch(/^brickwork_reads_by_standby [1-9]/m);
  });

  it('a run, its usage, its event and authentication do not', async () => {
    expect((await get(`/v1/runs/${runId}`)).body.status).toBe('succeeded');
    expect((await get(`/v1/runs/${runId}/usage`)).body.run_id).toBe(runId);
    expect((await get('/v1/events')).body.data).toHaveLength(1);
    expect((await get('/v1/keys')).body.data).toHaveLength(1);
    expect((await get('/v1/kits')).body.data).toHaveLength(1);
  });

  it('an idempotency key is known at once', async () => {
    const { kit_code } = (await get('/v1/kits')).body.data[0];
    const options = {
      key: service.adminKey,
      headers: { 'idempotency-key': 'once' },
      body: { kit_code, input: { transcript: TRANSCRIPT } },
    };
    const first = await node.call('POST', '/v1/runs', options);
    const second = await node.call('POST', '/v1/runs', options);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.run_id).toBe(first.body.run_id);
  });
});

describe('with a standby that is unavailable', () => {
  it('the primary answers instead', async () => {
    const letIn = await standby.cutOff();
    try {
      expect((await get('/v1/runs')).body.data.map((run: { run_id: string }) => run.run_id)).toContain(runId);
      expect((await get('/v1/usage')).body.data).toHaveLength(1);
      expect((await get('/metrics')).body).toMatch(/^brickwork_reads_by_primary [1-9]/m);
    } finally {
      await letIn();
    }
  });
});
