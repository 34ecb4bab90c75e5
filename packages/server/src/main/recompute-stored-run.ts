/** Sets up the recomputation of a run for the operator: its own thread, no queue, no model. */
import type { Environment } from '@brickwork/contract';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { ReaderProcesses } from '@brickwork/engine/reader/reader-processes';
import { getWorkspace } from '../access/manage-workspaces.ts';
import { type Recomputed, recomputeRun } from '../runs/recompute-run.ts';
import { createRunRecords } from '../runs/store/run-records.ts';
import { createRunReader } from '../runs/store/run-store.ts';
import { createSpeakerStore } from '../runs/store/speaker-store.ts';
import type { Operator } from './compose-operator.ts';
import type { Storage } from './open-storage.ts';

export async function recomputeStoredRun(
  { storage, operator, reader }: { storage: Storage; operator: Operator; reader: boolean },
  { workspace, environment, runId }: { workspace: string; environment: Environment; runId: string },
): Promise<Recomputed> {
  const { id: workspaceId } = await getWorkspace(operator.access, workspace);
  const pool = new EvaluationPool({ threads: 1, reader: reader ? new ReaderProcesses({ processes: 1 }) : undefined });
  pool.start();
  try {
    const { database, secrets } = storage;
    return await recomputeRun(
      {
        store: createRunReader(database),
        records: createRunRecords(database, secrets),
        kits: operator.kits.store,
        speakers: createSpeakerStore(database),
        pool,
      },
      { workspaceId, environment },
      runId,
    );
  } finally {
    await pool.stop();
  }
}
