/** The way to inputs in partitions from a database that has them with its runs, and back-ups of both. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeId, uuidAt } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import { areInputsApart, partitionInputs } from '@brickwork/server/database/input-partitions';
import { runsWithInput } from '@brickwork/server/runs/store/runs-with-input';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../../../../test/support/run-brickwork.ts';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { createTestDatabase } from '../../../../../test/support/test-database.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { restoreBackup } from '../../../src/database/backup/restore-backup.ts';
import { loadWorkspace, writeWorkspace } from '../../../src/database/backup/workspace-file.ts';
import { writeBackup } from '../../../src/database/backup/write-backup.ts';
import { findTooNew } from '../../../src/database/schema-compatibility.ts';
import { partitions, VERSION } from './support/partitions.ts';

let service: TestService;
let database: Database;
beforeEach(async () => {
  service = await startTestService();
  ({ database } = service.testDatabase);
});
afterEach(() => service.stop());

const { asBefore, tenant, house, places, backdate } = partitions(() => service);

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
