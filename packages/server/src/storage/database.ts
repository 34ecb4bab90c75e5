/**
 * The door to PostgreSQL: a sized pool, named prepared statements, transactions, and one translation of "the database is
 * away" into `unavailable`, so that no caller ever sees a driver's error for it.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { ServiceError } from '../core/service-error.ts';

/** A statement with a name is prepared once per connection. */
export interface Statement {
  name: string;
  text: string;
}

export interface Queryable {
  query<Row extends pg.QueryResultRow>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  /** A connection of its own, for LISTEN and long reads; the caller ends it. */
  connect(): Promise<pg.Client>;
  readonly pool: { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connection: pg.ClientConfig;
  /** For LISTEN, where the main URL goes through a transaction pooler. */
  directConnection?: pg.ClientConfig;
  poolSize: number;
  statementTimeoutMs: number;
  logger: Logger;
}

export interface TlsOptions {
  caFile?: string | undefined;
}

/** `sslmode` and friends in the URL are understood by the driver; a CA file may be given beside it. */
export function connectionOfUrl(url: string, { caFile }: TlsOptions = {}): pg.ClientConfig {
  if (caFile === undefined) return { connectionString: url };
  const plain = new URL(url);
  plain.searchParams.delete('sslmode');
  return { connectionString: plain.toString(), ssl: { ca: readFileSync(caFile, 'utf8'), rejectUnauthorized: true } };
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'brickwork',
  });
  pool.on('error', (error) => options.logger.warn({ reason: error.message }, 'an idle database connection was lost'));
  let closed: Promise<void> | undefined;
  return {
    async query<Row extends pg.QueryResultRow>(statement: Statement | string, values: readonly unknown[] = []) {
      try {
        return await run<Row>(pool, statement, values);
      } catch (error) {
        throw translate(error);
      }
    },
    async transaction(work) {
      const client = await pool.connect().catch((error: unknown) => {
        throw translate(error);
      });
      let broken: Error | undefined;
      const onLost = (error: Error) => {
        broken = error;
      };
      client.on('error', onLost); // A connection that dies between two statements must not end the process.
      try {
        await client.query('BEGIN');
        const result = await work({ query: (statement, values = []) => run(client, statement, values) });
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
        throw translate(error);
      } finally {
        client.off('error', onLost);
        client.release(broken);
      }
    },
    async connect() {
      const client = new pg.Client({
        ...(options.directConnection ?? options.connection),
        connectionTimeoutMillis: 5_000,
        application_name: 'brickwork',
        keepAlive: true,
      });
      client.on('error', () => {}); // 'end' follows; without a listener the process would end instead.
      try {
        await client.connect();
        return client;
      } catch (error) {
        throw translate(error);
      }
    },
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

function run<Row extends pg.QueryResultRow>(
  on: pg.Pool | pg.PoolClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  return typeof statement === 'string'
    ? on.query<Row>(statement, [...values])
    : on.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
}

/** Connection faults, shutdowns, a full disk, too many connections, a read-only standby after a failover. */
const AWAY_STATES = /^(08|57P0[1-5]|53|25006)/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Cannot use a pool after calling end|Client was closed|not currently accepting connections/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (AWAY_CODES.has(code) || (code.length === 5 && AWAY_STATES.test(code)))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return AWAY_MESSAGES.test(error.message);
}

function translate(error: unknown): unknown {
  if (error instanceof ServiceError || !isDatabaseAway(error)) return error;
  const isFull = (error as { code?: unknown }).code === '53100';
  const detail = isFull ? 'The disk of the database is full.' : 'The database is away.';
  return new ServiceError('unavailable', { detail, retryAfterSeconds: isFull ? 30 : 2, cause: error });
}
