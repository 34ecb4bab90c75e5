/** POST /v1/erasures: many runs at once. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let code: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  code = (await publishedKit(service, kitDocument('review'))).kit_code;
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: service.adminKey, ...(body !== undefined && { body }) });
const madeFor = (customer: string) =>
  toldRun(service, service.adminKey, code, { score: { value: 3 } }, { metadata: { customer } });
/** A customer of this test alone. */
async function customer(runs: number): Promise<{ name: string; runIds: string[] }> {
  count += 1;
  const name = `customer ${count}`;
  return { name, runIds: await Promise.all(Array.from({ length: runs }, () => madeFor(name))) };
}
const ended = (erasureId: string) =>
  vi.waitFor(async () => {
    const { body } = await call('GET', `/v1/erasures/${erasureId}`);
    expect(body.status).not.toBe('running');
    return body;
  }, 30_000);
const isErased = async (runId: string) => (await call('GET', `/v1/runs/${runId}`)).body.erased_at !== undefined;

describe('POST /v1/erasures', () => {
  it('lists what people typed elsewhere about the customer, with where to find it', async () => {
    const { name } = await customer(1);
    const { kit_id } = (await call('GET', '/v1/kits')).body.data[0];
    const where = new URLSearchParams({ 'metadata.customer': name }).toString();
    const search = new URLSearchParams({ where }).toString();
    for (const view of [
      { name: 'of one', search },
      { name: 'of another', search: 'customer=nobody' },
    ])
      expect((await call('POST', '/v1/views', view)).status).toBeLessThan(300);
    const note = { agent: 'Ann', kit: kit_id, bricks: ['score'], text: `Ask ${name.toUpperCase()} again.` };
    const { note_id } = (await call('POST', '/v1/coaching-notes', note)).body;
    const { body } = await call('POST', '/v1/erasures', { filter: { customer: name }, expected: 1 });
    expect(body.mentions).toEqual([
      { kind: 'saved_view', name: 'of one', link: '/v1/views/of%20one' },
      { kind: 'coaching_note', name: note_id, link: `/v1/coaching-notes/${note_id}` },
    ]);
    expect((await ended(body.erasure_id)).status).toBe('succeeded');
  });

  it('erases everything of one customer and nothing else', async () => {
    const [mine, other] = [await customer(3), await customer(1)];
    const { status, body } = await call('POST', '/v1/erasures', { filter: { customer: mine.name }, expected: 3 });
    expect([status, body]).toMatchObject([202, { status: 'running', total: 3, erased: 0 }]);
    expect(await ended(body.erasure_id)).toMatchObject({ status: 'succeeded', total: 3, erased: 3 });
    expect(await Promise.all(mine.runIds.map(isErased))).toEqual([true, true, true]);
    expect(await isErased(other.runIds[0] ?? '')).toBe(false);
    expect((await call('GET', `/v1/runs/count?customer=${encodeURIComponent(mine.name)}`)).body.count).toBe(0);
    const kept = await service.testDatabase.database.query(`SELECT count(*)::int AS left FROM erasure_runs`);
    expect(kept.rows).toEqual([{ left: 0 }]);
  });

  it('takes the number of a count, less those that were erased before', async () => {
    const { name, runIds } = await customer(3);
    const own = (await publishedKit(service, kitDocument('again'))).kit_code;
    for (let index = 0; index < 3; index += 1)
      await toldRun(service, service.adminKey, own, { score: { value: 3 } }, { metadata: { customer: name } });
    const [first] = (await call('GET', `/v1/runs?kit_code=${own}`)).body.data;
    await call('DELETE', `/v1/runs/${first.run_id}`);
    const { body: counted } = await call('GET', `/v1/runs/count?kit_code=${own}`);
    expect(counted).toMatchObject({ count: 3, erased: 1 });
    const { status, body } = await call('POST', '/v1/erasures', {
      filter: { kit_code: own },
      expected: counted.count - counted.erased,
    });
    expect([status, body.total]).toEqual([202, 2]);
    await ended(body.erasure_id);
    expect(await Promise.all(runIds.map(isErased))).toEqual([false, false, false]);
  });

  it('erases the runs that it is given', async () => {
    const { runIds } = await customer(3);
    const { body } = await call('POST', '/v1/erasures', { run_ids: runIds.slice(0, 2) });
    expect(await ended(body.erasure_id)).toMatchObject({ total: 2, erased: 2 });
    expect(await Promise.all(runIds.map(isErased))).toEqual([true, true, false]);
  });

  it('takes conditions on answers', async () => {
    const { name, runIds } = await customer(2);
    const { body } = await call('POST', '/v1/erasures', {
      filter: { kit_code: code, customer: name, 'answer.score': 'lt:5' },
      expected: runIds.length,
    });
    expect(await ended(body.erasure_id)).toMatchObject({ erased: 2 });
  });

  it('erases nothing where the number is another', async () => {
    const { name, runIds } = await customer(2);
    const { status, body } = await call('POST', '/v1/erasures', { filter: { customer: name }, expected: 1 });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(JSON.stringify(body)).toContain('There are 2 runs to erase, not 1');
    expect(await Promise.all(runIds.map(isErased))).toEqual([false, false]);
  });

  it('stops when it is cancelled, and what is left stays', async () => {
    const { name } = await customer(1);
    const { body } = await call('POST', '/v1/erasures', { filter: { customer: name }, expected: 1 });
    const { body: cancelled } = await call('POST', `/v1/erasures/${body.erasure_id}/cancel`);
    // It may have been quicker.
    expect(['cancelled', 'succeeded']).toContain(cancelled.status);
    expect((await call('POST', `/v1/erasures/${body.erasure_id}/cancel`)).body).toEqual(cancelled);
  });

  it.each([
    [{ filter: {}, expected: 1 }, 400, 'at least one condition'],
    [{ filter: { custmer: 'x' }, expected: 1 }, 400, 'custmer'],
    [{ filter: { customer: 'x' } }, 400, 'expected: is required with filter'],
    [{ filter: { customer: 'x' }, expcted: 1 }, 400, 'did you mean \\"expected\\"?'],
    [{}, 400, 'either run_ids or filter'],
    [{ filter: { customer: 'x' }, run_ids: ['run_x'], expected: 1 }, 400, 'either run_ids or filter'],
    [{ run_ids: ['run_x'] }, 404, 'there is no run run_x'],
    [{ filter: { 'answer.score': 'lt:5' }, expected: 1 }, 400, 'add kit_code'],
    [{ filter: { customer: 'x' }, expected: -1 }, 400, 'expected'],
  ])('refuses %j', async (body, expected, sentence) => {
    const answer = await call('POST', '/v1/erasures', body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([expected, expect.stringContaining(sentence)]);
  });

  it('counts first, as many as it would erase, and erases nothing then', async () => {
    const { name, runIds } = await customer(3);
    await call('DELETE', `/v1/runs/${runIds[0]}`);
    const count = (body: Record<string, unknown>) => call('POST', '/v1/erasures', { ...body, dry_run: true });
    const before = (await call('GET', '/v1/erasures')).body;
    expect(await count({ filter: { customer: name } })).toMatchObject({ status: 200, body: { total: 2 } });
    expect((await count({ filter: { customer: name, kit_code: code, 'answer.score': 'lt:3' } })).body.total).toBe(0);
    expect((await count({ run_ids: runIds })).body.total).toBe(2);
    expect((await count({ filter: { custmer: name } })).status).toBe(400);
    expect((await call('GET', '/v1/erasures')).body).toEqual(before);
    expect(await Promise.all(runIds.map(isErased))).toEqual([true, false, false]);
  });

  it('counts and erases one customer of a large workspace, whose runs are not among the newest', async () => {
    const { name, runIds } = await customer(2);
    await service.testDatabase.database.query(
      `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, metadata, created_at)
       SELECT workspace_id, environment, uuidv7(), type, mode, kit_id, kit_code, kit_version_id, kit_version, '{"customer":"others"}', now()
       FROM runs, generate_series(1, 20000) WHERE id = (SELECT id FROM runs ORDER BY id DESC LIMIT 1)`,
    );
    // As autovacuum does.
    await service.testDatabase.database.query('ANALYZE');
    const query = new URLSearchParams({ customer: name });
    expect((await call('GET', `/v1/runs/count?${query}&facets=status`)).body).toMatchObject({
      count: 2,
      complete: true,
      facets: [{ values: [{ value: 'succeeded', count: 2 }] }],
    });
    expect((await call('GET', '/v1/runs/count')).body).toMatchObject({ count: 20_000, complete: false });
    // By a condition on answers, they are not among those that a count looks at.
    const [byAnswer, filter] = [new URLSearchParams({ kit_code: code, 'answer.score': 'lt:5' }), { kit_code: code }];
    expect((await call('GET', `/v1/runs/count?${byAnswer}`)).body).toMatchObject({ count: 0, complete: false });
    const counted = await call('POST', '/v1/erasures', {
      filter: { ...filter, 'answer.score': 'lt:5' },
      dry_run: true,
    });
    expect(counted.body.total).toBeGreaterThanOrEqual(2);
    const { status, body } = await call('POST', '/v1/erasures', { filter: { customer: name }, expected: 2 });
    expect([status, body.total]).toEqual([202, 2]);
    await ended(body.erasure_id);
    expect(await Promise.all(runIds.map(isErased))).toEqual([true, true]);
  });

  it('needs the permission, and knows only its own workspace', async () => {
    const { name } = await customer(1);
    const { body } = await call('POST', '/v1/erasures', { filter: { customer: name }, expected: 1 });
    const stranger = await service.key(await service.workspace('another'));
    expect((await service.call('GET', `/v1/erasures/${body.erasure_id}`, { key: stranger })).status).toBe(404);
    const theirs = await service.call('POST', '/v1/erasures', {
      key: stranger,
      body: { filter: { customer: name }, expected: 0 },
    });
    expect(theirs.body).toMatchObject({ total: 0 });
    const developer = await service.key(service.workspaceId, 'live', 'developer');
    expect((await service.call('POST', '/v1/erasures', { key: developer, body: { run_ids: ['run_x'] } })).status).toBe(
      403,
    );
  });
});
