import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIT, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

describe('GET /v1/runs?kit_version_id=', () => {
  it('lists the runs that a version answered, with all other filters; insights name the version', async () => {
    const key = service.adminKey;
    const get = async (path: string, by = key) => (await service.call('GET', path, { key: by })).body;
    const versions: string[] = [];
    const runs: string[][] = [];
    for (const name of ['First', 'Second']) {
      const { kit_code, kit_version_id } = await publishKit(service, key, { ...KIT, name });
      versions.push(kit_version_id);
      const own: string[] = [];
      for (const external_id of ['a', 'b']) {
        const body = { kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync', external_id };
        own.unshift((await service.call('POST', '/v1/runs', { key, body })).body.run_id);
      }
      runs.push(own);
    }
    const idsOf = async (query: string) =>
      (await get(`/v1/runs?${query}`)).data.map(({ run_id }: { run_id: string }) => run_id);
    for (const [index, version] of versions.entries()) {
      expect(await idsOf(`kit_version_id=${version}`)).toEqual(runs[index]);
      expect(await idsOf(`kit_version_id=${version}&external_id=a&status=succeeded`)).toEqual([runs[index]?.[1]]);
      expect(await idsOf(`kit_version_id=${version}&metadata.team=emea`)).toEqual([]);
    }
    const first = await get(`/v1/runs?kit_version_id=${versions[0]}&limit=1`);
    expect([first.data[0].run_id, first.has_more]).toEqual([runs[0]?.[0], true]);
    expect(await idsOf(`kit_version_id=${versions[0]}&limit=1&cursor=${first.next_cursor}`)).toEqual([runs[0]?.[1]]);
    expect(await get('/v1/runs?kit_version_id=019a1111-2222-7333-8444-555566667777')).toMatchObject({
      error: 'invalid_parameter',
    });
    expect((await service.call('GET', '/v1/runs?kit_version_id=one', { key })).status).toBe(400);
    const stranger = await service.key(await service.workspace('stranger'));
    expect(await get(`/v1/runs?kit_version_id=${versions[0]}`, stranger)).toMatchObject({ error: 'invalid_parameter' });
    const { data } = await get(`/v1/kits/${KIT.kit}/insights?group_by=version`);
    expect(data).toMatchObject(versions.map((kit_version_id, index) => ({ group: String(index + 1), kit_version_id })));
  });
});
