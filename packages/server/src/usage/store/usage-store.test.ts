import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { createAccessStore } from '../../access/store/access-store.ts';
import { decodeId, newId, newUuid } from '../../core/ids.ts';
import { createUsageStore } from './usage-store.ts';

let test: TestDatabase;
const NOW = new Date();
const scope = { workspaceId: newId('ws', NOW), environment: 'live' };
const [ONE, OTHER] = [newUuid(new Date(1)), newUuid(new Date(2))];
beforeAll(async () => {
  test = await createTestDatabase();
  const workspace = { id: scope.workspaceId, name: 'used', plan: 'unlimited', createdAt: NOW };
  await createAccessStore(test.database).insertWorkspace(workspace);
  for (const [environment, day, kit, code, factor] of [
    ['live', '2026-01-01', ONE, 'A', 1],
    ['live', '2026-01-01', OTHER, 'B', 10],
    ['live', '2026-01-02', ONE, 'A', 100],
    ['live', '2026-01-03', ONE, 'A', 1_000],
    ['test', '2026-01-01', ONE, 'A', 10_000],
  ] as const)
    await test.database.query(
      `INSERT INTO usage_daily (workspace_id, environment, day, kit_id, kit_code, succeeded, failed, cancelled, duration_ms, calls, input_tokens, cached_input_tokens, output_tokens, micro_credits)
       SELECT $1, $2, $3, $4, $5, n, 2 * n, 3 * n, 4 * n, 5 * n, 6 * n, 7 * n, 8 * n, 9 * n FROM (SELECT $6::bigint AS n) f`,
      [decodeId('ws', scope.workspaceId), environment, day, kit, code, factor],
    );
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03'])
    await test.database.query(
      `INSERT INTO sandbox_usage_daily (workspace_id, environment, day, runs, calls, input_tokens, cached_input_tokens, output_tokens, micro_credits) VALUES ($1, 'live', $2, 1, 2, 3, 4, 5, 6)`,
      [decodeId('ws', scope.workspaceId), day],
    );
});
afterAll(() => test.close());

const sums = (n: number) => ({
  ...{ succeeded: n, failed: 2 * n, cancelled: 3 * n, durationMs: 4 * n, calls: 5 * n },
  ...{ inputTokens: 6 * n, cachedInputTokens: 7 * n, outputTokens: 8 * n, microCredits: 9 * n },
});

describe('what a workspace used', () => {
  it('is added up by day, both ends included', async () => {
    const span = { from: '2026-01-01', to: '2026-01-02', groupBy: 'day' } as const;
    expect(await createUsageStore(test.database).totals(scope, span)).toEqual([
      { day: '2026-01-01', ...sums(11) },
      { day: '2026-01-02', ...sums(100) },
    ]);
  });

  it('is added up by kit', async () => {
    const span = { from: '2026-01-01', to: '2026-01-03', groupBy: 'kit' } as const;
    expect(await createUsageStore(test.database).totals(scope, span)).toEqual([
      { kitId: ONE, kitCode: 'A', ...sums(1_101) },
      { kitId: OTHER, kitCode: 'B', ...sums(10) },
    ]);
    expect(await createUsageStore(test.database).totals({ ...scope, environment: 'test' }, span)).toMatchObject([
      sums(10_000),
    ]);
  });

  it('has one line for all kits beyond a thousand', async () => {
    await test.database.query(
      `INSERT INTO usage_daily SELECT $1, 'live', '2027-01-01', gen_random_uuid(), 'many', CASE WHEN n <= 1000 THEN 2 ELSE 1 END, 0, 0, 0, 0, 0, 0, 0, 7 FROM generate_series(1, 1003) n`,
      [decodeId('ws', scope.workspaceId)],
    );
    const span = { from: '2027-01-01', to: '2027-01-01', groupBy: 'kit' } as const;
    const lines = await createUsageStore(test.database).totals(scope, span);
    expect(lines).toHaveLength(1_001);
    expect(lines.slice(0, 1_000).every(({ kits, succeeded }) => kits === undefined && succeeded === 2)).toBe(true);
    expect(lines.at(-1)).toMatchObject({
      kitId: undefined,
      kitCode: undefined,
      kits: 3,
      succeeded: 3,
      microCredits: 21,
    });
  });

  it('has the sandbox apart', async () => {
    const usage = createUsageStore(test.database);
    const span = { from: '2026-01-02', to: '2026-01-03', groupBy: 'day' } as const;
    expect(await usage.sandbox(scope, span)).toEqual({
      ...{ runs: 2, calls: 4, inputTokens: 6, cachedInputTokens: 8, outputTokens: 10, microCredits: 12 },
    });
    expect(await usage.sandbox({ ...scope, environment: 'test' }, span)).toMatchObject({ runs: 0, microCredits: 0 });
  });
});
