/** The runs of a request: which they are, and which of them have not ended. */
import type { RunType } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { laneOf } from '../../queue/lane.ts';
import { allOpenRunsOf } from '../../queue/store/job-of-run.ts';
import { conditionsOf } from './page-runs.ts';
import { bounds, kitOf, type RunFilter, typeConditions } from './run-conditions.ts';

/** Given one by one, or found. */
export type ChosenRuns =
  | { runIds: readonly string[] }
  | {
      filter: Omit<RunFilter, 'limit' | 'before' | 'withAnswers' | 'as'>;
      /** The filter is only this external id: a whole conversation, even if it created no run. */
      conversation?: string | undefined;
    };

export interface OpenRun {
  runId: string;
  type: RunType;
  kitId: string;
  kitCode: string;
}

const WITH_ANSWERS = `JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id AND a.status = 'succeeded'`;

/** About runs `r` with their results `e` and jobs `j`; $1 and $2 are the workspace and the environment. */
export function whereChosen(
  chosen: ChosenRuns,
  parameter: (value: unknown) => string,
): { joins: string; conditions: string } {
  const own = ['r.workspace_id = $1', 'r.environment = $2'];
  if ('runIds' in chosen) {
    const ids = parameter(chosen.runIds.map((id) => decodeId('run', id)));
    return { joins: '', conditions: [...own, `r.id = ANY (${ids}::uuid[])`].join(' AND ') };
  }
  const { filter } = chosen;
  const conditions = [
    ...own,
    ...bounds('r.id', { ...filter, before: undefined }, parameter),
    ...typeConditions(filter, parameter),
    ...(filter.kitCode === undefined ? [] : [`r.kit_id = ${kitOf(filter.kitCode, parameter)}`]),
    ...conditionsOf(filter, parameter),
  ];
  return { joins: filter.by.answers.length > 0 ? WITH_ANSWERS : '', conditions: conditions.join(' AND ') };
}

/** How many of them have not ended, and the first `limit`. Found through their jobs, of which there are few beside the runs. */
export async function findOpenRuns(
  on: Queryable,
  scope: Scope,
  chosen: ChosenRuns,
  limit: number,
): Promise<{ matched: number; runs: OpenRun[] }> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { joins, conditions } = whereChosen(chosen, parameter);
  const { rows } = await on.query<{ id: string; type: RunType; kit_id: string; kit_code: string; matched: string }>(
    `SELECT r.id, r.type, r.kit_id, r.kit_code, count(*) OVER () AS matched
     FROM ${allOpenRunsOf(parameter(laneOf(scope)))} LEFT JOIN run_results e ON false ${joins}
     WHERE ${conditions} ORDER BY r.id LIMIT ${limit}`,
    values,
  );
  return {
    matched: Number(rows[0]?.matched ?? 0),
    runs: rows.map((row) => ({
      runId: encodeId('run', row.id),
      type: row.type,
      kitId: row.kit_id,
      kitCode: row.kit_code,
    })),
  };
}
