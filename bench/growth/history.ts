/** Runs of the past, made in SQL: one every ten seconds, nine in ten succeeded, each with twelve answers, metadata and about forty words; every fiftieth reviewed. */

import { decodeId } from '@brickwork/server/core/ids';
import { buildDays } from '@brickwork/server/insights/store/build-days';
import { RUN_KIND } from '@brickwork/server/queue/job-kinds';
import { laneOf } from '@brickwork/server/queue/lane';
import { insertJobs } from '@brickwork/server/queue/store/job-statements';
import { BUCKET_MS } from '@brickwork/server/runs/store/search/buckets';
import type { SiteDatabase } from '../support/site.ts';

const CHUNK = 50_000;
export const SECONDS_APART = 10;

/** A yes/no question, a score, a category that every hundredth run has, and nine numbers. */
const ANSWERS = `jsonb_build_object('resolved', jsonb_build_object('value', n % 2 = 0, 'confidence', 0.9),
  'score', jsonb_build_object('value', n * 7919 % 101, 'confidence', 0.8),
  'reason', jsonb_build_object('value', CASE WHEN n % 100 = 7 THEN 'refund' ELSE 'other' END, 'confidence', 0.7))
  || (SELECT jsonb_object_agg('brick_' || b, jsonb_build_object('value', n % b, 'confidence', 0.95)) FROM generate_series(1, 9) AS b)`;

/** A word that every run has, one of all but every 20,000th, one of every hundredth, one of every 20,000th, and forty of a vocabulary of 20,000 in which few are frequent. */
export const WORDS = { common: 'hello', almostCommon: 'thank', some: 'refund', rare: 'zebra', unknown: 'xylophone' };
const WORDS_SQL = `array_to_tsvector(ARRAY(SELECT DISTINCT word FROM unnest(ARRAY['${WORDS.common}', $3::text || floor(extract(epoch FROM at) * 1000 / ${BUCKET_MS})]
    || CASE WHEN n % 20000 <> 11 THEN ARRAY['${WORDS.almostCommon}'] END || CASE WHEN n % 100 = 7 THEN ARRAY['${WORDS.some}'] END
    || CASE WHEN n % 20000 = 13 THEN ARRAY['${WORDS.rare}'] END
    || ARRAY(SELECT 'word' || floor(20000 * power(hashint8(n * 100 + w)::float8 / 4294967296 + 0.5, 3)) FROM generate_series(1, 40) w)) word))`;

/** Ten teams of five agents each, three channels, and a customer for every second run. */
const METADATA = `jsonb_build_object('team', 'team-' || n % 10, 'agent', 'agent-' || n % 50, 'channel', (ARRAY['phone', 'mail', 'chat'])[1 + n % 3], 'customer', 'customer-' || n / 2)`;

const ofKit = `kit AS (SELECT k.id AS kit_id, k.live_version_id FROM kits k WHERE k.workspace_id = $1 AND k.code = $2)`;
const numbers = (start: number, end: number) =>
  `numbers AS (SELECT n, uuidv7(-make_interval(secs => n * ${SECONDS_APART})) AS id, now() - make_interval(secs => n * ${SECONDS_APART}) AS at
     FROM generate_series(${start + 1}::bigint, ${end}) AS n)`;

/**
 * What a load of this size leaves to do (pages to write, statistics, hint bits, the index of words) is done before anything is measured: in
 * a service, it happened along the way.
 */
export async function makeHistory(db: SiteDatabase, kitCode: string, from: number, to: number): Promise<void> {
  const { database, workspaceId } = db;
  const workspace = decodeId('ws', workspaceId);
  await database.query('DROP INDEX run_texts_words');
  for (let start = from; start < to; start += CHUNK)
    await database.query(
      `WITH ${numbers(start, Math.min(to, start + CHUNK))}, ${ofKit},
       stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input, created_at)
         SELECT $1, 'live', id, 'api', 'async', kit_id, $2, live_version_id, 1, 'call-' || n, ${METADATA}::text, '{"transcript":"Agent: hello"}', at FROM numbers, kit),
       answered AS (INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, metadata)
         SELECT $1, 'live', kit_id, id, 1, 'api', CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'succeeded' END, at, CASE WHEN n % 10 = 0 THEN '{}' ELSE ${ANSWERS} END, ${METADATA}
         FROM numbers, kit)
       INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output, error_code)
       SELECT $1, 'live', id, CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'succeeded' END, at, at, 5, '{"bricks":{}}',
         CASE WHEN n % 10 = 0 THEN 'run_request_failed' END FROM numbers`,
      [workspace, kitCode],
    );
  await addWords(db, workspace, from, to);
  await addReviews(db, workspace, from, to);
  while ((await buildDays(database, { keysOf: async () => ['agent', 'channel', 'customer', 'team'] }, 100)) > 0);
  for (const table of [
    'runs',
    'run_results',
    'run_answers',
    'run_texts',
    'reviews',
    'insight_cells',
    'insight_days',
    'jobs',
  ])
    await database.query(`VACUUM (ANALYZE) ${table}`);
  await database.query('CHECKPOINT');
}

/** `at` of a run by its external id: a run's id begins with its time. */
const MADE = `SELECT substr(external_id, 6)::bigint AS n, id, kit_id, created_at AS at FROM runs
  WHERE workspace_id = $1 AND environment = 'live' AND external_id IN (SELECT 'call-' || n FROM generate_series($2::bigint + 1, $2 + ${CHUNK}) n)`;

async function addWords({ database, workspaceId }: SiteDatabase, workspace: unknown, from: number, to: number) {
  for (let start = from; start < to; start += CHUNK)
    await database.query(
      `INSERT INTO run_texts (workspace_id, environment, run_id, words) SELECT $1, 'live', id, ${WORDS_SQL} FROM (${MADE}) made`,
      [workspace, start, `${workspaceId} live `],
    );
  await database.transaction(async (tx) => {
    await tx.query(`SET LOCAL maintenance_work_mem = '1GB'`);
    await tx.query('CREATE INDEX run_texts_words ON run_texts USING gin (words)');
  });
}

async function addReviews({ database }: SiteDatabase, workspace: unknown, from: number, to: number) {
  for (let start = from; start < to; start += CHUNK)
    await database.query(
      `INSERT INTO reviews (workspace_id, environment, run_id, brick, reviewer, id, submission, kit_id, kit_version, verdict, created_at)
       SELECT $1, 'live', id, 'resolved', 'somebody', uuidv7(), uuidv7(), kit_id, 1, 'correct', at FROM (${MADE}) made WHERE n % 50 = 3`,
      [workspace, start],
    );
}

/** Runs that wait meanwhile. */
export async function makeBacklog(
  { database, workspaceId }: SiteDatabase,
  kitCode: string,
  count: number,
): Promise<void> {
  await database.query(
    `WITH numbers AS (SELECT n, uuidv7() AS id FROM generate_series(1, ${count}) AS n), ${ofKit},
     stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, input, created_at)
       SELECT $1, 'live', id, 'api', 'async', kit_id, $2, live_version_id, 1, '{"transcript":"Agent: hello"}', now() FROM numbers, kit)
     ${insertJobs(RUN_KIND, `(SELECT id, $3 AS lane, n AS place, 'ready' AS state FROM numbers) AS waiting`)}`,
    [decodeId('ws', workspaceId), kitCode, laneOf({ workspaceId, environment: 'live' })],
  );
}
