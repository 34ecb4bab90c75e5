/**
 * What an operation costs with ten thousand, a hundred thousand and a million runs in one workspace. The history is made in SQL;
 * the operations are the service's own functions, over a connection that runs each statement under EXPLAIN (ANALYZE, BUFFERS): the
 * server's own time and the pages it touched, which say what grows where wall time says who else was on the machine. A
 * sequential scan of a table that grows is a fault.
 */
import { decodeId, encodeId, newId } from '@brickwork/server/core/ids';
import { RUN_KIND } from '@brickwork/server/queue/job-kinds';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import { NO_ANSWER_FILTER, readAnswerFilter } from '@brickwork/server/runs/answer-filter';
import type { Database } from '@brickwork/server/storage/database';
import { insertJobs } from '@brickwork/server/storage/jobs/job-statements';
import { createJobStore } from '@brickwork/server/storage/jobs/job-store';
import { laneOf } from '@brickwork/server/storage/jobs/lane';
import { createRunStore } from '@brickwork/server/storage/run-store';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { SMALL_KIT } from './support/conversations.ts';
import { type Explained, explaining } from './support/explaining.ts';
import { atMost, type Line, milliseconds, type Result } from './support/result.ts';
import type { Site, SiteDatabase } from './support/site.ts';
import { median } from './support/spread.ts';

const SIZES = [10_000, 100_000, 1_000_000];
/** Runs that wait meanwhile. */
const BACKLOG = 10_000;
const TIMES = 60;
const WARM_UP = 10;

/** Twelve bricks: a yes/no question, a score, a category that every hundredth run has, and nine more. */
const ANSWERS = `jsonb_build_object('resolved', jsonb_build_object('value', n % 2 = 0, 'confidence', 0.9),
  'score', jsonb_build_object('value', n * 7919 % 101, 'confidence', 0.8),
  'reason', jsonb_build_object('value', CASE WHEN n % 100 = 7 THEN 'refund' ELSE 'other' END, 'confidence', 0.7))
  || (SELECT jsonb_object_agg('brick_' || b, jsonb_build_object('value', n % b, 'confidence', 0.95)) FROM generate_series(1, 9) AS b)`;

interface Cost {
  ms: number;
  pages: number;
}

export async function growth(site: Site): Promise<Result> {
  const db = await site.database('growth');
  const kitCode = await db.publish(SMALL_KIT);
  const costs = new Map<string, Cost[]>();
  const scans = new Set<string>();
  let size = 0;
  await makeBacklog(db, kitCode);
  for (const wanted of SIZES) {
    await makeHistory(db, kitCode, size, wanted);
    size = wanted;
    for (const [what, explained] of await explainAll(db)) {
      const cost = { ms: median(explained.map(({ ms }) => ms)), pages: median(explained.map(({ pages }) => pages)) };
      costs.set(what, [...(costs.get(what) ?? []), cost]);
      for (const table of explained.flatMap(({ scanned }) => scanned))
        scans.add(`${what}: ${table} at ${wanted.toLocaleString('en')}`);
    }
  }
  await db.drop();
  const found = [...scans].join('; ');
  return {
    name: 'growth',
    title: `Growth: server time and pages of one operation with 10 k / 100 k / 1 M runs in the workspace, ${BACKLOG.toLocaleString('en')} more waiting`,
    lines: [
      ...[...costs].map(([what, values]) => lineOf(what, values)),
      { what: 'sequential scans of tables that grow', value: found || 'none', bar: 'none', met: found === '' },
    ],
  };
}

function lineOf(what: string, values: readonly Cost[]): Line {
  const growth = (values.at(-1)?.ms ?? 0) / (values[0]?.ms ?? 1);
  const pages = values.map((cost) => Math.round(cost.pages)).join(' / ');
  return {
    ...atMost(what, growth, 1.5),
    value: `${values.map(({ ms }) => milliseconds(ms)).join(' / ')} = ${growth.toFixed(2)} ×; ${pages} pages`,
  };
}

/**
 * Ended runs of the past, one a second, nine in ten succeeded. What a load of this size leaves to do (pages to write, statistics,
 * hint bits) is done before anything is measured: in a service, it happened along the way.
 */
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
       answered AS (INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, answers, metadata)
         SELECT $1, 'live', kit_id, id, 1, 'api', ${ANSWERS}, jsonb_build_object('team', 'team-' || n % 10) FROM numbers, kit WHERE n % 10 <> 0)
       INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output, error_code)
       SELECT $1, 'live', id, CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'succeeded' END, at, at, 5, '{"bricks":{}}',
         CASE WHEN n % 10 = 0 THEN 'run_request_failed' END FROM numbers`,
      [workspace, kitCode],
    );
  }
  for (const table of ['runs', 'run_results', 'run_answers', 'jobs']) await database.query(`VACUUM (ANALYZE) ${table}`);
  await database.query('CHECKPOINT');
}

async function makeBacklog({ database, workspaceId }: SiteDatabase, kitCode: string): Promise<void> {
  const workspace = decodeId('ws', workspaceId);
  await database.query(
    `WITH numbers AS (SELECT n, uuidv7() AS id FROM generate_series(1, ${BACKLOG}) AS n),
     kit AS (SELECT k.id AS kit_id, k.live_version_id FROM kits k WHERE k.workspace_id = $1 AND k.code = $2),
     stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, input, created_at)
       SELECT $1, 'live', id, 'api', 'async', kit_id, $2, live_version_id, 1, '{"transcript":"Agent: hello"}', now() FROM numbers, kit)
     ${insertJobs(RUN_KIND, `(SELECT id, $3 AS lane, n AS place, 'ready' AS state FROM numbers) AS waiting`)}`,
    [workspace, kitCode, laneOf({ workspaceId, environment: 'live' })],
  );
}

async function explainAll({ database, workspaceId }: SiteDatabase): Promise<Map<string, Explained[]>> {
  const seen: Explained[] = [];
  const explained = explaining(database, (statement) => seen.push(statement));
  const { rows } = await database.query<{
    id: string;
    external_id: string;
    kit_id: string;
    kit_code: string;
    kit_version_id: string;
  }>(
    `SELECT id, external_id, kit_id, kit_code, kit_version_id FROM runs WHERE workspace_id = $1 AND external_id IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET 5000`,
    [decodeId('ws', workspaceId)],
  );
  const [some] = rows;
  if (some === undefined) throw new Error('there is no history');
  const measured = new Map<string, Explained[]>();
  for (const [what, operation] of Object.entries(operationsOn(explained, workspaceId, some))) {
    seen.length = 0;
    for (let index = 0; index < TIMES + WARM_UP; index += 1) {
      if (index === WARM_UP) seen.length = 0;
      await operation().catch(() => {}); // What is explained has no rows, and some operations miss them.
    }
    if (seen.length === 0) throw new Error(`${what} asked nothing of the database`);
    measured.set(what, sumsOf(seen));
  }
  return measured;
}

/** Statements of one operation are one cost. */
function sumsOf(statements: readonly Explained[]): Explained[] {
  const each = Math.max(1, Math.round(statements.length / TIMES));
  return Array.from({ length: Math.floor(statements.length / each) }, (_, index) => {
    const own = statements.slice(index * each, (index + 1) * each);
    return {
      ms: own.reduce((sum, { ms }) => sum + ms, 0),
      pages: own.reduce((sum, { pages }) => sum + pages, 0),
      scanned: own.flatMap(({ scanned }) => scanned),
    };
  });
}

function operationsOn(
  database: Database,
  workspaceId: string,
  some: { id: string; external_id: string; kit_id: string; kit_code: string; kit_version_id: string },
): Record<string, () => Promise<unknown>> {
  const clock = new LaneClock();
  const store = createRunStore({
    database,
    clock,
    onAccepted() {},
    onEnded() {},
    recordEvents: async () => false,
    maxEventBytes: 262_144,
  });
  const jobs = createJobStore(database, clock);
  const scope = { workspaceId, environment: 'live' } as const;
  const kit = { kitId: some.kit_id, kitCode: 'BENCHKIT' };
  const filter = {
    limit: 50,
    before: undefined,
    status: undefined,
    type: undefined,
    kitCode: undefined,
    externalId: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
    words: undefined,
    by: NO_ANSWER_FILTER,
    withAnswers: false,
  };
  const runId = encodeId('run', some.id);
  const byAnswer = (text: Record<string, string>) => ({
    ...filter,
    kitCode: some.kit_code,
    by: readAnswerFilter(text),
  });
  return {
    'list by an answer of every second run': () => store.list(scope, byAnswer({ 'answer.resolved': 'false' })),
    'list by an answer of every hundredth run': () => store.list(scope, byAnswer({ 'answer.reason': 'refund' })),
    'list by a score below a bound and a team': () =>
      store.list(scope, byAnswer({ 'answer.score': 'lt:30', 'metadata.team': 'team-3' })),
    'list by an answer that no run has': () => store.list(scope, byAnswer({ 'answer.score': 'lt:0' })),
    'get a run': () => store.find(scope, runId),
    'list the newest 50': () => store.list(scope, filter),
    'list a page further back': () => store.list(scope, { ...filter, before: runId }),
    'list the newest 50 that failed': () => store.list(scope, { ...filter, status: 'failed' }),
    'list by external id': () => store.list(scope, { ...filter, externalId: some.external_id }),
    'recent durations of a kit': () => store.recentDurationMs(scope, some.kit_version_id),
    'accept a run': () =>
      store.accept({
        ...scope,
        ...kit,
        runId: newId('run'),
        type: 'api',
        mode: 'async',
        kitVersionId: some.kit_version_id,
        kitVersion: 1,
        externalId: undefined,
        metadata: undefined,
        input: '{}',
        createdAt: new Date(),
        capacity: null,
        idempotency: undefined,
      }),
    'claim a job': () => jobs.claim('run', 1, 600_000),
    'look for the job of a run that ends': () =>
      store.finish({
        ...scope,
        ...kit,
        runId: newId('run'),
        type: 'api',
        status: 'succeeded',
        completedAt: new Date(),
        output: '{}',
        warnings: [],
        error: undefined,
        usage: NO_USAGE,
        lease: undefined,
      }),
  };
}
