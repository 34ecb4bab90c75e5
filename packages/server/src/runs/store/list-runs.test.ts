/** Lists of runs by plan: a large backfill must not be passed over, run by run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERY_RUN } from '../../../../../test/support/every-run.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { listRuns } from './list-runs.ts';
import type { RunFilter } from './run-conditions.ts';

let test: TestDatabase;
const workspace = newUuid();
const kit = newUuid();
const scope = { workspaceId: encodeId('ws', workspace), environment: 'live' as const };
/** 300 runs, and 20,000 runs of a backfill after them. */
const RUNS = 300;
const BACKFILLED = 20_000;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  await database.query(`INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, 'lists', 'unlimited', now())`, [
    workspace,
  ]);
  await database.query(
    `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, metadata, created_at, rescored_from, backfill_id)
     SELECT $1, 'live', uuidv7(), CASE WHEN g <= ${RUNS} THEN 'api' ELSE 'backfill' END, 'async', $2, 'K7TQ2MXB', $2, 1, '{"team":"emea"}', now(),
       CASE WHEN g > ${RUNS} THEN gen_random_uuid() END, CASE WHEN g > ${RUNS} THEN $2::uuid END
     FROM generate_series(1, ${RUNS + BACKFILLED}) g`,
    [workspace, kit],
  );
  await database.query('ANALYZE runs');
});
afterAll(() => test.close());

const NO_FILTER: RunFilter = { ...EVERY_RUN, limit: 51 };

interface Plan {
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The indexes that a list uses, how many rows it reads of them, and how many runs it finds. */
async function explain(filter: Partial<RunFilter>): Promise<{ indexes: Set<string>; read: number; found: number }> {
  const plans: Plan[] = [];
  const explaining: Queryable = {
    async query(statement, values) {
      const { text } = typeof statement === 'string' ? { text: statement } : statement;
      const { rows } = await test.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      plans.push(...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
      return test.database.query(statement, values);
    },
  };
  const { runs } = await listRuns(explaining, scope, { ...NO_FILTER, ...filter });
  const nodes = plans.flatMap(allOf);
  return {
    indexes: new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
    read: nodes.reduce(
      (sum, node) =>
        sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
      0,
    ),
    found: runs.length,
  };
}

function allOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(allOf)];
}

describe('a list of runs after a large backfill', () => {
  it.each([
    ['all', {}, 'runs_listed'],
    ['of a type', { type: 'api' }, 'runs_listed'],
    ['by review', { by: { ...NO_FILTER.by, isReviewed: false } }, 'runs_listed'],
  ] as const)('%s: reads only runs that it shows', async (_name, filter, index) => {
    const { indexes, read, found } = await explain(filter);
    expect(found).toBe(51);
    expect([...indexes]).toContain(index);
    expect(read).toBeLessThan(20 * RUNS);
  });

  it('those of the backfill have an index, too', async () => {
    const { indexes, read, found } = await explain({ type: 'backfill' });
    expect(found).toBe(51);
    expect([...indexes]).toContain('runs_rescoring');
    expect(read).toBeLessThan(20 * RUNS);
  });
});
