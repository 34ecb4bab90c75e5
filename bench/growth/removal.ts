/**
 * What removing runs costs: rows deleted by housekeeping, as retention does it, against partitions that are dropped, with the same rows in both. And
 * what every operation would cost with tables in partitions. Seconds are of this machine; pages of WAL and of disk are of any.
 */
import { decodeId } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import { createHousekeepingStore } from '@brickwork/server/runs/store/housekeeping-store';
import { atMost, type Line, milliseconds, type Result } from '../support/result.ts';
import type { Site, SiteDatabase } from '../support/site.ts';
import { median } from '../support/spread.ts';
import { KIT, measureAll } from './growth.ts';
import { makeBacklog, makeHistory, SECONDS_APART } from './history.ts';
import { PARTITIONED, type Partition, partitionTables } from './partition-tables.ts';

const RUNS = 20_000;
const PARTITIONS = 12;
const DAY_MS = 86_400_000;

/** `largest`: how many runs. */
export async function removal(site: Site, largest = RUNS): Promise<Result> {
  const plain = await prepared(site, 'removal_plain', largest);
  const costs = await operationCosts(site, plain.db);
  const deleted = await measured(plain.db.database, () => deleteByRetention(plain.db));
  await plain.db.drop();

  const parted = await prepared(site, 'removal_parted', largest, PARTITIONS);
  const partedCosts = await operationCosts(site, parted.db);
  const dropped = await measured(parted.db.database, () => dropPartitions(parted.db.database, parted.parts));
  await parted.db.drop();

  const perRun = (cost: Removed) => `${(cost.ms / 1_000).toFixed(2)} s, ${megabytes(cost.wal)} of WAL`;
  return {
    name: 'removal',
    title: `Removing ${largest.toLocaleString('en')} runs with their answers, words and reviews, in tables as they are and in ${PARTITIONS} partitions`,
    lines: [
      {
        what: 'deleted by retention, 1,000 at a time',
        value: `${perRun(deleted)}; ${megabytes(deleted.before)} on disk, ${megabytes(deleted.after)} after it and VACUUM`,
      },
      {
        what: `${PARTITIONS} partitions detached and dropped`,
        value: `${perRun(dropped)}; ${megabytes(dropped.before)} on disk, ${megabytes(dropped.after)} after it`,
      },
      atMost('WAL of dropping, as a share of that of deleting', dropped.wal / deleted.wal, 0.01, percent),
      ...[...costs].map(([what, ms]) => compared(what, ms, partedCosts.get(what) ?? Number.NaN)),
    ],
  };
}

interface Removed {
  ms: number;
  wal: number;
  /** Bytes of the tables. */
  before: number;
  after: number;
}

async function prepared(site: Site, name: string, runs: number, partitions?: number) {
  const db = await site.database(name);
  const seconds = (runs * SECONDS_APART) / PARTITIONS;
  const parts = partitions === undefined ? [] : await partitionTables(db.database, partitions, Math.ceil(seconds));
  const kitCode = await db.publish(KIT);
  await makeBacklog(db, kitCode, 1_000);
  await makeHistory(db, kitCode, 0, runs);
  return { db, parts };
}

async function measured(database: Database, work: () => Promise<void>): Promise<Removed> {
  await database.query('CHECKPOINT');
  const [before, start, startedAt] = [await sizeOf(database), await walOf(database), performance.now()];
  await work();
  const [ms, wal] = [performance.now() - startedAt, (await walOf(database)) - start];
  for (const table of Object.keys(PARTITIONED)) await database.query(`VACUUM ${table}`);
  return { ms, wal, before, after: await sizeOf(database) };
}

/** As the leader does it: until there is nothing left. */
async function deleteByRetention({ database, workspaceId }: SiteDatabase): Promise<void> {
  await database.query('UPDATE workspaces SET keep_run_days = 1 WHERE id = $1', [decodeId('ws', workspaceId)]);
  const store = createHousekeepingStore(database, () => new Date(Date.now() + 2 * DAY_MS));
  while ((await store.purge(1_000)) > 0);
}

/** One after the other, each with everything that belongs to its runs in one transaction. */
async function dropPartitions(database: Database, parts: readonly Partition[]): Promise<void> {
  for (const { name } of parts)
    await database.transaction(async (tx) => {
      for (const table of Object.keys(PARTITIONED)) {
        await tx.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_${name}`);
        await tx.query(`DROP TABLE ${table}_${name}`);
      }
    });
}

async function walOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

async function sizeOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       AND c.relname ~ '^(${Object.keys(PARTITIONED).join('|')})(_part_.*|_before|_after)?$'`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

async function operationCosts(site: Site, db: SiteDatabase): Promise<Map<string, number>> {
  const costs = await measureAll(site, db);
  return new Map([...costs].map(([what, { explained }]) => [what, median(explained.map(({ ms }) => ms))]));
}

function compared(what: string, plain: number, parted: number): Line {
  return { what, value: `${milliseconds(plain)} → ${milliseconds(parted)} (${percent(parted / plain - 1)})` };
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 2 : 0)} MB`;
const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 2 : 0)} %`;
