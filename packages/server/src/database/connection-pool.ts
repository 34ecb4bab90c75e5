/**
 * A pool of connections to one server. Nothing waits forever: connecting, waiting for a free connection and every query also
 * have a time limit on the client side, because a server that hangs, or whose machine is gone, sends nothing at all.
 */
import pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { isDatabaseAway, translateAway } from './database-away.ts';
import { createOutageLog, type OutageLog } from './outage-log.ts';
import type { Queryable, Statement } from './queryable.ts';

const CONNECT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
/** How long after the server's own limit the client stops waiting for an answer. */
const GRACE_MS = 5_000;

export interface PoolOptions {
  connection: pg.ClientConfig;
  size: number;
  statementTimeoutMs: number;
  connectMs?: number;
  /**
   * Behind a transaction pooler each transaction may run on another session: no named statements, and no settings at the start of
   * a connection (PgBouncer refuses them); a transaction sets its own.
   */
  isBehindPooler: boolean;
  auditKey?: Buffer | undefined;
  logger: Logger;
}

export interface ConnectionPool extends Queryable {
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  readonly counts: { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A dead peer is detected after fifteen seconds: five without traffic, then ten probes. The system's default is two hours. */
export const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

export function openPool(options: PoolOptions): ConnectionPool {
  const { statementTimeoutMs, isBehindPooler, auditKey } = options;
  const pool = new pg.Pool({
    ...options.connection,
    ...KEEPALIVE,
    max: options.size,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_MS,
    idleTimeoutMillis: 60_000,
    query_timeout: statementTimeoutMs + Math.min(GRACE_MS, statementTimeoutMs),
    application_name: 'brickwork',
    ...(isBehindPooler
      ? {}
      : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }),
  });
  const outage = createOutageLog(serverOf(options.connection), options.logger);
  // Nobody handles errors between the moment the pool hands out a connection and the moment its user does. The server's last message may
  // arrive then, in the same packet as the previous response, and would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const begin = isBehindPooler
    ? `BEGIN; SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
    : 'BEGIN';
  const run = runner(isBehindPooler);
  let closed: Promise<void> | undefined;
  // `end` does not wait for the server to close the connections; errors that it sends meanwhile are not an outage.
  pool.on('error', (error) => {
    if (closed === undefined) outage.onFault(error);
  });
  return {
    auditKey,
    async query<Row extends pg.QueryResultRow>(statement: Statement | string, values: readonly unknown[] = []) {
      return told(outage, () => run<Row>(pool, statement, values));
    },
    transaction: (work) =>
      told(outage, async () => inTransaction(await pool.connect(), begin, (tx) => work({ auditKey, ...tx }), run)),
    get counts() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

/** Errors that mean the server is unavailable become `unavailable`, and are logged once. */
async function told<Result>(outage: OutageLog, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    outage.onAnswer();
    return result;
  } catch (error) {
    if (isDatabaseAway(error)) outage.onFault(error as Error);
    throw translateAway(error);
  }
}

/** Host and port, or the directory of the socket; never the password. */
function serverOf(connection: pg.ClientConfig): string {
  const { host, port } = new pg.Client(connection);
  return host.startsWith('/') ? host : `${host}:${port}`;
}

type Run = ReturnType<typeof runner>;

async function inTransaction<Result>(
  client: pg.PoolClient,
  begin: string,
  work: (tx: Queryable) => Promise<Result>,
  run: Run,
): Promise<Result> {
  let broken: Error | undefined;
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on('error', onLost); // A connection that dies between two statements must not end the process.
  try {
    await client.query(begin);
    const result = await work({ query: (statement, values = []) => run(client, statement, values) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection to a server that hangs, stops or has become a standby is closed, and its transaction fails.
    if (error instanceof Error && isDatabaseAway(error)) broken = error;
    else await client.query('ROLLBACK').catch(onLost);
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

function runner(isBehindPooler: boolean) {
  return <Row extends pg.QueryResultRow>(
    on: pg.Pool | pg.PoolClient,
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> => {
    if (typeof statement === 'string') return on.query<Row>(statement, [...values]);
    const { name, text } = statement;
    return on.query<Row>({ ...(isBehindPooler ? {} : { name }), text, values: [...values] });
  };
}
