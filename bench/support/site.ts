/** Where everything is measured: one embedded PostgreSQL with its shipped, durable settings, and databases on it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditKeyOf } from '@brickwork/server/access/audit/audit-entry';
import { createKey } from '@brickwork/server/access/manage-keys';
import { createWorkspace } from '@brickwork/server/access/manage-workspaces';
import { silentLogger } from '@brickwork/server/core/logger';
import { type Database, openDatabase } from '@brickwork/server/database/database';
import { startEmbeddedPostgres } from '@brickwork/server/database/embedded/embedded-postgres';
import { migrate } from '@brickwork/server/database/migrate';
import type { ManageKits } from '@brickwork/server/kits/manage-kits';
import { pushKit } from '@brickwork/server/kits/push-kit';
import { composeOperator } from '@brickwork/server/main/compose-operator';
import { readConfig } from '@brickwork/server/main/config';
import { cpuSecondsOfFamily } from './cpu-time.ts';

export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
}

export interface Site {
  directory: string;
  postgres: PostgresAddress;
  /** CPU seconds that PostgreSQL has used so far. */
  postgresCpuSeconds(): number | undefined;
  /** An empty database, without our tables. */
  emptyDatabase(name: string): Promise<BareDatabase>;
  /** A migrated one with a workspace, a live key and whatever kits are pushed into it. */
  database(name: string, plan?: string): Promise<SiteDatabase>;
  stop(): Promise<void>;
}

export interface BareDatabase {
  name: string;
  url: string;
  database: Database;
  drop(): Promise<void>;
}

export interface SiteWorkspace {
  workspaceId: string;
  key: string;
  /** Publishes a kit and returns its code. */
  publish(document: unknown): Promise<string>;
}

export interface SiteDatabase extends BareDatabase, SiteWorkspace {
  kits: ManageKits;
  newWorkspace(name: string, plan: string): Promise<SiteWorkspace>;
}

/** In a new directory, or in one that has a cluster already. */
export async function startSite(directory = newDirectory()): Promise<Site> {
  const embedded = await startEmbeddedPostgres({ dataDir: directory, kind: 'service', logger: silentLogger });
  const { host, port, user, password } = embedded.connection;
  const postgres = { host, port, user, password };
  const admin = openBenchDatabase({ ...postgres, database: 'postgres' }, 2);

  const { rows } = await admin.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  const postgresPid = Number(rows[0]?.pid);

  const emptyDatabase = async (name: string): Promise<BareDatabase> => {
    await admin.query(`CREATE DATABASE ${name}`);
    const database = openBenchDatabase({ ...postgres, database: name }, 16);
    const url = `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
    const drop = async () => {
      await database.close();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    };
    return { name, url, database, drop };
  };
  return {
    directory,
    postgres,
    postgresCpuSeconds: () => cpuSecondsOfFamily(postgresPid),
    emptyDatabase,
    async database(name, plan = 'unlimited') {
      const bare = await emptyDatabase(name);
      await migrate(bare.database);
      return withWorkspace(bare, plan);
    },
    async stop() {
      await admin.close();
      await embedded.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-bench-'));
  chmodSync(directory, 0o755); // PostgreSQL drops to a plain user where this runs as root.
  return directory;
}

/** That of the nodes, too (`service-node.ts`). */
const SECRET = Buffer.alloc(32, 1);

export function openBenchDatabase(connection: PostgresAddress & { database: string }, poolSize: number): Database {
  return openDatabase({
    ...{ connection, poolSize, statementTimeoutMs: 600_000, logger: silentLogger },
    auditKey: auditKeyOf(SECRET),
  });
}

async function withWorkspace(bare: BareDatabase, plan: string): Promise<SiteDatabase> {
  const { database } = bare;
  const storage = { database, secrets: [SECRET] as const, place: 'bench', isEmbedded: false, close: async () => {} };
  const { access, kits } = composeOperator(readConfig({}), storage);
  const newWorkspace = async (name: string, itsPlan: string): Promise<SiteWorkspace> => {
    const { id: workspaceId } = await createWorkspace(access, name, itsPlan);
    const { secret: key } = await createKey(access, workspaceId, { environment: 'live', role: 'admin' });
    const publish = async (document: unknown) =>
      (await pushKit(kits, workspaceId, document, { publish: true })).head.kitCode;
    return { workspaceId, key, publish };
  };
  return { ...bare, ...(await newWorkspace('bench', plan)), newWorkspace, kits };
}

export function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
