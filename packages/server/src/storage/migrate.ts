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

const DIRECTORY = join(import.meta.dirname, 'migrations');
/** Any constant of our own; the same on every node. */
const LOCK = 7_243_116_901;
/** What we support of PostgreSQL. */
const OLDEST_SERVER = 140_000;

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

export interface MigrationReport {
  applied: string[];
  /** Migrations in the database that this release does not know: a newer node has been here. */
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
      return { version: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

export async function migrate(database: Database, migrations = readMigrations()): Promise<MigrationReport> {
  return onOwnConnection(database, async (tx) => {
    await checkServer(tx);
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await tx.query(`CREATE TABLE IF NOT EXISTS migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const { rows } = await tx.query<{ version: number; checksum: string }>(
      'SELECT version, checksum FROM migrations ORDER BY version',
    );
    const known = new Map(rows.map((row) => [row.version, row.checksum]));
    const applied: string[] = [];
    for (const { version, name, sql, checksum } of migrations) {
      const before = known.get(version);
      if (before === undefined) {
        await tx.query(sql);
        await tx.query('INSERT INTO migrations (version, name, checksum) VALUES ($1, $2, $3)', [
          version,
          name,
          checksum,
        ]);
        applied.push(name);
      } else if (before !== checksum) {
        throw new StartError(
          `Migration ${version} (${name}) was changed after it was applied to this database. Run the release that it belongs to.`,
        );
      }
    }
    const newest = migrations.at(-1)?.version ?? 0;
    return { applied, newer: rows.map((row) => row.version).filter((version) => version > newest) };
  });
}

/** Straight to the server, and for as long as it takes: no pooler and none of the pool's time limits in between. */
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
    await client.end().catch(() => {}); // What was not committed goes with the connection.
  }
}

/** Names of the migrations that the database still lacks. */
export async function pendingMigrations(database: Queryable, migrations = readMigrations()): Promise<string[]> {
  const { rows: tables } = await database.query<{ found: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS found`,
  );
  if (tables[0]?.found !== true) return migrations.map(({ name }) => name);
  const { rows } = await database.query<{ version: number }>('SELECT version FROM migrations');
  const known = new Set(rows.map((row) => row.version));
  return migrations.filter(({ version }) => !known.has(version)).map(({ name }) => name);
}

async function checkServer(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  const server = rows[0];
  if (server === undefined || server.number < OLDEST_SERVER) {
    throw new StartError(`DATABASE_URL names PostgreSQL ${server?.version}; Brickwork needs 14 or newer.`);
  }
}
