import { createAccessStore } from '@brickwork/server/access/store/access-store';
import { newId, newUuid } from '@brickwork/server/core/ids';
import { type Facts, silentLogger } from '@brickwork/server/core/logger';
import { createMetrics } from '@brickwork/server/http/create-metrics';
import type { ManageKits } from '@brickwork/server/kits/manage-kits';
import type { Node } from '@brickwork/server/main/feature';
import { spendFeature } from '@brickwork/server/main/features/spend';
import type { RecordedEvent } from '@brickwork/server/outbound/webhooks/event';
import { createSpendStore } from '@brickwork/server/usage/store/spend-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it('counts calls that were cut off, says what they can have cost, and does so once', async () => {
  const warned: Facts[] = [];
  const metrics = createMetrics();
  const node = {
    config: { creditPrice: undefined, modelPrices: {}, runDeadlineMs: 1_000, housekeepingMs: 60_000 },
    database: test.database,
    logger: { ...silentLogger, warn: (facts: Facts) => warned.push(facts) },
    metrics,
  } as unknown as Node;
  const told: RecordedEvent[] = [];
  const recordEvents = async (_tx: unknown, events: readonly RecordedEvent[]) => {
    told.push(...events);
    return false;
  };
  const { maintenance = [], openPurse } = spendFeature(node, { kits: {} as ManageKits, recordEvents });
  const now = new Date();
  const workspaceId = newId('ws', now);
  await createAccessStore(test.database).insertWorkspace({
    id: workspaceId,
    name: 'cut',
    plan: 'free',
    createdAt: now,
  });
  const store = createSpendStore(test.database, {
    recordEvents,
    creditPrice: undefined,
    eventOf: () => expect.unreachable(),
  });
  const cap = {
    name: 'all',
    kitId: undefined,
    period: 'day',
    credits: 0.001,
    money: undefined,
    atCap: 'fail',
  } as const;
  await store.put(workspaceId, cap, now, 50);
  for (const microCredits of [300, 200])
    await store.reserve({ workspaceId, kitId: undefined, reservation: newUuid(), microCredits, validForMs: -1 });

  for (const { round } of [...maintenance, ...maintenance]) await round(() => false);
  expect(warned).toEqual([{ workspace_id: workspaceId, calls: 2, most_credits: 0.0005 }]);
  expect(await metrics.text()).toContain('brickwork_spend_cut_off_calls_total 2\n');

  // What was cut off has used half of the cap. The cap as it stands, in the events that its purse has recorded.
  const purse = openPurse({ workspaceId, kitId: undefined });
  const settle = await purse.setAside('a/model', { inputTokens: 500, outputTokens: 0 });
  await settle?.({ input: 500, cachedInput: 0, output: 0, isEstimated: false });
  const data = { name: 'all', spent_credits: 0.001, reached: true };
  expect(told.map(({ type, body }) => [type, JSON.parse(body).data])).toEqual([
    ['spend.warning', expect.objectContaining(data)],
    ['spend.reached', expect.objectContaining(data)],
  ]);
});
