import { describe, expect, it } from 'vitest';
import { queueDatabase } from '../../../../../test/support/queue-database.ts';
import { newId, newUuid } from '../../core/ids.ts';
import { laneOf } from '../lane.ts';
import { LaneClock } from '../lane-clock.ts';
import { createJobStore } from './job-store.ts';
import { enterJobs } from './move-jobs.ts';
import { oldestReady, oldestWaiting, untouchedFor } from './oldest-waiting.ts';

const test = queueDatabase();

const HOUR_S = 3_600;
const clock = new LaneClock();
const scope = () => ({ workspaceId: newId('ws'), environment: 'live' }) as const;
const store = () => createJobStore(test.open(), clock);

/** Jobs whose work was stored so many hours ago. */
async function add(of: ReturnType<typeof scope>, hours: readonly number[], capacity: number | null = null) {
  const ids = hours.map((ago) => newUuid(new Date(Date.now() - ago * HOUR_S * 1_000)));
  await test.database.transaction((tx) => enterJobs(tx, clock, { kind: 'k', lane: laneOf(of), capacity }, ids));
}
const hoursOf = (seconds: number | undefined) => seconds && Math.floor(seconds / HOUR_S);

describe('how long jobs have waited', () => {
  it('is known of every lane, the longest first, parked ones and all', async () => {
    const [one, other] = [scope(), scope()];
    await add(one, [1, 2], 1);
    await add(other, [5]);
    const waiting = await oldestWaiting(test.database);
    expect(waiting.map(({ kind, scope: of, ageSeconds }) => [kind, of, hoursOf(ageSeconds)])).toEqual([
      ['k', other, 5],
      ['k', one, 2],
    ]);
  });

  it('is known of those that anybody may claim; none have waited for no time', async () => {
    expect(await oldestReady(test.database, 'k')).toBe(0);
    await add(scope(), [1, 2], 1);
    expect(hoursOf(await oldestReady(test.database, 'k'))).toBe(1);
    expect(await oldestReady(test.database, 'other')).toBe(0);
  });

  it('says whether nobody works at all', async () => {
    expect(await untouchedFor(test.database, 'k')).toBe(0);
    await add(scope(), [1, 2]);
    expect(hoursOf(await untouchedFor(test.database, 'k'))).toBe(2);
    await store().claim('k', 1, 60_000);
    expect(await untouchedFor(test.database, 'k')).toBeUndefined();
  });
});

describe('how many wait, and how many are held', () => {
  it('is counted by kind', async () => {
    await add(scope(), [1, 2, 3], 2);
    await store().claim('k', 1, 60_000);
    expect(await store().depth('k')).toEqual({ waiting: 2, held: 1 });
    expect(await store().depth('other')).toEqual({ waiting: 0, held: 0 });
  });
});
