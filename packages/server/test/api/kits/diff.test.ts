import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
const question = 'How did it go?';
const bricks = [
  { key: 'score', type: 'numeric', question, min: 0, max: 5 },
  { key: 'mood', type: 'categorical', question, categories: [{ value: 'good' }, { value: 'fair' }] },
  { key: 'reason', type: 'text', question },
];
beforeAll(async () => {
  service = await sharedTestService();
  await publishedKit(service, kitDocument('review'));
  await push(service, kitDocument('review', { bricks }));
});
afterAll(() => service.stop());

const diff = (body?: unknown, kit = 'review') =>
  service.call('POST', `/v1/kits/${kit}/diff`, { key: service.adminKey, ...(body !== undefined && { body }) });

describe('POST /v1/kits/:kitId/diff', () => {
  it('200: from live to newest, with a sentence for each breaking change', async () => {
    const { status, body } = await diff();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: 1,
      to: 2,
      breaking: true,
      added: [{ key: 'reason', type: 'text' }],
      removed: [
        { key: 'solved', type: 'boolean' },
        { key: 'caller', type: 'text' },
      ],
    });
    expect(body.breaks.map(({ message }: { message: string }) => message)).toEqual([
      '"solved" is gone from the output.',
      '"caller" is gone from the output.',
      '"score" ends at 5 now, it ended at 10.',
      '"mood" can no longer be "bad".',
    ]);
    expect(body.changed.map(({ key, breaking }: { key: string; breaking: boolean }) => [key, breaking])).toEqual([
      ['score', true],
      ['mood', true],
    ]);
  });

  it('200: between named versions, the other way round', async () => {
    const { body } = await diff({ from: 2, to: 1 });
    expect([body.from, body.to]).toEqual([2, 1]);
    expect(body.removed).toEqual([{ key: 'reason', type: 'text' }]);
    expect((await diff({ from: 2, to: 2 })).body).toMatchObject({ breaking: false, changed: [], kit: [] });
  });

  it('200: with a document that is not stored', async () => {
    const { body } = await diff({ document: kitDocument('review', { name: 'Other' }) });
    expect(body).toEqual({
      from: 1,
      breaking: false,
      breaks: [],
      added: [],
      removed: [],
      changed: [],
      kit: [{ field: 'name', from: 'Review', to: 'Other' }],
    });
  });

  it('422: a document with faults', async () => {
    const { status, body } = await diff({ document: { kit: 'review', bricks: [] } });
    expect([status, body.error, body.faults.length]).toEqual([422, 'kit_definition_invalid', 1]);
  });

  it('404 and 400: no such kit or version, and invalid version numbers', async () => {
    expect((await diff({}, 'none_such')).body.error).toBe('kit_not_found');
    expect((await diff({ from: 9 })).body.error).toBe('kit_not_found');
    expect((await diff({ from: 'one' })).body.error).toBe('invalid_parameter');
  });

  it('200: a viewer may compare', async () => {
    const key = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await service.call('POST', '/v1/kits/review/diff', { key })).status).toBe(200);
  });
});
