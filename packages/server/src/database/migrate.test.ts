import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { silentLogger } from '../core/logger.ts';
import { dumpSchema } from './dump-schema.ts';
import { migrate, readMigrations, readSchema } from './migrate.ts';
import { worksFromOf } from './schema-compatibility.ts';
import { watchSchema } from './watch-schema.ts';

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase('template0');
});
afterAll(() => empty.close());

describe('migrate', () => {
  it('applies each migration once when ten nodes start at the same moment', async () => {
    expect(await readSchema(empty.database)).toEqual({
      version: 0,
      fault: expect.stringContaining('The database has no tables yet. Start the service'),
    });
    const reports = await Promise.all(Array.from({ length: 10 }, () => migrate(empty.open())));
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(await readSchema(empty.database)).toEqual({ version: readMigrations().length, fault: undefined });
  });

  it('yields the committed schema.sql', async () => {
    expect(await dumpSchema(empty.database)).toBe(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'));
  });

  it('leaves nothing behind when one fails', async () => {
    const migrations = readMigrations();
    const version = migrations.length + 1;
    const broken = {
      version,
      name: 'broken',
      sql: 'CREATE TABLE half (id int); SELECT 1 / 0;',
      checksum: 'x',
      worksFrom: 1,
    };
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

  describe('beside a newer release', () => {
    const migrations = readMigrations();
    const newest = migrations.length;
    /** A migration of the next release, and one of the release after that. */
    const next = { version: newest + 1, name: 'next', sql: 'SELECT 1', checksum: 'y', worksFrom: newest };
    const beyond = { version: newest + 2, name: 'beyond', sql: 'SELECT 1', checksum: 'z', worksFrom: newest + 1 };

    it('continues when the newer migrations work from one that it knows', async () => {
      await migrate(empty.database, [...migrations, next]);
      expect(await migrate(empty.database, migrations)).toEqual({ applied: [], newer: [next.version] });
    });

    it('does not apply what would break nodes that run', async () => {
      await empty.database.query("INSERT INTO nodes (id, role, seen_at) VALUES (gen_random_uuid(), 'all', now())");
      const breaking = { ...beyond, worksFrom: beyond.version };
      await expect(migrate(empty.database, [...migrations, next, breaking])).rejects.toThrow(
        `Migration ${beyond.version} (beyond) cannot be applied while nodes of an older release run; 1 was seen in the last 20 seconds. Stop it, then start this release.`,
      );
      await empty.database.query('DELETE FROM nodes');
    });

    it('refuses to start beyond that, and a running node is told to stop', async () => {
      const watch = watchSchema(empty.database, silentLogger, { everyMs: 20 });
      await migrate(empty.database, [...migrations, next, beyond]);
      const sentence = `A newer release has migrated the database (${beyond.version}, beyond) further than this release can work with.`;
      expect(await watch.outdated).toContain(sentence);
      await expect(migrate(empty.database, migrations)).rejects.toThrow(sentence);
      expect(await migrate(empty.database, [...migrations, next])).toEqual({ applied: [], newer: [beyond.version] });
    });

    it('is stated in the file of every migration since the first release', () => {
      expect(worksFromOf('-- Adds a column.\n-- works from: 3\nSELECT 1;', 5)).toBe(3);
      expect(worksFromOf('SELECT 1;', 5)).toBe(5);
      for (const { version, sql } of migrations.slice(5))
        expect(sql, `migration ${version} must say "-- works from: N" (its own number if it breaks)`).toMatch(
          /^-- works from: \d+$/m,
        );
    });
  });
});
