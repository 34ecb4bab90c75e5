/**
 * Reads while the primary is unavailable: the standby answers them, if there is one. A node that could not reach the primary tries again
 * every second, and meanwhile no request waits for it. Writes still go to the primary, and are refused with `unavailable` until it is back.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type pg from 'pg';
import type { Logger } from '../core/logger.ts';
import type { Queryable, Statement } from './queryable.ts';

const PROBE_EVERY_MS = 1_000;

export interface ReadsOptions {
  primary: Queryable;
  standby: Queryable;
  logger: Logger;
  probeEveryMs?: number;
}

export interface ReadsWithoutPrimary {
  /** Lists: the standby may be a moment behind. */
  reads: Queryable;
  /** One row by its key. The standby can return it, but cannot prove that it does not exist: no row is `unavailable`. */
  lookUps: Queryable;
  readonly isPrimaryAway: boolean;
  stop(): void;
}

export function createReadsWithoutPrimary(options: ReadsOptions): ReadsWithoutPrimary {
  const { primary, standby, logger, probeEveryMs = PROBE_EVERY_MS } = options;
  let away: ServiceError | undefined;
  let probing: NodeJS.Timeout | undefined;
  let isStopped = false;

  const probe = async (): Promise<void> => {
    try {
      await primary.query('SELECT 1');
      away = undefined;
      logger.info({}, 'the primary is available again');
    } catch {
      probeLater();
    }
  };
  const probeLater = (): void => {
    if (!isStopped) probing = setTimeout(() => void probe(), probeEveryMs).unref();
  };
  const leaveAlone = (error: ServiceError): void => {
    if (away === undefined) {
      logger.warn({ reason: error.detail ?? error.message }, 'the primary is unavailable; the standby answers reads');
      probeLater();
    }
    away = error;
  };
  const askStandby = async <Row extends pg.QueryResultRow>(
    error: ServiceError,
    statement: Statement | string,
    values: readonly unknown[] | undefined,
    mayBeEmpty: boolean,
  ): Promise<pg.QueryResult<Row>> => {
    const result = await standby.query<Row>(statement, values);
    if (result.rows.length === 0 && !mayBeEmpty) throw error;
    return result;
  };
  const reader = (mayBeEmpty: boolean): Queryable => ({
    async query<Row extends pg.QueryResultRow>(statement: Statement | string, values?: readonly unknown[]) {
      if (away !== undefined) return askStandby<Row>(away, statement, values, mayBeEmpty);
      try {
        return await primary.query<Row>(statement, values);
      } catch (error) {
        if (!isAway(error)) throw error;
        leaveAlone(error);
        return askStandby<Row>(error, statement, values, mayBeEmpty);
      }
    },
  });
  return {
    reads: reader(true),
    lookUps: reader(false),
    get isPrimaryAway() {
      return away !== undefined;
    },
    stop() {
      isStopped = true;
      clearTimeout(probing);
    },
  };
}

/** A server with a slow statement, too many connections or a full disk is available. */
function isAway(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error.code !== 'unavailable') return false;
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  return typeof code !== 'string' || !/^(57014|53...)$/.test(code);
}
