/** How much a search reads: what it finds is shown by the tests of `GET /v1/runs?q=`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERY_RUN } from '../../../../../../test/support/every-run.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../../test/support/test-database.ts';
import { decodeId, newId, newUuid } from '../../../core/ids.ts';
import type { Queryable } from '../../../database/queryable.ts';
import { NO_ANSWER_FILTER } from '../../answer-filter.ts';
import { listRuns } from '../list-runs.ts';
import type { RunFilter } from '../run-conditions.ts';
import { BUCKET_MS, bucketLexeme, bucketOf } from './buckets.ts';

/** In one span; a request looks at 5,000 of them. */
const RUNS = 6_000;
const scope = { workspaceId: newId('ws'), environment: 'live' } as const;
const bucket = bucketOf(new Date()) - 3;
let test: TestDatabase;

/** Every run says hello; only the oldest says goodbye and is of the team `first`; all but it say thanks. */
beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  const workspace = decodeId('ws', scope.workspaceId);
  await database.query(
    `INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, 'search', 'unlimited', now())`,
    [workspace],
  );
  await database.query(
    `WITH numbers AS (SELECT n, lpad(to_hex($3::bigint + n), 12, '0') AS time FROM generate_series(1, ${RUNS}) n),
     stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, metadata, input, created_at)
       SELECT $1, 'live', (left(time, 8) || '-' || right(time, 4) || '-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'api', 'async', $2, 'code', $2, 1,
         '{"team":"' || CASE n WHEN 1 THEN 'first' ELSE 'other' END || '"}', '{}', to_timestamp(($3::bigint + n) / 1000.0) FROM numbers RETURNING id, metadata)
     INSERT INTO run_texts (workspace_id, environment, run_id, words)
     SELECT $1, 'live', id, array_to_tsvector(ARRAY['hello', $4::text, CASE WHEN metadata LIKE '%first%' THEN 'goodby' ELSE 'thank' END]) FROM stored`,
    [workspace, newUuid(), bucket * BUCKET_MS, bucketLexeme(scope, bucket)],
  );
  await database.query('VACUUM (ANALYZE) runs, run_texts');
});
afterAll(() => test.close());

const FILTER: RunFilter = { ...EVERY_RUN, limit: 20 };

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** Rows of `runs` that a list has read. */
async function runsRead(filter: Partial<RunFilter>): Promise<number> {
  const { database } = test;
  let read = 0;
  const rowsOf = (node: PlanNode): number =>
    (node['Relation Name'] === 'runs' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
    (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
  const explaining: Queryable = {
    async query(statement, values) {
      const text = typeof statement === 'string' ? statement : statement.text;
      const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      if (plan) read += rowsOf(plan.Plan);
      return database.query(statement, values);
    },
  };
  await listRuns(explaining, scope, { ...FILTER, ...filter });
  return read;
}

describe('a search', () => {
  it('reads the runs of its page alone, however many have the word, and however new the others are', async () => {
    expect(await runsRead({ words: 'hello' })).toBe(20);
    expect(await runsRead({ words: 'goodbye' })).toBe(1);
    expect(await runsRead({ words: 'hello -thanks' })).toBe(1);
  });

  it('looks at a bounded number of runs that another filter leaves out, and goes on from there', async () => {
    const by = { ...NO_ANSWER_FILTER, metadata: [{ key: 'team', isNot: false, value: 'first' }] };
    expect(await runsRead({ words: 'hello', by })).toBe(5_000);
    const first = await listRuns(test.database, scope, { ...FILTER, words: 'hello', by });
    expect(first.runs).toEqual([]);
    const before = decodeId('run', first.lookedTo ?? '');
    const second = await listRuns(test.database, scope, { ...FILTER, words: 'hello', by, before });
    expect(second.runs.map(({ metadata }) => metadata)).toEqual([{ team: 'first' }]);
    expect(second.lookedTo).toBeUndefined();
  });
});
