/** Opens the database of this deployment, embedded or external, and migrates it; used by the service and by operator commands. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Logger } from '../core/logger.ts';
import { connectionOfUrl, type Database, openDatabase } from '../database/database.ts';
import type { LockKind } from '../database/embedded/directory-lock.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { migrate } from '../database/migrate.ts';
import { refreshViews } from '../outbound/warehouse/store/reporting/reporting-views.ts';
import type { Config } from './config.ts';

export interface Storage {
  database: Database;
  /** Encrypts secrets at rest. */
  secret: Buffer;
  /** Where the data is, as shown to the operator. */
  place: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

export async function openStorage(
  config: Config,
  logger: Logger,
  kind: LockKind,
  { isMigrated = true } = {},
): Promise<Storage> {
  const options = { poolSize: config.databasePool, statementTimeoutMs: config.statementTimeoutMs, logger };
  if (config.databaseUrl !== undefined && config.secret !== undefined) {
    const tls = { caFile: config.databaseCaFile };
    const { databaseListenUrl: direct, databaseReadUrl: read } = config;
    const database = openDatabase({
      ...options,
      connection: connectionOfUrl(config.databaseUrl, tls),
      ...(direct === undefined ? {} : { directConnection: connectionOfUrl(direct, tls) }),
      ...(read === undefined ? {} : { readConnection: connectionOfUrl(read, tls) }),
    });
    if (isMigrated) await migrateOrClose(database, () => database.close(), logger, { isAlone: false });
    return {
      database,
      secret: config.secret,
      place: placeOf(config.databaseUrl),
      isEmbedded: false,
      close: () => database.close(),
    };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    kind,
    logger,
    reportingListen: config.reportingListen,
  });
  const database = openDatabase({ ...options, connection: { ...embedded.connection } });
  const close = async () => {
    await database.close();
    await embedded.stop();
  };
  // The owner of the directory is the only node: any other node in the registry was killed.
  if (isMigrated) await migrateOrClose(database, close, logger, { isAlone: embedded.isOwner });
  return {
    database,
    secret: config.secret ?? keptSecret(resolve(config.dataDir)),
    place: resolve(config.dataDir),
    isEmbedded: true,
    close,
  };
}

/** The URL of a server on a socket has no host: `postgresql://user:secret@/name?host=/run/postgresql`. */
function placeOf(databaseUrl: string): string {
  const [, authority = '', query = ''] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)[^?]*\??(.*)$/.exec(databaseUrl) ?? [];
  return authority || new URLSearchParams(query).get('host') || 'localhost';
}

async function migrateOrClose(
  database: Database,
  close: () => Promise<void>,
  logger: Logger,
  options: { isAlone: boolean },
): Promise<void> {
  try {
    const { applied, newer } = await migrate(database, undefined, options);
    if (applied.length > 0) logger.info({ applied }, 'migrated the database');
    await refreshViews(database).catch((error: Error) => {
      // BI tools see the views of the release before, or none; the service itself needs none of them.
      logger.warn({ reason: error.message }, 'the reporting views could not be brought up to date');
    });
    if (newer.length > 0) logger.warn({ newer }, 'the database has migrations of a newer release');
  } catch (error) {
    await close();
    throw asStartError(error);
  }
}

/** The operator reads this at start, so it names the server's own message, such as a pooler's refusal. */
function asStartError(error: unknown): unknown {
  if (!(error instanceof ServiceError && error.code === 'unavailable' && error.cause instanceof Error)) return error;
  const { message, code } = error.cause as NodeJS.ErrnoException;
  return new StartError(
    `The database cannot be reached (${message || code}). Check DATABASE_URL and that the server is running.`,
    {
      cause: error,
    },
  );
}

function keptSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
}
