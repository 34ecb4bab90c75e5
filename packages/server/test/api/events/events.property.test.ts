import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../../../test/support/draws.ts';
import { heldEvaluator, publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import type { Database } from '../../../src/database/database.ts';
import { createEventLog } from '../../../src/outbound/webhooks/store/event-log.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let workspaces = 0;
beforeAll(async () => {
  service = await startTestService(
    { ...WEBHOOK_ENVIRONMENT, BRICKWORK_WEBHOOK_PAYLOAD_BYTES: '2048', BRICKWORK_HOUSEKEEPING_MS: '200' },
    { evaluate: heldEvaluator().evaluate },
  );
});
afterAll(() => service.stop());

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`events-${workspaces}`);
  const key = await service.key(workspaceId);
  const { kit_code } = await publishKit(service, key);
  const run = async (more: object = {}): Promise<string> => {
    const body = { kit_code, input: { transcript: 'Agent: Hi.', instant: true }, ...more };
    const { run_id } = (await service.call('POST', '/v1/runs', { key, body })).body;
    await untilStatus(service, key, run_id, 'succeeded');
    return run_id;
  };
  const events = async (query = '') => (await service.call('GET', `/v1/events${query}`, { key })).body;
  return { workspaceId, key, kit_code, run, events };
}

describe('GET /v1/events', () => {
  it('lists every ended run in order, even without an endpoint, and always returns a cursor', async () => {
    const { key, run, events } = await setUp();
    expect(await events()).toMatchObject({ data: [], has_more: false, next_cursor: expect.any(String) });
    const ids = [await run(), await run(), await run()];
    const first = await events('?limit=2');
    expect(first.data.map(({ data }: { data: { run_id: string } }) => data.run_id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const second = await events(`?limit=2&after=${first.next_cursor}`);
    expect(second).toMatchObject({ data: [{ data: { run_id: ids[2] } }], has_more: false });
    const shown = (await service.call('GET', `/v1/runs/${ids[2]}`, { key })).body;
    expect(second.data[0].data).toEqual(shown);
    expect(await events(`?after=${second.next_cursor}`)).toEqual({
      data: [],
      has_more: false,
      next_cursor: second.next_cursor,
    });
    expect((await events('?after=latest')).next_cursor).toBe(second.next_cursor);
    for (const [query, code] of [
      ['?after=nope', 'invalid_cursor'],
      ['?after=', 'invalid_cursor'],
      ['?limit=0', 'invalid_limit'],
      ['?limit=101', 'invalid_limit'],
    ] as const)
      expect((await events(query)).error).toBe(code);
  });

  it('never takes a run for erased that a standby does not have yet', async () => {
    const { workspaceId, run } = await setUp();
    const runId = await run();
    const { database } = service.testDatabase;
    // The primary answers the first statement and is away for the second.
    let asked = 0;
    const reads: Database['reads'] = {
      async query(statement, values) {
        asked += 1;
        if (asked === 1) return database.query(statement, values);
        return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
      },
    };
    const log = createEventLog({ ...database, reads }, 100_000);
    const scope = { workspaceId, environment: 'live' } as const;
    await expect(log.after(scope, 0, 10, 1_000_000)).rejects.toMatchObject({ code: 'unavailable' });
    const [event] = await createEventLog(database, 100_000).after(scope, 0, 10, 1_000_000);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ thin: false, data: { run_id: runId } });
  });

  it('skips nothing while many runs end at once on two nodes', async () => {
    const { key, kit_code, events } = await setUp();
    const other = await service.node();
    const seen: string[] = [];
    let cursor = (await events('?after=latest')).next_cursor;
    const readOn = async (): Promise<void> => {
      const page = await events(`?limit=7&after=${cursor}`);
      seen.push(...page.data.map(({ data }: { data: { run_id: string } }) => data.run_id));
      cursor = page.next_cursor;
    };
    const body = { kit_code, input: { transcript: 'Hi.', instant: true } };
    const each = draws(100);
    const batch = { runs: Array.from({ length: each }, () => body) };
    const creating = Promise.all(
      [service, other, service, other].map((node) => node.call('POST', '/v1/batches', { key, body: batch })),
    );
    const wanted = (await creating).flatMap(({ body: { data } }) =>
      data.map((line: { run_id: string }) => line.run_id),
    );
    await expect
      .poll(
        async () => {
          await readOn();
          return seen.length;
        },
        { timeout: 25_000, interval: 1 },
      )
      .toBe(4 * each);
    expect([...seen].sort()).toEqual(wanted.sort());
    await readOn();
    expect(seen).toHaveLength(4 * each);
    const { rows } = await service.testDatabase.database.query<{ dense: boolean }>(
      'SELECT count(*) = max(position) AS dense FROM events GROUP BY workspace_id, environment',
    );
    expect(rows.every(({ dense }) => dense)).toBe(true);
  });

  it('200 for a viewer: every role has runs:read', async () => {
    const { workspaceId, run } = await setUp();
    await run();
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await service.call('GET', '/v1/events', { key: viewer })).body.data).toHaveLength(1);
  });
});

describe('a thin event', () => {
  it('starts one byte above the limit, counted in bytes and not in characters', async () => {
    const { run, events } = await setUp();
    await run({ metadata: { pad: '' } });
    const bare = Buffer.byteLength(JSON.stringify((await events()).data[0]));
    const room = 2_048 - bare;
    // Timestamps may differ by a few bytes between runs, so the padding is tested on both sides of the limit.
    const euros = (bytes: number) => ({ a: '€'.repeat(160), pad: '€'.repeat(Math.floor(bytes / 3) - 165) });
    await run({ metadata: euros(room - 60) });
    await run({ metadata: euros(room + 60) });
    const [, below, above] = (await events()).data;
    expect(below.thin).toBe(false);
    expect(Buffer.byteLength(JSON.stringify(below))).toBeLessThanOrEqual(2_048);
    expect(JSON.stringify(below).length).toBeLessThan(2_048 - 400);
    expect(above.thin).toBe(true);
    expect(Object.keys(above.data).sort()).toEqual(['duration_ms', 'run_id', 'status']);
  });
});

describe('erasure and retention', () => {
  it('leave a thin event, both for the cursor and for a pending delivery', async () => {
    const { key, run, events } = await setUp();
    const receiver = await startReceiver();
    const { body: endpoint } = await service.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
    receiver.behave((response, { body }) => void response.writeHead(200).end(body));
    const runId = await run({ external_id: 'very-private' });
    await receiver.until(1);
    await service.call('POST', `/v1/webhooks/${endpoint.id}/disable`, { key });
    const waiting = await run({ external_id: 'very-private' });
    for (const id of [runId, waiting]) await service.call('DELETE', `/v1/runs/${id}`, { key });
    for (const event of (await events()).data) {
      expect(event.thin).toBe(true);
      expect(Object.keys(event.data).sort()).toEqual(['duration_ms', 'run_id', 'status']);
    }
    receiver.behave(answer(204));
    await service.call('POST', `/v1/webhooks/${endpoint.id}/enable`, { key });
    const [, second] = await receiver.until(2);
    expect(second?.event).toMatchObject({ thin: true, data: { run_id: waiting, status: 'succeeded' } });
    const log = await service.call('GET', `/v1/webhooks/${endpoint.id}/deliveries`, { key });
    expect(JSON.stringify(log.body)).not.toContain('very-private');
    await receiver.stop();
  });

  it('delete the events of deleted runs, and the cursor continues after them', async () => {
    const { workspaceId, key, run, events } = await setUp();
    const database = service.testDatabase.database;
    const start = (await events('?after=latest')).next_cursor;
    await run();
    await run();
    await database.query('UPDATE workspaces SET keep_output_days = 0 WHERE name = $1', [`events-${workspaces}`]);
    await expect.poll(async () => (await events()).data.every(({ thin }: { thin: boolean }) => thin)).toBe(true);
    await database.query('UPDATE workspaces SET keep_run_days = 0 WHERE name = $1', [`events-${workspaces}`]);
    await expect.poll(async () => (await events()).data.length, { timeout: 10_000 }).toBe(0);
    const page = await events(`?after=${start}`);
    expect(page.has_more).toBe(false);
    expect(page.next_cursor).toBe((await events('?after=latest')).next_cursor);
    expect(workspaceId).toMatch(/^ws_/);
    expect((await service.call('GET', '/v1/runs', { key })).body.data).toEqual([]);
    expect(await checkInvariants(database)).toEqual([]);
  });
});

describe('GET /v1/events/:eventId', () => {
  it('200: the event as it is listed; 404: none, and one of another workspace', async () => {
    const { key, run, events } = await setUp();
    await run();
    const [event] = (await events()).data;
    const { status, body } = await service.call('GET', `/v1/events/${event.id}`, { key });
    expect([status, body]).toEqual([200, event]);
    const stranger = await setUp();
    for (const [id, who] of [
      ['evt_nothing', key],
      [event.id, stranger.key],
    ]) {
      const { status: refused, body: error } = await service.call('GET', `/v1/events/${id}`, { key: who ?? '' });
      expect([refused, error.error]).toEqual([404, 'not_found']);
    }
  });

  it('200: without contents once its run is erased', async () => {
    const { key, run, events } = await setUp();
    const id = await run();
    const [event] = (await events()).data;
    await service.call('DELETE', `/v1/runs/${id}`, { key });
    const { body } = await service.call('GET', `/v1/events/${event.id}`, { key });
    expect(body).toMatchObject({ id: event.id, thin: true, data: { run_id: id } });
    expect(body.data.output).toBeUndefined();
  });
});
