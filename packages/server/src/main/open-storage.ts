/** Opens the database of this deployment, embedded or external; used by the service and by operator commands. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { auditKeyOf } from '../access/audit/audit-entry.ts';
import type { Logger } from '../core/logger.ts';
import type { Secrets } from '../core/secret-box.ts';
import { connectionOfUrl, type Database, openDatabase } from '../database/database.ts';
import { whyAway } from '../database/database-away.ts';
import type { LockKind } from '../database/embedded/directory-lock.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { migrate, readSchema } from '../database/migrate.ts';
import { refreshViews } from '../outbound/warehouse/store/reporting/reporting-views.ts';
import type { Config } from './config.ts';

export interface Storage {
  database: Database;
  /** Encrypts secrets at rest. */
  secrets: Secrets;
  /** Where the data is, as shown to the operator. */
  place: string;
  isEmbedded: boolean;
  /** Of this node alone, and outside of the database; made when something is written to it. */
  directory?: string | undefined;
  close(): Promise<void>;
}

/**
 * What happens to the schema: the service and `brickwork migrate` bring it up to date, other commands refuse to work with an older one, so that
 * looking at a deployment with a newer release does not upgrade it. `any`: the caller looks for itself.
 */
export type SchemaUse = 'migrate' | 'check' | 'any';

export async function openStorage(
  config: Config,
  logger: Logger,
  kind: LockKind,
  schema: SchemaUse = kind === 'service' ? 'migrate' : 'check',
  stopping?: AbortSignal,
): Promise<Storage> {
  const options = { poolSize: config.databasePool, statementTimeoutMs: config.statementTimeoutMs, logger };
  if (config.databaseUrl !== undefined && config.secret !== undefined) {
    const tls = { caFile: config.databaseCaFile };
    const { databaseListenUrl: direct, databaseReadUrl: read } = config;
    const database = openDatabase({
      ...options,
      auditKey: auditKeyOf(config.secret),
      connection: connectionOfUrl(config.databaseUrl, tls),
      ...(direct === undefined ? {} : { directConnection: connectionOfUrl(direct, tls) }),
      ...(read === undefined ? {} : { readConnection: connectionOfUrl(read, tls) }),
    });
    const place = placeOf(config.databaseUrl);
    const waitMs = kind === 'service' ? config.databaseWaitMs : 0;
    await prepareOrClose(database, () => database.close(), schema, logger, { isAlone: false, place, waitMs, stopping });
    return {
      database,
      secrets: secretsOf(config.secret, config.secretOther),
      place,
      isEmbedded: false,
      directory: resolve(config.dataDir),
      close: () => database.close(),
    };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    kind,
    logger,
    reportingListen: config.reportingListen,
  });
  const secrets =
    config.secret === undefined ? keptSecrets(resolve(config.dataDir)) : secretsOf(config.secret, config.secretOther);
  const database = openDatabase({
    ...options,
    auditKey: auditKeyOf(secrets[0]),
    connection: { ...embedded.connection },
  });
  const close = async () => {
    await database.close();
    await embedded.stop();
  };
  // The owner of the directory is the only node: any other node in the registry was killed.
  const alone = { isAlone: embedded.isOwner, place: 'its socket', waitMs: 0 };
  await prepareOrClose(database, close, schema, logger, alone);
  return {
    database,
    secrets,
    place: resolve(config.dataDir),
    isEmbedded: true,
    directory: resolve(config.dataDir),
    close,
  };
}

/** The URL of a server on a socket has no host: `postgresql://user:secret@/name?host=/run/postgresql`. */
function placeOf(databaseUrl: string): string {
  const [, authority = '', query = ''] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)[^?]*\??(.*)$/.exec(databaseUrl) ?? [];
  return authority || new URLSearchParams(query).get('host') || 'localhost';
}

interface Server {
  place: string;
  waitMs: number;
  /** Ends the wait. */
  stopping?: AbortSignal | undefined;
}

async function prepareOrClose(
  database: Database,
  close: () => Promise<void>,
  schema: SchemaUse,
  logger: Logger,
  { isAlone, ...server }: Server & { isAlone: boolean },
): Promise<void> {
  try {
    if (schema === 'migrate') await whenReachable(server, logger, () => bringUpToDate(database, logger, { isAlone }));
    if (schema !== 'check') return;
    const { fault } = await readSchema(database);
    if (fault !== undefined) throw new StartError(fault);
  } catch (error) {
    await close();
    throw asStartError(error, server.place);
  }
}

async function bringUpToDate(database: Database, logger: Logger, options: { isAlone: boolean }): Promise<void> {
  const { applied, newer } = await migrate(database, undefined, options);
  if (applied.length > 0) logger.info({ applied }, 'migrated the database');
  await refreshViews(database).catch((error: Error) => {
    // BI tools see the views of the release before, or none; the service itself needs none of them.
    logger.warn({ reason: error.message }, 'the reporting views could not be brought up to date');
  });
  if (newer.length > 0) logger.warn({ newer }, 'the database has migrations of a newer release');
}

const RETRY_MS = 1_000;

/** A node that starts during an outage waits for its end, as those that run do. */
async function whenReachable<Result>(
  { place: server, waitMs, stopping }: Server,
  logger: Logger,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + waitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof ServiceError && error.code === 'unavailable';
      if (!isAway || Date.now() >= deadline) throw error;
      const fields = { server, reason: whyAway(error.cause), seconds: Math.round(waitMs / 1_000) };
      if (attempt === 1) logger.warn(fields, 'waiting for the database; BRICKWORK_DATABASE_WAIT_MS says how long');
      await sleep(RETRY_MS, undefined, stopping && { signal: stopping });
    }
  }
}

/** The operator reads this at start, so it names the server and its own message, such as a pooler's refusal. */
export function asStartError(error: unknown, place = 'DATABASE_URL'): unknown {
  if (!(error instanceof ServiceError && error.code === 'unavailable' && error.cause instanceof Error)) return error;
  return new StartError(
    `The database at ${place} cannot be reached (${whyAway(error.cause)}). Check DATABASE_URL and that the server is running.`,
    {
      cause: error,
    },
  );
}

function secretsOf(secret: Buffer, other: Buffer | undefined): Secrets {
  return other === undefined ? [secret] : [secret, other];
}

/** To rotate the secret, the operator renames the file `secret` to `secret.other`, and a new one is made. */
function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  const read = (name: string) => Buffer.from(readFileSync(name, 'utf8').trim(), 'hex');
  const other = `${file}.other`;
  return secretsOf(read(file), existsSync(other) ? read(other) : undefined);
}
