/**
 * Storing accepted runs: run, idempotency key and job in one statement for all requests that arrived together (natural group
 * commit). A group that fails is tried again row by row, so that one bad row affects no other.
 */

import type { RunMode, RunType } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../core/ids.ts';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { type Columns, givenRows } from '../../database/given-rows.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { insertJobs, NEW_JOB_COLUMNS, type NewJob } from '../../queue/store/job-statements.ts';
import { enterLanes, leaveLanes, type NewJobState } from '../../queue/store/lanes.ts';
import { tellReadySql } from '../../queue/store/tell-ready.ts';
import type { Run } from '../run.ts';
import { findRun } from './find-runs.ts';
import { storeRunsSql } from './inputs/run-inputs.ts';

export interface NewRun extends Scope {
  runId: string;
  type: RunType;
  mode: RunMode;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  kitVersion: number;
  externalId: string | undefined;
  metadata: Record<string, string> | undefined;
  /** JSON text, exactly as it will be stored. */
  input: string;
  /** Undefined: the time of creation. */
  occurredAt?: Date | undefined;
  createdAt: Date;
  /** The trace of the request that created the run. */
  traceparent?: string | undefined;
  /** How many runs of this workspace may be in progress at once; null = no limit. */
  capacity: number | null;
  idempotency: { key: string; fingerprint: Buffer; expiresAt: Date } | undefined;
}

export type Accepted =
  | { outcome: 'created' }
  /** The key was used with this fingerprint: the run it created. */
  | { outcome: 'replayed'; run: Run }
  | { outcome: 'conflict' };

interface AcceptedRun extends NewJob {
  run: NewRun;
}

/** As stored in `runs`. */
const RUN_COLUMNS: Columns<AcceptedRun> = {
  workspace_id: ['uuid', ({ run }) => decodeId('ws', run.workspaceId)],
  environment: ['text', ({ run }) => run.environment],
  id: ['uuid', ({ run }) => uuidOf(run)],
  type: ['text', ({ run }) => run.type],
  mode: ['text', ({ run }) => run.mode],
  kit_id: ['uuid', ({ run }) => run.kitId],
  kit_code: ['text', ({ run }) => run.kitCode],
  kit_version_id: ['uuid', ({ run }) => run.kitVersionId],
  kit_version: ['integer', ({ run }) => run.kitVersion],
  external_id: ['text', ({ run }) => run.externalId ?? null],
  metadata: ['text', ({ run }) => (run.metadata ? JSON.stringify(run.metadata) : null)],
  input: ['text', ({ run }) => run.input],
  occurred_at: ['timestamptz', ({ run }) => run.occurredAt ?? null],
  created_at: ['timestamptz', ({ run }) => run.createdAt],
  traceparent: ['text', ({ run }) => run.traceparent ?? null],
};

/** As stored in `idempotency_keys`, next to the run's own columns. */
const KEY_COLUMNS: Columns<AcceptedRun> = {
  key: ['text', ({ run }) => run.idempotency?.key ?? null],
  fingerprint: ['bytea', ({ run }) => run.idempotency?.fingerprint ?? null],
  expires_at: ['timestamptz', ({ run }) => run.idempotency?.expiresAt ?? null],
};

const ACCEPTED = givenRows<AcceptedRun>({ ...RUN_COLUMNS, ...KEY_COLUMNS, ...NEW_JOB_COLUMNS });

const acceptText = (given: string, isApart: boolean) => `
  WITH ${given},
  keyed AS (
    INSERT INTO idempotency_keys AS k (workspace_id, environment, key, fingerprint, run_id, expires_at)
    SELECT workspace_id, environment, key, fingerprint, id, expires_at FROM given WHERE id IS NOT NULL AND key IS NOT NULL
    ON CONFLICT (workspace_id, environment, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, run_id = excluded.run_id, expires_at = excluded.expires_at WHERE k.expires_at <= now()
    RETURNING run_id
  ), fresh AS (SELECT * FROM given WHERE id IS NOT NULL AND (key IS NULL OR id IN (SELECT run_id FROM keyed))),
  ${storeRunsSql(Object.keys(RUN_COLUMNS), isApart)},
  queued AS (
    ${insertJobs(RUN_KIND, 'fresh', { reason: `CASE WHEN state = 'parked' THEN 'concurrency_limit' END` })}
  )
  SELECT id FROM stored, (${tellReadySql(RUN_KIND)}) AS notified`;

export function createAccept(
  database: Database,
  { clock, isInputApart, onAccepted }: { clock: LaneClock; isInputApart(): Promise<boolean>; onAccepted(): void },
): NaturalBatch<NewRun, Accepted> {
  return naturalBatch<NewRun, Accepted>({
    // Several small groups: data beyond the socket's buffer waits for the event loop, and PostgreSQL waits with it.
    maxInFlight: 4,
    maxItems: 32,
    keyOf: ({ workspaceId, environment, idempotency }) =>
      idempotency && `${workspaceId}/${environment}/${idempotency.key}`,
    flush: async (runs) => {
      const results = await allOrEach(
        runs,
        async (group) => acceptGroup(database, { clock, isApart: await isInputApart() }, group),
        (error) => !(error instanceof ServiceError),
      );
      onAccepted();
      return results;
    },
  });
}

interface Storing {
  clock: LaneClock;
  /** Asked before a transaction begins: within it, a second connection would be waited for. */
  isApart: boolean;
}

async function acceptGroup(database: Database, storing: Storing, group: NewRun[]): Promise<Accepted[]> {
  const isLimited = group.some(({ capacity }) => capacity !== null);
  const isKeyed = group.some(({ idempotency }) => idempotency !== undefined);
  // The same order everywhere: two groups that wait for each other's lanes or keys would deadlock.
  const runs = isLimited || isKeyed ? group.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)) : group;
  const created = isLimited
    ? await database.transaction((tx) => insertLimited(tx, storing, runs))
    : await insert(
        database,
        storing,
        runs,
        runs.map((): NewJobState => 'ready'),
      );
  if (created.size === group.length) return group.map(() => ({ outcome: 'created' }));
  return Promise.all(group.map((run) => outcomeOf(database, run, created)));
}

function orderOf({ workspaceId, environment, idempotency }: NewRun): string {
  return `${workspaceId}/${environment}/${idempotency?.key ?? ''}`;
}

/** Lanes with a limit: a run that turns out to be a replay leaves its lane before anybody can see that it entered. */
async function insertLimited(tx: Queryable, storing: Storing, runs: readonly NewRun[]): Promise<Set<string>> {
  const states = await enterLanes(
    tx,
    RUN_KIND,
    runs.map((run) => ({ lane: laneOf(run), capacity: run.capacity })),
  );
  const created = await insert(tx, storing, runs, states);
  const unused = new Map<string, number>();
  for (const [index, run] of runs.entries()) {
    if (run.capacity === null || states[index] !== 'ready' || created.has(uuidOf(run))) continue;
    unused.set(laneOf(run), (unused.get(laneOf(run)) ?? 0) + 1);
  }
  await leaveLanes(tx, RUN_KIND, unused);
  return created;
}

async function insert(
  on: Queryable,
  { clock, isApart }: Storing,
  runs: readonly NewRun[],
  states: readonly NewJobState[],
): Promise<Set<string>> {
  const given = ACCEPTED.of(
    runs.map((run, index) => {
      const lane = laneOf(run);
      return { run, lane, position: clock.next(lane), state: states[index] ?? 'ready' };
    }),
  );
  const { rows } = await on.query<{ id: string }>(
    { name: `accept_runs_${given.size}${isApart ? '_apart' : ''}`, text: acceptText(given.sql, isApart) },
    given.values,
  );
  return new Set(rows.map(({ id }) => id));
}

async function outcomeOf(database: Database, run: NewRun, created: ReadonlySet<string>): Promise<Accepted> {
  if (created.has(uuidOf(run))) return { outcome: 'created' };
  const known = run.idempotency && (await findReplay(database, run, run.idempotency));
  if (known === undefined)
    throw new ServiceError('run_request_failed', { detail: 'The run was not stored. Send the same request again.' });
  return known;
}

export async function findReplay(
  on: Queryable,
  scope: Scope,
  { key, fingerprint }: { key: string; fingerprint: Buffer },
): Promise<Exclude<Accepted, { outcome: 'created' }> | undefined> {
  const { rows } = await on.query<{ fingerprint: Buffer; run_id: string }>(
    {
      name: 'find_idempotency_key',
      text: 'SELECT fingerprint, run_id FROM idempotency_keys WHERE workspace_id = $1 AND environment = $2 AND key = $3 AND expires_at > now()',
    },
    [decodeId('ws', scope.workspaceId), scope.environment, key],
  );
  const known = rows[0];
  if (known === undefined) return undefined;
  const run = known.fingerprint.equals(fingerprint) ? await findRun(on, scope, known.run_id) : undefined;
  return run === undefined ? { outcome: 'conflict' } : { outcome: 'replayed', run };
}

function uuidOf({ runId }: NewRun): string {
  return decodeId('run', runId) ?? '';
}
