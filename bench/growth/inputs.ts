/**
 * Inputs with their runs, and in partitions: what retention costs with either, and what the operations cost that accept, claim, end and read runs. In
 * turns, on two databases with the same runs; CPU time, because others on the machine hardly change it. Bytes of WAL and of disk are of any machine.
 */
import { decodeId, encodeId, newId, uuidAt } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import { createMissing, listPartitions } from '@brickwork/server/database/input-partitions';
import { RUN_KIND } from '@brickwork/server/queue/job-kinds';
import { laneOf } from '@brickwork/server/queue/lane';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import { createJobStore } from '@brickwork/server/queue/store/job-store';
import { createCollectAnswers } from '@brickwork/server/runs/store/answers/record-answers';
import { createHousekeepingStore } from '@brickwork/server/runs/store/housekeeping-store';
import { createRunStore } from '@brickwork/server/runs/store/run-store';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { EVERY_RUN } from '../../test/support/every-run.ts';
import { atMost, type Line, type Result } from '../support/result.ts';
import type { Site, SiteDatabase } from '../support/site.ts';
import { cpuOf } from './cpu-of.ts';
import { KIT } from './growth.ts';
import { makeHistory } from './history.ts';
import { described, measured } from './removed.ts';

const RUNS = 10_000;
const INPUT = JSON.stringify({ transcript: `Agent: ${'hello '.repeat(1_064)}` });
const DAY_MS = 86_400_000;
/** As many as there are with a retention of three months. */
const DAYS = 92;
const TURN = 100;
const TURNS = 24;
const WARM_UP = 4;

type Place = 'runs' | 'partitions';

/** `runs`: how many inputs are cleared. */
export async function inputs(site: Site, runs = RUNS): Promise<Result> {
  const sides = { runs: await prepared(site, 'runs', runs), partitions: await prepared(site, 'partitions', runs) };
  const operations = await compareOperations(site, sides);
  const removed: Line[] = [];
  for (const place of ['runs', 'partitions'] as const) {
    const { database } = sides[place];
    const names = ['runs', ...(await listPartitions(database)).map(({ name }) => name)];
    const cost = await measured(database, names, () => clearInputs(sides[place]));
    const where = place === 'runs' ? 'with their runs' : `in a partition of ${DAYS + 1}`;
    removed.push({ what: `inputs cleared by retention, ${where}, and derived data`, value: described(cost) });
    await sides[place].drop();
  }
  return {
    name: 'inputs',
    title: `${runs.toLocaleString('en')} inputs of ${INPUT.length.toLocaleString('en')} characters, with their runs and in partitions`,
    lines: [...removed, ...operations],
  };
}

async function prepared(site: Site, place: Place, runs: number): Promise<SiteDatabase> {
  const db = await site.database(`inputs_${place}`);
  const { database } = db;
  const today = Math.floor(Date.now() / DAY_MS);
  const range = (from: number, to: number) => ({
    from: uuidAt(new Date(from * DAY_MS)),
    to: uuidAt(new Date(to * DAY_MS)),
  });
  for (const { name } of await listPartitions(database)) await database.query(`DROP TABLE ${name}`);
  if (place === 'runs') await database.query(`UPDATE migrations SET works_from = 21 WHERE name = 'run_inputs'`);
  else {
    const first = today + 1;
    const days = Array.from({ length: DAYS }, (_, index) => range(first + index, first + index + 1));
    await createMissing(database, [...days, range(today - 30, today + 1)]);
  }
  await makeHistory(db, await db.publish(KIT), 0, runs);
  if (place === 'runs') await database.query('UPDATE runs SET input = $1', [INPUT]);
  else {
    await database.query('INSERT INTO run_inputs SELECT workspace_id, environment, id, $1 FROM runs', [INPUT]);
    await database.query(`UPDATE runs SET input = '', input_bytes = octet_length($1)`, [INPUT]);
  }
  await database.query('VACUUM FULL ANALYZE runs');
  return db;
}

/** As the leader does it, until there is nothing left. */
async function clearInputs({ database, workspaceId }: SiteDatabase): Promise<void> {
  await database.query('UPDATE workspaces SET keep_input_days = 1 WHERE id = $1', [decodeId('ws', workspaceId)]);
  const store = createHousekeepingStore(database, () => new Date(Date.now() + 3 * DAY_MS));
  await store.keepPartitions();
  while ((await store.purge(1_000)) > 0);
  const { rows } = await database.query<{ left: number }>(
    `SELECT (SELECT count(*) FROM runs WHERE input <> '')::int + (SELECT count(*) FROM run_inputs)::int AS left`,
  );
  if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} inputs are left`);
}

type Operations = Record<string, () => Promise<unknown>>;

async function compareOperations(site: Site, sides: Record<Place, SiteDatabase>): Promise<Line[]> {
  const operations = { runs: await operationsOn(sides.runs), partitions: await operationsOn(sides.partitions) };
  const spent = new Map<string, Record<Place, number>>();
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const what of Object.keys(operations.runs)) {
      const sums = spent.get(what) ?? { runs: 0, partitions: 0 };
      spent.set(what, sums);
      // First one, then the other, and in the next turn the other way round.
      for (const place of turn % 2 === 0 ? (['runs', 'partitions'] as const) : (['partitions', 'runs'] as const)) {
        const before = cpuMs(site);
        for (let index = 0; index < TURN; index += 1) await operations[place][what]?.();
        if (turn >= WARM_UP) sums[place] += cpuMs(site) - before;
      }
    }
  const each = (ms: number) => `${(ms / (TURN * (TURNS - WARM_UP))).toFixed(3)} ms`;
  return [...spent].map(([what, { runs, partitions }]) => ({
    ...atMost(`${what}: CPU time of PostgreSQL and node`, partitions / runs - 1, 0.1, percent),
    value: `${each(runs)} → ${each(partitions)} (${percent(partitions / runs - 1)})`,
  }));
}

/** Each takes the next run, so that all are accepted, claimed and ended. */
async function operationsOn({ database, workspaceId }: SiteDatabase): Promise<Operations> {
  const some = await anyRun(database);
  const clock = new LaneClock();
  const store = createRunStore({
    database,
    clock,
    onAccepted() {},
    onEnded() {},
    recordEvents: async () => false,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: 262_144,
    slots: 100,
  });
  const jobs = createJobStore(database, clock);
  const scope = { workspaceId, environment: 'live' } as const;
  const kit = { kitId: some.kit_id, kitCode: some.kit_code };
  const held: Awaited<ReturnType<typeof jobs.claim>> = [];
  const accepted: string[] = [];
  return {
    'accept a run': async () => {
      const runId = newId('run');
      accepted.push(runId);
      const version = { kitVersionId: some.kit_version_id, kitVersion: 1 };
      const none = { externalId: undefined, metadata: undefined, capacity: null, idempotency: undefined };
      await store.accept({
        ...scope,
        ...kit,
        ...version,
        ...none,
        runId,
        type: 'api',
        mode: 'async',
        input: INPUT,
        createdAt: new Date(),
      });
    },
    'claim a run and load its input': async () => {
      const [job] = await jobs.claim(RUN_KIND, 1, 600_000);
      if (job === undefined) throw new Error('no run waits');
      held.push(job);
      const work = await store.load(laneOf(scope), job.id);
      if (work?.input !== INPUT) throw new Error('the input is not what it was');
    },
    'end a run': async () => {
      const job = held.shift();
      if (job === undefined) throw new Error('no run is held');
      const end = { output: '{"bricks":{}}', warnings: [], error: undefined, usage: NO_USAGE, completedAt: new Date() };
      const run = { ...scope, ...kit, runId: encodeId('run', job.id), type: 'api', status: 'succeeded' } as const;
      await store.finish({ ...run, ...end, lease: job });
    },
    'get a run': () => store.find(scope, accepted.at(-1) ?? ''),
    'get a run with its input': async () => {
      await store.find(scope, accepted.at(-1) ?? '');
      if ((await store.findInput(scope, accepted.at(-1) ?? '')) !== INPUT) throw new Error('there is no input');
    },
    'list the newest 50': () => store.list(scope, EVERY_RUN),
    'export a page of 200 with inputs': () =>
      store.page(scope, undefined, { ...EVERY_RUN, withInput: true, bytes: 4_000_000 }),
  };
}

async function anyRun(database: Database) {
  const { rows } = await database.query<{ kit_id: string; kit_code: string; kit_version_id: string }>(
    'SELECT kit_id, kit_code, kit_version_id FROM runs LIMIT 1',
  );
  const [some] = rows;
  if (some === undefined) throw new Error('there is no history');
  return some;
}

function cpuMs(site: Site): number {
  const { postgres, node } = cpuOf(site);
  return postgres + node;
}

const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(0)} %`;
