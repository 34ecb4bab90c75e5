/**
 * Retention of inputs by partitions: a partition is dropped when it has expired for every workspace with inputs in it, quickly and with
 * almost no WAL. Otherwise they are deleted row by row. What was made of an input (words, receipts, golden lines) follows row by row in any
 * case.
 */
import type { Environment } from '@brickwork/contract';
import { timeOfUuid, uuidAt } from '../../../core/ids.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import {
  areInputsApart,
  createAhead,
  listPartitions,
  type Partition,
  type Span,
  unlessBusy,
} from '../../../database/input-partitions.ts';
import { isOpenBetween } from '../../../queue/store/job-of-run.ts';
import { takeAwayStored } from '../stored-runs.ts';

const DAY_MS = 86_400_000;
/** With a longest retention of this many days, partitions are of a day: there are about as many of them at once. */
const MOST_DAYS = 92;
/** Workspaces with a shorter retention have inputs deleted to the minute. */
const LEAST_DAYS = 7;
/** A partition that is being read cannot be dropped; it is retried this long before its rows are deleted. */
const PATIENCE_MS = 3_600_000;

/** How long a workspace keeps inputs; null = forever. */
export interface KeptInputs {
  keep_input_days: number | null;
  keep_run_days: number | null;
}

/** In days: as long as its inputs, or its runs if these go first. */
function daysOf({ keep_input_days, keep_run_days }: KeptInputs): number {
  return Math.min(keep_input_days ?? Number.POSITIVE_INFINITY, keep_run_days ?? Number.POSITIVE_INFINITY);
}

/** The workspace with the longest retention of inputs. */
export function longestKept(workspaces: readonly KeptInputs[]): number {
  return workspaces.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...workspaces.map(daysOf));
}

/** Of partitions that are made from now on. In months nothing would be left to drop where retention is in days: all was deleted row by row before. */
export function spanOf(longest: number): Span {
  return longest >= LEAST_DAYS && longest <= MOST_DAYS ? 'day' : 'month';
}

/** The first id that is not over for who keeps something for so many days. */
export function boundOf(days: number, now: Date): string {
  return uuidAt(new Date(now.getTime() - days * DAY_MS));
}

/** Where row by row ends for a workspace that keeps something for so many days: what is in the partition of a day waits until that is dropped. */
export function rowsUntil(days: number, partitions: readonly Partition[], longest: number, now: Date): string {
  const bound = boundOf(days, now);
  if (days !== longest || days < LEAST_DAYS) return bound;
  const earlier = boundOf(days, new Date(now.getTime() - PATIENCE_MS));
  const waiting = partitions.find((each) => isOfADay(each) && each.from <= bound && each.to > earlier);
  return waiting?.from ?? bound;
}

function isOfADay({ from, to }: Partition): boolean {
  return timeOfUuid(to).getTime() - timeOfUuid(from).getTime() <= DAY_MS;
}

/** Makes partitions ahead, and drops those whose time is over. */
export async function keepPartitions(database: Database, now: Date): Promise<{ made: number; dropped: string[] }> {
  if (!(await areInputsApart(database))) return { made: 0, dropped: [] };
  const { rows } = await database.query<KeptInputs>('SELECT keep_input_days, keep_run_days FROM workspaces');
  const made = await createAhead(database, now, spanOf(longestKept(rows)));
  const shortest = Math.min(...rows.map(daysOf));
  if (!Number.isFinite(shortest)) return { made, dropped: [] };
  const oldest = boundOf(shortest, now);
  const dropped: string[] = [];
  for (const partition of await listPartitions(database)) {
    if (partition.to > oldest || !(await isOver(database, partition, now))) continue;
    if (await unlessBusy(database, (tx) => drop(tx, partition, now))) dropped.push(partition.name);
  }
  return { made, dropped };
}

/** Whether no workspace keeps its contents, and no run of its time is unfinished. */
async function isOver(on: Queryable, { name, from, to }: Partition, now: Date): Promise<boolean> {
  // From one workspace to the next in the index: as many steps as there are workspaces, however many inputs they have.
  const { rows } = await on.query<{ kept: boolean }>(
    `WITH RECURSIVE present (id) AS (
       (SELECT workspace_id FROM ${name} ORDER BY workspace_id LIMIT 1)
       UNION ALL SELECT (SELECT i.workspace_id FROM ${name} i WHERE i.workspace_id > present.id ORDER BY i.workspace_id LIMIT 1) FROM present WHERE present.id IS NOT NULL)
     SELECT EXISTS (SELECT 1 FROM present JOIN workspaces w ON w.id = present.id
         WHERE coalesce(least(w.keep_input_days, w.keep_run_days), 'Infinity'::double precision) > $1::double precision)
       OR ${isOpenBetween('$2', '$3')} AS kept`,
    [(now.getTime() - timeOfUuid(to).getTime()) / DAY_MS, from, to],
  );
  return rows[0]?.kept === false;
}

/** Together with its size, in one transaction. False: it is in use, or its time is not over any more. */
async function drop(tx: Queryable, partition: Partition, now: Date): Promise<boolean> {
  const { name } = partition;
  const { rowCount: users } = await tx.query(
    `SELECT 1 FROM pg_locks WHERE relation = '${name}'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  if (users !== 0) return false;
  // Nothing is added or erased while it is counted; reads continue.
  await tx.query(`LOCK TABLE ${name} IN SHARE MODE`);
  if (!(await isOver(tx, partition, now))) return false;
  const { rows } = await tx.query<{ workspace_id: string; environment: Environment; bytes: string }>(
    `SELECT workspace_id, environment, sum(octet_length(input)) AS bytes FROM ${name} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  // Whoever has read an input and writes something about it has finished by then; who comes later finds none.
  await tx.query(`DROP TABLE ${name}`);
  for (const { workspace_id, environment, bytes } of rows)
    await takeAwayStored(tx, workspace_id, environment, { runs: 0, bytes: Number(bytes) });
  return true;
}
