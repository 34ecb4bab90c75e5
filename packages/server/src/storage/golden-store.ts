/** Golden sets and evaluations on PostgreSQL. */
import type { BrickValue, Verdict } from '@brickwork/contract';
import { decodeId, encodeId } from '../core/ids.ts';
import { takeTurns } from '../core/take-turns.ts';
import type { AnsweredLine, EvaluationReport, GoldenSet, KitEvaluation, SetLine } from '../golden/golden-set.ts';
import type { GoldenStore, NewEvaluation, ReviewedRun } from '../golden/golden-store.ts';
import type { NewLine } from '../golden/read-golden-set.ts';
import { EVALUATION_KIND } from '../queue/job-kinds.ts';
import type { LaneClock } from '../queue/lane-clock.ts';
import type { Scope } from '../runs/run-store.ts';
import type { Database, Queryable } from './database.ts';
import { laneOf } from './jobs/lane.ts';
import { endJob, enterJobs } from './jobs/move-jobs.ts';
import { tellReady } from './jobs/tell-ready.ts';
import { uuidAt } from './runs/run-conditions.ts';

/** Evaluations of a workspace's environment that run at once. */
const AT_ONCE = 1;

interface SetRow {
  id: string;
  kit_id: string;
  name: string;
  hash: string;
  lines: number;
  bytes: number;
  created_at: Date;
}

interface LineRow {
  number: number;
  run_id: string | null;
  external_id: string | null;
  input: string;
  expected: string;
}

interface EvaluationRow {
  id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  set_id: string;
  set_name: string;
  set_hash: string;
  engine: 'auto' | 'local';
  status: KitEvaluation['status'];
  total: number;
  done: number;
  micro_credits: string;
  report: string | null;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

const SET_COLUMNS = 'id, kit_id, name, hash, lines, bytes, created_at';
const EVALUATIONS = (
  report: string,
) => `SELECT e.id, e.kit_id, e.kit_version_id, e.kit_version, e.set_id, e.set_name, e.set_hash, e.engine, e.status,
  e.total, ${report} AS report, e.error, e.created_at, e.completed_at, a.done, a.micro_credits FROM evaluations e
  CROSS JOIN LATERAL (SELECT count(*)::int AS done, coalesce(sum(micro_credits), 0) AS micro_credits FROM evaluation_answers n
    WHERE n.workspace_id = e.workspace_id AND n.environment = e.environment AND n.evaluation_id = e.id) a
  WHERE e.workspace_id = $1 AND e.environment = $2`;

export function createGoldenStore(database: Database, clock: LaneClock): GoldenStore {
  return {
    async listSets(workspaceId, kitId) {
      const { rows } = await database.query<SetRow>(
        `SELECT ${SET_COLUMNS} FROM golden_sets WHERE workspace_id = $1 AND kit_id = $2 AND NOT superseded ORDER BY name`,
        [decodeId('ws', workspaceId), kitId],
      );
      return rows.map(toSet);
    },
    findSet: (workspaceId, kitId, name) => findSet(database, workspaceId, kitId, name),
    putSet: (workspaceId, set, lines) => database.transaction((tx) => putSet(tx, workspaceId, set, lines)),
    async deleteSet(workspaceId, kitId, name) {
      const { rowCount } = await database.query(
        'DELETE FROM golden_sets WHERE workspace_id = $1 AND kit_id = $2 AND name = $3',
        [decodeId('ws', workspaceId), kitId, name],
      );
      return (rowCount ?? 0) > 0;
    },
    async lines(workspaceId, setId) {
      const { rows } = await database.query<LineRow>(
        'SELECT number, run_id, external_id, input, expected FROM golden_lines WHERE workspace_id = $1 AND set_id = $2 ORDER BY number',
        [decodeId('ws', workspaceId), setId],
      );
      const lines: SetLine[] = [];
      const turns = takeTurns();
      for (const row of rows) {
        lines.push(toLine(row));
        if (turns.isOver()) await turns.pass();
      }
      return lines;
    },
    reviewedRuns: (scope, kitId, since, most) => reviewedRuns(database, scope, kitId, since, most),
    async createEvaluation(evaluation) {
      await database.transaction((tx) => createEvaluation(tx, clock, evaluation));
    },
    async listEvaluations(scope, kitId, limit) {
      const { rows } = await database.query<EvaluationRow>(
        `${EVALUATIONS('NULL')} AND e.kit_id = $3 ORDER BY e.id DESC LIMIT ${limit}`,
        [...keyOf(scope), kitId],
      );
      return rows.map(toEvaluation);
    },
    async findEvaluation(scope, evaluationId) {
      const uuid = decodeId('evl', evaluationId);
      if (uuid === undefined) return undefined;
      const { rows } = await database.query<EvaluationRow>(`${EVALUATIONS('e.report')} AND e.id = $3`, [
        ...keyOf(scope),
        uuid,
      ]);
      return rows[0] && toEvaluation(rows[0]);
    },
    async latestEvaluation(scope, kitVersionId, setId) {
      const { rows } = await database.query<EvaluationRow>(
        `${EVALUATIONS('e.report')} AND e.kit_version_id = $3 AND e.set_id = $4 AND e.status = 'succeeded' ORDER BY e.id DESC LIMIT 1`,
        [...keyOf(scope), kitVersionId, setId],
      );
      return rows[0] && toEvaluation(rows[0]);
    },
    async findForced(workspaceId, kitVersionId) {
      const { rows } = await database.reads.query<{ key_id: string; created_at: Date }>(
        'SELECT key_id, created_at FROM forced_publications WHERE workspace_id = $1 AND kit_version_id = $2',
        [decodeId('ws', workspaceId), kitVersionId],
      );
      return rows[0] && { keyId: encodeId('key', rows[0].key_id), createdAt: rows[0].created_at };
    },
    async answers(scope, evaluationId) {
      const { rows } = await database.query<{ answer: string }>(
        'SELECT answer FROM evaluation_answers WHERE workspace_id = $1 AND environment = $2 AND evaluation_id = $3 ORDER BY number',
        [...keyOf(scope), decodeId('evl', evaluationId)],
      );
      const answers: AnsweredLine[] = [];
      const turns = takeTurns();
      for (const { answer } of rows) {
        answers.push(JSON.parse(answer) as AnsweredLine);
        if (turns.isOver()) await turns.pass();
      }
      return answers;
    },
    async saveAnswer(scope, evaluationId, answer) {
      // A line whose run was erased meanwhile must not leave an answer; one that is there cannot be erased until this is stored.
      await database.query(
        `WITH kept AS MATERIALIZED (
           SELECT l.number FROM evaluations e JOIN golden_lines l ON l.workspace_id = e.workspace_id AND l.set_id = e.set_id AND l.number = $4
           WHERE e.workspace_id = $1 AND e.environment = $2 AND e.id = $3 FOR KEY SHARE OF l)
         INSERT INTO evaluation_answers (workspace_id, environment, evaluation_id, number, answer, micro_credits)
         SELECT $1, $2, $3, number, $5, $6 FROM kept ON CONFLICT DO NOTHING`,
        [...keyOf(scope), decodeId('evl', evaluationId), answer.line, JSON.stringify(answer), answer.microCredits],
      );
    },
    finish: (scope, evaluationId, lease, end, now) =>
      database.transaction(async (tx) => {
        const ended = await endJob(tx, EVALUATION_KIND, lease);
        if (ended === undefined) return false;
        const isDone = 'report' in end;
        await tx.query(
          `UPDATE evaluations SET status = $4, report = $5, error = $6, completed_at = $7
           WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND status = 'running'`,
          [
            ...keyOf(scope),
            decodeId('evl', evaluationId),
            isDone ? 'succeeded' : 'failed',
            isDone ? JSON.stringify(end.report) : null,
            isDone ? null : end.error,
            now,
          ],
        );
        if (ended.isMoreReady) await tellReady(tx, EVALUATION_KIND);
        return true;
      }),
  };
}

function keyOf({ workspaceId, environment }: Scope): unknown[] {
  return [decodeId('ws', workspaceId), environment];
}

async function findSet(
  on: Queryable,
  workspaceId: string,
  kitId: string,
  name: string,
): Promise<GoldenSet | undefined> {
  const { rows } = await on.query<SetRow>(
    `SELECT ${SET_COLUMNS} FROM golden_sets WHERE workspace_id = $1 AND kit_id = $2 AND name = $3 AND NOT superseded`,
    [decodeId('ws', workspaceId), kitId, name],
  );
  return rows[0] && toSet(rows[0]);
}

/** The kit's row is locked: two that store a set of one name at once do it one after the other. */
async function putSet(
  tx: Queryable,
  workspaceId: string,
  set: GoldenSet,
  lines: readonly NewLine[],
): Promise<GoldenSet> {
  const workspace = decodeId('ws', workspaceId);
  await tx.query('SELECT 1 FROM kits WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [workspace, set.kitId]);
  const known = await findSet(tx, workspaceId, set.kitId, set.name);
  if (known?.hash === set.hash) return known;
  await tx.query(
    'UPDATE golden_sets SET superseded = true WHERE workspace_id = $1 AND kit_id = $2 AND name = $3 AND NOT superseded',
    [workspace, set.kitId, set.name],
  );
  await tx.query(`INSERT INTO golden_sets (workspace_id, ${SET_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    workspace,
    set.setId,
    set.kitId,
    set.name,
    set.hash,
    set.lines,
    set.bytes,
    set.createdAt,
  ]);
  for (const some of inChunks(await keptLines(tx, workspace, lines))) await insertLines(tx, workspace, set.setId, some);
  return set;
}

/** Without those whose run was erased since it was read; the others' runs are locked, so that whoever erases one finds its line. */
async function keptLines(
  tx: Queryable,
  workspace: string | undefined,
  lines: readonly NewLine[],
): Promise<readonly NewLine[]> {
  const runs = lines.flatMap(({ runId }) => (runId === undefined ? [] : [decodeId('run', runId)]));
  if (runs.length === 0) return lines;
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs WHERE workspace_id = $1 AND environment IN ('live', 'test') AND id = ANY ($2::uuid[]) AND input IS NOT NULL
     ORDER BY id FOR SHARE`,
    [workspace, runs],
  );
  const kept = new Set(rows.map(({ id }) => encodeId('run', id)));
  return lines.filter(({ runId }) => runId === undefined || kept.has(runId));
}

/** Escaping the texts of one statement keeps the event loop busy, so they are limited in number and size. */
const CHUNK_LINES = 1_000;
const CHUNK_CHARACTERS = 1_000_000;

function* inChunks(lines: readonly NewLine[]): Generator<NewLine[]> {
  let chunk: NewLine[] = [];
  let size = 0;
  for (const line of lines) {
    chunk.push(line);
    size += line.input.length + line.expected.length;
    if (chunk.length < CHUNK_LINES && size < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}

async function insertLines(
  tx: Queryable,
  workspace: string | undefined,
  setId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await tx.query(
    `INSERT INTO golden_lines (workspace_id, set_id, number, run_id, external_id, input, expected)
     SELECT $1, $2, given.* FROM unnest($3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[]) AS given`,
    [
      workspace,
      setId,
      lines.map(({ line }) => line),
      lines.map(({ runId }) => (runId === undefined ? null : decodeId('run', runId))),
      lines.map(({ externalId }) => externalId ?? null),
      lines.map(({ input }) => input),
      lines.map(({ expected }) => expected),
    ],
  );
}

export async function createEvaluation(tx: Queryable, clock: LaneClock, evaluation: NewEvaluation): Promise<void> {
  const { set, kitId, kitVersionId, kitVersion, engine, now } = evaluation;
  const uuid = decodeId('evl', evaluation.evaluationId) ?? '';
  await tx.query(
    `INSERT INTO evaluations (workspace_id, environment, id, kit_id, kit_version_id, kit_version, set_id, set_name, set_hash, engine, status, total, created_at, canary)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'running', $11, $12, $13)`,
    [
      ...keyOf(evaluation),
      uuid,
      kitId,
      kitVersionId,
      kitVersion,
      set.setId,
      set.name,
      set.hash,
      engine,
      set.lines,
      now,
      evaluation.canary ?? null,
    ],
  );
  await enterJobs(tx, clock, { kind: EVALUATION_KIND, lane: laneOf(evaluation), capacity: AT_ONCE }, [uuid]);
  await tellReady(tx, EVALUATION_KIND);
}

interface ReviewedRow {
  run_id: string;
  brick: string;
  reviewer: string;
  verdict: Verdict;
  value: string | null;
  answer: string | null;
  kit_version: number;
  created_at: Date;
}

async function reviewedRuns(
  on: Queryable,
  scope: Scope,
  kitId: string,
  since: Date | undefined,
  most: { lines: number; bytes: number },
): Promise<ReviewedRun[] | 'too_large'> {
  const { rows: chosen } = await on.query<{ id: string; bytes: number }>(
    `SELECT r.id, octet_length(r.input) AS bytes FROM (
       SELECT DISTINCT run_id FROM reviews WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND NOT superseded
         AND ($4::uuid IS NULL OR run_id >= $4) ORDER BY run_id DESC LIMIT ${most.lines}) reviewed
     JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = reviewed.run_id AND r.input IS NOT NULL`,
    [...keyOf(scope), kitId, since === undefined ? null : uuidAt(since)],
  );
  if (chosen.reduce((sum, { bytes }) => sum + bytes, 0) > most.bytes) return 'too_large';
  const key = [...keyOf(scope), chosen.map(({ id }) => id)];
  const { rows: runs } = await on.query<{ id: string; external_id: string | null; input: string }>(
    `SELECT id, external_id, input FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND input IS NOT NULL
     ORDER BY id DESC`,
    key,
  );
  const { rows } = await on.query<ReviewedRow>(
    `SELECT w.run_id, w.brick, w.reviewer, w.verdict, w.value, w.answer, w.kit_version, r.created_at
     FROM reviews w JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = w.run_id
     WHERE w.workspace_id = $1 AND w.environment = $2 AND w.run_id = ANY ($3::uuid[]) AND NOT w.superseded`,
    key,
  );
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
  return runs.map(({ id, external_id, input }) => {
    const runId = encodeId('run', id);
    const reviews = (byRun.get(id) ?? []).map((row) => ({
      runId,
      brick: row.brick,
      reviewer: row.reviewer,
      verdict: row.verdict,
      value: toValue(row.value),
      answer: toValue(row.answer),
      confidence: undefined,
      probability: undefined,
      kitVersion: row.kit_version,
      createdAt: row.created_at,
      metadata: undefined,
    }));
    return { runId, externalId: external_id ?? undefined, input, reviews };
  });
}

function toValue(text: string | null): BrickValue | undefined {
  return text === null ? undefined : (JSON.parse(text) as BrickValue);
}

function toSet(row: SetRow): GoldenSet {
  const { id: setId, kit_id: kitId, created_at: createdAt, name, hash, lines, bytes } = row;
  return { setId, kitId, name, hash, lines, bytes, createdAt };
}

function toLine(row: LineRow): SetLine {
  return {
    line: row.number,
    runId: row.run_id === null ? undefined : encodeId('run', row.run_id),
    external_id: row.external_id ?? undefined,
    input: JSON.parse(row.input) as Record<string, unknown>,
    expected: JSON.parse(row.expected) as Record<string, BrickValue>,
  };
}

function toEvaluation(row: EvaluationRow): KitEvaluation {
  return {
    evaluationId: encodeId('evl', row.id),
    kitId: row.kit_id,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    setId: row.set_id,
    setName: row.set_name,
    setHash: row.set_hash,
    engine: row.engine,
    status: row.status,
    done: row.done,
    total: row.total,
    microCredits: Number(row.micro_credits),
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
    error: row.error ?? undefined,
    report: row.report === null ? undefined : (JSON.parse(row.report) as EvaluationReport),
  };
}
