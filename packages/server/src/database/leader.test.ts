import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { silentLogger } from '../core/logger.ts';
import type { RegularWork } from '../core/watcher.ts';
import { createLeader, type Leader } from './leader.ts';
import { LOCKS } from './locks.ts';

const WAIT = { timeout: 20_000, interval: 20 };

let testDatabase: TestDatabase;
const started: Leader[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((leader) => leader.stop()));
});
afterAll(() => testDatabase.close());

/** Two nodes that write down which of them did a round, and whether the other one was at it too. */
function twoNodes() {
  const rounds: string[] = [];
  const busy = new Set<string>();
  let overlaps = 0;
  const workOf = (node: string): RegularWork => ({
    what: 'a test',
    everyMs: 5,
    async round(isStopped) {
      if (busy.size > 0) overlaps += 1;
      busy.add(node);
      for (let step = 0; step < 5 && !isStopped(); step += 1) await testDatabase.database.query('SELECT 1');
      busy.delete(node);
      rounds.push(node);
    },
  });
  const start = (node: string) => {
    const leader = createLeader(testDatabase.open(), [workOf(node)], silentLogger);
    started.push(leader);
    leader.start();
    return leader;
  };
  return { rounds, start, overlaps: () => overlaps };
}

/** Ends the session that holds the lock, as a server does whose client is gone. */
async function killLeader(): Promise<number> {
  const { rowCount } = await testDatabase.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = $1`,
    [LOCKS.leader],
  );
  return rowCount ?? 0;
}

describe('the leader', () => {
  it('is one node, whose work starts and ends with its leadership', async () => {
    const { rounds, start, overlaps } = twoNodes();
    const first = start('first');
    await vi.waitFor(() => expect(rounds).toContain('first'), WAIT);
    const second = start('second');
    await first.stop();
    expect(first.isLeading).toBe(false);
    const before = rounds.length;
    await vi.waitFor(() => expect(rounds.slice(before)).toContain('second'), WAIT);
    expect(second.isLeading).toBe(true);
    expect(rounds.slice(before)).not.toContain('first');
    expect(overlaps()).toBe(0);
  });

  it('is another node when its connection dies, and the work of the two never overlaps', async () => {
    const { rounds, start, overlaps } = twoNodes();
    const nodes = { first: start('first'), second: start('second') };
    await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(0), WAIT);
    for (let kill = 0; kill < 3; kill += 1) {
      const before = rounds.length;
      // The one that lost it may not know yet, and the next one may not have it.
      await vi.waitFor(async () => expect(await killLeader()).toBe(1), WAIT);
      await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(before + 3), WAIT);
      // The last rounds may still be those of the leader that lost its connection.
      const leading = () => [nodes.first.isLeading, nodes.second.isLeading].filter(Boolean);
      await vi.waitFor(() => expect(leading()).toHaveLength(1), WAIT);
    }
    expect(overlaps()).toBe(0);
  });

  it('is found again after the database was away', async () => {
    const { rounds, start } = twoNodes();
    const only = start('only');
    await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(0), WAIT);
    const comeBack = await testDatabase.cutOff();
    await vi.waitFor(() => expect(only.isLeading).toBe(false), WAIT);
    await comeBack();
    const before = rounds.length;
    await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(before), WAIT);
  });

  it('holds a lock that nothing else has', () => {
    const numbers = Object.values(LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
