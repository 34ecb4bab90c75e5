/**
 * Access to PostgreSQL: the primary for everything, a standby (where there is one) for reads that may be stale, and direct
 * connections for what needs a session: LISTEN, and migrations.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { KEEPALIVE, openPool } from './connection-pool.ts';
import { translateAway } from './database-away.ts';
import type { Queryable } from './queryable.ts';
import { createReadsWithoutPrimary } from './reads-without-primary.ts';
import { readFromStandby } from './standby.ts';

export type { Queryable, Statement } from './queryable.ts';

export interface Database extends Queryable {
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  /** For lists and totals that may be slightly stale: the standby if there is one, otherwise the primary. Never for a decision. */
  readonly stale: Queryable;
  /** For lists that must not be stale while there is a primary: the standby answers only while the primary is unavailable. Never for a decision. */
  readonly reads: Queryable;
  /** The same for one row by its key: while the primary is unavailable, a missing row is `unavailable`, because the standby may not have it yet. */
  readonly lookUps: Queryable;
  /** Known only if there is a standby. */
  readonly isPrimaryAway: boolean;
  /** How many `stale` reads each has answered; undefined without a standby. */
  readonly staleReads: { standby: number; primary: number } | undefined;
  /** A separate, direct connection for LISTEN and long work, by default without time limits; the caller ends it. */
  connect(limits?: { answerWithinMs?: number }): Promise<pg.Client>;
  readonly pool: { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connection: pg.ClientConfig;
  /** Directly to the server, if `connection` goes through a transaction pooler. */
  directConnection?: pg.ClientConfig;
  /** To a standby; through the pooler if there is one. */
  readConnection?: pg.ClientConfig;
  poolSize: number;
  statementTimeoutMs: number;
  /** Without it, nothing that is recorded in the audit log can be changed. */
  auditKey?: Buffer | undefined;
  logger: Logger;
}

const CONNECT_MS = 5_000;
/** The time limit of a read on a standby. */
const STANDBY_MS = 2_500;
const STANDBY_CONNECT_MS = 2_000;

export interface TlsOptions {
  caFile?: string | undefined;
}

/** The driver reads `sslmode` and related parameters from the URL; a CA file can be given in addition. */
export function connectionOfUrl(url: string, { caFile }: TlsOptions = {}): pg.ClientConfig {
  if (caFile === undefined) return { connectionString: url };
  const plain = new URL(url);
  plain.searchParams.delete('sslmode');
  return { connectionString: plain.toString(), ssl: { ca: readFileSync(caFile, 'utf8'), rejectUnauthorized: true } };
}

export function openDatabase(options: DatabaseOptions): Database {
  const {
    connection,
    directConnection,
    readConnection,
    poolSize: size,
    statementTimeoutMs,
    auditKey,
    logger,
  } = options;
  const isBehindPooler = directConnection !== undefined;
  const primary = openPool({ connection, size, statementTimeoutMs, isBehindPooler, auditKey, logger });
  const standby =
    readConnection &&
    openPool({
      connection: readConnection,
      size,
      isBehindPooler,
      logger,
      connectMs: STANDBY_CONNECT_MS,
      statementTimeoutMs: Math.min(statementTimeoutMs, STANDBY_MS),
    });
  const stale = standby && readFromStandby({ standby, primary, logger });
  const surviving = standby && createReadsWithoutPrimary({ standby, primary, logger });
  return {
    auditKey,
    query: primary.query,
    transaction: primary.transaction,
    stale: stale ?? primary,
    staleReads: stale?.answered,
    reads: surviving?.reads ?? primary,
    lookUps: surviving?.lookUps ?? primary,
    get isPrimaryAway() {
      return surviving?.isPrimaryAway ?? false;
    },
    async connect({ answerWithinMs } = {}) {
      const client = new pg.Client({
        ...(directConnection ?? connection),
        ...KEEPALIVE,
        connectionTimeoutMillis: CONNECT_MS,
        application_name: 'brickwork',
        ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
      });
      client.on('error', () => {}); // 'end' follows; without a listener the process would end.
      try {
        await client.connect();
        return client;
      } catch (error) {
        throw translateAway(error);
      }
    },
    get pool() {
      return primary.counts;
    },
    async close() {
      surviving?.stop();
      await Promise.all([primary.close(), standby?.close()]);
    },
  };
}
