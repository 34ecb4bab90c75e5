/** What was pushed is kept: it can be read, tried with another definition, and replayed, and nothing runs twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { setUpIntake } from './support/intake.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_HOUSEKEEPING_MS: '200' });
});
afterAll(() => service.stop());

const RIGHT = {
  auth: { type: 'token' },
  map: { input: '{ "transcript": text }', external_id: 'id' },
  kits: [{ kit: 'calls' }],
};
const WRONG = { ...RIGHT, map: { ...RIGHT.map, input: '{ "transcript": txt }' } };
const call = (id: string) => ({ id, text: TRANSCRIPT });

describe('POST /v1/intakes/:name/replay', () => {
  it('202: reads what failed again, with the definition as it is now; one, some, or all since a time', async () => {
    const { push, put, call: api, until, runs } = await setUpIntake(service, WRONG);
    const since = new Date().toISOString();
    const sent = await Promise.all(['a', 'b', 'c'].map((id) => push(call(id))));
    expect(sent.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    const [a, b, c] = sent.map(({ delivery_id }) => delivery_id);
    const tried = await api('POST', '/v1/intakes/calls/test', { delivery_id: a, intake: RIGHT });
    expect(tried.body).toMatchObject({ outcome: 'accepted', external_id: 'a' });
    await put(RIGHT);
    const replay = (body: object) => api('POST', '/v1/intakes/calls/replay', body);
    expect(await replay({ delivery_ids: [a] })).toMatchObject({ status: 202, body: { replayed: 1, more: false } });
    expect(await until(a)).toMatchObject({ outcome: 'accepted', external_id: 'a', runs: [{ replayed: false }] });
    expect(await replay({ since })).toMatchObject({ body: { replayed: 2 } });
    for (const id of [b, c]) expect(await until(id)).toMatchObject({ outcome: 'accepted' });
    expect((await replay({ since })).body.replayed).toBe(0);
    expect(await runs()).toHaveLength(3);
  });

  it('makes no second run, whatever is replayed; a kit that was added makes its own', async () => {
    const { push, put, call: api, until, runs, key } = await setUpIntake(service, RIGHT);
    const first = await push(call('a'));
    const again = { since: '2026-01-01T00:00:00Z', outcomes: ['accepted'] };
    expect((await api('POST', '/v1/intakes/calls/replay', again)).body.replayed).toBe(1);
    expect(await until(first.delivery_id)).toMatchObject({
      outcome: 'replayed',
      runs: first.runs.map((run: object) => ({ ...run, replayed: true })),
    });
    expect(await runs()).toHaveLength(1);
    await publishKit(service, key, { kit: 'more', bricks: [{ key: 'turns', type: 'numeric', metric: 'turn_count' }] });
    await put({ ...RIGHT, kits: [{ kit: 'calls' }, { kit: 'more' }] });
    await api('POST', '/v1/intakes/calls/replay', { delivery_ids: [first.delivery_id] });
    expect(await until(first.delivery_id)).toMatchObject({
      outcome: 'accepted',
      runs: [
        { kit: 'calls', replayed: true },
        { kit: 'more', replayed: false },
      ],
    });
    expect(await runs()).toHaveLength(2);
  });

  it('keeps keys longer than payloads, so that a late replay runs nothing twice', async () => {
    const { push } = await setUpIntake(service, RIGHT);
    const { runs } = await push(call('late'));
    const { rows } = await service.testDatabase.database.query<{ days: number }>(
      `SELECT extract(day FROM min(expires_at) - now())::int AS days FROM idempotency_keys k JOIN runs r ON r.id = k.run_id WHERE r.external_id = 'late'`,
    );
    expect(runs).toHaveLength(1);
    expect(rows[0]?.days).toBeGreaterThanOrEqual(30);
  });

  it.each([
    ['neither', {}],
    ['both', { delivery_ids: ['itd_01m7er7dg3f1v8b6p2q9k4n7wz'], since: '2026-01-01T00:00:00Z' }],
    ['something else', { delivery_ids: ['run_1'] }],
    ['outcomes of named ones', { delivery_ids: ['itd_01m7er7dg3f1v8b6p2q9k4n7wz'], outcomes: ['failed'] }],
  ])('400: %s', async (_what, body) => {
    const { call: api } = await setUpIntake(service, RIGHT);
    expect((await api('POST', '/v1/intakes/calls/replay', body)).status).toBe(400);
  });
});

describe('GET /v1/intakes/:name/deliveries/:id/payload', () => {
  it('200: as it was sent; it is encrypted where it is stored', async () => {
    const { push, call: api, put } = await setUpIntake(service, RIGHT);
    const { delivery_id: id } = await push(call('a'));
    const { body } = await api('GET', `/v1/intakes/calls/deliveries/${id}/payload`);
    expect(body).toEqual({ delivery_id: id, content_type: 'application/json', text: JSON.stringify(call('a')) });
    const { rows } = await service.testDatabase.database.query<{ payload: Buffer }>(
      'SELECT payload FROM intake_payloads',
    );
    for (const { payload } of rows) expect(payload.toString('latin1')).not.toContain('Customer');
    await put(RIGHT);
    const stranger = await setUpIntake(service, RIGHT);
    expect((await stranger.call('GET', `/v1/intakes/calls/deliveries/${id}/payload`)).status).toBe(404);
    expect((await stranger.call('GET', `/v1/intakes/calls/deliveries/${id}`)).status).toBe(404);
    expect((await stranger.call('POST', '/v1/intakes/calls/replay', { delivery_ids: [id] })).body.replayed).toBe(0);
  });
});

describe('retention', () => {
  it('drops payloads when their time is over, and never one that waits', async () => {
    const { push, log } = await setUpIntake(service, { ...RIGHT, keep_days: 1 });
    await push(call('a'));
    const { database } = service.testDatabase;
    await database.query(`UPDATE intake_payloads SET keep_until = now() - interval '1 second'`);
    await database.query(
      `INSERT INTO intake_payloads SELECT workspace_id, environment, gen_random_uuid(), intake_id, content_type, payload, bytes, true, received_at, keep_until FROM intake_payloads`,
    );
    await expect
      .poll(async () => (await database.query('SELECT pending FROM intake_payloads WHERE keep_until < now()')).rows, {
        timeout: 20_000,
      })
      .toSatisfy((rows: { pending: boolean }[]) => rows.length > 0 && rows.every(({ pending }) => pending));
    await database.query('DELETE FROM intake_payloads WHERE keep_until < now()');
    expect(await log()).toMatchObject([{ outcome: 'accepted', kept: false }]);
  });

  it('counts against what the plan stores: over the limit it is refused, and logged', async () => {
    const small = await startTestService({
      BRICKWORK_PLANS: JSON.stringify({
        tiny: {
          run_creations_per_minute: 600,
          reads_per_minute: 6000,
          runs_at_once: 5,
          sync_waits_at_once: 5,
          stored_runs: 100,
          stored_bytes: 3_000,
        },
      }),
    });
    try {
      const { send, log } = await setUpIntake(small, RIGHT, 'tiny');
      const statuses: number[] = [];
      for (let count = 0; count < 30 && !statuses.includes(507); count += 1)
        statuses.push((await send({ id: `c-${count}`, text: 'x'.repeat(300) })).status);
      expect(statuses.at(-1)).toBe(507);
      expect((await log('?outcome=refused'))[0].reason).toMatch(/^507: The plan "tiny" stores at most 3000 bytes/);
    } finally {
      await small.stop();
    }
  });
});
