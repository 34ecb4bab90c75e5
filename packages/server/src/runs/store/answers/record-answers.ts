/** Records answers of runs that end, are erased or dropped, in the same transaction. */
import type { Environment, TerminalStatus } from '@brickwork/contract';
import { decodeId } from '../../../core/ids.ts';
import type { Queryable } from '../../../database/database.ts';
import type { FullRun } from '../../run.ts';
import { FOLLOW_SQL } from '../follow-runs.ts';
import { holdAnswers, type OwnScope } from './hold-answers.ts';
import { createTextBricks, type TextBricks } from './text-bricks.ts';
import { readRuns, writeRuns } from './waiting-runs.ts';

type EndedRun = FullRun & { status: TerminalStatus };

/** The answers of runs of one workspace and environment that end together, in the format of `waiting_answers`. */
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
    const written = own.map(({ runId, kitId, kitVersion, kitVersionId, type, status, output }) => ({
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

/** For runs that are erased, cleared or about to be dropped: they are no longer counted anywhere. */
export async function removeAnswers(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  runIds: readonly string[],
): Promise<void> {
  await holdAnswers(tx, { workspaceId, environment });
  await tx.query(
    `DELETE FROM run_answers a USING runs r
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])
       AND a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id`,
    [workspaceId, environment, runIds],
  );
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
