/**
 * Restores a backup into an empty database: the schema as it was then, every row in one transaction, and only then the migrations
 * since. Foreign keys are dropped for the load, because tables refer to each other in a circle, and added again in the same
 * transaction: a file with inconsistent rows is refused as a whole. Triggers are disabled meanwhile.
 */
import type pg from 'pg';
import { z } from 'zod';
import type { Database } from '../database.ts';
import { StartError } from '../embedded/start-error.ts';
import { createMissing, rangesOf } from '../input-partitions.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { type BackupHead, backupEnd, backupHead, END_OF_TABLE, linesOf, tableHead } from './backup-file.ts';
import { copyIn } from './copy.ts';

export interface RestoreReport {
  takenAt: string;
  rows: number;
  /** Migrations of this release that came after the backup. */
  applied: string[];
}

/** `checkHead` may throw before anything is changed. */
export async function restoreBackup(
  database: Database,
  file: string,
  checkHead: (head: BackupHead) => void,
): Promise<RestoreReport> {
  const lines = linesOf(file);
  const head = await readHead(lines, file, backupHead, 'a Brickwork backup');
  checkHead(head);
  const migrations = readMigrations();
  const then = migrations.slice(0, head.migrations.length);
  const isKnown = head.migrations.every(({ checksum }, index) => then[index]?.checksum === checksum);
  if (!isKnown) {
    throw new StartError('The backup was made by a newer release. Restore it with that release or a later one.');
  }
  await checkEmpty(database, then.length);
  await migrate(database, then);
  await createMissing(database, rangesOf(head.input_days ?? []));
  const rows = await load(database, lines, file);
  const { applied } = await migrate(database, migrations);
  return { takenAt: head.taken_at, rows, applied };
}

export async function readHead<Head>(
  lines: AsyncGenerator<Buffer>,
  file: string,
  schema: z.ZodType<Head>,
  what: string,
): Promise<Head> {
  try {
    const { value } = await lines.next();
    return schema.parse(JSON.parse(String(value)));
  } catch (cause) {
    throw new StartError(`${file} is not ${what}.`, { cause });
  }
}

async function checkEmpty(database: Database, migrations: number): Promise<void> {
  const { rows } = await database.query<{ found: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS found`);
  if (rows[0]?.found !== true) return;
  const { rows: counts } = await database.query<{ applied: number; workspaces: number }>(
    'SELECT (SELECT count(*)::int FROM migrations) AS applied, (SELECT count(*)::int FROM workspaces) AS workspaces',
  );
  if (counts[0]?.workspaces === 0 && counts[0].applied <= migrations) return;
  throw new StartError('The database is not empty. Restore into a new data directory, or into an empty database.');
}

async function load(database: Database, lines: AsyncGenerator<Buffer>, file: string): Promise<number> {
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    const keys = await foreignKeys(client);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    const triggered = await tablesWithTriggers(client);
    for (const table of triggered) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const rows = await loadTables(client, lines, file);
    for (const table of triggered) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return rows;
  } finally {
    await client.end(); // Without a COMMIT nothing has happened.
  }
}

type TableHead = z.infer<typeof tableHead>;

export async function loadTables(
  client: pg.Client,
  lines: AsyncGenerator<Buffer>,
  file: string,
  load: (head: TableHead, rows: AsyncIterable<Buffer>) => Promise<void> = ({ table, columns }, rows) =>
    copyIn(client, `COPY ${table} (${columns.join(', ')}) FROM STDIN`, rows),
): Promise<number> {
  let rows = 0;
  const rowsOfTable = async function* (): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await next(lines, file);
      if (done === true) throw notWhole(file);
      if (value.equals(TABLE_ENDS)) return;
      rows += 1;
      yield Buffer.concat([value, LINE_BREAK]);
    }
  };
  for (;;) {
    const { value, done } = await next(lines, file);
    if (done === true) throw notWhole(file);
    const line = readMark(value, file);
    if ('rows' in line) {
      if (line.rows !== rows || (await next(lines, file)).done !== true) throw notWhole(file);
      return rows;
    }
    await load(line, rowsOfTable());
  }
}

/** The start of a table, or the end of the file. Any other line is not quoted in the error: it may be conversation text. */
function readMark(line: Buffer, file: string): TableHead | z.infer<typeof backupEnd> {
  try {
    return z.union([backupEnd, tableHead]).parse(JSON.parse(line.toString()));
  } catch {
    throw notWhole(file);
  }
}

const TABLE_ENDS = Buffer.from(END_OF_TABLE);
const LINE_BREAK = Buffer.from('\n');

async function next(lines: AsyncGenerator<Buffer>, file: string): Promise<IteratorResult<Buffer>> {
  try {
    return await lines.next();
  } catch (cause) {
    throw notWhole(file, cause);
  }
}

export function notWhole(file: string, cause?: unknown): StartError {
  return new StartError(`${file} is incomplete or damaged; nothing was restored. Use another backup.`, { cause });
}

/**
 * What a trigger writes is already in the file. If triggers ran again, every run would be recorded as added after the day's figures and
 * counted twice, and a deferred trigger would prevent the foreign keys from being added.
 */
async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT quote_ident(c.relname) AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  return rows.map(({ table }) => table);
}

async function foreignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT quote_ident(c.relname) AS table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  return rows;
}
