import type { Queryable } from '../queryable.ts';

/** Deletes everything that refers to the workspace, except its lanes, which the caller drops. */
export async function deleteWorkspace(tx: Queryable, uuid: string): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
  // What rests on runs is deleted first: their triggers would note changes for a workspace that is gone.
  await tx.query('DELETE FROM runs WHERE workspace_id = $1', [uuid]);
  await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
  await tx.query('DELETE FROM workspaces WHERE id = $1', [uuid]);
}
