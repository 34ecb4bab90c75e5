/** One embedded PostgreSQL for the whole test run; every test file gets a database of its own, copied from a migrated template. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/storage/database';
import { startEmbeddedPostgres } from '@brickwork/server/storage/embedded/embedded-postgres';
import { migrate } from '@brickwork/server/storage/migrate';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'brickwork-test-'));
  chmodSync(dataDir, 0o755); // Reachable for the user that PostgreSQL runs as when the tests run as root.
  const postgres = await startEmbeddedPostgres({ dataDir, kind: 'service', logger: silentLogger });
  const { host, port, user, password } = postgres.connection;
  const options = { poolSize: 2, statementTimeoutMs: 30_000, logger: silentLogger };
  const admin = openDatabase({ ...options, connection: { ...postgres.connection } });
  // Durability is what other tests prove on servers of their own; here it would only cost time.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  await admin.query('ALTER SYSTEM SET autovacuum_naptime = 300');
  await admin.query('SELECT pg_reload_conf()');
  await admin.query('CREATE DATABASE template_brickwork');
  const template = openDatabase({ ...options, connection: { ...postgres.connection, database: 'template_brickwork' } });
  await migrate(template);
  await template.close();
  await admin.close();
  project.provide('postgres', { host, port, user, password });
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
