/**
 * A workspace as large as its owner can make it, written in SQL: every list has more rows than a page holds, every text is about as long as it may be,
 * and every run has a metadata value of its own.
 */
import type { Database } from '@brickwork/server/database/database';

export interface LargeWorkspace {
  workspace: string;
  kitId: string;
  kitCode: string;
  versionId: string;
}

const RUNS = 2_000;
/** Every hundredth run. */
const LARGE_OUTPUT = 300_000;

const BRICKS = `(SELECT jsonb_object_agg('text_' || b, jsonb_build_object('value', left('answer ' || n || ' ' || repeat('so it was said ', 40), 500), 'confidence', 0.9,
  'reason', 'It says so.', 'evidence', jsonb_build_array())) FROM generate_series(1, 20) b)`;
const ANSWERS = `(SELECT jsonb_object_agg('text_' || b, jsonb_build_object('value', left('answer ' || n || ' ' || repeat('so it was said ', 40), 256), 'confidence', 0.9, 'text', true)) FROM generate_series(1, 20) b)
  || jsonb_build_object('solved', jsonb_build_object('value', n % 2 = 0, 'confidence', 0.9))`;
const METADATA = `(jsonb_build_object('u', 'value-' || n) || (SELECT jsonb_object_agg('key_' || m, repeat('metadata ', 55)) FROM generate_series(1, 5) m))`;

/** Statement by statement: what it adds, and in which numbers. */
const STATEMENTS: readonly string[] = [
  `CREATE TEMPORARY TABLE made AS SELECT n, uuidv7(-make_interval(secs => n * 400)) AS id, now() - make_interval(secs => n * 400) AS at FROM generate_series(1, ${RUNS}) n`,
  `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input, created_at, occurred_at)
   SELECT $1::uuid, 'live', id, 'api', 'async', $2::uuid, $3, $4::uuid, 1, 'call-' || n, ${METADATA}::text, '{"transcript":"Agent: hello there"}', at, at FROM made`,
  `INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output, engine)
   SELECT $1::uuid, 'live', id, 'succeeded', at, at, 5, jsonb_build_object('kit_code', $3::text, 'kit_version_id', $4::text, 'bricks', ${BRICKS}
     || CASE WHEN n % 100 = 0 THEN jsonb_build_object('text_1', jsonb_build_object('value', repeat('long answer ', ${LARGE_OUTPUT} / 12), 'confidence', 0.9, 'reason', 'It says so.')) ELSE '{}' END)::text, 'local' FROM made`,
  `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, metadata)
   SELECT $1::uuid, 'live', $2::uuid, id, 1, 'api', 'succeeded', at, ${ANSWERS}, ${METADATA} FROM made`,
  // Six verdicts about each run, and two thousand people with a long note about one.
  `INSERT INTO reviews (workspace_id, environment, run_id, brick, reviewer, id, submission, kit_id, kit_version, verdict, value, answer, confidence, created_at)
   SELECT $1::uuid, 'live', id, CASE b WHEN 0 THEN 'solved' ELSE 'text_' || b END, 'somebody', uuidv7(), uuidv7(), $2::uuid, 1, CASE n % 3 WHEN 0 THEN 'wrong' ELSE 'correct' END,
     CASE WHEN n % 3 = 0 THEN CASE b WHEN 0 THEN 'true' ELSE '"right"' END END, CASE b WHEN 0 THEN 'false' ELSE to_json('answer ' || n)::text END, 0.9, at FROM made, generate_series(0, 5) b`,
  `INSERT INTO reviews (workspace_id, environment, run_id, brick, reviewer, id, submission, kit_id, kit_version, verdict, note, answer, confidence, created_at)
   SELECT $1::uuid, 'live', id, 'text_' || b, 'person-' || p, uuidv7(), uuidv7(), $2::uuid, 1, 'correct', repeat('a note of some length ', 90), '"answer"', 0.9, at
   FROM made, generate_series(1, 20) b, generate_series(1, 200) p WHERE n = 1`,
  `INSERT INTO calibrations (workspace_id, environment, id, kit_id, name, actor, created_at, closed_at)
   SELECT $1::uuid, 'live', CASE n WHEN 0 THEN $5::uuid ELSE uuidv7() END, $2::uuid, repeat('name', 20), '{"kind":"key","id":"key_1","name":"a key"}', now() - interval '1 year', now() FROM generate_series(0, 199) n`,
  `INSERT INTO calibration_runs (workspace_id, environment, calibration_id, run_id, position)
   SELECT c.workspace_id, c.environment, c.id, made.id, n FROM calibrations c, made WHERE c.workspace_id = $1::uuid AND n <= 20`,
  `INSERT INTO event_counters (workspace_id, environment, last) VALUES ($1::uuid, 'live', ${RUNS}) ON CONFLICT (workspace_id, environment) DO UPDATE SET last = ${RUNS}`,
  `INSERT INTO events (workspace_id, environment, id, position, type, created_at, body) SELECT $1::uuid, 'live', id, n, 'run.succeeded', at,
     CASE WHEN n <= 200 THEN jsonb_build_object('id', 'evt_0', 'type', 'run.succeeded', 'created_at', '2026-11-15T08:30:00.000Z', 'data', jsonb_build_object('text', repeat('what the event says ', 12500)))::text END FROM made`,
  `INSERT INTO webhook_endpoints (workspace_id, environment, id, url, secret, secret_hint, enabled, created_at, updated_at)
   VALUES ($1::uuid, 'live', $5::uuid, 'https://example.com/hook', '\\x00', 'hint', true, now(), now())`,
  `INSERT INTO webhook_deliveries (workspace_id, environment, event_id, status, attempts, created_at, updated_at) SELECT $1::uuid, 'live', id, 'succeeded', 3, at, at FROM made`,
  `INSERT INTO webhook_attempts (workspace_id, environment, id, event_id, number, url, started_at, finished_at, outcome, http_status, latency_ms, response)
   SELECT $1::uuid, 'live', uuidv7(), id, a, 'https://example.com/' || repeat('long', 400), at, at, 'http_status', 500, 5, convert_to(repeat('refused ', 128), 'UTF8') FROM made, generate_series(1, 3) a WHERE n <= 1000`,
  `INSERT INTO api_keys (id, workspace_id, environment, role, name, hash, hint, created_at, revoked_at)
   SELECT uuidv7(), $1::uuid, 'live', 'viewer', repeat('name', 25), sha256(n::text::bytea), 'hint', now(), now() FROM generate_series(1, 20000) n`,
  `INSERT INTO saved_views (workspace_id, name, search, updated_at) SELECT $1::uuid, 'view-' || n, repeat('status=failed&', 140), now() FROM generate_series(1, 200) n`,
  `INSERT INTO golden_sets (workspace_id, id, kit_id, name, hash, lines, bytes, created_at)
   SELECT $1::uuid, CASE n WHEN 0 THEN $5::uuid ELSE uuidv7() END, $2::uuid, 'set-' || n, repeat('a', 64), 1, 1000, now() FROM generate_series(0, 20000) n`,
  `INSERT INTO golden_lines (workspace_id, set_id, number, external_id, input, expected)
   SELECT $1::uuid, $5::uuid, n, 'line-' || n, json_build_object('transcript', repeat('Agent: hello there. ', 45))::text, '{"solved":true}' FROM generate_series(1, 20000) n`,
  `INSERT INTO evaluations (workspace_id, environment, id, kit_id, kit_version_id, kit_version, set_id, set_name, set_hash, engine, status, total, report, created_at, completed_at)
   SELECT $1::uuid, 'live', CASE n WHEN 0 THEN $5::uuid ELSE uuidv7() END, $2::uuid, $4::uuid, 1, $5::uuid, 'set-0', repeat('a', 64), 'local', 'failed', 20000, NULL, now(), now() FROM generate_series(0, 1000) n`,
  `INSERT INTO learnings (workspace_id, environment, id, kit_id, kit_version_id, kit_version, min_reviewers, status, done, total, bricks, created_at, completed_at)
   SELECT $1::uuid, 'live', CASE n WHEN 0 THEN $5::uuid ELSE uuidv7() END, $2::uuid, $4::uuid, 1, 1, 'succeeded', 400, 400,
     (SELECT jsonb_agg(jsonb_build_object('key', repeat('k', 55) || b, 'status', 'not_better', 'labels', 400, 'before', 0.1234, 'after', 0.1234)) FROM generate_series(1, 200) b), now(), now()
   FROM generate_series(0, 1000) n`,
  `INSERT INTO backfills (workspace_id, environment, id, kit_id, kit_version_id, kit_version, engine, filter, sends_events, status, total, succeeded, max_micro_credits, created_at, completed_at)
   SELECT $1::uuid, 'live', CASE n WHEN 0 THEN $5::uuid ELSE uuidv7() END, $2::uuid, $4::uuid, 1, 'local', json_build_object('kit_code', $3::text, 'metadata', json_build_object('u', repeat('x', 500)))::text, false, 'succeeded', 1000, 1000, 0, now(), now()
   FROM generate_series(0, 1000) n`,
  `INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, input, created_at, occurred_at, rescored_from, backfill_id)
   SELECT $1::uuid, 'live', uuidv7(), 'backfill', 'async', $2::uuid, $3, $4::uuid, 1, '{}', at, at, id, $5::uuid FROM made WHERE n <= 1000`,
  `INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output, engine)
   SELECT $1::uuid, 'live', r.id, 'succeeded', r.created_at, r.created_at, 5, e.output, 'local' FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = 'live' AND e.run_id = r.rescored_from
   WHERE r.workspace_id = $1::uuid AND r.backfill_id = $5::uuid`,
  // Every text was there before and is not now: all of them changed.
  `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers)
   SELECT $1::uuid, 'live', $2::uuid, r.id, 1, 'backfill', 'succeeded', r.occurred_at, (SELECT jsonb_object_agg(key, jsonb_build_object('value', NULL, 'confidence', 0.9)) FROM jsonb_object_keys(a.answers) key)
   FROM runs r JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = 'live' AND a.run_id = r.rescored_from WHERE r.workspace_id = $1::uuid AND r.backfill_id = $5::uuid`,
  `INSERT INTO backfill_runs (workspace_id, environment, backfill_id, source_run_id, position, state, run_id, estimate)
   SELECT $1::uuid, 'live', $5::uuid, rescored_from, row_number() OVER (), 'ended', id, 0 FROM runs WHERE workspace_id = $1::uuid AND backfill_id = $5::uuid`,
  `INSERT INTO usage_daily (workspace_id, environment, day, kit_id, kit_code, succeeded, failed, cancelled, duration_ms, calls, input_tokens, cached_input_tokens, output_tokens, micro_credits)
   SELECT $1::uuid, 'live', current_date - d, md5('kit' || k)::uuid, 'KIT' || k, 1, 1, 1, 1, 1, 1, 1, 1, 1 FROM generate_series(0, 9) d, generate_series(1, 3000) k`,
  `INSERT INTO intake_deliveries (workspace_id, environment, intake_id, id, outcome, reason, external_id, result, run_ids, bytes, received_at)
   SELECT $1::uuid, 'live', i.id, uuidv7(), 'skipped', repeat('No rule matches. ', 50), 'call-' || n, '{"runs":[],"failed":[]}', '{}', 10, now() FROM intakes i, generate_series(1, 2000) n WHERE i.workspace_id = $1::uuid AND i.name = 'calls'`,
  // Copies of what was made over HTTP, as many as there may be.
  `INSERT INTO alerts (workspace_id, environment, name, kit_id, rule, since, created_at, updated_at)
   SELECT workspace_id, environment, 'alert-' || n, kit_id, rule, since, created_at, updated_at FROM alerts, generate_series(1, 199) n WHERE workspace_id = $1::uuid`,
  `INSERT INTO canaries (workspace_id, environment, name, kit_id, rule, since, created_at, updated_at)
   SELECT workspace_id, environment, 'canary-' || n, kit_id, rule, since, created_at, updated_at FROM canaries, generate_series(1, 49) n WHERE workspace_id = $1::uuid`,
  `INSERT INTO intakes (workspace_id, environment, name, id, address, revision, document, secret, secret_hint, created_at, updated_at)
   SELECT workspace_id, environment, 'intake-' || n, uuidv7(), 'intake-' || n, 1, document, secret, secret_hint, created_at, updated_at FROM intakes, generate_series(1, 99) n WHERE workspace_id = $1::uuid`,
  `INSERT INTO kit_codes (code) SELECT translate(lpad(n::text, 8, 'Z'), '01', 'AB') FROM generate_series(1, 500) n`,
  `INSERT INTO kits (workspace_id, id, code, slug, name, description, newest_version, created_at, updated_at)
   SELECT $1::uuid, uuidv7(), translate(lpad(n::text, 8, 'Z'), '01', 'AB'), 'kit_' || n, repeat('name ', 20), repeat('description ', 80), 1, now(), now() FROM generate_series(1, 500) n`,
  `INSERT INTO kit_versions (workspace_id, id, kit_id, version, document, bytes, hash, brick_ids, created_at)
   SELECT workspace_id, uuidv7(), kit_id, 10 + n, document, bytes, sha256(n::text::bytea), brick_ids, created_at FROM kit_versions, generate_series(1, 300) n WHERE workspace_id = $1::uuid AND id = $4::uuid`,
  `INSERT INTO dimensions (workspace_id, name, metadata_key, label, updated_at) VALUES ($1::uuid, 'u', 'u', 'u', now())`,
  `INSERT INTO members (workspace_id, id, email, name, role, password, created_at)
   SELECT $1::uuid, CASE n WHEN 1 THEN $5::uuid ELSE uuidv7() END, 'person-' || n || '@example.com', repeat('name ', 15) || n, 'viewer', 'x', now() FROM generate_series(1, 500) n`,
  `INSERT INTO member_sessions (hash, id, workspace_id, member_id, environment, browser, created_at, last_used_at, expires_at)
   SELECT sha256(n::text::bytea), uuidv7(), $1::uuid, $5::uuid, 'live', repeat('browser ', 10), now(), now(), now() + interval '1 day' FROM generate_series(1, 100) n`,
  'ANALYZE',
];

/** `$5`, for all that has one id. */
export const ONE = '0198a000-0000-7000-8000-000000000001';

export async function fillWorkspace(
  database: Database,
  large: LargeWorkspace,
): Promise<{ runId: string; brickIds: string[] }> {
  const { workspace, kitId, kitCode, versionId } = large;
  return database.transaction(async (tx) => {
    const values = [workspace, kitId, kitCode, versionId, ONE];
    for (const statement of STATEMENTS) {
      const used = new Set(statement.match(/\$\d/g)?.map((name) => Number(name.slice(1))));
      const order = [...used].sort();
      // PostgreSQL refuses a parameter that is not used.
      const text = statement.replace(/\$(\d)/g, (_, n: string) => `$${order.indexOf(Number(n)) + 1}`);
      await tx.query(
        text,
        order.map((n) => values[n - 1]),
      );
    }
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM made WHERE n = 1');
    const bricks = await tx.query<{ id: string }>('SELECT id FROM bricks WHERE workspace_id = $1 LIMIT 100', [
      workspace,
    ]);
    await tx.query('DROP TABLE made');
    return { runId: rows[0]?.id ?? '', brickIds: bricks.rows.map(({ id }) => id) };
  });
}

/** A question that was asked has ended, and there are as many like it as are listed. */
export async function endQuestion(database: Database, id: string): Promise<void> {
  await database.query(`UPDATE questions SET status = 'complete', completed_at = now() WHERE id = $1`, [id]);
  await database.query(
    `INSERT INTO questions (workspace_id, environment, id, plan, status, created_at, completed_at)
     SELECT workspace_id, environment, uuidv7(), plan, status, created_at, completed_at FROM questions, generate_series(1, 150) WHERE id = $1`,
    [id],
  );
}
