/** Answers of runs that end, are erased or dropped, in the transaction that does it. */
import type { Environment, TerminalStatus } from '@brickwork/contract';
import { decodeId } from '../../../core/ids.ts';
import type { Queryable } from '../../../database/database.ts';
import { type CountLine, countAnswers, countStatus } from '../../../insights/count-answers.ts';
import type { Answers } from '../../answers.ts';
import type { FullRun } from '../../run.ts';
import { FOLLOW_SQL } from '../follow-runs.ts';
import { type CountedRow, isCounted, type OwnScope, takeLinesAway, toCounted } from './count-lines.ts';
import { holdAnswers } from './hold-answers.ts';
import { moveCorrections } from './record-corrections.ts';
import { createTextBricks, type TextBricks } from './text-bricks.ts';
import { readRuns, writeRuns } from './waiting-runs.ts';

type EndedRun = FullRun & { status: TerminalStatus };

/** The answers of runs of one workspace and environment that end together, as `waiting_answers` has them. */
export interface EndedAnswers extends OwnScope {
  runs: string;
}

/** For runs that have just ended. */
export type CollectAnswers = (tx: Queryable, runs: readonly EndedRun[]) => Promise<EndedAnswers[]>;

export function createCollectAnswers(): CollectAnswers {
  const textBricks = createTextBricks();
  return (tx, runs) => collectAnswers(tx, textBricks, runs);
}

async function collectAnswers(
  tx: Queryable,
  textBricksOf: TextBricks,
  runs: readonly EndedRun[],
): Promise<EndedAnswers[]> {
  const ended: EndedAnswers[] = [];
  for (const [scope, own] of byScope(runs)) {
    const textBricks = await textBricksOf(
      tx,
      scope.workspaceId,
      own.filter(({ output }) => output !== undefined).map(({ kitVersionId }) => kitVersionId),
    );
    const waiting = own.filter((run) => run.output !== undefined || isCounted(run));
    if (waiting.length === 0) continue;
    const written = waiting.map(({ runId, kitId, kitVersion, kitVersionId, type, status, output }) => ({
      run_id: decodeId('run', runId) ?? '',
      kit_id: kitId,
      kit_version: kitVersion,
      type,
      status,
      bricks: output?.bricks,
      textBricks: textBricks(kitVersionId),
    }));
    ended.push({ ...scope, runs: writeRuns(written) });
  }
  return ended;
}

/** Part of a larger statement; the parameters are arrays of workspaces, environments and runs. */
export const waitSql = ({ workspaces, environments, runs }: Record<'workspaces' | 'environments' | 'runs', string>) =>
  `INSERT INTO waiting_answers (workspace_id, environment, runs) SELECT * FROM unnest(${workspaces}::uuid[], ${environments}::text[], ${runs}::text[])`;

/** For runs that a shadow follows. */
export async function followRuns(tx: Queryable, { workspaceId, environment, runs }: EndedAnswers): Promise<void> {
  const answered = readRuns(runs).filter(({ answers }) => answers !== undefined);
  await tx.query({ name: 'follow_runs', text: FOLLOW_SQL }, [workspaceId, environment, JSON.stringify(answered)]);
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
  await holdAnswers(tx, { workspaceId, environment });
  const { rows } = await tx.query<RemovedRow>(
    `DELETE FROM run_answers a USING runs r
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])
       AND a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id
     RETURNING a.kit_id, a.kit_version, a.type, a.run_id, a.answers, a.corrections`,
    [workspaceId, environment, runIds],
  );
  const lines = new Map<string, CountLine>();
  for (const row of rows.filter(isCounted)) countAnswers(lines, toCounted(row), row.answers);
  await takeLinesAway(tx, { workspaceId, environment }, lines.values());
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
  await takeLinesAway(tx, { workspaceId, environment }, lines.values());
}

function byScope(runs: readonly EndedRun[]): [OwnScope, EndedRun[]][] {
  const groups = new Map<string, [OwnScope, EndedRun[]]>();
  for (const run of runs) {
    const { workspaceId, environment } = run;
    const key = `${workspaceId}/${environment}`;
    const group = groups.get(key) ?? [{ workspaceId: decodeId('ws', workspaceId) ?? '', environment }, []];
    group[1].push(run);
    groups.set(key, group);
  }
  return [...groups.values()];
}
