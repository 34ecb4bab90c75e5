/**
 * Creates the views of `views.sql`. They are not a migration: creating the schema needs a right that the service of an earlier release may
 * never have needed, so it is created with the first login. After that, every start updates it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queryable } from '../../../../database/database.ts';
import { LOCKS } from '../../../../database/locks.ts';

/** The version of `views.sql`: a node of an older release must not replace newer views. */
const EDITION = 2;

export async function installViews(tx: Queryable): Promise<void> {
  if ((await installedEdition(tx)) >= EDITION) return;
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
  if ((await installedEdition(tx)) >= EDITION) return; // Another node was faster.
  await tx.query(readFileSync(join(import.meta.dirname, 'views.sql'), 'utf8'));
  await tx.query(`COMMENT ON SCHEMA reporting IS 'Brickwork, edition ${EDITION}'`);
}

/** At every start, including the first one after a restore: if there are logins, their views are those of this release. */
export async function refreshViews(database: Database): Promise<void> {
  const { rows } = await database.query<{ is_used: boolean }>(
    'SELECT EXISTS (SELECT FROM reporting_logins) AS is_used',
  );
  if (rows[0]?.is_used !== true || (await installedEdition(database)) >= EDITION) return;
  await database.transaction(installViews);
}

async function installedEdition(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ edition: number | null }>(
    `SELECT substring(obj_description(to_regnamespace('reporting'), 'pg_namespace') FROM 'edition ([0-9]+)$')::integer AS edition`,
  );
  return rows[0]?.edition ?? 0;
}
