/** A fresh, migrated database for one test file, dropped after it. */
import { randomBytes } from 'node:crypto';
import { auditKeyOf } from '@brickwork/server/access/audit/audit-entry';
import { silentLogger } from '@brickwork/server/core/logger';
import { type Database, type DatabaseOptions, openDatabase } from '@brickwork/server/database/database';
import { inject } from 'vitest';

export interface TestDatabase {
  database: Database;
  /** For a second node on the same database. */
  open(options?: Partial<DatabaseOptions>): Database;
  url: string;
  /** Closes all connections and refuses new ones; returns a function that allows them again. */
  cutOff(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function createTestDatabase(template = 'template_brickwork'): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const auditKey = auditKeyOf(Buffer.alloc(32, 7));
  const options = { poolSize: 10, statementTimeoutMs: 30_000, auditKey, logger: silentLogger };
  const admin = openDatabase({ ...options, poolSize: 1, connection: { ...postgres, database: 'postgres' } });
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const opened: Database[] = [];
  const open = (more: Partial<DatabaseOptions> = {}) => {
    const database = openDatabase({ ...options, connection: { ...postgres, database: name }, ...more });
    opened.push(database);
    return database;
  };
  const url = `postgresql://${postgres.user}:${encodeURIComponent(postgres.password)}@/${name}?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`;
  return {
    database: open(),
    open,
    url,
    async cutOff() {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      return async () => void (await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
    },
    async close() {
      await Promise.all(opened.map((database) => database.close()));
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}
