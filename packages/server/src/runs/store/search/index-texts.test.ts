/** How much indexing the words of runs for search reads: what a search finds is shown by the tests of `GET /v1/runs?q=`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../../test/support/test-database.ts';
import { newUuid } from '../../../core/ids.ts';
import type { Database } from '../../../database/database.ts';
import { indexTexts } from './index-texts.ts';

const RUNS = 190;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const workspace = newUuid();
  await test.database.query(
    `INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, 'words', 'unlimited', now())`,
    [workspace],
  );
  await test.database.query(
    `INSERT INTO event_counters (workspace_id, environment, last) VALUES ($1, 'live', ${RUNS})`,
    [workspace],
  );
  await test.database.query('ANALYZE runs, events'); // Both are empty: what the planner knows is out of date, as in a workspace that has just begun.
  await test.database.query(
    `WITH numbers AS (SELECT n, uuidv7() AS id FROM generate_series(1, ${RUNS}) n),
     stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, input, created_at)
       SELECT $1, 'live', id, 'api', 'async', $1, 'code', $1, 1, '{"transcript":"Agent: ' || repeat('hello ', 250) || '"}', now() FROM numbers)
     INSERT INTO events (workspace_id, environment, id, position, type, created_at) SELECT $1, 'live', id, n, 'run.succeeded', now() FROM numbers`,
    [workspace],
  );
});
afterAll(() => test.close());

it('reads each run a few times, not all of them for each, where statistics are out of date', async () => {
  let read = 0;
  const counting: Database = {
    ...test.database,
    transaction: (work) =>
      test.database.transaction(async (tx) => {
        const result = await work(tx);
        const { rows } = await tx.query<{ read: number }>(
          `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'runs'`,
        );
        read += rows[0]?.read ?? 0;
        return result;
      }),
  };
  await indexTexts(counting, () => false);
  const { rows } = await test.database.query<{ texts: number }>('SELECT count(*)::int AS texts FROM run_texts');
  expect(rows).toEqual([{ texts: RUNS }]);
  expect(read).toBeLessThanOrEqual(4 * RUNS);
});
