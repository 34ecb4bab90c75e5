/** Lanes whose limit changes, and single jobs that are moved: what is ready, held and parked afterwards, and what the lane counts. */
import { describe, expect, it } from 'vitest';
import { queueDatabase } from '../../../../../test/support/queue-database.ts';
import { newUuid } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { LaneClock } from '../lane-clock.ts';
import { lockLanesOf } from './job-statements.ts';
import { createJobStore, type HeldJob } from './job-store.ts';
import * as lanes from './lanes.ts';
import { closeLane, emptyLane, leaveLanes, limitedOf, openLane, resizeLanes, shareRoom } from './lanes.ts';
import * as moves from './move-jobs.ts';

const test = queueDatabase();

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
  });

  it('are the last, and make nothing ready', async () => {
    await add('a', 1, 1);
    const [last] = (await claim(1)) as [HeldJob];
    expect(await within((tx) => moves.endJob(tx, 'k', last))).toEqual({ isMoreReady: false });
    expect(await stateOf('a')).toBe('0 of 1');
  });

  it('cost no statement where there is nothing to release', async () => {
    const none: Queryable = { query: () => Promise.reject(new Error('nothing is to be asked')) };
    expect(await leaveLanes(none, 'k', new Map())).toBe(false);
    expect(await lanes.leaveLockedLanes(none, 'k', new Map([['free', 1]]), [])).toBe(false);
  });

  it('lock the lanes that they were active in, where these have a limit', async () => {
    for (const lane of ['a', 'b', 'c']) await add(lane, 1, 2);
    const locked = async (ended: string, options?: { onlyActive: boolean }) => {
      const text = `WITH ended (lane, state) AS (VALUES ${ended}) ${lockLanesOf('k', 'ended', options)}`;
      return (await within((tx) => tx.query(text))).rows;
    };
    const ended = `('c', 'ready'), ('b', 'parked'), ('a', 'held'), ('d', 'ready')`;
    expect(await locked(ended, { onlyActive: true })).toEqual([
      { lane: 'a', capacity: 2, active: 1 },
      { lane: 'c', capacity: 2, active: 1 },
    ]);
    expect(await locked(ended)).toHaveLength(3);
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

/** The messages that a transaction sends, and the lanes that it enters, in order. */
function watched(tx: Queryable) {
  const told: unknown[] = [];
  const entered: unknown[] = [];
  const query: Queryable['query'] = (statement, values = []) => {
    const name = typeof statement === 'string' ? '' : statement.name;
    if (name === 'notify') told.push(values[0]);
    if (name === 'enter_lane') entered.push(values[1]);
    return tx.query(statement, values);
  };
  return { query, told, entered };
}
const watching = (work: (tx: Queryable) => Promise<unknown>) =>
  within(async (tx) => {
    const { told, entered, ...seen } = watched(tx);
    await work(seen);
    return { told, entered };
  });

describe('other nodes', () => {
  const READY = ['jobs_ready:k'];

  it('are told of jobs that became ready when a limit changed or a lane was opened', async () => {
    await add('a', 2, 1);
    expect((await watching((tx) => resizeLanes(tx, 'k', ['a'], 2))).told).toEqual(READY);
    await within((tx) => closeLane(tx, 'k', 'a'));
    expect((await watching((tx) => openLane(tx, 'k', 'a', 1))).told).toEqual(READY);
    expect((await watching((tx) => resizeLanes(tx, 'k', ['a'], null))).told).toEqual(READY);
    expect((await watching((tx) => resizeLanes(tx, 'k', ['a'], null))).told).toEqual([]);
  });

  it('are told when a job that was dropped made room for another', async () => {
    const [first = '', second = ''] = await add('a', 2, 1);
    expect((await watching((tx) => moves.dropJob(tx, 'k', 'a', first))).told).toEqual(READY);
    expect((await watching((tx) => moves.dropJob(tx, 'k', 'a', second))).told).toEqual([]);
  });

  it('lock the same lanes in the same order', async () => {
    const wanted = ['b', 'c', 'a', 'b'].map((lane) => ({ lane, capacity: lane === 'c' ? null : 5 }));
    expect((await watching((tx) => lanes.enterLanes(tx, 'k', wanted))).entered).toEqual(['a', 'b']);
    expect((await watching((tx) => resizeLanes(tx, 'k', ['b', 'a'], 2))).entered).toEqual(['a', 'b']);
  });

  it('wait for a job that is locked', async () => {
    const [one = '', other = ''] = await add('a', 2, null);
    const isFree = (id: string) =>
      test.database.query('SELECT 1 FROM jobs WHERE id = $1 FOR UPDATE NOWAIT', [id]).then(
        () => true,
        () => false,
      );
    await within(async (tx) => {
      await moves.lockJob(tx, 'k', 'a', one);
      expect([await isFree(one), await isFree(other)]).toEqual([false, true]);
      await lanes.lockLaneJobs(tx, 'k', 'a');
      expect(await isFree(other)).toBe(false);
    });
  });
});

describe('new jobs', () => {
  it('say why they wait, where they do', async () => {
    const ids = [newUuid(), newUuid()];
    const lane = { kind: 'k', lane: 'a', capacity: 1, parkedFor: 'limit' };
    await within((tx) => moves.enterJobs(tx, clock, lane, ids));
    const { rows } = await test.database.query('SELECT state, reason FROM jobs ORDER BY place');
    expect(rows).toEqual([
      { state: 'ready', reason: null },
      { state: 'parked', reason: 'limit' },
    ]);
  });

  it('of several lanes share the room of each', async () => {
    const wanted = ['a', 'b', 'a', 'c'].map((lane) => ({ lane, capacity: lane === 'c' ? null : 1 }));
    expect(await within((tx) => lanes.enterLanes(tx, 'k', wanted))).toEqual(['ready', 'ready', 'parked', 'ready']);
    expect([await stateOf('a'), await stateOf('b'), await stateOf('c')]).toEqual(['1 of 1', '1 of 1', '']);
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
