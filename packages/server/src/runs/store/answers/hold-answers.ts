/** The locks for writing answers. */
import type { Environment } from '@brickwork/contract';
import type { Queryable } from '../../../database/database.ts';

export interface OwnScope {
  /** As a UUID. */
  workspaceId: string;
  environment: Environment;
}

/** Locked before rows of answers: a rebuild prevents others from writing them. */
export async function lockAnswers(tx: Queryable): Promise<void> {
  await tx.query('LOCK TABLE waiting_answers IN ROW EXCLUSIVE MODE');
}

/**
 * Before answers of runs that have ended are removed or corrected. Answers already moved are seen by the next
 * statement; those still waiting are moved after our commit, according to the run and its reviews at that time.
 */
export async function holdAnswers(tx: Queryable, { workspaceId, environment }: OwnScope): Promise<void> {
  await lockAnswers(tx);
  await tx.query('SELECT 1 FROM waiting_answers WHERE workspace_id = $1 AND environment = $2 ORDER BY id FOR UPDATE', [
    workspaceId,
    environment,
  ]);
}
