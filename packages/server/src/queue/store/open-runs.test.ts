/** Open runs are looked up by their jobs, also before there are statistics: a join of all runs with all jobs took more than 30 s for 5,300 of them. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/support/test-database.ts';
import { leftOpen } from '../../backfills/store/stop-backfill.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createStorageMeter } from '../../runs/store/stored-runs.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

const allOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allOf)];

it('what an open run takes up, and which are left of a backfill, is found run by run', async () => {
  const test = await createTestDatabase();
  const workspace = newUuid();
  const scope = { workspaceId: encodeId('ws', workspace), environment: 'live' as const };
  await test.database.query(
    `INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, 'open', 'unlimited', now())`,
    [workspace],
  );
  const nodes: Plan[] = [];
  const explaining: Queryable = {
    async query(statement, values) {
      const text = typeof statement === 'string' ? statement : statement.text;
      const { rows } = await test.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        values,
      );
      nodes.push(...(rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => allOf(Plan)));
      return test.database.query(statement, values);
    },
  };
  expect(await leftOpen(explaining, scope, { backfill: newUuid() })).toEqual([]);
  await createStorageMeter({ reads: explaining } as Pick<Database, 'reads'> as Database).measure(scope.workspaceId);
  const ofRuns = nodes.filter((node) => node['Relation Name'] === 'runs');
  expect(ofRuns).toHaveLength(3);
  for (const node of ofRuns) expect(node['Index Cond'], node['Node Type']).toMatch(/\bid = (?:j|jobs\w*)\.id/);
  await test.close();
});
