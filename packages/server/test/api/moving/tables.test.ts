/** A table that is added later moves too, since tables are read from the catalogue; the rows of one that belongs to nobody stop the export. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { STAYS } from '../../../src/database/backup/workspace-tables.ts';
import { tablesOf, uuidOf } from './support/tables.ts';

let target: TestService;
beforeAll(async () => {
  target = await startTestService({ BRICKWORK_ROLE: 'api' });
});
afterAll(() => target.stop());

describe('the list of tables', () => {
  it('has every table that names a workspace or a lane, unless it stays with a reason', async () => {
    const uuid = await uuidOf(target);
    const { database } = target.testDatabase;
    const { rows } = await database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    );
    const moved = (await tablesOf(target, uuid, [])).map(({ name }) => name.slice(1, -1));
    expect([...moved, ...Object.keys(STAYS)].toSorted()).toEqual(rows.map(({ name }) => name));
    expect(moved.filter((name) => name in STAYS)).toEqual([]);
  });

  it('takes a table of tomorrow, and refuses rows that are nobody’s', async () => {
    const { database } = target.testDatabase;
    const uuid = await uuidOf(target);
    await database.query('CREATE TABLE tomorrows (workspace_id uuid NOT NULL, id uuid NOT NULL)');
    const table = (await tablesOf(target, uuid, [])).find(({ name }) => name === '"tomorrows"');
    expect(table).toMatchObject({ columns: ['"workspace_id"', '"id"'], where: `workspace_id = '${uuid}'` });
    await database.query('CREATE TABLE nobodys (id uuid NOT NULL)');
    await expect(tablesOf(target, uuid, [])).rejects.toThrow(
      'It is unknown which workspace the rows of the table nobodys belong to.',
    );
    await database.query('DROP TABLE tomorrows, nobodys');
  });
});
