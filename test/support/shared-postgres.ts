/**
 * One embedded PostgreSQL for the whole test run; every test file gets a database of its own, copied from a migrated template. Before it
 * is used its directory is copied, for services that want a PostgreSQL of their own: see prepared-directory.ts.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/database/database';
import { startEmbeddedPostgres } from '@brickwork/server/database/embedded/embedded-postgres';
import { migrate } from '@brickwork/server/database/migrate';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string };
    preparedDirectory: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = mkdtempSync(join(tmpdir(), 'brickwork-test-'));
  chmodSync(parent, 0o755); // Reachable for the user that PostgreSQL runs as when the tests run as root.
  const [dataDir, prepared] = [join(parent, 'shared'), join(parent, 'prepared')];
  const start = () => startEmbeddedPostgres({ dataDir, kind: 'service', logger: silentLogger });
  const options = { poolSize: 2, statementTimeoutMs: 30_000, logger: silentLogger };
  const first = await start();
  const migrated = openDatabase({ ...options, connection: { ...first.connection } });
  await migrate(migrated);
  await migrated.close();
  await first.stop();
  execFileSync('cp', ['-a', dataDir, prepared], { timeout: 60_000 });
  const postgres = await start();
  const { host, port, user, password, database } = postgres.connection;
  const admin = openDatabase({ ...options, connection: { ...postgres.connection } });
  // Durability is what other tests prove on servers of their own; here it would only cost time.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  await admin.query('ALTER SYSTEM SET autovacuum_naptime = 300');
  await admin.query('SELECT pg_reload_conf()');
  await admin.query(`CREATE DATABASE template_brickwork TEMPLATE ${database}`);
  await admin.close();
  project.provide('postgres', { host, port, user, password });
  project.provide('preparedDirectory', prepared);
  return async () => {
    await postgres.stop();
    rmSync(parent, { recursive: true, force: true });
  };
}
