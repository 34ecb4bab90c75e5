import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let engine: ReturnType<typeof heldEvaluator>;
let code: string;
beforeAll(async () => {
  engine = heldEvaluator();
  service = await startTestService({}, { evaluate: engine.evaluate });
  code = (await publishKit(service)).kit_code;
});
afterAll(() => service.stop());

const create = async (more: object = {}): Promise<string> =>
  (
    await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code: code, input: { transcript: TRANSCRIPT }, ...more },
    })
  ).body.run_id;
const get = async (id: string) => (await service.call('GET', `/v1/runs/${id}`, { key: service.adminKey })).body;

describe('POST /v1/runs/:runId/cancel', () => {
  it('200: a running run is cancelled at once, its work is aborted, its late result changes nothing', async () => {
    const index = engine.held.length;
    const id = await create();
    const run = await engine.next(index);
    const { status, body } = await service.call('POST', `/v1/runs/${id}/cancel`, { key: service.adminKey });
    expect([status, body.status]).toEqual([200, 'cancelled']);
    await expect.poll(() => run.signal.aborted, { timeout: 1_000, interval: 5 }).toBe(true);
    run.succeed();
    expect((await get(id)).status).toBe('cancelled');
    const again = await service.call('POST', `/v1/runs/${id}/cancel`, { key: service.adminKey });
    expect([again.status, again.body.error]).toEqual([409, 'run_already_terminal']);
    expect((await service.call('POST', '/v1/runs/nope/cancel', { key: service.adminKey })).body.error).toBe(
      'run_not_found',
    );
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('200: a waiting sync request is answered, on another node too', async () => {
    const api = await service.node({ BRICKWORK_ROLE: 'api' });
    const index = engine.held.length;
    const waiting = api.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code: code, input: { transcript: TRANSCRIPT }, mode: 'sync', external_id: 'wait' },
    });
    await engine.next(index);
    const { body } = await service.call('GET', '/v1/runs?external_id=wait', { key: service.adminKey });
    await service.call('POST', `/v1/runs/${body.data[0].run_id}/cancel`, { key: service.adminKey });
    expect((await waiting).body.status).toBe('cancelled');
  });
});

describe('DELETE /v1/runs/:runId', () => {
  it('200: deletes input, output, external id and metadata; a stub remains; repeating it is allowed', async () => {
    const id = await create({
      input: { transcript: 'Agent: very private words', instant: true },
      external_id: 'private-id',
      metadata: { who: 'private-person' },
    });
    await untilStatus(service, service.adminKey, id, 'succeeded');
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await service.call('DELETE', `/v1/runs/${id}`, { key: service.adminKey });
      expect([status, body]).toEqual([200, { run_id: id, erased: true }]);
    }
    const run = (await service.call('GET', `/v1/runs/${id}?include=input`, { key: service.adminKey })).body;
    expect(run).toMatchObject({ run_id: id, status: 'succeeded', erased_at: expect.any(String) });
    for (const field of ['input', 'output', 'external_id', 'metadata']) expect(run).not.toHaveProperty(field);
    const { rows } = await service.testDatabase.database.query<{ text: string }>(
      `SELECT string_agg(r::text, '') || (SELECT string_agg(e::text, '') FROM run_results e) || coalesce((SELECT string_agg(j::text, '') FROM jobs j), '') AS text FROM runs r`,
    );
    expect(rows[0]?.text).not.toMatch(/private/);
  });

  it('200: cancels a run in progress first; 403 without the permission; 404 for other workspaces', async () => {
    const id = await create();
    await untilStatus(service, service.adminKey, id, 'running');
    const developer = await service.key(service.workspaceId, 'live', 'developer');
    expect((await service.call('DELETE', `/v1/runs/${id}`, { key: developer })).body).toMatchObject({
      error: 'forbidden',
      detail: expect.stringContaining('runs:erase'),
    });
    expect((await service.call('DELETE', `/v1/runs/${id}`, { key: service.adminKey })).status).toBe(200);
    expect((await get(id)).status).toBe('cancelled');
    expect((await service.call('DELETE', '/v1/runs/x', { key: service.adminKey })).body.error).toBe('run_not_found');
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });
});

describe('POST /v1/batches', () => {
  it('200: a result for each line; one bad line does not affect the others', async () => {
    const good = { kit_code: code, input: { transcript: TRANSCRIPT, instant: true } };
    const { status, body } = await service.call('POST', '/v1/batches', {
      key: service.adminKey,
      body: {
        runs: [
          good,
          { ...good, input: 1 },
          { ...good, idempotency_key: 'b1' },
          { ...good, idempotency_key: 'b1' },
          { ...good, kit_code: 'ABCDEFGH' },
          'x',
          { ...good, idempotency_key: '' },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body.data.map((line: { http_status: number; error?: string }) => [line.http_status, line.error])).toEqual([
      [202, undefined],
      [400, 'input_must_be_object'],
      [202, undefined],
      [202, undefined],
      [404, 'kit_not_found'],
      [400, 'kit_code_or_kit_version_id_required'],
      [400, 'invalid_idempotency_key'],
    ]);
    expect(body.data[2].run_id).toBe(body.data[3].run_id);
    expect([body.data[2].replayed, body.data[3].replayed].sort()).toEqual([false, true]);
    for (const index of [0, 2]) await untilStatus(service, service.adminKey, body.data[index].run_id, 'succeeded');
  });
});

describe('GET /v1/runs/export', () => {
  it('200: one row per brick as JSON lines and CSV, inputs only with the permission', async () => {
    const key = await service.key(await service.workspace('export'));
    const exportCode = (await publishKit(service, key)).kit_code;
    for (const external_id of ['=cmd()', 'plain']) {
      const made = await service.call('POST', '/v1/runs', {
        key,
        body: { kit_code: exportCode, input: { transcript: TRANSCRIPT, instant: true }, external_id },
      });
      await untilStatus(service, key, made.body.run_id, 'succeeded');
    }
    const lines = (await service.call('GET', '/v1/runs/export', { key })).body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      external_id: '=cmd()',
      status: 'succeeded',
      kit_code: exportCode,
      brick_key: 'turns',
      value: 3,
    });
    expect(lines[0]).not.toHaveProperty('input');
    const csv = await service.call('GET', '/v1/runs/export?format=csv&include=input', { key });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const rows = csv.body.trim().split('\r\n');
    expect(rows[0]).toMatch(/^run_id,external_id,.*,evidence,input$/);
    expect(rows[1]).toContain("'=cmd()");
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await service.call('GET', '/v1/runs/export?include=input', { key: viewer })).status).toBe(403);
    expect((await service.call('GET', '/v1/runs/export?format=xml', { key })).body.error).toBe('invalid_parameter');
  });
});
