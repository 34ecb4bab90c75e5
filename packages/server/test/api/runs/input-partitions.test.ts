/** Inputs in partitions: where they are, how retention drops them, and the way there from a database that has them with its runs. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { changeRetention } from '@brickwork/server/access/manage-workspaces';
import { decodeId, newUuid, uuidAt } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import {
  areInputsApart,
  createAhead,
  listPartitions,
  partitionInputs,
  switchInputs,
} from '@brickwork/server/database/input-partitions';
import { createHousekeepingStore } from '@brickwork/server/runs/store/housekeeping-store';
import { runsWithInput } from '@brickwork/server/runs/store/runs-with-input';
import { createStorageMeter, recountStored } from '@brickwork/server/runs/store/stored-runs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { heldEvaluator, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { createTestDatabase } from '../../../../../test/support/test-database.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { restoreBackup } from '../../../src/database/backup/restore-backup.ts';
import { loadWorkspace, writeWorkspace } from '../../../src/database/backup/workspace-file.ts';
import { writeBackup } from '../../../src/database/backup/write-backup.ts';
import { readMigrations } from '../../../src/database/migrate.ts';
import { findTooNew } from '../../../src/database/schema-compatibility.ts';

const DAY_MS = 86_400_000;
/** Of the migration that sets inputs apart. */
const VERSION = readMigrations().findIndex(({ name }) => name === 'run_inputs') + 1;

let service: TestService;
let database: Database;
beforeEach(async () => {
  service = await startTestService();
  ({ database } = service.testDatabase);
});
afterEach(() => service.stop());

/** As a database is that was made by an older release: inputs are with the runs, and older nodes may run. */
async function asBefore(on: Database = database): Promise<void> {
  await on.query(`UPDATE migrations SET works_from = 21 WHERE name = 'run_inputs'`);
  for (const { name } of await listPartitions(on)) await on.query(`DROP TABLE ${name}`);
}

/** A partition for each day from so many days ago. */
async function inDays(daysAgo: number): Promise<void> {
  for (const { name } of await listPartitions(database)) await database.query(`DROP TABLE ${name}`);
  await createAhead(database, new Date(Date.now() - daysAgo * DAY_MS), 'day');
}

async function tenant(name: string, retention: Parameters<typeof changeRetention>[2] = {}) {
  const id = await service.workspace(name);
  const key = await service.key(id);
  const { kit_code } = await publishKit(service, key);
  await changeRetention(service.service.access, name, retention);
  return {
    id,
    kit_code,
    key,
    async create(on: Pick<TestService, 'call'> = service): Promise<string> {
      const body = { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT } };
      const created = await on.call('POST', '/v1/runs', { key, body });
      expect(created.status, JSON.stringify(created.body)).toBe(200);
      return created.body.run_id;
    },
    inputOf: async (runId: string) =>
      (await service.call('GET', `/v1/runs/${runId}?include=input`, { key })).body.input,
    async search(): Promise<number> {
      return (await service.call('GET', '/v1/runs?q=card', { key })).body.data.length;
    },
    /** What is stored as counted along the way, which is what counting it again says. */
    async stored(): Promise<number> {
      const meter = createStorageMeter(database);
      const before = await meter.measure(id);
      await recountStored(database, id);
      expect(await meter.measure(id)).toEqual(before);
      return before.bytes;
    },
  };
}

const house = (days: number) => createHousekeepingStore(database, () => new Date(Date.now() + days * DAY_MS));

/** The partition of each input, in the order of the runs. */
async function places(): Promise<string[]> {
  const { rows } = await database.query<{ place: string }>(
    'SELECT tableoid::regclass::text AS place FROM run_inputs ORDER BY run_id',
  );
  return rows.map(({ place }) => place);
}

async function tree(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT relid::text AS name FROM pg_partition_tree('run_inputs') WHERE isleaf ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Gives a run another time, as if it had been accepted then. */
async function backdate(runId: string, time: Date): Promise<void> {
  const [was, is] = [decodeId('run', runId), newUuid(time)];
  for (const [table, column] of [
    ['runs', 'id'],
    ['run_results', 'run_id'],
    ['run_inputs', 'run_id'],
  ])
    await database.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${column}', $2::text))).* FROM ${table} t WHERE ${column} = $1`,
      [was, is],
    );
  await database.query('DELETE FROM runs WHERE id = $1', [was]);
}

describe('inputs of a new database', () => {
  it('are in the partition of their month, which is there before they come', async () => {
    const { create, inputOf } = await tenant('new');
    const runId = await create();
    const { rows } = await database.query('SELECT input, input_bytes FROM runs');
    const text = JSON.stringify({ transcript: TRANSCRIPT });
    expect(rows).toEqual([{ input: '', input_bytes: Buffer.byteLength(text) }]);
    const [place = ''] = await places();
    const month = new Date().toISOString().slice(0, 7).replace('-', '');
    expect(place).toMatch(new RegExp(`^run_inputs_${month}01_`));
    expect(await tree()).toEqual(expect.arrayContaining([place, 'run_inputs_other']));
    expect(await inputOf(runId)).toEqual({ transcript: TRANSCRIPT });
    expect(await findTooNew(database, VERSION - 1)).toContain('A newer release has migrated');
    expect(await findTooNew(database, VERSION)).toBeUndefined();
  });

  it('find a place when there is no partition for their time, and go row by row from there', async () => {
    const { create, inputOf, stored } = await tenant('other', { inputDays: 10 });
    for (const { name } of await listPartitions(database)) await database.query(`DROP TABLE ${name}`);
    const runId = await create();
    expect(await places()).toEqual(['run_inputs_other']);
    expect(await inputOf(runId)).toEqual({ transcript: TRANSCRIPT });
    // Its time cannot have a partition any more; the time to come can.
    await house(0).keepPartitions();
    expect((await listPartitions(database)).every(({ from }) => from > uuidAt(new Date()))).toBe(true);
    await house(70).keepPartitions();
    expect(await places()).toEqual(['run_inputs_other']);
    await house(70).purge(100);
    expect(await places()).toEqual([]);
    expect(await inputOf(runId)).toBeUndefined();
    await stored();
  });

  it('go with their runs, whoever deletes or erases these', async () => {
    const { create } = await tenant('gone');
    const [erased, deleted] = [await create(), await create()];
    // As a node of any release does it.
    await database.query('UPDATE runs SET input = NULL WHERE id = $1', [decodeId('run', erased)]);
    expect(await places()).toHaveLength(1);
    await database.query('DELETE FROM runs WHERE id = $1', [decodeId('run', deleted)]);
    expect(await places()).toEqual([]);
  });
});

describe('retention', () => {
  it('drops a partition when it is over for every workspace in it, and deletes row by row until then', async () => {
    const short = await tenant('short', { inputDays: 10 });
    const long = await tenant('long', { inputDays: 50 });
    const [a, b] = [await short.create(), await long.create()];
    await vi.waitFor(async () => expect([await short.search(), await long.search()]).toEqual([1, 1]), 20_000);
    const [place = ''] = await places();
    const outputs = (await long.stored()) - Buffer.byteLength(JSON.stringify({ transcript: TRANSCRIPT }));

    expect((await house(45).keepPartitions()).dropped).not.toContain(place);
    expect(await house(45).purge(100)).toBe(1);
    expect([await short.inputOf(a), await long.inputOf(b)]).toEqual([undefined, { transcript: TRANSCRIPT }]);
    expect(await tree()).toContain(place);
    await short.stored();

    const { rows: before } = await database.query('SELECT xmin, input FROM runs WHERE id = $1', [decodeId('run', b)]);
    expect(before).toMatchObject([{ input: '' }]);
    expect((await house(85).keepPartitions()).dropped).toContain(place);
    expect(await tree()).not.toContain(place);
    expect((await database.query('SELECT to_regclass($1) AS there', [place])).rows).toEqual([{ there: null }]);
    expect(await long.inputOf(b)).toBeUndefined();
    expect(await long.stored()).toBe(outputs);
    // What was made of it follows; the row of the run is not written for it.
    expect(await house(85).purge(100)).toBe(1);
    expect(await long.search()).toBe(0);
    const { rows: after } = await database.query('SELECT xmin, input FROM runs WHERE id = $1', [decodeId('run', b)]);
    expect(after).toEqual(before);
    expect(await long.stored()).toBe(outputs);
    expect((await service.call('GET', `/v1/runs/${b}`, { key: long.key })).body).toMatchObject({ status: 'succeeded' });
    expect((await service.call('DELETE', `/v1/runs/${b}`, { key: long.key })).status).toBe(200);
    await long.stored();
  });

  it('keeps what one workspace keeps for ever', async () => {
    const [some, all] = [await tenant('some', { inputDays: 10 }), await tenant('all')];
    const [a, b] = [await some.create(), await all.create()];
    const [place] = await places();
    expect((await house(400).keepPartitions()).dropped).not.toContain(place);
    await house(400).purge(100);
    expect([await some.inputOf(a), await all.inputOf(b)]).toEqual([undefined, { transcript: TRANSCRIPT }]);
  });

  it('keeps a partition whose runs have not all ended, and one that somebody reads', async () => {
    await service.stop();
    const engine = heldEvaluator();
    service = await startTestService({}, { evaluate: engine.evaluate });
    ({ database } = service.testDatabase);
    const { key, kit_code, inputOf } = await tenant('open', { inputDays: 10 });
    const body = { kit_code, input: { transcript: TRANSCRIPT } };
    const { run_id: runId } = (await service.call('POST', '/v1/runs', { key, body })).body;
    const [place = ''] = await places();
    expect((await house(85).keepPartitions()).dropped).not.toContain(place);
    (await engine.next(0)).succeed();
    await untilStatus(service, key, runId, 'succeeded');
    await database.transaction(async (tx) => {
      await tx.query('SELECT input FROM run_inputs');
      expect((await house(85).keepPartitions()).dropped).not.toContain(place);
      expect(await inputOf(runId)).toEqual({ transcript: TRANSCRIPT });
    });
    await vi.waitFor(async () => {
      await house(85).keepPartitions();
      expect(await tree()).not.toContain(place);
    }, 20_000);
    expect(await inputOf(runId)).toBeUndefined();
  });

  it('waits for the partition of a day, where all keep inputs for as many days', async () => {
    await changeRetention(service.service.access, 'default', { inputDays: 30 });
    const { create, stored } = await tenant('daily', { inputDays: 30 });
    await inDays(2);
    const [first, second] = [await create(), await create()];
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    await backdate(first, new Date(midnight - 1_000));
    await backdate(second, new Date(midnight - DAY_MS + 1_000));
    const [yesterday = ''] = await places();
    expect(await places()).toEqual([yesterday, yesterday]);
    // Half of the day is over: nothing is deleted by itself.
    const noon = (midnight + 29.5 * DAY_MS - Date.now()) / DAY_MS;
    expect((await house(noon).keepPartitions()).dropped).not.toContain(yesterday);
    expect(await house(noon).purge(100)).toBe(0);
    expect(await places()).toHaveLength(2);
    const over = (midnight + 30 * DAY_MS + 60_000 - Date.now()) / DAY_MS;
    expect((await house(over).keepPartitions()).dropped).toContain(yesterday);
    expect(await places()).toEqual([]);
    expect(await house(over).purge(100)).toBe(2);
    await stored();
    // Partitions that are made from now on are of a day.
    expect((await listPartitions(database)).at(-1)?.name).toMatch(/^run_inputs_(\d{8})_\d{8}$/);
    const { from, to } = (await listPartitions(database)).at(-1) ?? { from: '', to: '' };
    expect(Number.parseInt(to.slice(0, 8), 16) - Number.parseInt(from.slice(0, 8), 16)).toBeLessThan(1_400);
  });
});

describe('a database that has inputs with its runs', () => {
  beforeEach(() => asBefore());

  it('is switched once no older node runs, and has both from then on', async () => {
    const { id, key, create, inputOf, stored } = await tenant('live');
    const old = await create();
    expect((await database.query('SELECT input, input_bytes FROM runs')).rows).toEqual([
      { input: JSON.stringify({ transcript: TRANSCRIPT }), input_bytes: null },
    ]);
    expect((await house(0).keepPartitions()).made).toBe(0);

    await database.query(`INSERT INTO nodes (id, role, seen_at) VALUES (gen_random_uuid(), 'worker', now())`);
    await expect(partitionInputs(database, new Date())).rejects.toThrow(
      '1 node of an older release runs on this database and would not find the inputs of new runs. Replace it first; nothing was changed.',
    );
    expect(await areInputsApart(database)).toBe(false);
    await database.query('DELETE FROM nodes WHERE knows IS NULL');
    expect(await partitionInputs(database, new Date())).toBe(true);
    expect(await partitionInputs(database, new Date())).toBe(false);
    // An older node stops, and none starts.
    expect(await findTooNew(database, VERSION - 1)).toContain('A newer release has migrated');

    // This node may not have noticed yet, and another one has: both find both.
    const node = await service.node();
    const [before, after] = [await create(), await create(node)];
    const { rows } = await database.query('SELECT input FROM runs ORDER BY id');
    expect([rows.at(0), rows.at(-1)].map((row) => row?.input === '')).toEqual([false, true]);
    for (const runId of [old, before, after]) expect(await inputOf(runId)).toEqual({ transcript: TRANSCRIPT });
    const exported = await service.call('GET', '/v1/runs/export?format=jsonl&include=input', { key });
    // A line for each answer.
    const lines: { run_id: string; input: object }[] = exported.body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(new Set(lines.map(({ run_id }) => run_id))).toEqual(new Set([old, before, after]));
    for (const { input } of lines) expect(input).toEqual({ transcript: TRANSCRIPT });
    await vi.waitFor(
      async () => expect((await service.call('GET', '/v1/runs?q=card', { key })).body.data).toHaveLength(3),
      20_000,
    );
    const found = await runsWithInput(database, { workspaceId: id, environment: 'live' }, [old, before, after]);
    const bytes = Buffer.byteLength(JSON.stringify({ transcript: TRANSCRIPT }));
    expect(found.map((run) => run.bytes)).toEqual([bytes, bytes, bytes]);
    await stored();
    for (const runId of [old, before, after])
      expect((await service.call('DELETE', `/v1/runs/${runId}`, { key })).status).toBe(200);
    expect(await places()).toEqual([]);
    await stored();
  });

  it('is as it was when the switch did not come to its end', async () => {
    const cut = database.transaction(async (tx) => {
      await switchInputs(tx, new Date());
      expect(await areInputsApart(tx)).toBe(true);
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    expect(await areInputsApart(database)).toBe(false);
    expect(await tree()).toEqual(['run_inputs_other']);
  });

  it('clears both after retention', async () => {
    const { create, inputOf, stored } = await tenant('both', { inputDays: 10 });
    const old = await create();
    await partitionInputs(database, new Date());
    const node = await service.node();
    const apart = await create(node);
    const [place] = await places();
    expect((await house(85).keepPartitions()).dropped).toContain(place);
    expect([await inputOf(old), await inputOf(apart)]).toEqual([{ transcript: TRANSCRIPT }, undefined]);
    expect(await house(85).purge(100)).toBe(2);
    expect([await inputOf(old), await inputOf(apart)]).toEqual([undefined, undefined]);
    await stored();
  });

  it('gives an older node that was away nothing that it could take for an erased input', async () => {
    await partitionInputs(database, new Date());
    const { create } = await tenant('asleep');
    const runId = await create(await service.node());
    // The statement of the release before: null would end the run as one without a conversation, anything else is read as JSON.
    const { rows } = await database.query<{ input: string | null }>(
      `SELECT coalesce(r.input, CASE WHEN r.erased_at IS NULL THEN
         (SELECT s.input FROM runs s WHERE s.workspace_id = r.workspace_id AND s.environment = r.environment AND s.id = r.rescored_from) END) AS input
       FROM runs r WHERE id = $1`,
      [decodeId('run', runId)],
    );
    expect(() => JSON.parse(rows[0]?.input ?? 'null')).toThrow(SyntaxError);
  });
});

describe('a file of', () => {
  /** A second database, which the file is loaded into. */
  async function beside(use: (other: Database, file: string) => Promise<void>): Promise<void> {
    const directory = temporaryDirectory();
    const copy = await createTestDatabase();
    try {
      await use(copy.database, join(directory, 'file'));
    } finally {
      await copy.close();
      rmSync(directory, { recursive: true });
    }
  }
  const rowsOf = async (on: Database) =>
    (await on.query('SELECT tableoid::regclass::text AS place, run_id, input FROM run_inputs ORDER BY run_id')).rows;

  it('the whole database is restored into partitions of the same times, and what has none into the other', async () => {
    const { create } = await tenant('kept');
    const [last, older, oldest] = [await create(), await create(), await create()];
    await database.query(`CREATE TABLE run_inputs_20250101_20250102 (LIKE run_inputs INCLUDING STORAGE)`);
    await database.query(
      `ALTER TABLE run_inputs ATTACH PARTITION run_inputs_20250101_20250102
       FOR VALUES FROM ('${uuidAt(new Date('2025-01-01'))}') TO ('${uuidAt(new Date('2025-01-02'))}')`,
    );
    await backdate(older, new Date('2025-01-01T12:00:00Z'));
    await backdate(oldest, new Date('2020-01-01T12:00:00Z'));
    const before = await rowsOf(database);
    expect(before.map(({ place }) => place).slice(0, 2)).toEqual(['run_inputs_other', 'run_inputs_20250101_20250102']);
    expect(before.at(-1)).toMatchObject({ run_id: decodeId('run', last) });
    await beside(async (other, file) => {
      await writeBackup(database, file, 'check');
      await restoreBackup(other, file, () => {});
      expect(await rowsOf(other)).toEqual(before);
    });
  });

  it('a database that has not been switched is restored as it is', async () => {
    await asBefore();
    const { create } = await tenant('unswitched');
    await create();
    await beside(async (other, file) => {
      await writeBackup(database, file, 'check');
      await restoreBackup(other, file, () => {});
      expect((await other.query('SELECT input, input_bytes FROM runs')).rows).toEqual([
        { input: JSON.stringify({ transcript: TRANSCRIPT }), input_bytes: null },
      ]);
      expect(await areInputsApart(other)).toBe(true);
    });
  });

  it('one workspace is loaded where inputs are in partitions, and refused where older nodes may run', async () => {
    const { id, create } = await tenant('moved');
    await create();
    const uuid = decodeId('ws', id) ?? '';
    const macKey = Buffer.alloc(32, 3);
    await beside(async (other, file) => {
      await writeWorkspace(
        database,
        file,
        { uuid, name: 'moved', lanes: [`${uuid}/live`] },
        { secretCheck: 'check', macKey },
      );
      const load = () =>
        loadWorkspace(other, file, { name: undefined, macKeys: [macKey], checkHead: () => {}, finish: async () => {} });
      await asBefore(other);
      await expect(load()).rejects.toThrow('Run "brickwork migrate --partition-inputs" here first.');
      expect((await other.query('SELECT FROM runs')).rowCount).toBe(0);
      await partitionInputs(other, new Date());
      await load();
      expect(await rowsOf(other)).toEqual(await rowsOf(database));
    });
  });
});
