/** What the tests of inputs in partitions look at and change. */
import { changeRetention } from '@brickwork/server/access/manage-workspaces';
import { decodeId, newUuid } from '@brickwork/server/core/ids';
import type { Database } from '@brickwork/server/database/database';
import { createAhead, listPartitions } from '@brickwork/server/database/input-partitions';
import { createHousekeepingStore } from '@brickwork/server/runs/store/housekeeping-store';
import { createStorageMeter, recountStored } from '@brickwork/server/runs/store/stored-runs';
import { expect } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../../../test/support/runs.ts';
import type { TestService } from '../../../../../../test/support/test-service.ts';
import { readMigrations } from '../../../../src/database/migrate.ts';

export const DAY_MS = 86_400_000;
/** Of the migration that sets inputs apart. */
export const VERSION = readMigrations().findIndex(({ name }) => name === 'run_inputs') + 1;

/** Of the service that a test has by then. */
export function partitions(service: () => TestService) {
  const database = () => service().testDatabase.database;

  /** As a database is that was made by an older release: inputs are with the runs, and older nodes may run. */
  async function asBefore(on: Database = database()): Promise<void> {
    await on.query(`UPDATE migrations SET works_from = 21 WHERE name = 'run_inputs'`);
    for (const { name } of await listPartitions(on)) await on.query(`DROP TABLE ${name}`);
  }

  /** A partition for each day from so many days ago. */
  async function inDays(daysAgo: number): Promise<void> {
    for (const { name } of await listPartitions(database())) await database().query(`DROP TABLE ${name}`);
    await createAhead(database(), new Date(Date.now() - daysAgo * DAY_MS), 'day');
  }

  async function tenant(name: string, retention: Parameters<typeof changeRetention>[2] = {}) {
    const id = await service().workspace(name);
    const key = await service().key(id);
    const { kit_code } = await publishKit(service(), key);
    await changeRetention(service().service.access, name, retention);
    return {
      id,
      kit_code,
      key,
      async create(on: Pick<TestService, 'call'> = service()): Promise<string> {
        const body = { kit_code, mode: 'sync', input: { transcript: TRANSCRIPT } };
        const created = await on.call('POST', '/v1/runs', { key, body });
        expect(created.status, JSON.stringify(created.body)).toBe(200);
        return created.body.run_id;
      },
      inputOf: async (runId: string) =>
        (await service().call('GET', `/v1/runs/${runId}?include=input`, { key })).body.input,
      async search(): Promise<number> {
        return (await service().call('GET', '/v1/runs?q=card', { key })).body.data.length;
      },
      /** What is stored as counted along the way, which is what counting it again says. */
      async stored(): Promise<number> {
        const meter = createStorageMeter(database());
        const before = await meter.measure(id);
        await recountStored(database(), id);
        expect(await meter.measure(id)).toEqual(before);
        return before.bytes;
      },
    };
  }

  const house = (days: number) => createHousekeepingStore(database(), () => new Date(Date.now() + days * DAY_MS));

  /** The partition of each input, in the order of the runs. */
  async function places(): Promise<string[]> {
    const { rows } = await database().query<{ place: string }>(
      'SELECT tableoid::regclass::text AS place FROM run_inputs ORDER BY run_id',
    );
    return rows.map(({ place }) => place);
  }

  async function tree(): Promise<string[]> {
    const { rows } = await database().query<{ name: string }>(
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
      await database().query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${column}', $2::text))).* FROM ${table} t WHERE ${column} = $1`,
        [was, is],
      );
    await database().query('DELETE FROM runs WHERE id = $1', [was]);
  }

  return { asBefore, inDays, tenant, house, places, tree, backdate };
}
