/** What is told of caps, what the audit log says of them, and how many there may be. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../access/store/access-store.ts';
import { decodeId, encodeId, newId, newUuid } from '../../core/ids.ts';
import { spendEvent } from '../../outbound/webhooks/event.ts';
import { createSpendStore, type SpendStore } from './spend-store.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const NOW = new Date();
const CAP = { name: 'all', kitId: undefined, period: 'day', credits: 0.001, money: undefined, atCap: 'hold' } as const;
/** Of a cap, in micro-credits. */
const ALL = 1_000;

/** A workspace, a store and what was told: cap and percent. */
async function workspace(name: string) {
  const workspaceId = newId('ws', NOW);
  await createAccessStore(test.database).insertWorkspace({ id: workspaceId, name, plan: 'unlimited', createdAt: NOW });
  const told: string[] = [];
  const store = createSpendStore(test.database, {
    creditPrice: undefined,
    recordEvents: async (_tx, events) => {
      told.push(...events.map(({ body }) => JSON.parse(body).data.said));
      return false;
    },
    eventOf: (_workspaceId, cap, percent) =>
      spendEvent(
        { workspaceId, environment: 'live', eventId: encodeId('evt', newUuid(NOW)), createdAt: NOW },
        'spend.warning',
        { said: `${cap.name} ${percent}` },
      ),
  });
  return { workspaceId, store, told };
}

async function spend(store: SpendStore, workspaceId: string, microCredits: number, kitId?: string): Promise<boolean> {
  const reservation = newUuid();
  await store.reserve({ workspaceId, kitId, reservation, microCredits, validForMs: 60_000 });
  return store.settle({ workspaceId, kitId, reservation, microCredits });
}

async function audited(workspaceId: string): Promise<[action: string, target: string, details: unknown][]> {
  const { rows } = await test.database.query<{ action: string; target_id: string; details: unknown }>(
    'SELECT action, target_id, details FROM audit_entries WHERE workspace_id = $1 AND action <> $2 ORDER BY at, id',
    [decodeId('ws', workspaceId), 'workspace.created'],
  );
  return rows.map(({ action, target_id, details }) => [action, target_id, details]);
}

describe('what is told of a cap', () => {
  it('is said at 80 and at 100 percent, and once', async () => {
    const { workspaceId, store, told } = await workspace('crossing');
    await store.put(workspaceId, CAP, NOW, 50);
    expect(await spend(store, workspaceId, 0.8 * ALL - 1)).toBe(false);
    await store.tellCrossed(workspaceId, {});
    expect(told).toEqual([]);
    expect(await spend(store, workspaceId, 1)).toBe(true);
    await store.tellCrossed(workspaceId, {});
    await store.tellCrossed(workspaceId, {});
    expect(told).toEqual(['all 80']);
    expect(await spend(store, workspaceId, 0.2 * ALL)).toBe(true);
    await store.tellCrossed(workspaceId, {});
    expect(told).toEqual(['all 80', 'all 100']);
    expect(await spend(store, workspaceId, 0)).toBe(false);
  });

  it('is all of it where a call was refused, and nothing of other caps', async () => {
    const { workspaceId, store, told } = await workspace('refusing');
    await store.put(workspaceId, CAP, NOW, 50);
    await store.put(workspaceId, { ...CAP, name: 'other' }, NOW, 50);
    await store.tellCrossed(workspaceId, { reached: 'other' });
    expect(told).toEqual(['other 80', 'other 100']);
  });

  it('is said again when the cap was changed, not when it was saved as it was', async () => {
    const { workspaceId, store, told } = await workspace('changing');
    const other = { ...CAP, name: 'other' };
    for (const cap of [CAP, other]) await store.put(workspaceId, cap, NOW, 50);
    await spend(store, workspaceId, ALL);
    await store.tellCrossed(workspaceId, {});
    expect(told.splice(0)).toEqual(['all 80', 'all 100', 'other 80', 'other 100']);
    await store.put(workspaceId, CAP, NOW, 50);
    await store.tellCrossed(workspaceId, {});
    expect(told).toEqual([]);
    await store.put(workspaceId, { ...CAP, atCap: 'fail' }, NOW, 50);
    await store.tellCrossed(workspaceId, {});
    expect(told).toEqual(['all 80', 'all 100']);
  });
});

describe('how many caps there may be', () => {
  it('counts new ones, and lets those there are be changed', async () => {
    const { workspaceId, store } = await workspace('many');
    expect(await store.put(workspaceId, CAP, NOW, 1)).toMatchObject({ name: 'all', most: ALL });
    expect(await store.put(workspaceId, { ...CAP, name: 'other' }, NOW, 1)).toBe('too_many');
    expect(await store.put(workspaceId, { ...CAP, credits: 0.002 }, NOW, 1)).toMatchObject({ most: 2 * ALL });
    expect((await store.list(workspaceId)).map(({ name }) => name)).toEqual(['all']);
  });
});

describe('what the audit log says', () => {
  it('has what a cap is made of, what was changed, and that it is gone', async () => {
    const { workspaceId, store } = await workspace('audited');
    await store.put(workspaceId, { ...CAP, name: 'first' }, NOW, 50);
    await store.put(workspaceId, CAP, NOW, 50);
    await store.put(workspaceId, { ...CAP, credits: 2 }, NOW, 50);
    await store.put(workspaceId, { ...CAP, credits: 2 }, NOW, 50);
    expect(await store.delete(workspaceId, 'all')).toBe(true);
    expect(await store.delete(workspaceId, 'all')).toBe(false);
    const created = { changes: { period: { to: 'day' }, credits: { to: 0.001 }, at_cap: { to: 'hold' } } };
    expect(await audited(workspaceId)).toEqual([
      ['spend_cap.saved', 'first', created],
      ['spend_cap.saved', 'all', created],
      ['spend_cap.saved', 'all', { changes: { credits: { from: 0.001, to: 2 } } }],
      ['spend_cap.deleted', 'all', null],
    ]);
  });

  it('has the price of a credit', async () => {
    const { workspaceId, store } = await workspace('priced');
    expect(await store.findPrice(workspaceId)).toBeUndefined();
    await store.setPrice(workspaceId, { amount: 0.5, currency: 'EUR' });
    expect(await store.findPrice(workspaceId)).toEqual({ amount: 0.5, currency: 'EUR' });
    await store.put(workspaceId, { ...CAP, credits: undefined, money: 3 }, NOW, 50);
    expect(await store.list(workspaceId)).toMatchObject([{ money: 3, most: 6_000_000, currency: 'EUR' }]);
    await store.setPrice(workspaceId, undefined);
    expect(await store.findPrice(workspaceId)).toBeUndefined();
    const prices = (await audited(workspaceId)).filter(([action]) => action === 'settings.changed');
    expect(prices).toEqual([
      ['settings.changed', workspaceId, { changes: { credit_price: { from: 'as the service says', to: '0.5 EUR' } } }],
      ['settings.changed', workspaceId, { changes: { credit_price: { from: '0.5 EUR', to: 'as the service says' } } }],
    ]);
  });
});

describe('calls that were cut off', () => {
  it('are named with the most that they can have cost', async () => {
    const { workspaceId, store } = await workspace('cut-off');
    await store.put(workspaceId, CAP, NOW, 50);
    for (const microCredits of [300, 200])
      await store.reserve({ workspaceId, kitId: undefined, reservation: newUuid(), microCredits, validForMs: -1 });
    await store.reserve({ workspaceId, kitId: undefined, reservation: newUuid(), microCredits: 1, validForMs: 60_000 });
    expect(await store.dropOld()).toEqual([{ workspaceId, calls: 2, mostCredits: 0.0005 }]);
    expect(await store.dropOld()).toEqual([]);
  });

  it('count as spent from the moment their reservation expires, so a kill does not make room under the cap', async () => {
    const { workspaceId, store } = await workspace('killed-calls');
    const [{ most } = { most: 0 }] = [await store.put(workspaceId, CAP, NOW, 50)].filter((cap) => cap !== 'too_many');
    const take = (microCredits: number, validForMs: number) =>
      store.reserve({ workspaceId, kitId: undefined, reservation: newUuid(), microCredits, validForMs });
    await take(most - 1, -1);
    expect(await store.list(workspaceId)).toMatchObject([{ spent: most - 1, reserved: 0 }]);
    expect(await take(2, 60_000)).toMatchObject({ isReached: true });
    await store.dropOld();
    expect(await store.list(workspaceId)).toMatchObject([{ spent: most - 1, reserved: 0 }]);
    expect(await take(2, 60_000)).toMatchObject({ isReached: true });
    expect(await take(1, 60_000)).toBeUndefined();
  });
});
