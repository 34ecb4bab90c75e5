/**
 * The partitions of `run_inputs`, by the time of the runs' ids, and the switch that makes nodes write there. Only nodes that know the table may run
 * then: an older one would find a run without its conversation. So the switch is what keeps them out: it states that the table's migration works
 * from itself, which makes running nodes of older releases stop within seconds and keeps others from starting.
 */
import { timeOfUuid, uuidAt } from '../core/ids.ts';
import type { Database, Queryable } from './database.ts';
import { StartError } from './embedded/start-error.ts';
import { LOCKS } from './locks.ts';
import { countRunning } from './schema-compatibility.ts';

export interface Partition {
  name: string;
  /** As ids: the first that it takes, and the first that it does not. */
  from: string;
  to: string;
}

export type Span = 'day' | 'month';

const MIGRATION = 'run_inputs';
const DAY_MS = 86_400_000;
/** So long before it is needed a partition is there. */
const AHEAD_MS = 7 * DAY_MS;
/** Whoever asks for a strong lock keeps others waiting who come after it: rather try again in the next round. */
const LOCK_MS = 50;
/** PostgreSQL's codes: a lock was not to be had in time; or rows of the range are in the default partition, or it has a partition already. */
const REFUSED = new Set(['55P03', '40P01', '23514', '42P07', '42P17']);

export async function areInputsApart(on: Queryable): Promise<boolean> {
  const { rows } = await on.query<{ apart: boolean }>(
    'SELECT works_from >= version AS apart FROM migrations WHERE name = $1',
    [MIGRATION],
  );
  return rows[0]?.apart === true;
}

/** For good: there is no way back to releases that do not know the table. */
export async function switchInputs(tx: Queryable, now: Date): Promise<void> {
  const { rowCount } = await tx.query('UPDATE migrations SET works_from = version WHERE name = $1', [MIGRATION]);
  if (rowCount === 0) return;
  for (const range of rangesAhead(await listPartitions(tx), now, 'month')) await createPartition(tx, range);
}

/** Refused while a node runs that would not find the inputs. False: it was switched on before. */
export async function partitionInputs(database: Database, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    // Nodes that start check under this lock whether they may.
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

/** Those of a day or a month, oldest first; the one that takes everything else is not among them. */
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

/** What is missing until some days from now, in whole days or months where nothing else is there. */
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

/** Returns how many were made. */
export async function createAhead(database: Database, now: Date, span: Span): Promise<number> {
  return createMissing(database, rangesAhead(await listPartitions(database), now, span));
}

/** Each in a transaction of its own; one that overlaps another, or that cannot be had now, is left out. */
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

/** Attached and not created in place, which would keep everybody from the table meanwhile. */
async function createPartition(tx: Queryable, { from, to }: Range): Promise<true> {
  const [first, last] = [from, to].map((id) => timeOfUuid(id).toISOString().slice(0, 10).replaceAll('-', ''));
  const name = `run_inputs_${first}_${last}`;
  await tx.query(`CREATE TABLE ${name} (LIKE run_inputs INCLUDING STORAGE)`);
  await tx.query(`ALTER TABLE run_inputs ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
  return true;
}

/** For files: the first day, and the first that does not belong to it any more. */
export function daysOf(partitions: readonly Range[]): { from: string; to: string }[] {
  const day = (id: string) => timeOfUuid(id).toISOString().slice(0, 10);
  return partitions.map(({ from, to }) => ({ from: day(from), to: day(to) }));
}

export function rangesOf(days: readonly { from: string; to: string }[]): Range[] {
  return days.map(({ from, to }) => ({ from: uuidAt(new Date(from)), to: uuidAt(new Date(to)) }));
}
