/** The storage used by runs (`stored_runs`): added when runs end, subtracted when they are erased or purged, in the same transaction. */
import type { Environment } from '@brickwork/contract';
import type { StorageMeter, Stored } from '../../access/storage-quota.ts';
import { decodeId } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { laneOf } from '../../queue/lane.ts';
import { allOpenRunsOf } from '../../queue/store/job-of-run.ts';
import { AMONG_THESE, sizeOfInput } from './inputs/run-inputs.ts';

/** Sizes of values in TOAST tables are read without the values. */
const SIZE = (column: string) => `coalesce(sum(octet_length(${column})), 0)`;

const OPEN_RUNS = (lane: string, environment: Environment) => `
  SELECT count(*) AS runs, coalesce(sum(${sizeOfInput('r')}), 0) AS bytes FROM ${allOpenRunsOf(lane, `'${environment}'`)}`;

const MEASURE = {
  name: 'measure_storage',
  text: `SELECT sum(runs) AS runs, sum(bytes) AS bytes FROM (
      SELECT runs, bytes FROM stored_runs WHERE workspace_id = $1
      UNION ALL (${OPEN_RUNS('$2', 'live')})
      UNION ALL (${OPEN_RUNS('$3', 'test')})
      UNION ALL SELECT 0, coalesce(sum(bytes), 0) FROM kit_versions WHERE workspace_id = $1
      UNION ALL SELECT 0, coalesce(sum(bytes), 0) FROM golden_sets WHERE workspace_id = $1
      UNION ALL SELECT 0, coalesce(sum(bytes), 0) FROM intake_payloads WHERE workspace_id = $1
    ) parts`,
};

export function createStorageMeter(database: Database): StorageMeter {
  return {
    async measure(workspaceId) {
      const lanes = (['live', 'test'] as const).map((environment) => laneOf({ workspaceId, environment }));
      const { rows } = await database.reads.query<{ runs: string; bytes: string }>(MEASURE, [
        decodeId('ws', workspaceId),
        ...lanes,
      ]);
      return { runs: Number(rows[0]?.runs ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
    },
  };
}

/** Of one workspace, in both environments; runs that have not ended, kits and golden sets are left out. */
export async function storedByEnded(on: Queryable, workspaceId: string): Promise<Stored> {
  const { rows } = await on.query<{ runs: string | null; bytes: string | null }>(
    'SELECT sum(runs) AS runs, sum(bytes) AS bytes FROM stored_runs WHERE workspace_id = $1',
    [decodeId('ws', workspaceId)],
  );
  return { runs: Number(rows[0]?.runs ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Of all workspaces, for the operator's metrics; runs that have not ended are left out. */
export async function storedByAll(database: Queryable): Promise<Stored> {
  const { rows } = await database.query<{ runs: string | null; bytes: string | null }>(
    'SELECT sum(runs) AS runs, sum(bytes) AS bytes FROM stored_runs',
  );
  return { runs: Number(rows[0]?.runs ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Counts a workspace's ended runs again. Runs that end meanwhile wait. */
export async function recountStored(database: Database, workspaceId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE stored_runs IN SHARE ROW EXCLUSIVE MODE');
    await tx.query('DELETE FROM stored_runs WHERE workspace_id = $1', [decodeId('ws', workspaceId)]);
    await tx.query(
      `INSERT INTO stored_runs (workspace_id, environment, runs, bytes)
       SELECT r.workspace_id, r.environment, count(*), ${SIZE('r.input')} + ${SIZE('i.input')} + ${SIZE('e.output')}
       FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
         LEFT JOIN run_inputs i ON i.workspace_id = r.workspace_id AND i.environment = r.environment AND i.run_id = r.id
       WHERE r.workspace_id = $1 GROUP BY r.workspace_id, r.environment`,
      [decodeId('ws', workspaceId)],
    );
  });
}

export interface RunSizes {
  inputs: number;
  outputs: number;
}

/** The current storage of ended runs. Locks them, or `those` of `runs r`, so that nobody else subtracts the same bytes. */
export async function sizesOfRuns(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  runIds: readonly string[],
  those = 'true',
): Promise<RunSizes> {
  const key = [workspaceId, environment, runIds];
  // A separate statement: the sizes must be read after the lock was granted.
  await tx.query(
    `SELECT 1 FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${those} ORDER BY id FOR NO KEY UPDATE`,
    key,
  );
  const { rows } = await tx.query<{ inputs: string; outputs: string }>(
    `SELECT ${SIZE('r.input')} + (SELECT ${SIZE('i.input')} FROM run_inputs i WHERE ${AMONG_THESE}) AS inputs, ${SIZE('e.output')} AS outputs
     FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])`,
    key,
  );
  return { inputs: Number(rows[0]?.inputs ?? 0), outputs: Number(rows[0]?.outputs ?? 0) };
}

/** The last statement of its transaction: many runs share the row. */
export async function takeAwayStored(
  tx: Queryable,
  workspaceId: string,
  environment: Environment,
  { runs, bytes }: Stored,
): Promise<void> {
  if (runs === 0 && bytes === 0) return;
  await tx.query(
    `UPDATE stored_runs SET runs = greatest(0, runs - $3), bytes = greatest(0, bytes - $4)
     WHERE workspace_id = $1 AND environment = $2`,
    [workspaceId, environment, runs, bytes],
  );
}

/** For the statement that counts what ended: four parameters, each an array, one entry per workspace and environment. */
export const addStoredSql = ({
  workspaces,
  environments,
  runs,
  bytes,
}: Record<'workspaces' | 'environments' | 'runs' | 'bytes', string>) => `
  INSERT INTO stored_runs AS s (workspace_id, environment, runs, bytes)
  SELECT * FROM unnest(${workspaces}::uuid[], ${environments}::text[], ${runs}::bigint[], ${bytes}::bigint[]) ORDER BY 1, 2
  ON CONFLICT (workspace_id, environment) DO UPDATE SET runs = s.runs + excluded.runs, bytes = s.bytes + excluded.bytes`;
