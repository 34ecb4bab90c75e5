/** Answers and counts, in the transaction that ends, erases or drops runs. */
import type { Environment, TerminalStatus } from '@brickwork/contract';
import { decodeId } from '../../core/ids.ts';
import { type CountLine, countAnswers, countStatus } from '../../insights/count-answers.ts';
import { type Answers, toAnswers } from '../../runs/answers.ts';
import type { FullRun } from '../../runs/run.ts';
import { FOLLOW_SQL } from '../backfills/follow-runs.ts';
import type { Queryable } from '../database.ts';
import { COUNT_SQL, type CountedRow, isCounted, LINES, linesJson, type ScopedLine, toCounted } from './count-lines.ts';
import { moveCorrections } from './record-corrections.ts';
import type { TextBricks } from './text-bricks.ts';

/** For runs that have just ended. */
export async function recordAnswers(tx: Queryable, textBricksOf: TextBricks, runs: readonly FullRun[]): Promise<void> {
  const answers: object[] = [];
  const lines: ScopedLine[] = [];
  for (const [scope, own] of byScope(runs)) {
    const counts = new Map<string, CountLine>();
    const answered = own.filter(({ output }) => output !== undefined);
    const textBricks = await textBricksOf(
      tx,
      scope.workspaceId,
      answered.map(({ kitVersionId }) => kitVersionId),
    );
    for (const run of own) {
      const { kitId: kit_id, kitVersion: kit_version, type, metadata = null, output } = run;
      const run_id = decodeId('run', run.runId) ?? '';
      const counted = { kitId: kit_id, kitVersion: kit_version, runId: run_id };
      if (isCounted(run)) countStatus(counts, counted, run.status);
      if (output === undefined) continue;
      const given = toAnswers(output, textBricks(run.kitVersionId));
      const { workspaceId: workspace_id, environment } = scope;
      answers.push({ workspace_id, environment, kit_id, run_id, kit_version, type, answers: given, metadata });
      if (isCounted(run)) countAnswers(counts, counted, given);
    }
    for (const line of counts.values()) lines.push({ ...scope, ...line });
  }
  if (answers.length + lines.length === 0) return;
  await tx.query(
    {
      name: 'record_answers',
      text: `WITH lines AS (SELECT * FROM ${LINES}), answered AS (
          SELECT * FROM jsonb_to_recordset($2::jsonb) AS a (workspace_id uuid, environment text, kit_id uuid, run_id uuid, kit_version integer,
            type text, answers jsonb, metadata jsonb)
        ), stored AS (
          INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, answers, metadata)
          SELECT workspace_id, environment, kit_id, run_id, kit_version, type, answers, metadata FROM answered
        ), shadowed AS (${FOLLOW_SQL})
        ${COUNT_SQL}`,
    },
    [linesJson(lines, 1), JSON.stringify(answers)],
  );
}

/** Adds lines of one workspace and environment, as an insights rebuild counts them. */
export async function addLines(
  tx: Queryable,
  scope: { workspaceId: string; environment: Environment },
  lines: Iterable<CountLine>,
  sign: 1 | -1 = 1,
): Promise<void> {
  const scoped = [...lines].map((line) => ({ ...scope, ...line }));
  if (scoped.length === 0) return;
  await tx.query({ name: 'count_answers', text: `WITH lines AS (SELECT * FROM ${LINES}) ${COUNT_SQL}` }, [
    linesJson(scoped, sign),
  ]);
}

interface RemovedRow extends CountedRow {
  answers: Answers;
  corrections: Answers | null;
}

/** For runs whose output is erased, cleared or about to be dropped. */
export async function removeAnswers(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  runIds: readonly string[],
): Promise<void> {
  // Before any row: a rebuild locks the counts first and the answers after them.
  await tx.query('LOCK TABLE insight_counts IN ROW EXCLUSIVE MODE');
  const { rows } = await tx.query<RemovedRow>(
    `DELETE FROM run_answers a USING runs r
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])
       AND a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id
     RETURNING a.kit_id, a.kit_version, a.type, a.run_id, a.answers, a.corrections`,
    [workspaceId, environment, runIds],
  );
  const lines = new Map<string, CountLine>();
  for (const row of rows.filter(isCounted)) countAnswers(lines, toCounted(row), row.answers);
  await takeAway(tx, { workspaceId, environment }, lines.values());
  const corrected = rows.filter(({ corrections }) => corrections !== null);
  await moveCorrections(
    tx,
    { workspaceId, environment },
    corrected.map((row) => ({ ...row, to: {} })),
  );
}

/** For runs that are about to be deleted whole: that they ended is no longer counted. */
export async function removeStatuses(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  runIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.query<CountedRow & { status: TerminalStatus }>(
    `SELECT r.kit_id, r.kit_version, r.type, r.id AS run_id, e.status
     FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])`,
    [workspaceId, environment, runIds],
  );
  const lines = new Map<string, CountLine>();
  for (const row of rows.filter(isCounted)) countStatus(lines, toCounted(row), row.status);
  await takeAway(tx, { workspaceId, environment }, lines.values());
}

async function takeAway(
  tx: Queryable,
  scope: { workspaceId: string; environment: Environment },
  lines: Iterable<CountLine>,
): Promise<void> {
  const all = [...lines];
  await addLines(tx, scope, all, -1);
  if (all.length === 0) return;
  const { workspaceId, environment } = scope;
  await tx.query(
    `DELETE FROM insight_counts c USING ${LINES}
     WHERE c.workspace_id = l.workspace_id AND c.environment = l.environment AND c.kit_id = l.kit_id AND c.day = l.day
       AND c.kit_version = l.kit_version AND c.brick = l.brick AND c.answer = l.answer AND c.count = 0`,
    [
      linesJson(
        all.map((line) => ({ workspaceId, environment, ...line })),
        -1,
      ),
    ],
  );
}

function byScope(runs: readonly FullRun[]): [{ workspaceId: string; environment: Environment }, FullRun[]][] {
  const groups = new Map<string, [{ workspaceId: string; environment: Environment }, FullRun[]]>();
  for (const run of runs) {
    const { workspaceId, environment } = run;
    const key = `${workspaceId}/${environment}`;
    const group = groups.get(key) ?? [{ workspaceId: decodeId('ws', workspaceId) ?? '', environment }, []];
    group[1].push(run);
    groups.set(key, group);
  }
  return [...groups.values()];
}
