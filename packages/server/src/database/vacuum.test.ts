import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { vacuumTables } from './vacuum.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.close());

describe('vacuumTables', () => {
  it('takes old versions of rows off the pages, of tables that have some, and not again at once', async () => {
    const { database } = testDatabase;
    const stateOf = async (table: string) =>
      (
        await database.query<{ dead: number; at: Date | null }>(
          'SELECT n_dead_tup::int AS dead, last_vacuum AS at FROM pg_stat_user_tables WHERE relname = $1',
          [table],
        )
      ).rows[0];
    await database.query('CREATE TABLE said (text text); CREATE TABLE unchanged (text text)');
    await database.query(`INSERT INTO said SELECT 'My name is Penhale.' FROM generate_series(1, 100)`);
    await database.query('DELETE FROM said');
    await vi.waitFor(async () => expect((await stateOf('said'))?.dead).toBe(100), { timeout: 20_000 });
    expect(await vacuumTables(database, () => false)).toContain('public.said');
    expect(await stateOf('said')).toEqual({ dead: 0, at: expect.any(Date) });
    expect((await stateOf('unchanged'))?.at).toBeNull();
    await database.query(`INSERT INTO said VALUES ('once'); DELETE FROM said`);
    await vi.waitFor(async () => expect((await stateOf('said'))?.dead).toBe(1), { timeout: 20_000 });
    expect(await vacuumTables(database, () => false)).not.toContain('public.said');
    expect(await vacuumTables(database, () => false, 0)).toContain('public.said');
  });
});
