/** What becomes of a delivery, step by step: its row, its job, its lane and its log, and who is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../../access/store/access-store.ts';
import { decodeId, encodeId, newId, newUuid } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { laneOf } from '../../../queue/lane.ts';
import { LaneClock } from '../../../queue/lane-clock.ts';
import { createJobStore, type HeldJob } from '../../../queue/store/job-store.ts';
import type { RecordedEvent } from '../event.ts';
import type { FailingWebhook } from '../failing.ts';
import type { FinishedAttempt } from './end-attempts.ts';
import { createRecordEvents } from './record-events.ts';
import { createWebhookStores } from './webhook-store.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
// What one test leaves to be sent is not for the next to claim.
beforeEach(async () => {
  await test.database.query('TRUNCATE jobs, lanes');
});

const NOW = new Date('2026-03-01T10:00:00Z');
const LATER = new Date('2026-03-01T10:05:00Z');
const LEASE = 60_000;
const URL_OF = 'https://hooks.example.com/in?token=secret';
const clock = new LaneClock();

let workspaces = 0;

async function scopeOf(): Promise<Scope> {
  const workspaceId = newId('ws', NOW);
  workspaces += 1;
  await createAccessStore(test.database).insertWorkspace({
    ...{ id: workspaceId, name: `workspace-${workspaces}`, plan: 'unlimited', createdAt: NOW },
  });
  return { workspaceId, environment: 'live' };
}

const putting = (url = URL_OF, more: object = {}) => ({
  endpointId: newId('whe', NOW),
  url,
  secret: Buffer.from('sealed'),
  secretHint: 'whsec_…12345',
  now: NOW,
  overlapMs: 1_000,
  includesSandbox: undefined,
  isMasked: undefined,
  isNewMasked: false,
  isSameUrl: (current: string) => current === url,
  isReadable: () => true,
  ...more,
});

/** A workspace with an endpoint, its stores, and what they told. */
async function setUp(capacity = 2) {
  const scope = await scopeOf();
  const failing: FailingWebhook[] = [];
  let wakes = 0;
  const lanes = { clock, capacity };
  const record = createRecordEvents(lanes);
  const stores = createWebhookStores({
    database: test.database,
    lanes,
    record,
    maxEventBytes: 10_000,
    tellFailing: async (_tx, told) => void failing.push(...told),
    onReady: () => {
      wakes += 1;
    },
  });
  const { endpoint } = await stores.endpoints.put(scope, putting());
  const jobs = createJobStore(test.open(), clock);
  const send = async (count: number, more: Partial<RecordedEvent> = {}) => {
    const events = Array.from({ length: count }, (_, index) => eventOf(scope, { body: `{"n":${index}}`, ...more }));
    const isReady = await test.database.transaction((tx) => record(tx, events));
    return { isReady, uuids: events.map(({ eventId }) => decodeId('evt', eventId) ?? '') };
  };
  const claim = (count: number) => jobs.claim(DELIVERY_KIND, count, LEASE);
  const begin = (job: HeldJob, attemptId = newUuid(NOW)) => stores.deliveries.begin(job, attemptId, NOW, LEASE);
  const finish = (job: HeldJob, attemptId: string, verdict: FinishedAttempt['verdict'], outcome = 'http_500') =>
    stores.deliveries.finish(job, {
      ...{ attemptId, verdict, outcome, now: LATER, latencyMs: 12 },
      ...{ httpStatus: 500, response: Buffer.from('no') },
    });
  /** One delivery that is being sent. */
  const begun = async () => {
    const { uuids } = await send(1);
    const [job] = (await claim(1)) as [HeldJob];
    const attemptId = newUuid(NOW);
    const attempt = await begin(job, attemptId);
    return { uuid: uuids[0] ?? '', job, attemptId, attempt };
  };
  const rowOf = async (uuid: string) => {
    const { rows } = await test.database.query<Record<string, unknown>>(
      `SELECT d.status, d.attempts, d.next_attempt_at, d.series_started_at, d.updated_at, j.state, j.attempts AS claims FROM webhook_deliveries d
       LEFT JOIN jobs j ON j.kind = 'delivery' AND j.id = d.event_id WHERE d.workspace_id = $1 AND d.event_id = $2`,
      [decodeId('ws', scope.workspaceId), uuid],
    );
    return rows[0];
  };
  const laneState = async () =>
    (
      await test.database.query<{ said: string }>(
        `SELECT active || ' of ' || capacity AS said FROM lanes WHERE kind = 'delivery' AND lane = $1`,
        [laneOf(scope)],
      )
    ).rows[0]?.said;
  const woken = () => wakes;
  return { scope, stores, endpoint, failing, woken, send, claim, begin, finish, begun, rowOf, laneState };
}

function eventOf(scope: Scope, more: Partial<RecordedEvent> = {}): RecordedEvent {
  return { ...scope, eventId: newId('evt', NOW), type: 'run.succeeded', createdAt: NOW, body: '{}', ...more };
}

async function audited({ workspaceId }: Scope): Promise<unknown[]> {
  const { rows } = await test.database.query<{ action: string; target_id: string; details: unknown; actor_id: string }>(
    `SELECT action, target_id, details, actor_id FROM audit_entries WHERE workspace_id = $1 AND action NOT IN ('workspace.created', 'webhook.saved') ORDER BY at, id`,
    [decodeId('ws', workspaceId)],
  );
  return rows.map(({ action, target_id, details, actor_id }) => [action, target_id, details, actor_id]);
}

describe('events that are recorded', () => {
  it('have positions in their order, in each scope of its own', async () => {
    const [one, other] = [await scopeOf(), await scopeOf()];
    const record = createRecordEvents({ clock, capacity: 2 });
    const [first, second, third] = [eventOf(one), eventOf(other), eventOf(one)] as const;
    expect(await test.database.transaction((tx) => record(tx, [first, second, third]))).toBe(false);
    expect(await test.database.transaction((tx) => record(tx, []))).toBe(false);
    const { rows } = await test.database.query<{ id: string; position: string }>(
      'SELECT id, position FROM events WHERE id = ANY ($1) ORDER BY id',
      [[first, second, third].map(({ eventId }) => decodeId('evt', eventId))],
    );
    const positions = new Map(rows.map(({ id, position }) => [encodeId('evt', id), Number(position)]));
    expect([first, second, third].map(({ eventId }) => positions.get(eventId))).toEqual([1, 1, 2]);
  });

  it('are delivered as far as the lane has room, the others wait', async () => {
    const { send, rowOf, laneState } = await setUp();
    const { isReady, uuids } = await send(3);
    expect(isReady).toBe(true);
    const states = await Promise.all(uuids.map(async (uuid) => (await rowOf(uuid))?.state));
    expect(states).toEqual(['ready', 'ready', 'parked']);
    expect(await laneState()).toBe('2 of 2');
    expect((await send(1)).isReady).toBe(false);
    expect(await rowOf(uuids[0] ?? '')).toMatchObject({ status: 'pending', attempts: 0, updated_at: NOW });
  });

  it('wait at an endpoint that is disabled', async () => {
    const { scope, stores, endpoint, send, rowOf } = await setUp();
    await stores.endpoints.setEnabled(scope, endpoint.endpointId, false, NOW);
    const { isReady, uuids } = await send(1);
    expect([isReady, (await rowOf(uuids[0] ?? ''))?.state]).toEqual([false, 'parked']);
  });

  it('are only listed where they are quiet, or of the sandbox and nobody asked for it', async () => {
    const { scope, stores, send, rowOf } = await setUp();
    const quiet = await send(1, { isQuiet: true });
    const sandbox = await send(1, { isSandbox: true });
    expect([quiet.isReady, sandbox.isReady]).toEqual([false, false]);
    expect([await rowOf(quiet.uuids[0] ?? ''), await rowOf(sandbox.uuids[0] ?? '')]).toEqual([undefined, undefined]);
    expect(await stores.events.lastPosition(scope)).toBe(2);
    await stores.endpoints.put(scope, putting(URL_OF, { includesSandbox: true }));
    const asked = await send(1, { isSandbox: true });
    expect([asked.isReady, (await rowOf(asked.uuids[0] ?? ''))?.status]).toEqual([true, 'pending']);
    const { rows } = await test.database.query<{ body: string | null }>(
      'SELECT body FROM events WHERE id = ANY ($1) ORDER BY position',
      [[...quiet.uuids, ...sandbox.uuids, ...asked.uuids]],
    );
    expect(rows.map(({ body }) => body)).toEqual([null, null, '{"n":0}']);
  });
});

describe('an attempt', () => {
  it('begins with what it is sent to and signed with', async () => {
    const { scope, stores, endpoint, begun, rowOf } = await setUp();
    const { attempt, uuid } = await begun();
    expect(attempt).toMatchObject({ number: 1, seriesStartedAt: NOW, url: URL_OF, isMasked: false });
    expect(attempt?.secrets).toEqual([Buffer.from('sealed')]);
    expect(attempt?.event).toMatchObject({ body: '{"n":0}', eventId: encodeId('evt', uuid), type: 'run.succeeded' });
    expect(await rowOf(uuid)).toMatchObject({ status: 'pending', attempts: 1, series_started_at: NOW, state: 'held' });
    const next = { secret: Buffer.from('newer'), secretHint: 'h', now: NOW, overlapMs: 1 };
    await stores.endpoints.rotate(scope, endpoint.endpointId, next);
    expect((await begun()).attempt?.secrets).toEqual([Buffer.from('newer'), Buffer.from('sealed')]);
  });

  it('that failed is tried again later, and lets the next one in', async () => {
    const { scope, stores, send, claim, begin, finish, rowOf, woken, laneState } = await setUp(1);
    const { uuids } = await send(2);
    const [job] = (await claim(1)) as [HeldJob];
    const attemptId = newUuid(NOW);
    await begin(job, attemptId);
    expect(await finish(job, attemptId, { kind: 'retry', delayMs: 600_000 })).toBe(true);
    expect(woken()).toBe(1);
    expect(await laneState()).toBe('1 of 1');
    const row = await rowOf(uuids[0] ?? '');
    expect(row).toMatchObject({ status: 'pending', attempts: 1, state: 'delayed', updated_at: LATER });
    expect(Number(row?.next_attempt_at)).toBeGreaterThan(Date.now());
    const found = await stores.log.find(scope, uuids[0] ?? '');
    expect(found).toMatchObject({ status: 'pending', attempts: 1, nextAttemptAt: row?.next_attempt_at });
    expect(found?.log).toMatchObject([
      { attemptId: encodeId('dlv', attemptId), number: 1, url: URL_OF, outcome: 'http_500', httpStatus: 500 },
    ]);
    expect(found?.log[0]).toMatchObject({ latencyMs: 12, response: Buffer.from('no'), finishedAt: LATER });
    const [second] = (await claim(1)) as [HeldJob];
    expect(second.id).toBe(uuids[1]);
    // Nobody else waits: nobody has to be woken.
    const other = newUuid(NOW);
    await begin(second, other);
    await finish(second, other, { kind: 'retry', delayMs: 600_000 });
    expect(woken()).toBe(1);
  });

  it('that was interrupted does not count, and is due at once', async () => {
    const { begun, finish, rowOf } = await setUp();
    const { uuid, job, attemptId } = await begun();
    expect(await finish(job, attemptId, { kind: 'interrupted' }, 'interrupted')).toBe(true);
    const row = await rowOf(uuid);
    expect(row).toMatchObject({ status: 'pending', attempts: 0, state: 'delayed' });
    expect(Number(row?.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('that settles its delivery lets the next one in, and tells of what is dead, by endpoint', async () => {
    const { scope, send, claim, begin, finish, rowOf, failing, woken } = await setUp(2);
    const { uuids } = await send(3);
    const held = await claim(2);
    const attempts = held.map(() => newUuid(NOW));
    for (const [index, job] of held.entries()) await begin(job, attempts[index]);
    const ends = held.map((job, index) =>
      finish(job, attempts[index] ?? '', index === 0 ? { kind: 'succeeded' } : { kind: 'dead' }, `http_${index}`),
    );
    expect(await Promise.all(ends)).toEqual([true, true]);
    const states = await Promise.all(uuids.map(async (uuid) => (await rowOf(uuid))?.status));
    expect(states).toEqual(['succeeded', 'dead', 'pending']);
    expect((await rowOf(uuids[2] ?? ''))?.state).toBe('ready');
    expect(woken()).toBe(1);
    expect(failing).toEqual([{ ...scope, dead: 1, outcome: 'http_1', isDisabled: false, at: LATER }]);
    const [job] = (await claim(1)) as [HeldJob];
    const last = newUuid(NOW);
    await begin(job, last);
    expect(await finish(job, last, { kind: 'succeeded' }, 'succeeded')).toBe(true);
    expect(await finish(job, last, { kind: 'dead' }, 'http_500')).toBe(false);
    expect(failing).toHaveLength(1);
    expect(woken()).toBe(1);
  });

  it('whose lease was lost changes nothing but its own record', async () => {
    const { scope, stores, begun, finish, rowOf, failing } = await setUp();
    const { uuid, job, attemptId } = await begun();
    const stale = { ...job, token: newUuid() };
    expect(await stores.deliveries.begin(stale, newUuid(NOW), NOW, LEASE)).toBeUndefined();
    for (const verdict of [
      { kind: 'retry', delayMs: 0 },
      { kind: 'interrupted' },
      { kind: 'gone', url: URL_OF },
      { kind: 'dead' },
    ] as const)
      expect(await finish(stale, attemptId, verdict)).toBe(false);
    expect(await rowOf(uuid)).toMatchObject({ status: 'pending', attempts: 1, state: 'held' });
    expect((await stores.log.find(scope, uuid))?.log).toMatchObject([{ outcome: 'http_500' }]);
    expect(failing).toEqual([]);
    expect(await stores.endpoints.find(scope)).toMatchObject({ isEnabled: true });
  });

  it('that a lost worker began is repeated under its number', async () => {
    const { scope, stores, begun, begin } = await setUp();
    const { job, uuid } = await begun();
    expect(await begin(job)).toMatchObject({ number: 1 });
    const log = (await stores.log.find(scope, uuid))?.log;
    expect(log?.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'worker_lost'],
      [1, undefined],
    ]);
  });

  it('finds its endpoint disabled and waits, or removed and is cancelled', async () => {
    const { scope, stores, endpoint, send, claim, begin, rowOf } = await setUp();
    const { uuids } = await send(2);
    const [job, other] = (await claim(2)) as [HeldJob, HeldJob];
    await stores.endpoints.setEnabled(scope, endpoint.endpointId, false, NOW);
    expect(await begin(job)).toBeUndefined();
    expect(await rowOf(job.id)).toMatchObject({ status: 'pending', attempts: 0, state: 'parked' });
    await test.database.query('DELETE FROM webhook_endpoints WHERE workspace_id = $1', [keyOf(scope)[0]]);
    expect(await begin(other)).toBeUndefined();
    expect(await rowOf(other.id)).toMatchObject({ status: 'cancelled', state: null, updated_at: NOW });
    expect(uuids).toHaveLength(2);
  });

  it('answered with 410 to the last disables the endpoint, if it is still the same', async () => {
    for (const url of [URL_OF, 'https://other.example.com/']) {
      const { scope, stores, endpoint, begun, finish, rowOf, failing } = await setUp();
      const { uuid, job, attemptId } = await begun();
      const isDisabled = url === URL_OF;
      expect(await finish(job, attemptId, { kind: 'gone', url }, 'http_410')).toBe(true);
      expect(await rowOf(uuid)).toMatchObject({ status: 'dead', state: null, updated_at: LATER });
      expect(failing).toEqual([{ ...scope, dead: 1, outcome: 'http_410', isDisabled, at: LATER }]);
      expect(await stores.endpoints.find(scope)).toMatchObject({ isEnabled: !isDisabled });
      expect(await audited(scope)).toEqual(
        isDisabled ? [['webhook.disabled', endpoint.endpointId, { reason: 'gone' }, 'system']] : [],
      );
      const saved = await stores.endpoints.put(scope, putting());
      expect(saved.endpoint).toMatchObject({ isEnabled: true, disabledReason: undefined });
    }
  });
});

describe('the log', () => {
  it('lists the newest first, after a place, by status, each with its own attempts', async () => {
    const { scope, stores, endpoint, send } = await setUp();
    await stores.endpoints.setEnabled(scope, endpoint.endpointId, false, NOW);
    for (let minute = 0; minute < 3; minute += 1) await send(1, { createdAt: new Date(+NOW + minute * 60_000) });
    const all = { limit: 10, before: undefined, status: undefined };
    const listed = await stores.log.list(scope, all);
    expect(listed.map(({ createdAt }) => (Number(createdAt) - +NOW) / 60_000)).toEqual([2, 1, 0]);
    const rest = await stores.log.list(scope, { ...all, before: listed[0] });
    expect(rest.map(({ uuid }) => uuid)).toEqual(listed.slice(1).map(({ uuid }) => uuid));
    expect(await stores.log.list(scope, { ...all, limit: 1 })).toHaveLength(1);
    expect(await stores.log.list(scope, { ...all, before: listed[0], status: 'pending' })).toHaveLength(2);
    expect(await stores.log.list(scope, { ...all, status: 'dead' })).toEqual([]);
    await test.database.query(
      `INSERT INTO webhook_attempts (workspace_id, environment, id, event_id, number, url, started_at) SELECT workspace_id, environment, $2, event_id, 1, 'https://a', $3 FROM webhook_deliveries WHERE event_id = $1`,
      [listed[1]?.uuid, newUuid(), new Date(+NOW + 3_600_000)],
    );
    const again = await stores.log.list(scope, all);
    expect(again.map(({ log }) => log.length)).toEqual([0, 1, 0]);
    expect(again.map(({ updatedAt }) => (Number(updatedAt) - +NOW) / 60_000)).toEqual([2, 60, 0]);
    expect(again[1]?.log[0]).toMatchObject({ finishedAt: undefined, outcome: undefined, response: undefined });
  });

  it('starts what has ended again, and hastens what waits for its retry', async () => {
    const { scope, stores, begun, finish, rowOf, claim } = await setUp();
    const { uuid, job, attemptId } = await begun();
    expect(await stores.log.ofAttempt(scope, attemptId)).toBe(uuid);
    expect(await stores.log.ofAttempt(scope, newUuid())).toBeUndefined();
    // It is being sent.
    expect(await stores.log.replay(scope, uuid, LATER)).toBe('replayed');
    expect(await rowOf(uuid)).toMatchObject({ attempts: 1, state: 'held', updated_at: NOW });
    await finish(job, attemptId, { kind: 'retry', delayMs: 600_000 });
    expect(await stores.log.replay(scope, uuid, LATER)).toBe('replayed');
    expect(await rowOf(uuid)).toMatchObject({ attempts: 1, state: 'delayed', next_attempt_at: LATER });
    const again: HeldJob[] = [];
    await expect.poll(async () => again.push(...(await claim(1)))).toBe(1);
    expect(await finish(again[0] ?? job, attemptId, { kind: 'dead' })).toBe(true);
    expect(await stores.log.replay(scope, uuid, LATER)).toBe('replayed');
    expect(await rowOf(uuid)).toMatchObject({ status: 'pending', attempts: 0, state: 'ready', updated_at: LATER });
    expect(await stores.log.replay(scope, newUuid(), LATER)).toBe('unknown');
    const entry = ['delivery.replayed', encodeId('evt', uuid), null, 'system'];
    expect(await audited(scope)).toEqual([entry, entry, entry]);
    await test.database.query('DELETE FROM webhook_endpoints WHERE workspace_id = $1', [keyOf(scope)[0]]);
    expect(await stores.log.replay(scope, uuid, LATER)).toBe('no_endpoint');
  });

  it('recovers what is dead since a time, as much as is asked for', async () => {
    const { scope, stores, endpoint, send, rowOf } = await setUp();
    await stores.endpoints.setEnabled(scope, endpoint.endpointId, false, NOW);
    const { uuids } = await send(3);
    await test.database.query('DELETE FROM jobs WHERE id = ANY ($1)', [uuids]);
    for (const [index, uuid] of uuids.entries())
      await test.database.query(`UPDATE webhook_deliveries SET status = 'dead', updated_at = $2 WHERE event_id = $1`, [
        uuid,
        new Date(+NOW + index * 60_000),
      ]);
    const since = new Date(+NOW + 60_000);
    expect(await stores.log.recover(scope, since, LATER, 1)).toBe(1);
    expect(await stores.log.recover(scope, since, LATER, 10)).toBe(1);
    expect(await stores.log.recover(scope, since, LATER, 10)).toBe(0);
    const states = await Promise.all(uuids.map(async (uuid) => (await rowOf(uuid))?.status));
    expect(states).toEqual(['dead', 'pending', 'pending']);
    expect((await rowOf(uuids[1] ?? ''))?.state).toBe('parked');
    const recovered = (await audited(scope)).slice(1);
    expect(recovered).toEqual(
      [1, 1, 0].map((deliveries) => [
        'deliveries.recovered',
        'dead',
        { deliveries, since: since.toISOString() },
        'system',
      ]),
    );
    await test.database.query('DELETE FROM webhook_endpoints WHERE workspace_id = $1', [keyOf(scope)[0]]);
    expect(await stores.log.recover(scope, NOW, LATER, 10)).toBe(0);
    expect((await rowOf(uuids[0] ?? ''))?.status).toBe('dead');
  });
});
