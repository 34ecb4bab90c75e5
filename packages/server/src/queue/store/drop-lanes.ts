import type { Queryable } from '../../database/database.ts';

/** For a workspace that is removed: its jobs and lanes, which no foreign key points to. */
export async function dropLanes(tx: Queryable, lanes: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM jobs WHERE lane = ANY ($1)', [lanes]);
  await tx.query('DELETE FROM lanes WHERE lane = ANY ($1)', [lanes]);
}
