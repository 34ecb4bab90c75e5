/**
 * Everything in the database at one moment: one read-only transaction sees one snapshot, so a run is in the file with its job,
 * or with its result and event, and never incomplete, however busy the service is.
 */
import { once } from 'node:events';
import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Database, Queryable } from '../database.ts';
import { daysOf, listPartitions } from '../input-partitions.ts';
import { type BackupHead, END_OF_TABLE, type WorkspaceHead } from './backup-file.ts';
import { copyOut } from './copy.ts';

export interface BackupReport {
  takenAt: string;
  tables: number;
  rows: number;
}

/** Left out: running nodes have no meaning later, and the applied migrations are in the head. */
const LEFT_OUT = ['migrations', 'nodes', 'notification_channels'];

export function writeBackup(database: Database, file: string, secretCheck: string): Promise<BackupReport> {
  return writeFileOf(database, file, async (client, lines) => {
    const head = { brickwork: 'back-up', format: 1, secret_check: secretCheck } as const;
    return copyTables(client, lines, head, await tablesOf(client));
  });
}

/** The file gets its name when it is complete and on the disk. `lines`: a transformation of everything before compression. */
export async function writeFileOf(
  database: Database,
  file: string,
  copy: (client: pg.Client, lines: Writable) => Promise<BackupReport>,
  lines: Transform = new PassThrough(),
): Promise<BackupReport> {
  const part = `${file}.part`;
  const client = await database.connect();
  const written = pipeline(lines, createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
  try {
    const failed = written.then(() => new Promise<never>(() => {})); // Rejects if the disk does, and never resolves.
    const report = await Promise.race([copy(client, lines), failed]);
    lines.end();
    await written;
    renameSync(part, file);
    flushDirectory(dirname(file));
    return report;
  } catch (error) {
    lines.destroy();
    await written.catch(() => {});
    rmSync(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** After a power cut, the file must still have its name if we have reported it. */
function flushDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A table, and the source of its rows if it is not the whole table. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** A condition in SQL. */
  where?: string;
}

type NewHead = Omit<BackupHead | WorkspaceHead, 'taken_at' | 'migrations' | 'input_days'>;

/** Everything in these tables, in one snapshot. */
export async function copyTables(
  client: pg.Client,
  lines: Writable,
  head: NewHead,
  tables: readonly CopiedTable[],
): Promise<BackupReport> {
  const write = async (line: unknown): Promise<void> => {
    if (!lines.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)) await once(lines, 'drain');
  };
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL statement_timeout = 0');
  const { rows: moments } = await client.query<{ now: Date }>('SELECT now()');
  const takenAt = (moments[0]?.now ?? new Date()).toISOString();
  const { rows: migrations } = await client.query<BackupHead['migrations'][number]>(
    'SELECT version, checksum FROM migrations ORDER BY version',
  );
  const inputDays = daysOf(await listPartitions(client as Queryable));
  await write({ ...head, taken_at: takenAt, migrations, input_days: inputDays });
  let rows = 0;
  for (const { name, columns, where } of tables) {
    await write({ table: name, columns });
    const source =
      where === undefined
        ? `${name} (${columns.join(', ')})`
        : `(SELECT ${columns.join(', ')} FROM ${name} WHERE ${where})`;
    rows += await copyOut(client, `COPY ${source} TO STDOUT`, lines);
    await write(END_OF_TABLE);
  }
  await write({ rows });
  await client.query('COMMIT');
  return { takenAt, tables: tables.length, rows };
}

/** Names as SQL writes them. A partitioned table is copied as a whole: the target database may have other partitions. */
async function tablesOf(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; kind: string }>(
    `SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns, c.relkind AS kind
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname, c.relkind ORDER BY c.relname`,
    [LEFT_OUT],
  );
  return rows.map(({ name, columns, kind }) => ({ name, columns, ...(kind === 'p' && { where: 'true' }) }));
}
