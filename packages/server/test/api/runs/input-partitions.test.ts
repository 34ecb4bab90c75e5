/** Inputs in partitions: where they are, and how retention drops them; the way there, and files: `input-partitions.system.test.ts`. */
import { changeRetention } from '@brickwork/server/access/manage-workspaces';
import { decodeId, uuidAt } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import { areInputsApart, listPartitions, switchInputs } from '@brickwork/server/database/input-partitions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heldEvaluator, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { findTooNew } from '../../../src/database/schema-compatibility.ts';
import { DAY_MS, partitions, VERSION } from './support/partitions.ts';

let service: TestService;
let database: Database;
beforeEach(async () => {
  service = await startTestService();
  ({ database } = service.testDatabase);
});
afterEach(() => service.stop());

const { asBefore, inDays, tenant, house, places, tree, backdate } = partitions(() => service);

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
});
