import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { dumpSchema } from './dump-schema.ts';
import { migrate, pendingMigrations, readMigrations } from './migrate.ts';

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase('template0');
});
afterAll(() => empty.close());

describe('migrate', () => {
  it('applies each migration once when ten nodes start at the same moment', async () => {
    expect(await pendingMigrations(empty.database)).toHaveLength(readMigrations().length);
    const reports = await Promise.all(Array.from({ length: 10 }, () => migrate(empty.open())));
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(await pendingMigrations(empty.database)).toEqual([]);
  });

  it('yields the committed schema.sql', async () => {
    expect(await dumpSchema(empty.database)).toBe(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'));
  });

  it('leaves nothing behind when one fails', async () => {
    const migrations = readMigrations();
    const version = migrations.length + 1;
    const broken = { version, name: 'broken', sql: 'CREATE TABLE half (id int); SELECT 1 / 0;', checksum: 'x' };
    await expect(migrate(empty.database, [...migrations, broken])).rejects.toThrow('division by zero');
    const { rows } = await empty.database.query(`SELECT to_regclass('half') AS half`);
    expect(rows).toEqual([{ half: null }]);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    const [first, ...rest] = readMigrations();
    if (first === undefined) throw new Error('there are migrations');
    await expect(migrate(empty.database, [{ ...first, checksum: 'other' }, ...rest])).rejects.toThrow(
      /was changed after it was applied/,
    );
  });

  it('starts on a database that a newer release has migrated, and says so', async () => {
    const migrations = readMigrations();
    const newer = { version: migrations.length + 1, name: 'newer', sql: 'SELECT 1', checksum: 'y' };
    await migrate(empty.database, [...migrations, newer]);
    expect(await migrate(empty.database, migrations)).toEqual({ applied: [], newer: [newer.version] });
  });
});
