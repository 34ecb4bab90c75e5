import { describe, expect, it, vi } from 'vitest';
import { queueDatabase } from '../../../../../test/support/queue-database.ts';
import { newUuid } from '../../core/ids.ts';
import { LaneClock } from '../lane-clock.ts';
import { createJobStore, type HeldJob } from './job-store.ts';
import { leaveLanes } from './lanes.ts';
import { enterJobs, isAnyWaiting } from './move-jobs.ts';

const test = queueDatabase();

const LEASE = 60_000;

/** Puts jobs into a lane the way an accepting transaction does. */
async function add(
  lane: string,
  count: number,
  capacity: number | null = null,
  clock = new LaneClock(),
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuid());
  await test.database.transaction((tx) => enterJobs(tx, clock, { kind: 'k', lane, capacity }, ids));
  return ids;
}

const store = (clock = new LaneClock()) => createJobStore(test.open(), clock);
const states = async () =>
  (
    await test.database.query<{ state: string; n: number }>(
      'SELECT state, count(*)::int AS n FROM jobs GROUP BY state ORDER BY state',
    )
  ).rows.map(({ state, n }) => `${state}:${n}`);

describe('renew', () => {
  it('neither waits for a job that is being ended nor reports its lease as lost', async () => {
    await add('a', 2);
    const node = store();
    const held = await node.claim('k', 2, LEASE);
    await test.database.transaction(async (tx) => {
      await tx.query('DELETE FROM jobs WHERE id = $1', [held[0]?.id]);
      expect(await node.renew('k', held, LEASE)).toEqual(new Set(held.map(({ id }) => id)));
    });
    expect(await node.renew('k', held, LEASE)).toEqual(new Set([held[1]?.id]));
  });
});

describe('isAnyWaiting', () => {
  it('counts jobs that any worker could claim, and those parked in the own lane', async () => {
    await add('busy', 2, 1);
    await store().claim('k', 1, LEASE);
    expect(await states()).toEqual(['held:1', 'parked:1']);
    expect(await isAnyWaiting(test.database, 'k', 'other')).toBe(false);
    expect(await isAnyWaiting(test.database, 'k', 'busy')).toBe(true);
    await add('third', 1);
    expect(await isAnyWaiting(test.database, 'k', 'other')).toBe(true);
  });
});

describe('claim', () => {
  it('takes jobs in the order of their positions, each once, however many nodes ask', async () => {
    const ids = await add('a', 40);
    const nodes = [store(), store(), store(), store()];
    const claimed = (await Promise.all(nodes.map((node) => node.claim('k', 10, LEASE)))).flat();
    expect(new Set(claimed.map(({ id }) => id))).toEqual(new Set(ids));
    expect(claimed.every(({ attempts }) => attempts === 1)).toBe(true);
    expect(await nodes[0]?.claim('k', 10, LEASE)).toEqual([]);
    expect(await store().claim('other', 10, LEASE)).toEqual([]);
  });

  it('takes over what a dead worker held, and the old token is refused', async () => {
    await add('a', 1);
    const [first] = await store().claim('k', 1, 1);
    if (first === undefined) throw new Error('nothing claimed');
    const node = store();
    const second: HeldJob[] = [];
    await expect.poll(async () => second.push(...(await node.claim('k', 1, LEASE)))).toBe(1);
    expect(second[0]).toMatchObject({ id: first.id, attempts: 2 });
    expect(await node.renew('k', [first], LEASE)).toEqual(new Set());
    expect(await node.putBack('k', first, { delayMs: 0, reason: 'late' })).toBe(false);
    expect(await node.renew('k', second, LEASE)).toEqual(new Set([first.id]));
  });

  it('waits for the time of a job that was put back', async () => {
    await add('a', 1);
    const node = store();
    const [job] = await node.claim('k', 1, LEASE);
    if (job === undefined) throw new Error('nothing claimed');
    expect(await node.putBack('k', job, { delayMs: 3_600_000, reason: 'retry' })).toBe(true);
    expect(await states()).toEqual(['delayed:1']);
    expect(await store().claim('k', 1, LEASE)).toEqual([]);
    await test.database.query(`UPDATE jobs SET run_at = now() - interval '1 second'`);
    expect(await store().claim('k', 1, LEASE)).toMatchObject([{ id: job.id, attempts: 2 }]);
  });

  it('does not count the attempt of a node that stopped', async () => {
    await add('a', 1);
    const node = store();
    const [job] = await node.claim('k', 1, LEASE);
    if (job === undefined) throw new Error('nothing claimed');
    await node.putBack('k', job, { delayMs: 0, reason: 'worker_stopped', isUncounted: true });
    await expect.poll(async () => (await store().claim('k', 1, LEASE))[0]?.attempts).toBe(1);
  });

  it('serves a newcomer before another lane’s backlog', async () => {
    const clock = new LaneClock();
    await add('busy', 500, null, clock);
    const node = createJobStore(test.open(), clock);
    await node.claim('k', 20, LEASE);
    const [newcomer] = await add('quiet', 1, null, clock);
    expect((await node.claim('k', 2, LEASE)).map(({ id }) => id)).toContain(newcomer);
  });

  it('hands jobs out in their order, however they are stored', async () => {
    const ids = Array.from({ length: 6 }, () => newUuid());
    await test.database.query(
      `INSERT INTO jobs (kind, lane, id, state, place) SELECT 'k', 'a', id, 'ready', 100 - n FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, n)`,
      [ids],
    );
    const claimed = await store().claim('k', 4, LEASE);
    expect(claimed.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
  });

  it('looks for retries that are due four times a second at most', async () => {
    await add('a', 1);
    const node = store();
    const time = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    try {
      const [job] = (await node.claim('k', 1, LEASE)) as [HeldJob];
      await node.putBack('k', job, { delayMs: 0, reason: 'retry' });
      time.mockReturnValue(1_000_249);
      expect(await node.claim('k', 1, LEASE)).toEqual([]);
      time.mockReturnValue(1_000_250);
      expect(await node.claim('k', 1, LEASE)).toMatchObject([{ id: job.id }]);
    } finally {
      time.mockRestore();
    }
  });

  it('reads only ordered partial indexes, so parked and held jobs do not slow it down', async () => {
    await test.database.query(
      `INSERT INTO jobs (kind, lane, id, state, place) SELECT 'k', 'l' || g % 50, gen_random_uuid(), 'parked', g FROM generate_series(1, 20000) g`,
    );
    await test.database.query('ANALYZE jobs');
    const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT kind, lane, id FROM jobs WHERE kind = 'k' AND state = 'ready' ORDER BY place LIMIT 8 FOR UPDATE SKIP LOCKED`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('jobs_ready');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    expect(await store().claim('k', 8, LEASE)).toEqual([]);
  });
});

describe('a job that is put back', () => {
  it('lets other nodes know where it made room for another, and only then', async () => {
    const client = await test.database.connect();
    try {
      const told: (string | undefined)[] = [];
      client.on('notification', ({ payload }) => told.push(payload));
      await client.query('LISTEN brickwork');
      await add('a', 2, 1);
      const node = store();
      const later = { delayMs: 3_600_000, reason: 'retry' };
      const [first] = (await node.claim('k', 1, LEASE)) as [HeldJob];
      await node.putBack('k', first, later);
      const [second] = (await node.claim('k', 1, LEASE)) as [HeldJob];
      await node.putBack('k', second, later);
      await client.query(`NOTIFY brickwork, 'end'`);
      await expect.poll(() => told.at(-1)).toBe('end');
      expect(told).toEqual(['jobs_ready:k', 'end']);
    } finally {
      await client.end();
    }
  });
});

describe('lanes', () => {
  it('make as many jobs ready as their capacity, and the next when one leaves', async () => {
    const [first] = await add('a', 5, 2);
    expect(await states()).toEqual(['parked:3', 'ready:2']);
    const node = store();
    const claimed = await node.claim('k', 10, LEASE);
    expect(claimed).toHaveLength(2);
    const job = claimed.find(({ id }) => id === first);
    if (job === undefined) throw new Error('the first was not first');
    await node.putBack('k', job, { delayMs: 3_600_000, reason: 'retry' });
    expect(await states()).toEqual(['delayed:1', 'held:1', 'parked:2', 'ready:1']);
  });

  it('read no more parked jobs than there is room for, where statistics are out of date', async () => {
    await test.database.query('ANALYZE jobs');
    await add('a', 600, 500);
    await test.database.transaction(async (tx) => {
      await tx.query(`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state = 'ready' LIMIT 10)`);
      const fetched = async () =>
        (
          await tx.query<{ read: number }>(
            `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'jobs'`,
          )
        ).rows[0]?.read ?? 0;
      const before = await fetched();
      expect(await leaveLanes(tx, 'k', new Map([['a', 10]]))).toBe(true);
      expect((await fetched()) - before).toBeLessThan(100);
    });
    expect(await states()).toEqual(['parked:90', 'ready:500']);
  });

  it('park a retry whose time has come while the lane is full', async () => {
    await add('a', 3, 1);
    const node = store();
    const [job] = await node.claim('k', 1, LEASE);
    if (job === undefined) throw new Error('nothing claimed');
    await node.putBack('k', job, { delayMs: 0, reason: 'retry' });
    const [second] = await store().claim('k', 5, LEASE);
    expect(second?.id).not.toBe(job.id);
    expect(await states()).toEqual(['held:1', 'parked:2']);
  });

  it('are never overfilled by transactions that race', async () => {
    await Promise.all(Array.from({ length: 12 }, () => add('a', 3, 4)));
    expect(await states()).toEqual(['parked:32', 'ready:4']);
  });

  it('are counted again, and deleted when nothing is left', async () => {
    await add('a', 3, 2);
    await test.database.query('UPDATE lanes SET active = 2, capacity = 3');
    const clock = new LaneClock();
    await test.database.query('UPDATE jobs SET place = place + 100');
    await store(clock).reconcile('k');
    expect(await states()).toEqual(['ready:3']);
    // A node that has just started puts new jobs behind those that are served now.
    expect(clock.next('b')).toBe(100);
    await test.database.query('DELETE FROM jobs');
    await store().reconcile('k');
    expect((await test.database.query('SELECT 1 FROM lanes')).rowCount).toBe(0);
  });
});
