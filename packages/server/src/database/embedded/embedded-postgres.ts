/**
 * A real PostgreSQL on a data directory, with nothing to install: owns the directory while it runs, survives kill -9 of
 * this process and of the server, and never leaves an orphan that a person would have to clean up.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../core/logger.ts';
import { prepareBinaries } from './binaries.ts';
import { type Connection, copyHome, findPlace, type ListenAddress, prepareCluster } from './cluster.ts';
import { type LockKind, lockDirectory } from './directory-lock.ts';
import { startPostmaster } from './postmaster.ts';
import { canReach } from './run-as.ts';
import { StartError } from './start-error.ts';

export interface EmbeddedPostgres {
  connection: Connection;
  /** False where a running service owns the directory and we only joined its database. */
  isOwner: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  kind: LockKind;
  logger: Logger;
  /** Where reporting logins reach it over TCP. */
  reportingListen?: ListenAddress | undefined;
}

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, kind } = options;
  const directory = makeDataDir(dataDir);
  const deadline = Date.now() + 20_000;
  for (;;) {
    const lock = lockDirectory(directory, kind);
    if ('release' in lock) {
      try {
        return await startOwned(directory, lock.release, options);
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    if (lock.owner.kind === 'service' && kind === 'service') {
      throw new StartError(
        `Another Brickwork service (process ${lock.owner.pid}) is already running on ${directory}. Stop it, or choose another BRICKWORK_DATA_DIR.`,
      );
    }
    if (lock.owner.kind === 'service') {
      const connection = await joinRunning(directory);
      if (connection) return { connection, isOwner: false, stop: async () => {} };
    }
    if (Date.now() > deadline) {
      throw new StartError(
        `${directory} is in use by process ${lock.owner.pid}, which has not finished. Try again once it has.`,
      );
    }
    await sleep(50); // A command that holds the directory is done in a moment; a service may just be starting.
  }
}

function makeDataDir(dataDir: string): string {
  const directory = resolve(dataDir);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return directory;
  } catch (cause) {
    throw new StartError(`Cannot create the data directory ${directory}: ${(cause as Error).message}`, { cause });
  }
}

async function startOwned(
  directory: string,
  release: () => void,
  { logger, reportingListen }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const place = findPlace(directory);
  const binaries = prepareBinaries((path) => canReach(place.runAs, path), copyHome(place));
  const connection = prepareCluster(directory, place, binaries, reportingListen);
  const server = await startPostmaster({
    place,
    binaries,
    logFile: join(directory, 'postgres.log'),
    logger,
    probe: () => probe(connection),
  });
  let stopped: Promise<void> | undefined;
  return {
    connection,
    isOwner: true,
    stop() {
      stopped ??= server.stop().finally(release);
      return stopped;
    },
  };
}

async function joinRunning(directory: string): Promise<Connection | undefined> {
  const file = join(directory, 'database.json');
  if (!existsSync(file)) return undefined;
  const connection = {
    ...(JSON.parse(readFileSync(file, 'utf8')) as Connection),
    host: findPlace(directory).socketDir,
  };
  try {
    await probe(connection);
    return connection;
  } catch {
    return undefined;
  }
}

async function probe(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
