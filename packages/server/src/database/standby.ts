/**
 * Reads that may be slightly stale, from a standby. The primary answers what the standby cannot. An unavailable standby is checked in the
 * background, so that no further request waits for its timeouts.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type pg from 'pg';
import type { Logger } from '../core/logger.ts';
import type { Queryable, Statement } from './queryable.ts';

const PROBE_EVERY_MS = 2_000;

export interface StandbyOptions {
  standby: Queryable;
  primary: Queryable;
  logger: Logger;
  now?: () => number;
}

export interface StandbyReads extends Queryable {
  /** How many reads each has answered. */
  readonly answered: { standby: number; primary: number };
}

export function readFromStandby({ standby, primary, logger, now = Date.now }: StandbyOptions): StandbyReads {
  const answered = { standby: 0, primary: 0 };
  let isAway = false;
  let isProbing = false;
  let probeAt = 0;

  const leaveAlone = (error: ServiceError): void => {
    if (!isAway) logger.warn({ reason: reasonOf(error) }, 'the standby is unavailable; the primary answers instead');
    isAway = true;
    probeAt = now() + PROBE_EVERY_MS;
  };
  const probe = async (): Promise<void> => {
    if (isProbing || now() < probeAt) return;
    isProbing = true;
    try {
      await standby.query('SELECT 1');
      isAway = false;
      logger.info({}, 'the standby is available again');
    } catch {
      probeAt = now() + PROBE_EVERY_MS;
    } finally {
      isProbing = false;
    }
  };
  const fromPrimary = <Row extends pg.QueryResultRow>(statement: Statement | string, values?: readonly unknown[]) => {
    answered.primary += 1;
    return primary.query<Row>(statement, values);
  };
  return {
    answered,
    async query<Row extends pg.QueryResultRow>(statement: Statement | string, values?: readonly unknown[]) {
      if (isAway) {
        void probe();
        return fromPrimary<Row>(statement, values);
      }
      try {
        const result = await standby.query<Row>(statement, values);
        answered.standby += 1;
        return result;
      } catch (error) {
        // Any other error may be specific to the standby: a conflict with recovery, or a table that is not replicated yet. If not, the primary fails too.
        if (error instanceof ServiceError) leaveAlone(error);
        return fromPrimary<Row>(statement, values);
      }
    },
  };
}

function reasonOf({ cause, message }: ServiceError): string {
  return cause instanceof Error ? cause.message : message;
}
