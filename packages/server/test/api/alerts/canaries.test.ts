/** Canaries: rules over HTTP, and what becomes of them night after night. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { createCanaryStore } from '../../../src/alerts/store/canary-store.ts';
import { decodeId } from '../../../src/core/ids.ts';
import type { LineEngine } from '../../../src/golden/run-evaluation.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let workspaces = 0;
/** What the engine says from now on; it stands for a model that changes although the kit does not. */
const says = new Map<string, boolean>();
let evaluated = 0;

const answerLine: LineEngine = async (_kit, input) => {
  evaluated += 1;
  const value = says.get(String(input.transcript)) ?? true;
  const rest = { confidence: 0.9, reason: '', evidence: [], basis: 'lexical' as const };
  return {
    evaluation: { outcomes: [{ key: 'solved', value, ...rest }], warnings: [], engine: 'local' },
    microCredits: 0,
  };
};

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_ALERTS_MS: '200' }, { answerLine });
});
afterAll(() => service.stop());

async function setUp() {
  workspaces += 1;
  says.clear();
  const workspaceId = await service.workspace(`canaries-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const call = (method: string, path: string, body?: unknown, key = admin) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      input: { transcript: `Agent: call ${index}.` },
      expected: { solved: true },
    }));
  await call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/regression`, { lines: lines(10) });
  const put = (more: object = {}, name = 'nightly', key = admin) =>
    call('PUT', `/v1/canaries/${name}`, { kit: 'support', set: 'regression', ...more }, key);
  /** Waits for a night that ends after this call. */
  const night = async () => {
    const since = new Date().toISOString();
    await service.testDatabase.database.query('UPDATE canaries SET next_check_at = now() WHERE workspace_id = $1', [
      decodeId('ws', workspaceId),
    ]);
    return vi.waitFor(
      async () => {
        const { body } = await call('GET', '/v1/canaries/nightly');
        expect(body.running).toBeUndefined();
        expect(body.checked_at > since).toBe(true);
        return body;
      },
      { timeout: 30_000, interval: 50 },
    );
  };
  const events = async () =>
    (await call('GET', '/v1/events')).body.data.filter(({ type }: { type: string }) => type.startsWith('alert.'));
  return { workspaceId, admin, kit, call, put, night, events, lines };
}

describe('PUT /v1/canaries/:name', () => {
  it('200: evaluates at once, and that is the baseline; the same rule again changes nothing', async () => {
    const { put, call, kit, night } = await setUp();
    const { status, body } = await put({ at: '03:00' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'nightly', kit_code: kit.kit_code, state: 'ok' });
    const first = await night();
    expect(first.found).toMatchObject({
      kit_version: 1,
      bricks: [{ key: 'solved', n: 10, accuracy: { value: 1 }, baseline_accuracy: 1, changed: 0, drifted: false }],
    });
    expect(first.found.evaluation_id).toBe(first.found.baseline_id);
    expect(first.next_at).toMatch(/T03:00:00\.000Z$/);
    expect((await put({ at: '03:00' })).body.updated_at).toBe(body.updated_at);
    expect((await call('GET', first.found.evaluation_url)).body).toMatchObject({ status: 'succeeded', against: [{}] });
    expect((await call('GET', '/v1/canaries')).body.data).toMatchObject([{ name: 'nightly' }]);
  }, 60_000);

  it.each([
    { at: '25:00' },
    { max_drop: 2 },
    { max_changed: -1 },
    { engine: 'cloud' },
    { sets: 'x' },
    { kit: undefined },
  ])('400: %j', async (more) => {
    const { put } = await setUp();
    expect((await put(more)).body.error).toBe('invalid_parameter');
  });

  it('403, 404 and 422: a key that may not, an unknown kit or set, nothing live', async () => {
    const { put, workspaceId, call, admin } = await setUp();
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await put({}, 'nightly', viewer)).status).toBe(403);
    expect((await put({ kit: 'unknown' })).body.error).toBe('kit_not_found');
    expect((await put({ set: 'unknown' })).body.error).toBe('not_found');
    const draft = await service.call('POST', '/v1/kits', { key: admin, body: kitDocument('draft') });
    await call('PUT', `/v1/kits/${draft.body.kit_id}/golden-sets/regression`, {
      lines: [{ input: { transcript: 'Agent: Hi.' }, expected: { solved: true } }],
    });
    expect((await put({ kit: 'draft' })).body).toMatchObject({
      error: 'alert_invalid',
      detail: expect.stringContaining('live'),
    });
  });

  it('404: of another workspace or environment', async () => {
    const { put, call, workspaceId } = await setUp();
    await put();
    const stranger = await setUp();
    const test = await service.key(workspaceId, 'test');
    for (const key of [stranger.admin, test])
      for (const method of ['GET', 'DELETE'])
        expect((await call(method, '/v1/canaries/nightly', undefined, key)).body.error).toBe('not_found');
    expect((await call('GET', '/v1/canaries', undefined, stranger.admin)).body.data).toEqual([]);
    expect((await call('DELETE', '/v1/canaries/nightly')).body).toEqual({ name: 'nightly', deleted: true });
  });
});

describe('night after night', () => {
  it('an evaluation under way is looked at again by the clock of the database', async () => {
    const { put, night, workspaceId } = await setUp();
    await put();
    await night();
    const { database } = service.testDatabase;
    const nothing = { recordEvents: async () => false, createEvaluation: async () => {} };
    const store = createCanaryStore(database, nothing);
    const canary = await store.find({ workspaceId, environment: 'live' }, 'nightly');
    if (canary === undefined) throw new Error('the canary is gone');
    await store.wait(canary, 3_600_000);
    const { rows } = await database.query<{ minutes: number }>(
      'SELECT round(extract(epoch FROM next_check_at - now()) / 60)::int AS minutes FROM canaries WHERE workspace_id = $1',
      [decodeId('ws', workspaceId)],
    );
    expect(rows[0]?.minutes).toBeGreaterThan(50);
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60);
  }, 60_000);

  it('the last 30 evaluations are kept, and the baseline', async () => {
    const { put, night, workspaceId, kit, call } = await setUp();
    await put();
    await night();
    const { database } = service.testDatabase;
    await database.query(
      `INSERT INTO evaluations (workspace_id, environment, id, kit_id, kit_version_id, kit_version, set_id, set_name, set_hash, engine, status, total,
         report, created_at, completed_at, canary)
       SELECT workspace_id, environment, uuidv7(), kit_id, kit_version_id, kit_version, set_id, set_name, set_hash, engine, status, total,
         report, created_at, completed_at, canary FROM evaluations, generate_series(1, 35) WHERE workspace_id = $1`,
      [decodeId('ws', workspaceId)],
    );
    const { body: own } = await call('POST', `/v1/kits/${kit.kit_id}/evaluations`, { set: 'regression' });
    expect(await night()).toMatchObject({ state: 'ok' });
    const { rows } = await database.query<{ kept: number; baselines: number }>(
      `SELECT count(*) FILTER (WHERE canary = 'nightly')::int AS kept,
         count(*) FILTER (WHERE id = (SELECT baseline_id FROM canaries WHERE workspace_id = $1))::int AS baselines
       FROM evaluations WHERE workspace_id = $1`,
      [decodeId('ws', workspaceId)],
    );
    expect(rows).toEqual([{ kept: 31, baselines: 1 }]);
    expect((await call('GET', `/v1/evaluations/${own.evaluation_id}`)).status).toBe(200);
  });

  it('drift raises, and is resolved when it is gone; a new version is a new baseline', async () => {
    const { put, night, events, admin, call } = await setUp();
    await put();
    await night();
    says.set('Agent: call 3.', false);
    says.set('Agent: call 4.', false);
    const drifted = await night();
    expect(drifted).toMatchObject({
      state: 'raised',
      found: {
        bricks: [
          { accuracy: { value: 0.8, low: expect.any(Number) }, baseline_accuracy: 1, changed: 0.2, drifted: true },
        ],
      },
    });
    expect(drifted.found.evaluation_id).not.toBe(drifted.found.baseline_id);
    expect(await events()).toMatchObject([
      { type: 'alert.raised', data: { name: 'nightly', state: 'raised', found: { bricks: [{ drifted: true }] } } },
    ]);
    expect((await call('GET', drifted.found.evaluation_url)).body.against).toMatchObject([{ key: 'solved', lost: 2 }]);
    says.delete('Agent: call 3.');
    says.delete('Agent: call 4.');
    expect(await night()).toMatchObject({ state: 'ok' });
    says.set('Agent: call 5.', false);
    says.set('Agent: call 6.', false);
    await publishedKit(service, kitDocument('support', { name: 'Second' }), admin);
    const second = await night();
    expect(second).toMatchObject({ state: 'ok', found: { kit_version: 2, bricks: [{ baseline_accuracy: 0.8 }] } });
    expect((await events()).map(({ type }: { type: string }) => type)).toEqual(['alert.raised', 'alert.resolved']);
    expect((await call('GET', '/v1/canaries/nightly/changes')).body.data).toMatchObject([
      { state: 'ok' },
      { state: 'raised', found: { bricks: [{ drifted: true }] } },
    ]);
    expect((await call('GET', '/v1/canaries/other/changes')).status).toBe(404);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  }, 120_000);

  it('a set that is gone is a problem, and keeps the state', async () => {
    const { put, night, call, kit } = await setUp();
    await put();
    const before = await night();
    await call('DELETE', `/v1/kits/${kit.kit_id}/golden-sets/regression`);
    expect(await night()).toMatchObject({
      state: 'ok',
      problem: 'The kit has no golden set named regression.',
      found: before.found,
    });
  }, 60_000);

  it('two nodes evaluate a night once', async () => {
    const { put, night } = await setUp();
    const second = await service.node();
    try {
      await put();
      await night();
      const before = evaluated;
      await night();
      expect(evaluated - before).toBe(10);
    } finally {
      await second.stop();
    }
  }, 60_000);

  it('deleting one that is raised tells that it is resolved', async () => {
    const { put, night, call, events } = await setUp();
    await put({ max_changed: 0 });
    await night();
    says.set('Agent: call 1.', false);
    await night();
    await call('DELETE', '/v1/canaries/nightly');
    expect(await events()).toMatchObject([
      { type: 'alert.raised' },
      { type: 'alert.resolved', data: { name: 'nightly', deleted: true } },
    ]);
  }, 60_000);
});
