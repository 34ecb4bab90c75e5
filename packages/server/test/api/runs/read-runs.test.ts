import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, KIT, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let engine: ReturnType<typeof heldEvaluator>;
let code: string;
beforeAll(async () => {
  engine = heldEvaluator();
  service = await startTestService({}, { evaluate: engine.evaluate });
  code = (await publishKit(service)).kit_code;
});
afterAll(() => service.stop());

const create = async (more: object = {}, key = service.adminKey): Promise<string> =>
  (
    await service.call('POST', '/v1/runs', {
      key,
      body: { kit_code: code, input: { transcript: TRANSCRIPT, instant: true }, ...more },
    })
  ).body.run_id;
const list = (query = '', key = service.adminKey) => service.call('GET', `/v1/runs${query}`, { key });
const ids = (body: { data: { run_id: string }[] }) => body.data.map(({ run_id }) => run_id);

describe('GET /v1/runs', () => {
  it('200: newest first, without outputs, page by page, while new ones arrive', async () => {
    const workspace = await service.workspace('pages');
    const key = await service.key(workspace);
    const pageCode = (await publishKit(service, key)).kit_code;
    const made: string[] = [];
    for (let index = 0; index < 25; index += 1)
      made.push(await create({ kit_code: pageCode, external_id: `e${index}` }, key));
    for (const id of made) await untilStatus(service, key, id, 'succeeded');
    const expected = [...made].sort().reverse();
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 10; page += 1) {
      const { status, body } = await list(`?limit=7${cursor}`, key);
      expect(status).toBe(200);
      seen.push(...ids(body));
      expect(JSON.stringify(body)).not.toContain('"output"');
      await create({ kit_code: pageCode }, key); // Arrives in front of what was read, and must not shift it.
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(expected);
    expect((await list('', key)).body.data.length).toBeLessThanOrEqual(50);
  });

  it('200: filters', async () => {
    const key = await service.key(await service.workspace('filters'));
    const first = await publishKit(service, key);
    const second = await publishKit(service, key, { ...KIT, kit: 'second' });
    const a = await create({ kit_code: first.kit_code, external_id: 'same' }, key);
    const b = await create({ kit_code: second.kit_code, external_id: 'same', type: 'sandbox' }, key);
    const held = await create({ kit_code: second.kit_code, input: { transcript: TRANSCRIPT } }, key);
    await untilStatus(service, key, a, 'succeeded');
    const { body: runB } = await (async () => ({ body: await untilStatus(service, key, b, 'succeeded') }))();
    await untilStatus(service, key, held, 'running');
    const cancelled = await create({ kit_code: first.kit_code, input: { transcript: TRANSCRIPT } }, key);
    await service.call('POST', `/v1/runs/${cancelled}/cancel`, { key });
    const found = async (query: string) => ids((await list(query, key)).body).sort();
    const sorted = (...all: string[]) => all.sort();
    expect(await found('?external_id=same')).toEqual([a]);
    expect(await found('?external_id=same&type=sandbox')).toEqual([b]);
    expect((await service.call('GET', '/v1/runs/count', { key })).body.count).toBe(3);
    expect(await found('?external_id=none')).toEqual([]);
    expect(await found(`?kit_code=${second.kit_code}`)).toEqual([held]);
    expect(await found('?type=sandbox')).toEqual([b]);
    expect(await found('?type=api')).toEqual(sorted(a, held, cancelled));
    expect(await found('?status=succeeded')).toEqual([a]);
    expect(await found('?status=running')).toEqual([held]);
    expect(await found('?status=cancelled')).toEqual([cancelled]);
    for (const status of ['queued', 'processing', 'failed']) expect(await found(`?status=${status}`)).toEqual([]);
    expect(await found(`?status=succeeded&kit_code=${second.kit_code}&type=sandbox&external_id=same`)).toEqual([b]);
    const at = encodeURIComponent(runB.created_at);
    expect(await found(`?type=sandbox&created_after=${at}`)).toEqual([b]);
    expect(await found(`?type=sandbox&created_before=${at}`)).toEqual([]);
    expect(await found(`?created_after=${at}`)).toContain(held);
    expect(await found(`?created_before=${at}`)).toEqual([a]);
    const one = await list('?limit=1', key);
    const two = await list(`?limit=1&cursor=${one.body.next_cursor}`, key);
    expect([...ids(one.body), ...ids(two.body)]).toEqual([cancelled, held]);
    for (const run of engine.held) run.succeed();
  });

  it.each([
    ['?limit=0', 'invalid_limit'],
    ['?limit=101', 'invalid_limit'],
    ['?limit=ten', 'invalid_limit'],
    ['?limit=1.5', 'invalid_limit'],
    ['?limit=', 'invalid_limit'],
    ['?limit=5&limit=6', 'invalid_limit'],
    ['?cursor=nonsense', 'invalid_cursor'],
    ['?cursor=', 'invalid_cursor'],
    ['?status=done', 'invalid_parameter'],
    ['?type=live', 'invalid_parameter'],
    ['?created_after=yesterday', 'invalid_parameter'],
    ['?kit_code=%00', 'invalid_parameter'],
    ['?kit_code=ABCDEFGH', 'invalid_parameter'],
    ['?kit_version_id=019a0000-0000-7000-8000-000000000000', 'invalid_parameter'],
    ['?external_id=%00', 'invalid_parameter'],
  ])('400: %s', async (query, error) => {
    const { status, body } = await list(query);
    expect([status, body.error]).toEqual([400, error]);
  });
});

describe('GET /v1/runs/:runId', () => {
  it('200: the input only with include=input and its permission, spans only when asked', async () => {
    const id = await create();
    await untilStatus(service, service.adminKey, id, 'succeeded');
    expect((await service.call('GET', `/v1/runs/${id}`, { key: service.adminKey })).body).not.toHaveProperty('input');
    const { body } = await service.call('GET', `/v1/runs/${id}?include=input,evidence_spans`, {
      key: service.adminKey,
    });
    expect(body.input.transcript).toBe(TRANSCRIPT);
    const runner = await service.key(service.workspaceId, 'live', 'runner');
    const refused = await service.call('GET', `/v1/runs/${id}?include=input`, { key: runner });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect(refused.body.detail).toContain('runs:read_input');
    expect((await service.call('GET', `/v1/runs/${id}`, { key: runner })).status).toBe(200);
    expect((await service.call('GET', `/v1/runs/${id}?include=everything`, { key: service.adminKey })).body.error).toBe(
      'invalid_parameter',
    );
  });

  it('404: unknown, malformed, or of the other environment', async () => {
    const id = await create();
    const test = await service.key(service.workspaceId, 'test');
    for (const [path, key] of [
      [`/v1/runs/${id}`, test],
      [`/v1/runs/run_${'0'.repeat(26)}`, service.adminKey],
      ['/v1/runs/nonsense', service.adminKey],
      [`/v1/runs/${'x'.repeat(500)}`, service.adminKey],
      ['/v1/runs/%00', service.adminKey],
    ] as const) {
      const { status, body } = await service.call('GET', path, { key });
      expect([path, status, body.error]).toEqual([path, 404, 'run_not_found']);
    }
  });
});

describe('GET /v1/runs/:runId/usage', () => {
  it('200 once it has ended, 409 before, 404 for other workspaces', async () => {
    const id = await create();
    await untilStatus(service, service.adminKey, id, 'succeeded');
    const usage = await service.call('GET', `/v1/runs/${id}/usage`, { key: service.adminKey });
    expect(usage.body).toEqual({
      run_id: id,
      status: 'succeeded',
      engine: 'local',
      attempts: 1,
      calls: 0,
      credits: 0,
      estimated: false,
      tokens: { input: 0, cached_input: 0, output: 0, total: 0 },
    });
    const open = await create({ input: { transcript: TRANSCRIPT } });
    const early = await service.call('GET', `/v1/runs/${open}/usage`, { key: service.adminKey });
    expect([early.status, early.body.error]).toEqual([409, 'run_not_completed']);
    const included = await service.call('GET', `/v1/runs/${open}?include=usage`, { key: service.adminKey });
    expect([included.status, included.body.usage]).toEqual([200, undefined]);
    for (const run of engine.held) run.succeed();
    expect((await service.call('GET', '/v1/runs/x/usage', { key: service.adminKey })).body.error).toBe('run_not_found');
  });
});

describe('GET /v1/usage', () => {
  it('200: totals by day and by kit, without sandbox runs', async () => {
    const key = await service.key(await service.workspace('books'));
    const kit = await publishKit(service, key);
    for (const more of [{}, {}, { type: 'sandbox' }])
      await untilStatus(service, key, await create({ kit_code: kit.kit_code, ...more }, key), 'succeeded');
    const byDay = await service.call('GET', '/v1/usage', { key });
    expect(byDay.body.data).toEqual([
      expect.objectContaining({
        day: new Date().toISOString().slice(0, 10),
        runs: 2,
        succeeded: 2,
        failed: 0,
        credits: 0,
      }),
    ]);
    const byKit = await service.call('GET', '/v1/usage?group_by=kit', { key });
    expect(byKit.body.data).toEqual([expect.objectContaining({ kit_id: kit.kit_id, kit_code: kit.kit_code, runs: 2 })]);
    const wrong = await service.call('GET', '/v1/usage?from=2026-02-01&to=2026-01-01', { key });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_parameter']);
  });
});
