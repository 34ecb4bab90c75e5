/**
 * Beginning delivery attempts: those that begin together share a statement. Each is committed before anything is sent.
 *
 * The endpoints' rows are share-locked first: a transaction that replaces or removes one either waits for us, or we see its
 * change. An attempt that was left open belonged to a lost worker; its repetition keeps the number, so that lost workers use up
 * no attempts.
 *
 * A delivery's `updated_at` stays as it is, since the attempt has its own time: no indexed column changes, and the row's indexes need no
 * new entries.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../../core/natural-batch.ts';
import type { Database } from '../../../database/database.ts';
import { givenList, givenRows, powerOfEightFrom } from '../../../database/given-rows.ts';
import { DELIVERY_KIND } from '../../../queue/job-kinds.ts';
import { lockHeldJobs, renewJobs } from '../../../queue/store/job-statements.ts';
import type { HeldJob } from '../../../queue/store/job-store.ts';
import type { Begun } from '../../outbox/deliver.ts';
import type { RecordedEvent } from '../event.ts';
import { type EventRow, RUN_SUMMARY, toRecordedEvent } from './event-rows.ts';
import { HELD_JOB_COLUMNS } from './held-job-columns.ts';

export interface BegunAttempt extends Begun {
  attemptId: string;
  url: string;
  /** Sealed; the newest first. */
  secrets: Buffer[];
  /** Whether the endpoint wants it masked. */
  isMasked: boolean;
  event: RecordedEvent;
}

export interface BeginAttempt {
  job: HeldJob;
  attemptId: string;
  now: Date;
  leaseMs: number;
}

interface BegunRow extends EventRow {
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  mask: boolean;
  attempts: number;
  series_started_at: Date;
}

const BEGINNINGS = givenRows<BeginAttempt>(
  {
    ...HELD_JOB_COLUMNS,
    now: ['timestamptz', ({ now }) => now],
    attempt_id: ['uuid', ({ attemptId }) => attemptId],
    lease_ms: ['double precision', ({ leaseMs }) => leaseMs],
  },
  powerOfEightFrom,
);

const textOf = (given: string, lanes: string, ids: string) => `
  WITH ${given},
  scopes AS (SELECT workspace_id, environment, max(now) AS now FROM given WHERE id IS NOT NULL GROUP BY workspace_id, environment),
  endpoint AS MATERIALIZED (
    SELECT e.workspace_id, e.environment, e.url, e.mask, e.secret, CASE WHEN e.previous_secret_until > s.now THEN e.previous_secret END AS previous_secret
    FROM webhook_endpoints e JOIN scopes s ON s.workspace_id = e.workspace_id AND s.environment = e.environment
    WHERE e.enabled ORDER BY e.workspace_id, e.environment FOR SHARE OF e
  ), ours AS MATERIALIZED (
    ${lockHeldJobs({ kind: DELIVERY_KIND, lanes, ids }, 'JOIN endpoint e ON e.workspace_id = g.workspace_id AND e.environment = g.environment')}
  ), renewed AS (
    ${renewJobs({ kind: DELIVERY_KIND, lanes, ids }, 'ours')}
  ), held AS MATERIALIZED (
    SELECT g.id, g.workspace_id, g.environment, g.now, g.attempt_id FROM ours o JOIN given g ON g.lane = o.lane AND g.id = o.id
  ), lost AS (
    UPDATE webhook_attempts a SET finished_at = h.now, outcome = 'worker_lost' FROM held h
    WHERE a.workspace_id = h.workspace_id AND a.environment = h.environment AND a.event_id = h.id AND a.finished_at IS NULL
    RETURNING a.event_id
  ), counted AS (
    UPDATE webhook_deliveries d SET attempts = greatest(1, d.attempts + CASE WHEN h.id IN (SELECT event_id FROM lost) THEN 0 ELSE 1 END),
      series_started_at = coalesce(d.series_started_at, h.now), next_attempt_at = NULL
    FROM held h WHERE d.workspace_id = h.workspace_id AND d.environment = h.environment AND d.event_id = h.id
    RETURNING h.workspace_id, h.environment, h.id, h.attempt_id, d.attempts, d.series_started_at
  ), begun AS (
    INSERT INTO webhook_attempts (workspace_id, environment, id, event_id, number, url, started_at)
    SELECT c.workspace_id, c.environment, c.attempt_id, c.id, c.attempts, e.url, now()
    FROM counted c JOIN endpoint e ON e.workspace_id = c.workspace_id AND e.environment = c.environment
  )
  SELECT e.url, e.mask, e.secret, e.previous_secret, c.attempts, c.series_started_at, ${RUN_SUMMARY}
  FROM counted c JOIN endpoint e ON e.workspace_id = c.workspace_id AND e.environment = c.environment
  CROSS JOIN LATERAL (SELECT * FROM events WHERE workspace_id = c.workspace_id AND environment = c.environment AND id = c.id LIMIT 1) v
  LEFT JOIN LATERAL (
    SELECT * FROM run_results WHERE workspace_id = c.workspace_id AND environment = c.environment AND run_id = c.id LIMIT 1) r ON true`;

/** Undefined for a job whose lease was lost, or whose endpoint was removed or disabled. */
export function createBeginAttempts(database: Database): NaturalBatch<BeginAttempt, BegunAttempt | undefined> {
  return naturalBatch({
    maxInFlight: 2,
    maxItems: 64,
    keyOf: ({ job }) => `${job.lane}/${job.id}`,
    flush: (attempts) =>
      allOrEach(
        attempts,
        (group) => beginGroup(database, group),
        (error) => !(error instanceof ServiceError),
      ),
  });
}

async function beginGroup(database: Database, group: readonly BeginAttempt[]): Promise<(BegunAttempt | undefined)[]> {
  const given = BEGINNINGS.of(group);
  const lanes = givenList(
    'text',
    group.map(({ job }) => job.lane),
    given.values.length,
  );
  const { rows } = await database.query<BegunRow>(
    { name: `begin_attempts_${given.size}_${lanes.size}`, text: textOf(given.sql, lanes.sql, given.column('id')) },
    [...given.values, ...lanes.values],
  );
  const begun = new Map(rows.map((row) => [row.id, row]));
  return group.map(({ job, attemptId }) => {
    const row = begun.get(job.id);
    return row && toBegun(row, attemptId);
  });
}

function toBegun(row: BegunRow, attemptId: string): BegunAttempt {
  const secrets = row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret];
  return {
    ...{ attemptId, secrets, url: row.url, isMasked: row.mask },
    ...{ number: row.attempts, seriesStartedAt: row.series_started_at, event: toRecordedEvent(row) },
  };
}
