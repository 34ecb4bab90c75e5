/**
 * What removing runs costs: rows deleted and inputs cleared by housekeeping, as retention does it, against partitions that are dropped, with the same
 * rows in both. And what every operation would cost with tables in partitions. Seconds are of this machine; bytes of WAL and of disk are of any.
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
import { described, measured, spent } from './removed.ts';

const RUNS = 10_000;
const PARTITIONS = 12;
const DAY_MS = 86_400_000;
/** What a partition would hold; dropping one costs the same whatever is in it. */
const MONTH = 1_000_000;

/** `runs`: how many are removed. */
export async function removal(site: Site, runs = RUNS): Promise<Result> {
  const plain = await prepared(site, 'removal_plain', runs);
  const costs = await operationCosts(site, plain.db);
  const deleted = await measured(plain.db.database, ALL_TABLES, () => applyRetention(plain.db, 'keep_run_days'));
  await plain.db.drop();

  const parted = await prepared(site, 'removal_parted', runs, PARTITIONS);
  const partedCosts = await operationCosts(site, parted.db);
  const [first, ...others] = parted.parts;
  await dropPartitions(parted.db.database, others.slice(0, 1)); // The first one has to read the catalogue.
  const dropped = await measured(parted.db.database, ALL_TABLES, () =>
    dropPartitions(parted.db.database, first === undefined ? [] : [first]),
  );
  await parted.db.drop();

  const share = dropped.wal / ((deleted.wal / runs) * MONTH);
  return {
    name: 'removal',
    title: `Removing ${runs.toLocaleString('en')} runs with their answers, words and reviews, in tables as they are and in ${PARTITIONS} partitions`,
    lines: [
      { what: 'runs deleted by retention, 1,000 at a time', value: described(deleted) },
      { what: `one of ${PARTITIONS} partitions of all their tables detached and dropped`, value: spent(dropped) },
      atMost('WAL of dropping a month of a million runs, as a share of that of deleting it', share, 0.01, percent),
      ...(await measureInputs(site, runs)),
      ...[...costs].map(([what, ms]) => compared(what, ms, partedCosts.get(what) ?? Number.NaN)),
    ],
  };
}

const ALL_TABLES = Object.keys(PARTITIONED);
const INPUT_BYTES = 6_400;

/** Conversations of a usual length: cleared in `runs`, and in a table of their own that is read by key alone. */
async function measureInputs(site: Site, runs: number): Promise<Line[]> {
  const { db } = await prepared(site, 'removal_inputs', runs);
  const { database } = db;
  await database.query(`UPDATE runs SET input = repeat(md5(id::text), ${INPUT_BYTES / 32})`);
  await database.query('VACUUM FULL ANALYZE runs');
  await database.query(
    'CREATE TABLE inputs (workspace_id uuid, environment text, run_id uuid, input text STORAGE EXTERNAL, PRIMARY KEY (workspace_id, environment, run_id)) PARTITION BY RANGE (run_id)',
  );
  await database.query('CREATE TABLE inputs_month PARTITION OF inputs FOR VALUES FROM (MINVALUE) TO (MAXVALUE)');
  await database.query('INSERT INTO inputs SELECT workspace_id, environment, id, input FROM runs');
  const cleared = await measured(database, ['runs'], () => applyRetention(db, 'keep_input_days'));
  const dropped = await measured(database, ['inputs_month'], async () => {
    await database.query('DROP TABLE inputs_month');
  });
  await db.drop();
  return [
    {
      what: `inputs of ${INPUT_BYTES.toLocaleString('en')} characters cleared by retention`,
      value: described(cleared),
    },
    { what: 'a partition of a table of inputs dropped, with as many of them', value: described(dropped) },
  ];
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

/** As the leader does it: until there is nothing left. */
async function applyRetention({ database, workspaceId }: SiteDatabase, what: 'keep_run_days' | 'keep_input_days') {
  await database.query(`UPDATE workspaces SET ${what} = 1 WHERE id = $1`, [decodeId('ws', workspaceId)]);
  const store = createHousekeepingStore(database, () => new Date(Date.now() + 2 * DAY_MS));
  while ((await store.purge(1_000)) > 0);
}

/** Each with everything that belongs to its runs in one transaction. */
async function dropPartitions(database: Database, parts: readonly Partition[]): Promise<void> {
  for (const { name } of parts)
    await database.transaction(async (tx) => {
      for (const table of ALL_TABLES) {
        await tx.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_${name}`);
        await tx.query(`DROP TABLE ${table}_${name}`);
      }
    });
}

async function operationCosts(site: Site, db: SiteDatabase): Promise<Map<string, number>> {
  const costs = await measureAll(site, db);
  return new Map([...costs].map(([what, { explained }]) => [what, median(explained.map(({ ms }) => ms))]));
}

function compared(what: string, plain: number, parted: number): Line {
  const change = parted / plain - 1;
  return {
    what: `in ${PARTITIONS} partitions: ${what}`,
    value: `${milliseconds(plain)} → ${milliseconds(parted)} (${change < 0 ? '' : '+'}${Math.round(change * 100)} %)`,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
