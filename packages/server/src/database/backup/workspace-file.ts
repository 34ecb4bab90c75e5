/**
 * Moves one workspace from a database into another that other workspaces use: every row with its id, in one snapshot and one transaction.
 * The caller re-encrypts the secrets of the deployment, in the same transaction.
 */
import type { Writable } from 'node:stream';
import type pg from 'pg';
import type { Database, Queryable } from '../database.ts';
import { StartError } from '../embedded/start-error.ts';
import { areInputsApart, createMissing, rangesOf } from '../input-partitions.ts';
import { authenticated, authenticating, linesOf, type WorkspaceHead, workspaceHead } from './backup-file.ts';
import { copyIn } from './copy.ts';
import { loadTables, notWhole, readHead } from './restore-backup.ts';
import { SET_LATER, workspaceTables } from './workspace-tables.ts';
import { type BackupReport, copyTables, writeFileOf } from './write-backup.ts';

export interface MovedWorkspace {
  uuid: string;
  name: string;
  /** The lanes of its jobs. */
  lanes: readonly string[];
}

export function writeWorkspace(
  database: Database,
  file: string,
  { uuid, name, lanes }: MovedWorkspace,
  { secretCheck, macKey }: { secretCheck: string; macKey: Buffer },
): Promise<BackupReport> {
  const copy = async (client: pg.Client, lines: Writable) => {
    const workspace = { id: uuid, name };
    const head = { brickwork: 'workspace', format: 2, secret_check: secretCheck, workspace } as const;
    return copyTables(client, lines, head, await workspaceTables(client, { uuid, lanes }));
  };
  return writeFileOf(database, file, copy, authenticating(macKey));
}

export interface LoadWorkspace {
  /** A new name for it. */
  name: string | undefined;
  /** One of these keys made the MAC of the file: nobody without the secret has changed it or added a key or member. */
  macKeys: readonly Buffer[];
  /** May throw before anything is changed. */
  checkHead(head: WorkspaceHead): void;
  /** In the transaction, after all rows are loaded. */
  finish(tx: Queryable, head: WorkspaceHead): Promise<void>;
}

export async function loadWorkspace(
  database: Database,
  file: string,
  { name, macKeys, checkHead, finish }: LoadWorkspace,
): Promise<{ head: WorkspaceHead; name: string; rows: number }> {
  const lines = authenticated(linesOf(file), macKeys);
  const head = await readHead(lines, file, workspaceHead, 'the file of a workspace');
  checkHead(head);
  const newName = name ?? head.workspace.name;
  const isApart = await areInputsApart(database);
  if (isApart) await createMissing(database, rangesOf(head.input_days ?? []));
  const client = await database.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await checkRoom(client, head, newName);
    const known = await workspaceTables(client, { uuid: head.workspace.id, lanes: [] });
    const rows = await loadTables(client, lines, file, async ({ table, columns }, all) => {
      if (!known.some((each) => each.name === table)) throw notWhole(file);
      const rows = table === '"run_inputs"' ? inputRows(isApart, all) : all;
      const own = ownRows(head.workspace.id, { table, columns }, rows, file);
      const changed = changesOf(table, newName);
      if (changed === undefined) await copyIn(client, `COPY ${table} (${columns.join(', ')}) FROM STDIN`, own);
      else await loadChanged(client, table, columns, changed, own);
    });
    await setLater(client);
    const tx: Queryable = {
      auditKey: database.auditKey,
      query: (statement, values = []) =>
        client.query(typeof statement === 'string' ? statement : statement.text, [...values]),
    };
    await finish(tx, head);
    await client.query('COMMIT');
    // Until autovacuum runs, the planner would treat the tables as empty: counting 10,000 runs took more than 30 s.
    await client.query('ANALYZE');
    return { head, name: newName, rows };
  } finally {
    await client.end(); // Without a COMMIT nothing has happened.
  }
}

async function checkRoom(client: pg.Client, { workspace, migrations }: WorkspaceHead, name: string): Promise<void> {
  const { rows: applied } = await client.query<{ checksum: string }>(
    'SELECT checksum FROM migrations ORDER BY version',
  );
  const isSame =
    applied.length === migrations.length && applied.every(({ checksum }, at) => checksum === migrations[at]?.checksum);
  if (!isSame)
    throw new StartError('The file was written by another release. Bring both deployments to the same release first.');
  const { rows } = await client.query<{ id: string; name: string }>(
    'SELECT id, name FROM workspaces WHERE id = $1 OR name = $2',
    [workspace.id, name],
  );
  if (rows.some(({ id }) => id === workspace.id)) throw new StartError('The workspace is already here.');
  if (rows.length > 0) throw new StartError(`There is a workspace "${name}" here. Give it another name with --as.`);
}

/** Values for rows of these tables that replace those in the file. */
function changesOf(table: string, name: string): Record<string, unknown> | undefined {
  if (table === '"workspaces"') return { '"name"': name };
  return table === `"${SET_LATER.table}"` ? { [`"${SET_LATER.column}"`]: null } : undefined;
}

/** Through a temporary table, which exists until the end. */
async function loadChanged(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  changed: Record<string, unknown>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const moved = `"moved_${table.slice(1)}`;
  const names = columns.join(', ');
  await client.query(`CREATE TEMP TABLE ${moved} (LIKE ${table}) ON COMMIT DROP`);
  await copyIn(client, `COPY ${moved} (${names}) FROM STDIN`, rows);
  const kept = columns.filter((column) => !(column in changed));
  const [[column, value] = ['', null]] = Object.entries(changed);
  await client.query(
    `INSERT INTO ${table} (${[column, ...kept].join(', ')}) SELECT ${value === null ? 'NULL' : '$1'}, ${kept.join(', ')} FROM ${moved}`,
    value === null ? [] : [value],
  );
}

async function setLater(client: pg.Client): Promise<void> {
  const { table, column } = SET_LATER;
  await client.query(
    `UPDATE ${table} t SET ${column} = m.${column} FROM moved_${table} m
     WHERE t.workspace_id = m.workspace_id AND t.id = m.id AND m.${column} IS NOT NULL`,
  );
}

/** Nodes of an older release may be running, and would not find inputs in partitions. */
async function* inputRows(isApart: boolean, rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const row of rows) {
    if (!isApart)
      throw new StartError(
        'The file has inputs in partitions, which this database does not use yet. Run "brickwork migrate --partition-inputs" here first.',
      );
    yield row;
  }
}

/** A file may come from anywhere: a row of another workspace is refused, and so is the whole file. */
async function* ownRows(
  uuid: string,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: AsyncIterable<Buffer>,
  file: string,
): AsyncGenerator<Buffer> {
  const at = columns.indexOf(table === '"workspaces"' ? '"id"' : '"workspace_id"');
  const lane = columns.indexOf('"lane"');
  for await (const row of rows) {
    const isOwn =
      at >= 0
        ? fieldOf(row, at) === uuid
        : lane >= 0
          ? fieldOf(row, lane).startsWith(`${uuid}/`)
          : table === '"kit_codes"';
    if (!isOwn) throw notWhole(file);
    yield row;
  }
}

const TAB = 0x09;

function fieldOf(row: Buffer, index: number): string {
  let from = 0;
  for (let field = 0; field < index; field += 1) from = row.indexOf(TAB, from) + 1;
  const to = row.indexOf(TAB, from);
  return row.toString('utf8', from, to < 0 ? row.length - 1 : to);
}
