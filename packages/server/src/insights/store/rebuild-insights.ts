/**
 * Rebuilds the rows behind insights from the stored outputs and reviews, day by day: for runs that ended before there
 * were such rows, or under a node of an older release. A day is rebuilt in one transaction during which no run can end
 * (at most a second for a day of 20,000 runs), so figures are exact before and after it.
 */
import { ENVIRONMENTS, type Environment, TERMINAL_STATUSES, type TerminalStatus } from '@brickwork/contract';
import { uuidAt } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { toAnswers } from '../../runs/answers.ts';
import type { RunOutput } from '../../runs/run.ts';
import type { OwnScope } from '../../runs/store/answers/hold-answers.ts';
import { storeAnswers } from '../../runs/store/answers/store-answers.ts';
import { createTextBricks, type TextBricks } from '../../runs/store/answers/text-bricks.ts';
import { settleSome } from '../../runs/store/answers/waiting-answers.ts';

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

/** The next day after `day` (UTC) on which a run was created. */
async function nextDay(
  on: Queryable,
  workspaceId: string,
  environment: Environment,
  day: string | undefined,
): Promise<string | undefined> {
  const { rows } = await on.query<{ day: string | null }>(
    `SELECT to_char(${DAY_OF_ID}, 'YYYY-MM-DD') AS day FROM runs WHERE workspace_id = $1 AND environment = $2 AND id >= $3::uuid ORDER BY id LIMIT 1`,
    [workspaceId, environment, uuidAt(startOf(day, 1))],
  );
  return rows[0]?.day ?? undefined;
}

/** Ids begin with the milliseconds of their creation. */
const DAY_OF_ID = `(time_of_run(id) AT TIME ZONE 'UTC')::date`;

interface EndedRow {
  kit_id: string;
  kit_version: number;
  type: string;
  run_id: string;
  kit_version_id: string;
  status: TerminalStatus;
  output: string | null;
}

async function rebuildDay(database: Database, textBricksOf: TextBricks, scope: OwnScope, day: string): Promise<number> {
  const { workspaceId, environment } = scope;
  const bounds = [workspaceId, environment, uuidAt(startOf(day, 0)), uuidAt(startOf(day, 1))];
  return database.transaction(async (tx) => {
    await tx.query('LOCK TABLE waiting_answers IN SHARE ROW EXCLUSIVE MODE');
    // Waiting answers may be of any day.
    while ((await settleSome(tx, scope)) > 0);
    await tx.query(
      `DELETE FROM run_answers WHERE workspace_id = $1 AND environment = $2 AND run_id >= $3::uuid AND run_id < $4::uuid`,
      bounds,
    );
    let read = 0;
    for (let after: string | undefined; ; ) {
      const { rows } = await tx.query<EndedRow>(
        `SELECT r.id AS run_id, r.kit_id, r.kit_version, r.kit_version_id, r.type, e.status, e.output
         FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
         WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id >= $3::uuid AND r.id < $4::uuid AND ($5::uuid IS NULL OR r.id > $5::uuid)
           AND e.status = ANY ($6) AND r.erased_at IS NULL ORDER BY r.id LIMIT ${PAGE}`,
        [...bounds, after ?? null, TERMINAL_STATUSES],
      );
      await storePage(tx, textBricksOf, scope, rows);
      read += rows.length;
      after = rows.at(-1)?.run_id;
      if (rows.length < PAGE) return read;
    }
  });
}

const PAGE = 1_000;

async function storePage(
  tx: Queryable,
  textBricksOf: TextBricks,
  scope: OwnScope,
  rows: readonly EndedRow[],
): Promise<void> {
  const textBricks = await textBricksOf(
    tx,
    scope.workspaceId,
    rows.map(({ kit_version_id }) => kit_version_id),
  );
  await storeAnswers(
    tx,
    scope,
    rows.map((row) => ({
      ...row,
      answers:
        row.output === null
          ? undefined
          : toAnswers(JSON.parse(row.output) as RunOutput, textBricks(row.kit_version_id)),
    })),
  );
}

function startOf(day: string | undefined, more: number): Date {
  return day === undefined ? new Date(0) : new Date(Date.parse(day) + more * 86_400_000);
}
