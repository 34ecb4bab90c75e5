/**
 * Joins of the views on `run_id`, without a period: PostgreSQL must not go through a whole view for each row of another, also where autovacuum has not
 * looked at the tables yet.
 */
import { encodeId, newUuid } from '@brickwork/server/core/ids';
import { grantLogin } from '@brickwork/server/outbound/warehouse/reporting/manage-logins';
import { createLoginStore } from '@brickwork/server/outbound/warehouse/store/reporting/login-store';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/test-database.ts';

const RUNS = 20_000;
let test: TestDatabase;
let client: pg.Client;
let granted: string;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  const workspace = await workspaceWith(RUNS);
  await workspaceWith(RUNS / 10);
  const store = createLoginStore(database, { isEmbedded: true });
  const request = { environment: 'live', identities: false, connections: 5 } as const;
  const { login, password = '' } = await grantLogin(store, workspace, request);
  granted = login;
  const url = new URL(test.url.replace('@/', '@localhost/'));
  const [host, port] = [url.searchParams.get('host') ?? '', Number(url.searchParams.get('port'))];
  client = new pg.Client({ host, port, database: url.pathname.slice(1), user: login, password });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await test.database.query(`DROP OWNED BY ${granted}`);
  await test.database.query(`DROP ROLE ${granted}`);
  await test.close();
});

async function workspaceWith(runs: number): Promise<string> {
  const [workspace, kit] = [newUuid(), newUuid()];
  await test.database.query(`INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, $2, 'unlimited', now())`, [
    workspace,
    `joins-${runs}`,
  ]);
  await test.database.query(
    `WITH made AS (SELECT n, uuidv7() AS id FROM generate_series(1, ${runs}) n),
     stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, created_at)
       SELECT $1, 'live', id, 'api', 'async', $2, 'K7TQ2MXB', $2, 1, now() FROM made),
     answered AS (INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, answers)
       SELECT $1, 'live', $2, id, 1, 'api', '{"score":{"value":7},"solved":{"value":true}}' FROM made)
     INSERT INTO reviews (workspace_id, environment, run_id, brick, reviewer, id, submission, kit_id, kit_version, verdict, created_at)
     SELECT $1, 'live', id, 'score', 'ann', gen_random_uuid(), gen_random_uuid(), $2, 1, 'correct', now() FROM made WHERE n % 10 = 0`,
    [workspace, kit],
  );
  return encodeId('ws', workspace);
}

interface Plan {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const allOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allOf)];
async function planOf(sql: string): Promise<Plan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${sql}`);
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => allOf(Plan));
}

const reads = (plan: Plan) => allOf(plan).filter((node) => node['Relation Name'] === 'run_answers').length;

it.each([
  [`SELECT count(*) FROM reviews v JOIN runs r USING (run_id)`, RUNS / 10],
  [`SELECT count(*) FROM reviews v JOIN answers a USING (run_id, brick)`, RUNS / 10],
  [`SELECT count(*) FROM runs r JOIN answers a USING (run_id) WHERE a.brick = 'score'`, RUNS],
  [
    `SELECT count(*) FROM runs r JOIN answers a USING (run_id) WHERE a.brick = 'score' AND r.occurred_at >= now() - interval '7 days'`,
    RUNS,
  ],
  [`SELECT count(*) FROM answers a JOIN answers b USING (run_id) WHERE a.brick = 'score' AND b.brick = 'solved'`, RUNS],
])('reads each view once: %s', async (sql, count) => {
  const nodes = await planOf(sql);
  // Where both sides read answers, both are views. A loop would go through the second one for each row of the first.
  const joins = nodes.filter((node) => (node.Plans ?? []).filter((side) => reads(side) > 0).length === 2);
  expect(joins.map((node) => node['Node Type'])).toEqual([expect.stringMatching(/^(Hash|Merge) Join$/)]);
  expect((await client.query(sql)).rows).toEqual([{ count: String(count) }]);
});

it.each(['runs', 'answers', 'reviews'])('%s is expected to have about as many rows as it has', async (view) => {
  const [plan] = await planOf(`SELECT run_id FROM ${view}`);
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${view}`);
  expect(plan?.['Plan Rows']).toBeGreaterThan(Number(rows[0]?.count) / 5);
});
