/** Coaching notes: the calls after one are measured against those before it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, TEST_AGENT, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { nextDay } from '../../../src/core/time-zone.ts';

let service: TestService;
let workspaces = 0;
beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
});
afterAll(() => service.stop());

const TODAY = new Date().toISOString().slice(0, 10);

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`coaching-${workspaces}`);
  const key = await service.key(workspaceId);
  const solved = { key: 'solved', name: 'Solved', type: 'boolean', question: 'Solved?', good: true };
  const kit = await publishedKit(service, kitDocument('review', { bricks: [solved] }), key);
  const call = (method: string, path: string, body?: unknown, by = key) =>
    service.call(method, path, { key: by, ...(body === undefined ? {} : { body }) });
  const write = (more: object = {}, by = key) =>
    call(
      'POST',
      '/v1/coaching-notes',
      { agent: TEST_AGENT, kit: 'review', bricks: ['solved'], text: 'Ask.', ...more },
      by,
    );
  const runs = async (agent: string, day: string, values: readonly boolean[]) => {
    for (const value of values)
      await toldRun(
        service,
        key,
        kit.kit_code,
        { solved: { value } },
        { occurred_at: `${day}T12:00:00Z`, metadata: { agent } },
      );
  };
  return { workspaceId, call, write, runs };
}

const times = (count: number, value: boolean) => Array.from({ length: count }, () => value);

describe('POST /v1/coaching-notes', () => {
  it('201: who wrote it, and how the calls of this agent went before and after it', async () => {
    const { write, runs, call } = await setUp();
    const notedOn = nextDay(TODAY, -10);
    await runs(TEST_AGENT, nextDay(notedOn, -1), times(12, false));
    await runs(TEST_AGENT, nextDay(notedOn, 1), times(12, true));
    // Of the day itself, of somebody else, and too long ago.
    await runs(TEST_AGENT, notedOn, [false]);
    await runs('Bo', nextDay(notedOn, 1), [false]);
    await runs(TEST_AGENT, nextDay(notedOn, -29), [true]);
    const { status, body } = await write({ noted_on: notedOn });
    expect(status).toBe(201);
    expect(body).toMatchObject({ agent: TEST_AGENT, text: 'Ask.', noted_on: notedOn, by: { kind: 'key' } });
    expect(body.effect).toEqual([
      {
        brick: 'solved',
        name: 'Solved',
        what: 'share of “Yes”',
        before: { calls: 12, value: 0, low: 0, high: expect.any(Number) },
        after: { calls: 12, value: 1, low: expect.any(Number), high: 1 },
        enough: true,
        direction: 'up',
        news: 'good',
      },
    ]);
    const agent = encodeURIComponent(TEST_AGENT);
    expect((await call('GET', `/v1/coaching-notes?agent=${agent}&kit=review`)).body.data).toEqual([body]);
    expect((await call('GET', '/v1/coaching-notes?agent=Bo')).body.data).toEqual([]);
  });

  it('201: fewer than ten calls on a side are not compared', async () => {
    const { write, runs } = await setUp();
    const notedOn = nextDay(TODAY, -10);
    await runs(TEST_AGENT, nextDay(notedOn, -1), times(10, false));
    await runs(TEST_AGENT, nextDay(notedOn, 1), times(9, true));
    const [effect] = (await write({ noted_on: notedOn })).body.effect;
    expect(effect).toMatchObject({ enough: false, after: { calls: 9 }, news: 'neutral' });
    expect(effect.direction).toBeUndefined();
  });

  it('201: ten calls on each side are enough', async () => {
    const { write, runs } = await setUp();
    const notedOn = nextDay(TODAY, -10);
    await runs(TEST_AGENT, nextDay(notedOn, -1), times(10, false));
    await runs(TEST_AGENT, nextDay(notedOn, 1), times(10, true));
    const [effect] = (await write({ noted_on: notedOn })).body.effect;
    expect(effect).toMatchObject({ enough: true, direction: 'up', news: 'good' });
  });

  it.each([
    [{ bricks: ['solvd'] }, /no “solvd”.*solved/],
    [{ bricks: [] }, /bricks/],
    [{ noted_on: nextDay(TODAY, 2) }, /future/],
    [{ text: '' }, /text/],
    [{ more: 1 }, /more/],
  ])('400: %j', async (more, detail) => {
    const { write } = await setUp();
    const { status, body } = await write(more);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it('403 for those who do not coach; agents see the notes about themselves and no others', async () => {
    const { workspaceId, write, call } = await setUp();
    const analyst = await service.key(workspaceId, 'live', 'analyst');
    const agent = await service.key(workspaceId, 'live', 'agent');
    for (const role of ['developer', 'viewer', 'reviewer', 'agent'] as const)
      expect((await write({}, await service.key(workspaceId, 'live', role))).status).toBe(403);
    expect((await write({ text: 'For Maya.' }, analyst)).status).toBe(201);
    expect((await write({ text: 'For Bo.', agent: 'Bo' }, analyst)).status).toBe(201);
    for (const query of ['', '?agent=Bo']) {
      const { data } = (await call('GET', `/v1/coaching-notes${query}`, undefined, agent)).body;
      expect(data.map(({ text }: { text: string }) => text)).toEqual(['For Maya.']);
    }
    for (const role of ['viewer', 'runner'] as const) {
      const key = await service.key(workspaceId, 'live', role);
      expect((await call('GET', '/v1/coaching-notes?agent=Bo', undefined, key)).status).toBe(403);
    }
    expect((await call('GET', '/v1/coaching-notes')).body.detail).toMatch(/agent: is missing/);
  });
});

describe('DELETE /v1/coaching-notes', () => {
  it('200: one, or all about an agent; the audit log has neither the text nor the name', async () => {
    const { write, call } = await setUp();
    const { note_id } = (await write()).body;
    await write();
    expect((await call('DELETE', `/v1/coaching-notes/${note_id}`)).body).toEqual({ note_id, deleted: true });
    expect((await call('DELETE', `/v1/coaching-notes/${note_id}`)).status).toBe(404);
    const agent = encodeURIComponent(TEST_AGENT);
    expect((await call('DELETE', `/v1/coaching-notes?agent=${agent}`)).body).toEqual({ deleted: 1 });
    expect((await call('GET', `/v1/coaching-notes?agent=${agent}`)).body.data).toEqual([]);
    const log = JSON.stringify((await call('GET', '/v1/audit?limit=100')).body);
    expect(log).toContain('coaching_note.deleted');
    expect(log).not.toMatch(/Maya|Ask\./);
  });
});
