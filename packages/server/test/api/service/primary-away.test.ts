/**
 * While the primary is away, what only reads is answered by the standby; what writes is refused. Both URLs lead to one server here: what is shown is
 * what the service does. `npm run ha` does it with two.
 */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../../../../test/support/database-proxy.ts';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import { newId } from '../../../src/core/ids.ts';

let service: TestService;
let proxy: DatabaseProxy;
let node: TestNode;

beforeAll(async () => {
  service = await startTestService();
  proxy = await startDatabaseProxy(inject('postgres'));
  const direct = new URL(service.testDatabase.url.replace('@/', '@localhost/'));
  node = await service.node({
    DATABASE_URL: `postgresql://${direct.username}:${direct.password}@127.0.0.1:${proxy.port}${direct.pathname}`,
    BRICKWORK_SECRET: '07'.repeat(32),
    BRICKWORK_DATABASE_READ_URL: service.testDatabase.url,
  });
});
afterAll(async () => {
  proxy.cut(0);
  await service.stop();
  await proxy.stop();
});

const HOUR = 3_600_000;

/** A limited plan: the buckets of its rates are in the database too. */
async function setUp(name: string) {
  const workspaceId = await service.workspace(name, 'team');
  const [key, unseen, revoked] = [
    await service.key(workspaceId),
    await service.key(workspaceId, 'live', 'viewer'),
    await service.key(workspaceId, 'live', 'viewer'),
  ];
  const kit = await publishedKit(service, kitDocument('support'), key);
  const create = (more: object = {}) =>
    node.call('POST', '/v1/runs', {
      key,
      body: { kit_code: kit.kit_code, input: { transcript: 'Agent: Hello.\nCustomer: Hi.' }, ...more },
    });
  const { status, body: run } = await create({ mode: 'sync' });
  expect(status).toBe(200);
  return { key, unseen, revoked, kit, create, run };
}

describe('while the primary is away', () => {
  it('runs, lists, kits and events are read, also with a key that this node has not seen; writing is refused', async () => {
    const { key, unseen, revoked, kit, create, run } = await setUp('away');
    const { key_id: revokedId } = (await service.call('GET', '/v1/me', { key: revoked })).body;
    proxy.cut(HOUR);
    const paths = [
      `/v1/runs/${run.run_id}`,
      '/v1/runs',
      '/v1/runs?reviewed=false',
      `/v1/runs/${run.run_id}/usage`,
      `/v1/kits/${kit.kit_id}/versions`,
      `/v1/kits/${kit.kit_id}/versions/1`,
      '/v1/kits',
      `/v1/kits/${kit.kit_id}/insights`,
      '/v1/events',
      '/v1/usage',
    ];
    for (const path of paths) expect((await node.call('GET', path, { key: unseen })).status, path).toBe(200);
    expect((await node.call('GET', '/v1/events', { key: unseen })).body.data).toHaveLength(1);
    expect((await node.call('GET', '/readyz')).status).toBe(200);

    const refused = await create();
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    // The standby may not have it yet: nobody is told that it does not exist.
    expect((await node.call('GET', `/v1/runs/${newId('run')}`, { key: unseen })).status).toBe(503);
    // But it knows who may no longer read.
    expect((await service.call('DELETE', `/v1/keys/${revokedId}`, { key })).status).toBe(200);
    expect((await node.call('GET', '/v1/runs', { key: revoked })).status).toBe(401);

    proxy.cut(0);
    const soon = { timeout: 60_000, interval: 100 };
    await vi.waitFor(async () => expect((await create()).status).toBe(202), soon);
    const unknown = () => node.call('GET', `/v1/runs/${newId('run')}`, { key: unseen });
    await vi.waitFor(async () => expect((await unknown()).status).toBe(404), soon);
  }, 180_000);
});
