import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { migrate, readMigrations, readSchema } from '../src/database/migrate.ts';
import { examine } from '../src/main/doctor.ts';
import { asOperator, backUp } from '../src/main/entry/operator.ts';

/** What the release before has applied. */
const OLD = 27;

describe('commands of a newer release', () => {
  let database: TestDatabase;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    database = await createTestDatabase('template0');
    environment = { DATABASE_URL: database.url, BRICKWORK_SECRET: '07'.repeat(32) };
  });
  afterAll(() => database.close());

  const schema = async () => {
    const { level, text } = (await examine(environment)).find(({ name }) => name === 'schema') ?? {};
    return `${level}: ${text}`;
  };
  const list = (options?: { migrates: boolean }) =>
    asOperator(environment, ({ workspaces }) => workspaces.list(), options);

  it('create no tables in an empty database', async () => {
    const advice = 'The database has no tables yet. Start the service of this release, or run "brickwork migrate".';
    expect(await schema()).toBe(`fault: ${advice}`);
    await expect(list()).rejects.toThrow(advice);
    const { rows } = await database.database.query(`SELECT to_regclass('migrations') AS migrations`);
    expect(rows).toEqual([{ migrations: null }]);
  });

  it('leave an older schema as it is, and say which version it has and what to do', async () => {
    const all = readMigrations();
    await migrate(database.database, all.slice(0, OLD), { isAlone: true });
    const said = `The schema of the database has version ${OLD}, and this release needs ${all.length}: ${all.length - OLD} migrations are missing. Start the service of this release, or run "brickwork migrate"; or use the command of the release that runs.`;
    expect(await schema()).toBe(`fault: ${said}`);
    await expect(list()).rejects.toThrow(said);
    await expect(backUp(environment, '/nowhere/back-up')).rejects.toThrow(said);
    expect(await readSchema(database.database)).toEqual({ version: OLD, fault: said });
  });

  it('work once it was migrated', async () => {
    expect(await list({ migrates: true })).toEqual([]);
    expect(await list()).toEqual([]);
    expect(await schema()).toBe(`ok: version ${readMigrations().length}, as this release needs it`);
  });
});
