import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, push } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('POST /v1/kits', () => {
  it('201: a new kit is a draft with ids and a code', async () => {
    const { status, body } = await push(service, kitDocument('fresh'));
    expect(status).toBe(201);
    expect(body).toEqual({
      kit_id: expect.stringMatching(UUID),
      kit_code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      kit_version_id: expect.stringMatching(UUID),
      version: 1,
      kit: 'fresh',
      status: 'draft',
    });
  });

  it('201: a changed document is the next version of the same kit', async () => {
    const first = (await push(service, kitDocument('changing'))).body;
    const { status, body } = await push(service, kitDocument('changing', { name: 'Another name' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ kit_id: first.kit_id, kit_code: first.kit_code, version: 2 });
    expect(body.kit_version_id).not.toBe(first.kit_version_id);
  });

  it('200: a document with the same meaning creates no version, however it is written', async () => {
    const first = (await push(service, kitDocument('steady'))).body;
    const { bricks, ...rest } = kitDocument('steady');
    const again = await push(service, { engine: 'auto', bricks, ...rest, knowledge: [] });
    expect([again.status, again.body]).toEqual([200, first]);
  });

  it('201: returning to an older document is a new version, so that publishing the newest does what it says', async () => {
    await push(service, kitDocument('swinging'));
    await push(service, kitDocument('swinging', { name: 'Other' }));
    const { status, body } = await push(service, kitDocument('swinging'));
    expect([status, body.version]).toEqual([201, 3]);
  });

  it('advises on an amount whose range was not written, and on no other', async () => {
    const priced = (range: object) => ({
      kit: 'priced',
      bricks: [{ key: 'price', type: 'numeric', question: 'What price was agreed?', ...range }],
    });
    const advised = await push(service, priced({}));
    expect(advised.body.advice).toEqual([expect.stringMatching(/^price asks for an amount.*above 100.*set max/)]);
    // It is the same kit, whose author has now said so.
    const meant = await push(service, priced({ max: 100 }));
    expect([meant.status, meant.body.advice]).toEqual([200, undefined]);
  });

  it('publishes at once when asked, even when nothing changed', async () => {
    const published = await push(service, kitDocument('eager'), { publish: true });
    expect([published.status, published.body.status]).toEqual([201, 'published']);
    await push(service, kitDocument('patient'));
    const again = await push(service, kitDocument('patient'), { publish: true });
    expect([again.status, again.body.version, again.body.status]).toEqual([200, 1, 'published']);
  });

  it('422: lists every fault with its path', async () => {
    const { status, body } = await push(service, {
      kit: 'faulty',
      bricks: [
        { key: 'a', type: 'categoricle', question: 'How?' },
        { key: 'b', type: 'categorical', question: 'How?', categories: [{ value: 'x' }] },
      ],
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'kit_definition_invalid',
      detail: 'bricks[0].type must be one of numeric, boolean, categorical, text (and 1 more)',
      faults: [
        { path: 'bricks[0].type', hint: 'did you mean "categorical"?' },
        { path: 'bricks[1].categories', message: 'needs at least 2' },
      ],
    });
    expect((await service.call('GET', '/v1/kits/faulty/versions', { key: service.adminKey })).status).toBe(404);
  });

  it.each([
    ['a list', []],
    ['a text', 'kit'],
    ['a number', 3],
    ['null', null],
    ['a knowledge file', kitDocument('x_files', { knowledge: [{ name: 'a', file: '/etc/passwd' }] })],
    ['a NUL', kitDocument('nul', { name: 'a\0b' })],
    ['half a surrogate pair', kitDocument('half', { name: '\ud800' })],
  ])('422: %s', async (_name, document) => {
    const { status, body } = await push(service, document);
    expect([status, body.error]).toEqual([422, 'kit_definition_invalid']);
    expect(body.faults.length).toBeGreaterThan(0);
  });

  it('400: no body, and a publish that is neither true nor false', async () => {
    const empty = await service.call('POST', '/v1/kits', { key: service.adminKey });
    expect([empty.status, empty.body.error]).toEqual([400, 'invalid_json']);
    const odd = await service.call('POST', '/v1/kits?publish=yes', { key: service.adminKey, body: kitDocument('odd') });
    expect([odd.status, odd.body.error, odd.body.detail]).toEqual([
      400,
      'invalid_parameter',
      expect.stringContaining('publish'),
    ]);
  });

  it.each(['runner', 'viewer'] as const)('403: a %s may not push', async (role) => {
    const key = await service.key(service.workspaceId, 'live', role);
    const { status, body } = await push(service, kitDocument('not_mine'), { key });
    expect([status, body.error]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('kits:write');
  });

  it('a brick keeps its id while its key and type stay, and gets a new one when the type changes', async () => {
    const idsOf = async (versionId: string) => {
      const { body } = await service.call('GET', `/v1/kits/${versionId}/schema`, { key: service.adminKey });
      return Object.fromEntries(
        body.bricks.map(({ key, brick_id }: { key: string; brick_id: string }) => [key, brick_id]),
      );
    };
    const question = 'How?';
    const boolean = (key: string) => ({ key, type: 'boolean', question });
    const versions = [
      [boolean('a'), boolean('b')],
      [{ key: 'b', type: 'text', question }, boolean('c'), { ...boolean('a'), name: 'Renamed' }],
      [boolean('a'), boolean('b')],
    ];
    const ids: Record<string, string>[] = [];
    for (const bricks of versions) {
      const { body } = await push(service, kitDocument('stable', { bricks }));
      ids.push(await idsOf(body.kit_version_id));
    }
    const [first, second, third] = ids;
    expect(second?.a).toBe(first?.a);
    expect(second?.b).not.toBe(first?.b);
    expect(third).toEqual(first);
  });
});
