/**
 * Eight nodes and a thousand calls at once (in `npm test` two nodes and a hundred): the caps hold, whatever order they come in, and what a killed node reserved comes
 * back.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../../../test/support/draws.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../access/store/access-store.ts';
import { newId, newUuid } from '../../core/ids.ts';
import { silentLogger } from '../../core/logger.ts';
import type { Database } from '../../database/database.ts';
import { SpendCapReached } from '../spend-cap-reached.ts';
import { createSpendStore } from '../store/spend-store.ts';
import { createSpendPurses } from './spend-purse.ts';

const CALLS = draws(1_000);
/** So few that what all of them set aside at the same time is less than the cap. */
const NODES = Math.min(8, Math.max(2, Math.round(CALLS / 125)));
/** A token costs a micro-credit. */
const PRICES = { 'a/model': { input: 1, cachedInput: 1, output: 1 } };

let test: TestDatabase;
let nodes: Database[];
let watching: Database;
/** A thousand calls wait for a few connections and for one row; on a busy machine longer than a service would let them. Other tests need connections, too. */
const PATIENT = { poolSize: 4, connectMs: 120_000, statementTimeoutMs: 120_000 };
beforeAll(async () => {
  test = await createTestDatabase();
  nodes = Array.from({ length: NODES }, () => test.open(PATIENT));
  watching = test.open(PATIENT);
});
afterAll(() => test.close());

const storeOf = (database: Database) =>
  createSpendStore(database, {
    recordEvents: async () => false,
    creditPrice: undefined,
    eventOf: () => {
      throw new Error('no event is recorded without an endpoint');
    },
  });

/** So that nothing is told: the events are tested elsewhere. */
const quiet = (database: Database) => ({ ...storeOf(database), tellCrossed: async () => {} });

async function workspace(name: string, credits: number): Promise<string> {
  const now = new Date();
  const id = newId('ws', now);
  await createAccessStore(test.database).insertWorkspace({ id, name, plan: 'unlimited', createdAt: now });
  const cap = { name: 'all', kitId: undefined, period: 'day', credits, money: undefined, atCap: 'fail' } as const;
  await storeOf(test.database).put(id, cap, now, 50);
  return id;
}

async function stateOf(workspaceId: string) {
  const [cap] = await storeOf(watching).list(workspaceId);
  if (cap === undefined) throw new Error('the cap is gone');
  return cap;
}

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('spend purses', () => {
  it('never let more be spent than the cap, with many nodes and calls at once', async () => {
    const cap = 0.000_05 * CALLS;
    const workspaceId = await workspace('simulation', cap);
    const random = numbers(7);
    let [paid, refused] = [0, 0];
    const calls = Array.from({ length: CALLS }, (_, index) => ({
      database: nodes[index % NODES] as Database,
      most: 100 + Math.floor(random() * 400),
      share: random(),
    }));
    await Promise.all(
      calls.map(async ({ database, most, share }) => {
        const purse = createSpendPurses({
          store: quiet(database),
          prices: PRICES,
          validForMs: 60_000,
          logger: silentLogger,
        });
        try {
          const settle = await purse({ workspaceId, kitId: newUuid() }).setAside('a/model', {
            inputTokens: most,
            outputTokens: 0,
          });
          const { spent, reserved } = await stateOf(workspaceId);
          expect(spent + reserved).toBeLessThanOrEqual(cap * 1_000_000);
          const used = Math.floor(most * share);
          await settle?.({ input: used, cachedInput: 0, output: 0, isEstimated: false });
          paid += used;
        } catch (error) {
          if (!(error instanceof SpendCapReached)) throw error;
          refused += 1;
        }
      }),
    );
    const { spent, reserved } = await stateOf(workspaceId);
    expect([spent, reserved]).toEqual([paid, 0]);
    expect(spent).toBeLessThanOrEqual(cap * 1_000_000);
    expect(refused).toBeGreaterThan(0);
    // What is left is less than the dearest call: the cap was used up, not merely kept.
    expect(cap * 1_000_000 - spent).toBeLessThan(500);
  });

  it('a killed node makes no room: what it reserved counts as spent', async () => {
    const workspaceId = await workspace('killed', 0.001);
    const store = storeOf(test.database);
    const take = (validForMs: number) =>
      store.reserve({ workspaceId, kitId: undefined, reservation: newUuid(), microCredits: 600, validForMs });
    expect(await take(300)).toBeUndefined();
    expect(await take(60_000)).toMatchObject({ cap: 'all', isReached: false });
    await expect.poll(() => take(60_000), { timeout: 10_000, interval: 50 }).toMatchObject({ isReached: true });
    expect(await stateOf(workspaceId)).toMatchObject({ spent: 600, reserved: 0 });
    await store.dropOld();
    expect(await stateOf(workspaceId)).toMatchObject({ spent: 600, reserved: 0 });
  });

  it('a call of which nobody knows what it used counts until it expires', async () => {
    const workspaceId = await workspace('unknown', 0.001);
    const purse = createSpendPurses({
      store: quiet(test.database),
      prices: PRICES,
      validForMs: 60_000,
      logger: silentLogger,
    });
    const settle = await purse({ workspaceId, kitId: undefined }).setAside('a/model', {
      inputTokens: 900,
      outputTokens: 0,
    });
    await settle?.(undefined);
    expect(await stateOf(workspaceId)).toMatchObject({ spent: 0, reserved: 900 });
  });

  it('days and months begin in the workspace’s time zone', async () => {
    const workspaceId = await workspace('zones', 1);
    const ends = async (timezone: string) => {
      await test.database.query('UPDATE workspaces SET timezone = $1 WHERE name = $2', [timezone, 'zones']);
      return (await stateOf(workspaceId)).endsAt.getTime();
    };
    const [utc, kiritimati] = [await ends('UTC'), await ends('Pacific/Kiritimati')];
    // Fourteen hours ahead: its day ends ten hours after that of UTC, or fourteen before, by the hour of the test.
    expect((kiritimati - utc + 86_400_000) % 86_400_000).toBe(10 * 3_600_000);
  });
});
