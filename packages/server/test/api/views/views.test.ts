import { decodeId } from '@brickwork/server/core/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const save = (key: string, name: string, search = 'status=failed') =>
  service.call('POST', '/v1/views', { key, body: { name, search } });
const names = async (key: string) =>
  (await service.call('GET', '/v1/views', { key })).body.data.map(({ name }: { name: string }) => name);

describe('saved views', () => {
  it('200: are shared by the workspace, replaced by name and deleted', async () => {
    const analyst = await service.key(service.workspaceId, 'live', 'analyst');
    expect((await save(service.adminKey, 'Failed / today')).status).toBe(200);
    expect((await save(analyst, 'Failed / today', 'status=failed&type=api')).body.search).toBe(
      'status=failed&type=api',
    );
    await save(analyst, 'Another');
    expect(await names(service.adminKey)).toEqual(['Another', 'Failed / today']);
    const path = `/v1/views/${encodeURIComponent('Failed / today')}`;
    expect((await service.call('DELETE', path, { key: analyst })).body).toEqual({
      name: 'Failed / today',
      deleted: true,
    });
    expect((await service.call('DELETE', path, { key: analyst })).status).toBe(404);
    expect(await names(analyst)).toEqual(['Another']);
  });

  it('403: a viewer and a runner read them, and neither fill nor replace them', async () => {
    for (const role of ['viewer', 'runner'] as const) {
      const key = await service.key(service.workspaceId, 'live', role);
      expect((await save(key, 'Another')).status).toBe(403);
      expect((await service.call('DELETE', '/v1/views/Another', { key })).status).toBe(403);
      expect(await names(key)).toEqual(['Another']);
    }
  });

  it('are those of one workspace', async () => {
    const stranger = await service.key(await service.workspace('stranger'));
    expect(await names(stranger)).toEqual([]);
    expect((await service.call('DELETE', '/v1/views/Another', { key: stranger })).status).toBe(404);
  });

  it('400: without a name or a search, or too long; 409: too many', async () => {
    for (const body of [{}, { name: 'x' }, { name: '', search: 'a' }, { name: 'x', search: 'y'.repeat(4_001) }])
      expect((await service.call('POST', '/v1/views', { key: service.adminKey, body })).status).toBe(400);
    const collector = await service.workspace('collector');
    const key = await service.key(collector);
    await save(key, 'view 0');
    await service.testDatabase.database.query(
      `INSERT INTO saved_views (workspace_id, name, search, updated_at)
       SELECT workspace_id, 'view ' || n, search, updated_at FROM saved_views, generate_series(1, 199) n WHERE workspace_id = $1`,
      [decodeId('ws', collector)],
    );
    expect((await save(key, 'one more')).body.error).toBe('conflict');
    expect((await save(key, 'view 7', 'status=queued')).status).toBe(200);
  });
});
