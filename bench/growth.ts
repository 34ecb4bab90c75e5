/**
 * What an operation costs with ten thousand, a hundred thousand and a million runs in one workspace, and whether its plan still
 * goes through indexes only. The history is made in SQL; the operations are the service's own.
 */

import { decodeId } from '@brickwork/server/core/ids';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import type { Database, Queryable, Statement } from '@brickwork/server/storage/database';
import { createJobStore } from '@brickwork/server/storage/job-store';
import { findRun, listRuns, recentDurationMs } from '@brickwork/server/storage/runs/read-runs';
import { conversationOf, SMALL_KIT } from './support/conversations.ts';
import { RawConnection, rawRequest } from './support/raw-connection.ts';
import { atMost, type Line, milliseconds, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';
import { spreadOf } from './support/spread.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const TIMES = 300;

export async function growth(site: Site): Promise<Result> {
  const db = await site.database('growth');
  const kitCode = await db.publish(SMALL_KIT);
  const node = await startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_ROLE: 'api' } });
  const costs = new Map<string, number[]>();
  const plans = new Set<string>();
  let size = 0;
  for (const wanted of SIZES) {
    await makeHistory(db, kitCode, size, wanted);
    size = wanted;
    for (const [what, cost] of await costsOf(db, node.port, kitCode))
      costs.set(what, [...(costs.get(what) ?? []), cost]);
    for (const scan of await sequentialScans(db)) plans.add(`${scan} at ${wanted.toLocaleString('en')}`);
  }
  await node.stop();
  await db.drop();
  const lines: Line[] = [...costs].map(([what, values]) => ({
    ...atMost(`${what}, p50 at 10 k / 100 k / 1 M`, (values.at(-1) ?? 0) / (values[0] ?? 1), 1.5),
    value: `${values.map(milliseconds).join(' / ')} = ${((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2)} ×`,
  }));
  return {
    name: 'growth',
    title: 'Growth: cost of one operation as the history of a workspace grows',
    lines: [
      ...lines,
      {
        what: 'sequential scans in their plans',
        value: plans.size === 0 ? 'none' : [...plans].join('; '),
        bar: 'none',
        met: plans.size === 0,
      },
    ],
  };
}

/** Ended runs of the past, one a second, nine in ten succeeded. */
async function makeHistory(
  { database, workspaceId }: SiteDatabase,
  kitCode: string,
  from: number,
  to: number,
): Promise<void> {
  const workspace = decodeId('ws', workspaceId);
  for (let start = from; start < to; start += 50_000) {
    const end = Math.min(to, start + 50_000);
    await database.query(
      `WITH numbers AS (SELECT n, uuidv7(-make_interval(secs => n)) AS id, now() - make_interval(secs => n) AS at FROM generate_series(${start + 1}, ${end}) AS n),
       kit AS (SELECT k.id AS kit_id, k.live_version_id FROM kits k WHERE k.workspace_id = $1 AND k.code = $2),
       stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, input, created_at)
         SELECT $1, 'live', id, 'api', 'async', kit_id, $2, live_version_id, 1, 'call-' || n, '{"transcript":"Agent: hello"}', at FROM numbers, kit)
       INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output, error_code)
       SELECT $1, 'live', id, CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'succeeded' END, at, at, 5, '{"bricks":{}}',
         CASE WHEN n % 10 = 0 THEN 'run_request_failed' END FROM numbers`,
      [workspace, kitCode],
    );
  }
  await database.query('VACUUM (ANALYZE) runs');
  await database.query('VACUUM (ANALYZE) run_results');
  await database.query('CHECKPOINT');
}

async function costsOf(db: SiteDatabase, port: number, kitCode: string): Promise<Map<string, number>> {
  const connection = await RawConnection.open(port);
  const { rows } = await db.database.query<{ external_id: string }>(
    `SELECT external_id FROM runs WHERE workspace_id = $1 AND external_id IS NOT NULL ORDER BY random() LIMIT 1`,
    [decodeId('ws', db.workspaceId)],
  );
  const get = (path: string) => rawRequest({ method: 'GET', path, key: db.key });
  const listed = JSON.parse((await connection.send(get('/v1/runs?limit=100'))).body) as { data: { run_id: string }[] };
  const body = { kit_code: kitCode, input: { transcript: conversationOf(1) } };
  const operations: Record<string, Buffer> = {
    'GET a run': get(`/v1/runs/${listed.data.at(-1)?.run_id}`),
    'GET the newest 50': get('/v1/runs'),
    'GET the newest 50 that failed': get('/v1/runs?status=failed'),
    'GET by external id': get(`/v1/runs?external_id=${rows[0]?.external_id}`),
    'POST a run': rawRequest({ method: 'POST', path: '/v1/runs', key: db.key, body }),
  };
  const costs = new Map<string, number>();
  for (const [what, request] of Object.entries(operations)) {
    costs.set(
      what,
      await p50Of(async () => {
        const { status, body: answer } = await connection.send(request);
        if (status >= 300) throw new Error(`${what} answered ${status}: ${answer}`);
      }),
    );
  }
  connection.close();
  const jobs = createJobStore(db.database, new LaneClock());
  costs.set('claim a job', await p50Of(async () => void (await jobs.claim('run', 1, 600_000))));
  return costs;
}

async function p50Of(operation: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < TIMES + 30; index += 1) {
    const startedAt = performance.now();
    await operation();
    if (index >= 30) times.push(performance.now() - startedAt);
  }
  return spreadOf(times).p50;
}

/** Runs the service's own functions over a connection that explains what it is given instead of answering. */
async function sequentialScans({ database, workspaceId }: SiteDatabase): Promise<string[]> {
  const found: string[] = [];
  let what = '';
  const explaining: Queryable = {
    async query(statement: Statement | string, values: readonly unknown[] = []) {
      const text = typeof statement === 'string' ? statement : statement.text;
      const { rows } = await database.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
      const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
      for (const [, table] of plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g))
        if (table === 'runs' || table === 'run_results' || table === 'jobs') found.push(`${what}: ${table}`);
      return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
    },
  };
  const scope = { workspaceId, environment: 'live' } as const;
  const filter = {
    ...{ limit: 50, before: undefined, status: undefined, type: undefined, kitCode: undefined },
    ...{ externalId: undefined, createdAfter: undefined, createdBefore: undefined },
  };
  const someId = '019a0000-0000-7000-8000-000000000001';
  const checks: Record<string, () => Promise<unknown>> = {
    get: () => findRun(explaining, scope, someId),
    list: () => listRuns(explaining, scope, filter),
    'list by status': () => listRuns(explaining, scope, { ...filter, status: 'failed' }),
    'list by external id': () => listRuns(explaining, scope, { ...filter, externalId: 'call-77' }),
    'list a page': () => listRuns(explaining, scope, { ...filter, before: someId }),
    'recent durations': () => recentDurationMs(explaining, scope, someId),
    claim: () =>
      createJobStore({ ...database, query: explaining.query } as Database, new LaneClock()).claim('run', 1, 1_000),
  };
  for (const [name, check] of Object.entries(checks)) {
    what = name;
    await check();
  }
  return found;
}
