/**
 * The partitions of `run_inputs`, by the time of the runs' ids, and the switch that makes nodes write there. Only nodes that know the table
 * may then run: an older node would find a run without its conversation. The switch excludes older nodes: it declares that the table's
 * migration needs itself as the minimum, so running nodes of older releases stop within seconds and others cannot start.
 */
import { timeOfUuid, uuidAt } from '../core/ids.ts';
import type { Database, Queryable } from './database.ts';
import { StartError } from './embedded/start-error.ts';
import { LOCKS } from './locks.ts';
import { countRunning } from './schema-compatibility.ts';

export interface Partition {
  name: string;
  /** As ids: the first one in the partition, and the first one after it. */
  from: string;
  to: string;
}

export type Span = 'day' | 'month';

const MIGRATION = 'run_inputs';
const DAY_MS = 86_400_000;
/** A partition is created this long before it is needed. */
const AHEAD_MS = 7 * DAY_MS;
/** A request for a strong lock blocks everybody who comes after it: better to try again in the next round. */
const LOCK_MS = 50;
/** PostgreSQL's codes: the lock was not available in time; or rows of the range are in the default partition, or it already has a partition. */
const REFUSED = new Set(['55P03', '40P01', '23514', '42P07', '42P17']);

export async function areInputsApart(on: Queryable): Promise<boolean> {
  const { rows } = await on.query<{ apart: boolean }>(
    'SELECT works_from >= version AS apart FROM migrations WHERE name = $1',
    [MIGRATION],
  );
  return rows[0]?.apart === true;
}

/** Permanent: releases that do not know the table can no longer be used. */
export async function switchInputs(tx: Queryable, now: Date): Promise<void> {
  const { rowCount } = await tx.query('UPDATE migrations SET works_from = version WHERE name = $1', [MIGRATION]);
  if (rowCount === 0) return;
  for (const range of rangesAhead(await listPartitions(tx), now, 'month')) await createPartition(tx, range);
}

/** Refused while a node is running that would not find the inputs. False: it was already switched on. */
export async function partitionInputs(database: Database, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    // Starting nodes check their compatibility under this lock.
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.migrations]);
    if (await areInputsApart(tx)) return false;
    const older = await countRunning(
      tx,
      'AND (knows IS NULL OR knows < (SELECT version FROM migrations WHERE name = $1))',
      [MIGRATION],
    );
    if (older > 0)
      throw new StartError(
        `${older} ${older === 1 ? 'node' : 'nodes'} of an older release ${older === 1 ? 'runs' : 'run'} on this database and would not find the inputs of new runs. Replace ${older === 1 ? 'it' : 'them'} first; nothing was changed.`,
      );
    await switchInputs(tx, now);
    return true;
  });
}

/** The partitions of a day or a month, oldest first, without the default partition. */
export async function listPartitions(on: Queryable): Promise<Partition[]> {
  const { rows } = await on.query<{ name: string; bound: string }>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
     WHERE h.inhparent = 'run_inputs'::regclass ORDER BY 2`,
  );
  return rows.flatMap(({ name, bound }) => {
    const [, from, to] = /FROM \('([0-9a-f-]{36})'\) TO \('([0-9a-f-]{36})'\)/.exec(bound) ?? [];
    return from === undefined || to === undefined ? [] : [{ name, from, to }];
  });
}

type Range = Omit<Partition, 'name'>;

/** The missing partitions until some days from now, as whole days or months that do not overlap existing ones. */
function rangesAhead(known: readonly Range[], now: Date, span: Span): Range[] {
  const last = known.map(({ to }) => timeOfUuid(to).getTime());
  const ranges: Range[] = [];
  let from = Math.max(startOf(now, span), ...last);
  while (from < now.getTime() + AHEAD_MS) {
    const to = endOf(new Date(from), span);
    ranges.push({ from: uuidAt(new Date(from)), to: uuidAt(new Date(to)) });
    from = to;
  }
  return ranges;
}

function startOf(time: Date, span: Span): number {
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), span === 'day' ? time.getUTCDate() : 1);
}

function endOf(time: Date, span: Span): number {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return span === 'day' ? Date.UTC(year, month, time.getUTCDate() + 1) : Date.UTC(year, month + 1);
}

/** Returns how many were created. */
export async function createAhead(database: Database, now: Date, span: Span): Promise<number> {
  return createMissing(database, rangesAhead(await listPartitions(database), now, span));
}

/** Each in its own transaction; one that overlaps another, or cannot be created now, is skipped. */
export async function createMissing(database: Database, ranges: readonly Range[]): Promise<number> {
  let made = 0;
  for (const range of ranges) made += Number(await unlessBusy(database, (tx) => createPartition(tx, range)));
  return made;
}

/** False: not now, or never. */
export async function unlessBusy(database: Database, work: (tx: Queryable) => Promise<boolean>): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await tx.query('SET LOCAL statement_timeout = 0');
      return work(tx);
    });
  } catch (error) {
    if (REFUSED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Attached instead of created in place, which would block the table meanwhile. */
async function createPartition(tx: Queryable, { from, to }: Range): Promise<true> {
  const [first, last] = [from, to].map((id) => timeOfUuid(id).toISOString().slice(0, 10).replaceAll('-', ''));
  const name = `run_inputs_${first}_${last}`;
  await tx.query(`CREATE TABLE ${name} (LIKE run_inputs INCLUDING STORAGE)`);
  await tx.query(`ALTER TABLE run_inputs ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
  return true;
}

/** For files: the first day, and the first day after it. */
export function daysOf(partitions: readonly Range[]): { from: string; to: string }[] {
  const day = (id: string) => timeOfUuid(id).toISOString().slice(0, 10);
  return partitions.map(({ from, to }) => ({ from: day(from), to: day(to) }));
}

export function rangesOf(days: readonly { from: string; to: string }[]): Range[] {
  return days.map(({ from, to }) => ({ from: uuidAt(new Date(from)), to: uuidAt(new Date(to)) }));
}
