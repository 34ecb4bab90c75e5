import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: service.adminKey, ...(body !== undefined && { body }) });
const publish = (kit: string, body?: unknown) => call('POST', `/v1/kits/${kit}/publish`, body);
const liveVersion = async (kit: string) => (await call('GET', `/v1/kits/${kit}/schema`)).body.version;

describe('a kit that live runs use', () => {
  it('403: a test key can neither publish nor archive it, but push drafts of it', async () => {
    const { kit_code } = await publishedKit(service, kitDocument('in_use'));
    const key = await service.key(service.workspaceId, 'test', 'developer');
    const asTest = (path: string, body?: unknown) =>
      service.call('POST', path, { key, ...(body !== undefined && { body }) });
    const next = kitDocument('in_use', { name: 'Next' });
    expect((await asTest('/v1/kits?publish=true', next)).status).toBe(201);
    await call('POST', '/v1/runs', { kit_code, input: { transcript: 'Agent: hello' } });
    const after = kitDocument('in_use', { name: 'After' });
    const refused = [
      await asTest('/v1/kits?publish=true', after),
      await asTest('/v1/kits/in_use/publish', { version: 1 }),
      await asTest('/v1/kits/in_use/archive'),
    ];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'forbidden']));
    expect(refused[0]?.body.detail).toContain('needs a live key');
    expect((await call('GET', '/v1/kits/in_use/versions')).body.data).toHaveLength(2);
    expect((await asTest('/v1/kits', after)).status).toBe(201);
    expect((await publish('in_use')).status).toBe(200);
  });
});

describe('POST /v1/kits/:kitId/publish', () => {
  it('200: without a body the newest draft; repeating it changes nothing', async () => {
    const pushed = (await push(service, kitDocument('plain'))).body;
    const { status, body } = await publish(pushed.kit_code);
    expect([status, body]).toEqual([200, { ...pushed, status: 'published' }]);
    expect(await liveVersion(pushed.kit_id)).toBe(1);
    expect((await publish('plain', {})).body).toEqual(body);
    const versions = (await call('GET', '/v1/kits/plain/versions')).body.data;
    await publish('plain');
    expect((await call('GET', '/v1/kits/plain/versions')).body.data).toEqual(versions);
  });

  it('200: a named version; an older one rolls back, and both stay reachable by their id', async () => {
    const first = await publishedKit(service, kitDocument('rolling'));
    const second = await publishedKit(service, kitDocument('rolling', { name: 'Second' }));
    expect(await liveVersion('rolling')).toBe(2);
    expect((await publish('rolling', { version: 1 })).body).toMatchObject({ version: 1, status: 'published' });
    expect(await liveVersion('rolling')).toBe(1);
    expect((await publish('rolling', { kit_version_id: second.kit_version_id })).status).toBe(200);
    expect(await liveVersion('rolling')).toBe(2);
    for (const { kit_version_id, version } of [first, second]) {
      const { body } = await call('GET', `/v1/kits/${kit_version_id}/schema`);
      expect(body).toMatchObject({ version, status: 'published' });
    }
  });

  it('409: nothing new to publish after a roll-back, unless a version is named', async () => {
    await publishedKit(service, kitDocument('settled'));
    await publishedKit(service, kitDocument('settled', { name: 'Second' }));
    await publish('settled', { version: 1 });
    const { status, body } = await publish('settled');
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(await liveVersion('settled')).toBe(1);
  });

  it('404: no such kit or version, and another kit’s version', async () => {
    await publishedKit(service, kitDocument('mine'));
    const other = await publishedKit(service, kitDocument('not_mine'));
    for (const [kit, body] of [
      ['none_such', undefined],
      ['mine', { version: 9 }],
      ['mine', { version: 2_147_483_648 }],
      ['mine', { kit_version_id: 'nonsense' }],
      ['mine', { kit_version_id: other.kit_version_id }],
    ] as const) {
      const answer = await publish(kit, body);
      expect([answer.status, answer.body.error]).toEqual([404, 'kit_not_found']);
    }
  });

  it('400: a version that is not a whole number', async () => {
    for (const version of ['1', 0, 1.5, -1]) {
      const { status, body } = await publish('mine', { version });
      expect([status, body.error]).toEqual([400, 'invalid_parameter']);
    }
  });

  it('403: a runner may not publish', async () => {
    const key = await service.key(service.workspaceId, 'live', 'runner');
    const { status, body } = await service.call('POST', '/v1/kits/mine/publish', { key });
    expect([status, body.error]).toEqual([403, 'forbidden']);
  });
});

describe('POST /v1/kits/:kitId/archive', () => {
  const archive = (kit: string) => call('POST', `/v1/kits/${kit}/archive`);
  const slugs = async (query = '') =>
    (await call('GET', `/v1/kits?limit=100${query}`)).body.data.map(({ kit }: { kit: string }) => kit);

  it('200: the kit leaves the list and new runs no longer find it; its versions stay readable', async () => {
    const kit = await publishedKit(service, kitDocument('retired'));
    const { status, body } = await archive('retired');
    expect(status).toBe(200);
    expect(body).toMatchObject({ kit_id: kit.kit_id, status: 'archived', newest_version: 1 });
    expect((await archive('retired')).body).toEqual(body);
    expect(await slugs()).not.toContain('retired');
    expect(await slugs('&archived=true')).toEqual(['retired']);
    expect((await call('GET', `/v1/kits/${kit.kit_code}/schema`)).status).toBe(404);
    expect((await call('GET', `/v1/kits/${kit.kit_version_id}/schema`)).body.status).toBe('archived');
    for (const named of [{ kit_code: kit.kit_code }, { kit_version_id: kit.kit_version_id }]) {
      const test = await call('POST', '/v1/test', { ...named, input: { transcript: 'hi' }, type: 'sandbox' });
      expect([test.status, test.body.error]).toEqual([404, 'kit_not_found']);
    }
  });

  it('comes back with the same ids: live after a publish, as a draft after a push', async () => {
    const kit = await publishedKit(service, kitDocument('returning'));
    await archive('returning');
    expect((await publish('returning', { version: 1 })).body).toEqual({
      ...kit,
      kit: 'returning',
      status: 'published',
    });
    expect(await liveVersion(kit.kit_code)).toBe(1);
    await archive('returning');
    const again = await push(service, kitDocument('returning'));
    expect([again.status, again.body.kit_version_id]).toEqual([200, kit.kit_version_id]);
    expect(await slugs()).toContain('returning');
    expect((await call('GET', `/v1/kits/${kit.kit_code}/schema`)).status).toBe(404);
  });

  it('404: no such kit', async () => {
    expect((await archive('none_such')).body.error).toBe('kit_not_found');
  });
});
