import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit, push } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let live: Pushed;
let draft: Pushed;
beforeAll(async () => {
  service = await sharedTestService();
  live = await publishedKit(service, kitDocument('review'));
  draft = (await push(service, kitDocument('review', { name: 'Draft' }))).body;
});
afterAll(() => service.stop());

const get = (path: string) => service.call('GET', path, { key: service.adminKey });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /v1/kits/:kitId/versions', () => {
  it('200: newest first, with the live version marked', async () => {
    const { status, body } = await get(`/v1/kits/${live.kit_code}/versions`);
    expect(status).toBe(200);
    expect(body).toEqual({
      kit_id: live.kit_id,
      kit_code: live.kit_code,
      data: [
        { kit_version_id: draft.kit_version_id, version: 2, status: 'draft', live: false, created_at: TIME },
        {
          kit_version_id: live.kit_version_id,
          version: 1,
          status: 'published',
          live: true,
          created_at: TIME,
          published_at: TIME,
          published_by: { kind: 'key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
        },
      ],
      has_more: false,
    });
  });

  it('200: page by page', async () => {
    const first = (await get('/v1/kits/review/versions?limit=1')).body;
    expect([first.data[0].version, first.has_more]).toEqual([2, true]);
    const second = (await get(`/v1/kits/review/versions?limit=1&cursor=${first.next_cursor}`)).body;
    expect([second.data[0].version, second.has_more, second.next_cursor]).toEqual([1, false, undefined]);
  });

  it('400: invalid limits and cursors', async () => {
    for (const limit of ['0', '101', 'x', '1.5', '0x10', '']) {
      const { status, body } = await get(`/v1/kits/review/versions?limit=${limit}`);
      expect([limit, status, body.error]).toEqual([limit, 400, 'invalid_limit']);
    }
    for (const cursor of ['', 'x', 'MA', Buffer.from('1 OR 1').toString('base64url')]) {
      const { status, body } = await get(`/v1/kits/review/versions?cursor=${cursor}`);
      expect([cursor, status, body.error]).toEqual([cursor, 400, 'invalid_cursor']);
    }
  });

  it('404: no such kit', async () => {
    const { status, body } = await get('/v1/kits/none_such/versions');
    expect([status, body.error]).toEqual([404, 'kit_not_found']);
  });
});

describe('GET /v1/kits/:kitId/versions/:version', () => {
  it('200: by number, id, newest and live, with the document in normal form', async () => {
    for (const [name, version] of [
      ['1', 1],
      [live.kit_version_id, 1],
      ['live', 1],
      ['2', 2],
      ['newest', 2],
    ]) {
      const { status, body } = await get(`/v1/kits/review/versions/${name}`);
      expect([status, body.version]).toEqual([200, version]);
    }
    const { document } = (await get('/v1/kits/review/versions/2')).body;
    expect(document).toMatchObject({ kit: 'review', name: 'Draft', engine: 'auto' });
    expect(Object.keys(document.bricks[0])).toContain('output');
  });

  it('404: a version that the kit does not have', async () => {
    const other = await publishedKit(service, kitDocument('other'));
    for (const version of ['3', '0', '99999999999', 'x', '%00', other.kit_version_id]) {
      const { status, body } = await get(`/v1/kits/review/versions/${version}`);
      expect([version, status, body.error]).toEqual([version, 404, 'kit_not_found']);
    }
  });
});

describe('GET /v1/kits', () => {
  it('200: the kits of the workspace, newest first, page by page', async () => {
    const workspace = await service.workspace('lister');
    const key = await service.key(workspace);
    const empty = await service.call('GET', '/v1/kits', { key });
    expect(empty.body).toEqual({ data: [], has_more: false });
    const first = await publishedKit(service, kitDocument('first'), key);
    await push(service, kitDocument('first', { name: 'Newer' }), { key });
    const second = (await push(service, kitDocument('second'), { key })).body;
    const page = (await service.call('GET', '/v1/kits?limit=1', { key })).body;
    expect(page.data).toEqual([
      {
        kit_id: second.kit_id,
        kit_code: second.kit_code,
        kit: 'second',
        name: 'Review',
        description: 'What happened.',
        status: 'draft',
        newest_version: 1,
        created_at: TIME,
        updated_at: TIME,
      },
    ]);
    const next = (await service.call('GET', `/v1/kits?limit=1&cursor=${page.next_cursor}`, { key })).body;
    expect(next).toEqual({
      data: [
        expect.objectContaining({
          kit: 'first',
          name: 'Newer',
          status: 'published',
          kit_version_id: first.kit_version_id,
          version: 1,
          newest_version: 2,
        }),
      ],
      has_more: false,
    });
  });

  it('400: wrong limit, cursor and archived', async () => {
    for (const [query, code] of [
      ['limit=0', 'invalid_limit'],
      ['cursor=nonsense', 'invalid_cursor'],
      ['archived=maybe', 'invalid_parameter'],
    ]) {
      const { status, body } = await get(`/v1/kits?${query}`);
      expect([status, body.error]).toEqual([400, code]);
    }
  });
});
