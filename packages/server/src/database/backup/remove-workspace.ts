import type { Queryable } from '../queryable.ts';

/** Deletes everything that refers to the workspace, except its lanes, which the caller drops. */
export async function deleteWorkspace(tx: Queryable, uuid: string): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
  // Rows that refer to runs are deleted first: their triggers would record changes for a deleted workspace.
  await tx.query('DELETE FROM runs WHERE workspace_id = $1', [uuid]);
  await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
  await tx.query('DELETE FROM workspaces WHERE id = $1', [uuid]);
}
