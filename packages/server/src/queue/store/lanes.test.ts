/** Lanes whose limit changes, and single jobs that are moved: what is ready, held and parked afterwards, and what the lane counts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { newUuid } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { LaneClock } from '../lane-clock.ts';
import { createJobStore, type HeldJob } from './job-store.ts';
import { closeLane, emptyLane, leaveLanes, limitedOf, openLane, resizeLanes, shareRoom } from './lanes.ts';
import * as moves from './move-jobs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.query('TRUNCATE jobs, lanes');
});

const within = <Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> => test.database.transaction(work);
const clock = new LaneClock();

async function add(lane: string, count: number, capacity: number | null): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuid());
  await within((tx) => moves.enterJobs(tx, clock, { kind: 'k', lane, capacity }, ids));
  return ids;
}
const claim = (count: number): Promise<HeldJob[]> => createJobStore(test.open(), clock).claim('k', count, 60_000);

/** The states of a lane's jobs, and what its row says: capacity and active jobs. */
async function stateOf(lane: string): Promise<string> {
  const jobs = await test.database.query<{ said: string }>(
    `SELECT state || ':' || count(*) AS said FROM jobs WHERE lane = $1 GROUP BY state ORDER BY state`,
    [lane],
  );
  const limit = await test.database.query<{ said: string }>(
    `SELECT active || ' of ' || capacity AS said FROM lanes WHERE lane = $1`,
    [lane],
  );
  return [...jobs.rows, ...limit.rows].map(({ said }) => said).join(' ');
}

describe('the room of a lane', () => {
  it('is given to those who come first', () => {
    const jobs = ['a', 'b', 'a', 'free', 'a'].map((lane) => ({ lane }));
    const { states, active } = shareRoom(jobs, [
      { lane: 'a', capacity: 3, active: 1 },
      { lane: 'b', capacity: 1, active: 1 },
    ]);
    expect(states).toEqual(['ready', 'parked', 'ready', 'ready', 'parked']);
    expect([...active]).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });

  it('is known of each lane with a limit, once', () => {
    const lane = { lane: 'a', capacity: 2, active: 1 };
    expect(limitedOf([lane, lane, { lane: 'b', capacity: null, active: null }])).toEqual([lane]);
  });
});

describe('a lane whose limit changes', () => {
  it('releases what there is room for, and stops nothing that runs', async () => {
    await add('a', 6, 2);
    await claim(2);
    expect(await stateOf('a')).toBe('held:2 parked:4 2 of 2');
    await within((tx) => resizeLanes(tx, 'k', ['a'], 3));
    expect(await stateOf('a')).toBe('held:2 parked:3 ready:1 3 of 3');
    await within((tx) => resizeLanes(tx, 'k', ['a'], 1));
    expect(await stateOf('a')).toBe('held:2 parked:3 ready:1 3 of 1');
    await within((tx) => resizeLanes(tx, 'k', ['a'], null));
    expect(await stateOf('a')).toBe('held:2 ready:4');
  });

  it('parks what is ready while it is closed, and goes on when it is opened', async () => {
    await add('a', 4, 3);
    await claim(1);
    await within((tx) => closeLane(tx, 'k', 'a'));
    expect(await stateOf('a')).toBe('held:1 parked:3 1 of 0');
    await within((tx) => openLane(tx, 'k', 'a', 2));
    expect(await stateOf('a')).toBe('held:1 parked:2 ready:1 2 of 2');
  });

  it('is gone with all its jobs when it is emptied', async () => {
    await add('a', 3, 1);
    await claim(1);
    await add('b', 1, 1);
    await within((tx) => emptyLane(tx, 'k', 'a'));
    expect([await stateOf('a'), await stateOf('b')]).toEqual(['', 'ready:1 1 of 1']);
  });
});

describe('jobs that leave a lane', () => {
  it('make room for as many as wait, and say whether any did', async () => {
    await add('a', 5, 2);
    const held = await claim(2);
    const [first, second] = held as [HeldJob, HeldJob];
    expect(await within((tx) => moves.endJob(tx, 'k', first))).toEqual({ isMoreReady: true });
    expect(await stateOf('a')).toBe('held:1 parked:2 ready:1 2 of 2');
    expect(await within((tx) => moves.endJob(tx, 'k', first))).toBeUndefined();
    expect(await within((tx) => moves.parkJob(tx, 'k', { ...second, token: newUuid() }))).toBeUndefined();
    // The place is taken by the job that waited longest, which is the one that is parked.
    expect(await within((tx) => moves.parkJob(tx, 'k', second))).toEqual({ isMoreReady: true });
    expect(await stateOf('a')).toBe('parked:2 ready:2 2 of 2');
    expect(await within((tx) => leaveLanes(tx, 'k', new Map()))).toBe(false);
  });

  it('make room by being dropped, where they took any', async () => {
    const [ready = '', parked = ''] = await add('a', 3, 1);
    await within((tx) => moves.dropJob(tx, 'k', 'a', parked));
    expect(await stateOf('a')).toBe('parked:1 ready:1 1 of 1');
    await within((tx) => moves.dropJob(tx, 'k', 'a', ready));
    expect(await stateOf('a')).toBe('ready:1 1 of 1');
    await within((tx) => moves.dropJob(tx, 'k', 'a', ready));
    expect(await stateOf('a')).toBe('ready:1 1 of 1');
  });

  it('make room by being put back', async () => {
    await add('a', 2, 1);
    const [held] = (await claim(1)) as [HeldJob];
    const delay = { delayMs: 60_000, reason: 'later' };
    expect(await within((tx) => moves.delayJob(tx, 'k', { ...held, token: newUuid() }, delay))).toBeUndefined();
    const moved = await within((tx) => moves.delayJob(tx, 'k', held, delay));
    expect(moved).toMatchObject({ isMoreReady: true, runAt: expect.any(Date) });
    expect(await stateOf('a')).toBe('delayed:1 ready:1 1 of 1');
  });
});

describe('jobs that wait for their time', () => {
  async function delayed(lane: string, reason: string, delayMs: number): Promise<string> {
    const [id = ''] = await add(lane, 1, null);
    const held = (await claim(1))[0] as HeldJob;
    await within((tx) => moves.delayJob(tx, 'k', held, { delayMs, reason }));
    return id;
  }
  const isDue = async (id: string) =>
    (await test.database.query<{ due: boolean }>('SELECT run_at <= now() AS due FROM jobs WHERE id = $1', [id])).rows[0]
      ?.due;

  it('become due by name, if they wait for it', async () => {
    const id = await delayed('a', 'later', 60_000);
    expect(await isDue(id)).toBe(false);
    expect(await within((tx) => moves.hastenJob(tx, 'k', 'a', id))).toBe(true);
    expect(await isDue(id)).toBe(true);
    expect(await within((tx) => moves.hastenJob(tx, 'k', 'b', id))).toBe(false);
  });

  it('become due by their reason', async () => {
    const [cap, busy] = [await delayed('a', 'cap', 60_000), await delayed('a', 'busy', 60_000)];
    expect(await within((tx) => moves.hastenWaiting(tx, 'k', 'a', 'cap'))).toBe(true);
    expect([await isDue(cap), await isDue(busy)]).toEqual([true, false]);
    expect(await within((tx) => moves.hastenWaiting(tx, 'k', 'a', 'cap'))).toBe(false);
  });

  it('become due with those that are held when a lane starts again, and make room', async () => {
    const id = await delayed('a', 'later', 60_000);
    await add('a', 3, 1);
    const [held] = (await claim(1)) as [HeldJob];
    expect(await within((tx) => moves.isAnyHeld(tx, 'k', 'a', [id, held.id]))).toBe(true);
    await within((tx) => moves.redirectJobs(tx, 'k', 'a'));
    expect(await stateOf('a')).toBe('delayed:2 parked:1 ready:1 1 of 1');
    expect([await isDue(id), await isDue(held.id)]).toEqual([true, true]);
    expect(await within((tx) => moves.isAnyHeld(tx, 'k', 'a', [id, held.id]))).toBe(false);
    expect(await within((tx) => moves.endJob(tx, 'k', held))).toBeUndefined();
  });
});
