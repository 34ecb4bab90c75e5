/**
 * Removes old versions of rows from tables. The text of an erased run is in an old version of its row, which no query returns any more. PostgreSQL
 * vacuums a table by itself once a fifth of its rows have changed: in a large one, a single erased conversation would stay for months.
 */
import type { Database } from './database.ts';

/** A table that was vacuumed since, by us or by PostgreSQL, waits. */
const HOURS = 6;
/** Like PostgreSQL's own: it pauses, so that it does not slow down requests. */
const GENTLY = 'SET vacuum_cost_delay = 2';
const LOOK_MS = 500;

/** Returns the tables that were vacuumed. */
export async function vacuumTables(database: Database, isStopped: () => boolean, hours = HOURS): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name FROM pg_stat_user_tables
     WHERE schemaname = current_schema() AND n_dead_tup > 0
       AND coalesce(greatest(last_vacuum, last_autovacuum), '-infinity') < now() - $1::double precision * interval '1 hour'
     ORDER BY relname`,
    [hours],
  );
  if (rows.length === 0) return [];
  // Its own connection: it may take longer than the limit for statements.
  const client = await database.connect();
  // A node that stops does not wait for it.
  const watch = setInterval(() => {
    if (isStopped()) void client.end().catch(() => {});
  }, LOOK_MS);
  const done: string[] = [];
  try {
    await client.query(GENTLY);
    for (const { name } of rows) {
      if (isStopped()) break;
      await client.query(`VACUUM (SKIP_LOCKED) ${name}`);
      done.push(name);
    }
  } catch (error) {
    if (!isStopped()) throw error;
  } finally {
    clearInterval(watch);
    await client.end().catch(() => {});
  }
  return done;
}
