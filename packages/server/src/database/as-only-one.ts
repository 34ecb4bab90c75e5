/** Work that one node does at a time, under an advisory lock that ends with the node's connection. */
import type { Database } from './database.ts';

/** Does `work` unless another node is doing it. */
export async function asOnlyOne(database: Database, lock: number, work: () => Promise<void>): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [lock]);
    if (rows[0]?.mine === true) await work();
  });
}
