/**
 * Forward-only migrations: plain SQL files in order, all in one transaction under an advisory lock, so that ten nodes that
 * start at once apply each exactly once and a failed one leaves nothing behind. A file that was applied never changes.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queryable } from './database.ts';
import { translateAway } from './database-away.ts';
import { StartError } from './embedded/start-error.ts';
import { switchInputs } from './input-partitions.ts';
import { LOCKS } from './locks.ts';
import { findTooNew, refuseWhileOthersRun, worksFromOf } from './schema-compatibility.ts';

const DIRECTORY = join(import.meta.dirname, 'migrations');
/** What we support of PostgreSQL. */
const OLDEST_SERVER = 140_000;
/** Migration 26 calls `uuidv7()`, which older servers do not have. Migration 27 removes that dependency. */
const CALLS_UUIDV7 = 26;
const FIRST_WITH_UUIDV7 = 180_000;

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /** Nodes that know this migration may work with the database after it. */
  worksFrom: number;
}

export interface MigrationReport {
  applied: string[];
  /** Migrations in the database that this release does not know: a newer release applied them. */
  newer: number[];
}

export function readMigrations(directory = DIRECTORY): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
      if (Number(number) !== index + 1 || name === undefined) throw new Error(`migration ${file} is out of order`);
      const sql = readFileSync(join(directory, file), 'utf8');
      const version = index + 1;
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version, name, sql, checksum, worksFrom: worksFromOf(sql, version) };
    });
}

/** `isAlone`: no other node can use this database, so running nodes need not be checked. */
export async function migrate(
  database: Database,
  migrations = readMigrations(),
  { isAlone = false } = {},
): Promise<MigrationReport> {
  return onOwnConnection(database, async (tx) => {
    const server = await checkServer(tx);
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
    await makeTable(tx);
    const { rows } = await tx.query<{ version: number; checksum: string }>(
      'SELECT version, checksum FROM migrations ORDER BY version',
    );
    const known = new Map(rows.map((row) => [row.version, row.checksum]));
    for (const { version, name, checksum } of migrations) {
      if ((known.get(version) ?? checksum) === checksum) continue;
      throw new StartError(
        `Migration ${version} (${name}) was changed after it was applied to this database. Start the release that applied it.`,
      );
    }
    const newest = migrations.at(-1)?.version ?? 0;
    const tooNew = await findTooNew(tx, newest);
    if (tooNew !== undefined) throw new StartError(tooNew);
    const pending = migrations.filter(({ version }) => !known.has(version));
    if (!isAlone) await refuseWhileOthersRun(tx, rows.at(-1)?.version ?? 0, pending);
    const needsStandIn = server < FIRST_WITH_UUIDV7 && pending.some(({ version }) => version === CALLS_UUIDV7);
    if (needsStandIn)
      await tx.query('CREATE FUNCTION uuidv7() RETURNS uuid LANGUAGE sql AS $$ SELECT gen_random_uuid() $$');
    for (const migration of pending) await apply(tx, migration);
    // It has not been used before: no older node needs the inputs in their old place.
    if (rows.length === 0) await switchInputs(tx, new Date());
    if (needsStandIn) await tx.query('DROP FUNCTION uuidv7()');
    return {
      applied: pending.map(({ name }) => name),
      newer: rows.map((row) => row.version).filter((version) => version > newest),
    };
  });
}

async function makeTable(tx: Queryable): Promise<void> {
  await tx.query(`CREATE TABLE IF NOT EXISTS migrations (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  await tx.query('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS works_from integer');
}

async function apply(tx: Queryable, { version, name, sql, checksum, worksFrom }: Migration): Promise<void> {
  await tx.query(sql);
  await tx.query('INSERT INTO migrations (version, name, checksum, works_from) VALUES ($1, $2, $3, $4)', [
    version,
    name,
    checksum,
    worksFrom,
  ]);
}

/** On a direct connection to the server, without a pooler or the pool's time limits. */
async function onOwnConnection<Result>(database: Database, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    const result = await work({
      query: (statement, values = []) =>
        client.query(typeof statement === 'string' ? statement : statement.text, [...values]),
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    throw translateAway(error);
  } finally {
    await client.end().catch(() => {}); // Closing the connection rolls back what was not committed.
  }
}

export interface SchemaState {
  /** The newest migration that was applied; 0: there are no tables. */
  version: number;
  /** A sentence about what must be done before this release can work with it; undefined: nothing. */
  fault: string | undefined;
}

/** Checks, and changes nothing. */
export async function readSchema(database: Queryable, migrations = readMigrations()): Promise<SchemaState> {
  const { rows: tables } = await database.query<{ found: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS found`,
  );
  const advice = 'Start the service of this release, or run "brickwork migrate"';
  if (tables[0]?.found !== true) return { version: 0, fault: `The database has no tables yet. ${advice}.` };
  const { rows } = await database.query<{ version: number }>('SELECT version FROM migrations ORDER BY version');
  const known = new Set(rows.map((row) => row.version));
  const version = rows.at(-1)?.version ?? 0;
  const pending = migrations.filter((migration) => !known.has(migration.version)).length;
  if (pending > 0) {
    const fault = `The schema of the database has version ${version}, and this release needs ${migrations.length}: ${pending === 1 ? '1 migration is' : `${pending} migrations are`} missing. ${advice}; or use the command of the release that runs.`;
    return { version, fault };
  }
  return { version, fault: await findTooNew(database, migrations.length) };
}

/** The server's version, as a number. */
async function checkServer(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  const server = rows[0];
  if (server === undefined || server.number < OLDEST_SERVER) {
    throw new StartError(
      `The server at DATABASE_URL is PostgreSQL ${server?.version}; Brickwork needs version 14 or newer.`,
    );
  }
  return server.number;
}
