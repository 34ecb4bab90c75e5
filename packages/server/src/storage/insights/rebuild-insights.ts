/**
 * Computes answers and counts again from the stored outputs and reviews, day by day: for runs that ended before there were answers, or under a node of an
 * older release. A day is rebuilt in one transaction that lets no run end meanwhile (a second at most for a day of 20,000 runs), so the
 * counts are exact before and after it.
 */
import { ENVIRONMENTS, type Environment, TERMINAL_STATUSES, type TerminalStatus } from '@brickwork/contract';
import { type CountLine, countAnswers, countStatus } from '../../insights/count-answers.ts';
import { correctionsOf } from '../../reviews/corrections.ts';
import { toAnswers } from '../../runs/answers.ts';
import type { RunOutput } from '../../runs/run.ts';
import type { Database, Queryable } from '../database.ts';
import { uuidAt } from '../runs/read-runs.ts';
import { addLines } from './record-answers.ts';
import { moveCorrections, reviewsOf } from './record-corrections.ts';
import { createTextBricks, type TextBricks } from './text-bricks.ts';

export interface Rebuilt {
  days: number;
  runs: number;
}

export async function rebuildInsights(database: Database, onDay: (day: string) => void = () => {}): Promise<Rebuilt> {
  const textBricks = createTextBricks();
  const { rows: workspaces } = await database.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  const rebuilt = { days: 0, runs: 0 };
  for (const { id: workspaceId } of workspaces)
    for (const environment of ENVIRONMENTS)
      for (let day = await nextDay(database, workspaceId, environment, undefined); day !== undefined; ) {
        onDay(day);
        rebuilt.runs += await rebuildDay(database, textBricks, { workspaceId, environment }, day);
        rebuilt.days += 1;
        day = await nextDay(database, workspaceId, environment, day);
      }
  return rebuilt;
}

/** The next day after `day` (UTC) on which a run was created or for which there are counts. */
async function nextDay(
  on: Queryable,
  workspaceId: string,
  environment: Environment,
  day: string | undefined,
): Promise<string | undefined> {
  const { rows } = await on.query<{ day: string | null }>(
    `SELECT to_char(least(
       (SELECT ${DAY_OF_ID} FROM runs WHERE workspace_id = $1 AND environment = $2 AND id >= $3::uuid ORDER BY id LIMIT 1),
       (SELECT min(day) FROM insight_counts WHERE workspace_id = $1 AND environment = $2 AND day > $4::date)), 'YYYY-MM-DD') AS day`,
    [workspaceId, environment, uuidAt(startOf(day, 1)), day ?? '0001-01-01'],
  );
  return rows[0]?.day ?? undefined;
}

/** Ids begin with the milliseconds of their creation. */
const DAY_OF_ID = `(to_timestamp((('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint) / 1000.0) AT TIME ZONE 'UTC')::date`;

interface EndedRow {
  id: string;
  kit_id: string;
  kit_version: number;
  kit_version_id: string;
  type: string;
  status: TerminalStatus;
  output: string | null;
}

async function rebuildDay(
  database: Database,
  textBricksOf: TextBricks,
  scope: { workspaceId: string; environment: Environment },
  day: string,
): Promise<number> {
  const { workspaceId, environment } = scope;
  const bounds = [workspaceId, environment, uuidAt(startOf(day, 0)), uuidAt(startOf(day, 1))];
  return database.transaction(async (tx) => {
    await tx.query('LOCK TABLE insight_counts IN SHARE ROW EXCLUSIVE MODE');
    for (const table of ['insight_counts', 'insight_corrections'])
      await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1 AND environment = $2 AND day = $3`, [
        workspaceId,
        environment,
        day,
      ]);
    await tx.query(
      `DELETE FROM run_answers WHERE workspace_id = $1 AND environment = $2 AND run_id >= $3::uuid AND run_id < $4::uuid`,
      bounds,
    );
    let read = 0;
    for (let after: string | undefined; ; ) {
      const { rows } = await tx.query<EndedRow>(
        `SELECT r.id, r.kit_id, r.kit_version, r.kit_version_id, r.type, e.status, e.output
         FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
         WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id >= $3::uuid AND r.id < $4::uuid AND ($5::uuid IS NULL OR r.id > $5::uuid)
           AND e.status = ANY ($6) ORDER BY r.id LIMIT ${PAGE}`,
        [...bounds, after ?? null, TERMINAL_STATUSES],
      );
      await storePage(tx, textBricksOf, scope, rows);
      read += rows.length;
      after = rows.at(-1)?.id;
      if (rows.length < PAGE) return read;
    }
  });
}

const PAGE = 1_000;

async function storePage(
  tx: Queryable,
  textBricksOf: TextBricks,
  scope: { workspaceId: string; environment: Environment },
  rows: readonly EndedRow[],
): Promise<void> {
  const textBricks = await textBricksOf(
    tx,
    scope.workspaceId,
    rows.map(({ kit_version_id }) => kit_version_id),
  );
  const lines = new Map<string, CountLine>();
  const answered = rows.filter(({ output }) => output !== null).map(({ id }) => id);
  const reviews = await reviewsOf(tx, scope, answered);
  const corrected: Parameters<typeof moveCorrections>[2][number][] = [];
  const answers: object[] = [];
  for (const row of rows) {
    const run = { kitId: row.kit_id, kitVersion: row.kit_version, runId: row.id };
    if (row.type === 'api') countStatus(lines, run, row.status);
    if (row.output === null) continue;
    const given = toAnswers(JSON.parse(row.output) as RunOutput, textBricks(row.kit_version_id));
    const to = correctionsOf(reviews.get(row.id) ?? [], given);
    const hasCorrections = Object.keys(to).length > 0;
    answers.push({ run_id: row.id, answers: given, corrections: hasCorrections ? to : null });
    if (hasCorrections) corrected.push({ ...row, run_id: row.id, answers: given, corrections: null, to });
    if (row.type === 'api') countAnswers(lines, run, given);
  }
  await tx.query(
    `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, answers, corrections, metadata)
     SELECT r.workspace_id, r.environment, r.kit_id, r.id, r.kit_version, r.type, a.answers, a.corrections, r.metadata::jsonb
     FROM jsonb_to_recordset($3::jsonb) AS a (run_id uuid, answers jsonb, corrections jsonb)
       JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = a.run_id`,
    [scope.workspaceId, scope.environment, JSON.stringify(answers)],
  );
  await addLines(tx, scope, lines.values());
  await moveCorrections(tx, scope, corrected);
}

function startOf(day: string | undefined, more: number): Date {
  return day === undefined ? new Date(0) : new Date(Date.parse(day) + more * 86_400_000);
}
