/**
 * Storing accepted runs: run, idempotency key and job in one statement for all requests that arrived together (natural group
 * commit). What fails as a group is tried row by row, so that one bad row spoils no neighbour.
 */
import { decodeId } from '../../core/ids.ts';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { Accepted, NewRun, Scope } from '../../runs/run-store.ts';
import type { Database, Queryable } from '../database.ts';
import { enterLanes, JOBS_READY, leaveLanes } from '../job-store.ts';
import { CHANNEL } from '../notifications.ts';
import { laneOf, RUN_JOBS } from './lane.ts';
import { findRun } from './read-runs.ts';
import { rowsOf } from './rows-of.ts';

const COLUMNS = [
  ...['uuid', 'text', 'uuid', 'text', 'text', 'uuid', 'text', 'uuid', 'integer', 'text', 'text', 'text', 'timestamptz'],
  ...['text', 'bytea', 'timestamptz', 'text', 'double precision', 'text'],
];

type State = 'ready' | 'parked';

export function createAccept(
  database: Database,
  clock: LaneClock,
  onAccepted: () => void,
): NaturalBatch<NewRun, Accepted> {
  return naturalBatch<NewRun, Accepted>({
    // Small and several: what does not fit into the socket's buffer waits for the event loop, and PostgreSQL with it.
    maxInFlight: 4,
    maxItems: 32,
    keyOf: ({ workspaceId, environment, idempotency }) =>
      idempotency && `${workspaceId}/${environment}/${idempotency.key}`,
    flush: async (runs) => {
      const results = await allOrEach(
        runs,
        (group) => acceptGroup(database, clock, group),
        (error) => !(error instanceof ServiceError),
      );
      onAccepted();
      return results;
    },
  });
}

async function acceptGroup(database: Database, clock: LaneClock, group: NewRun[]): Promise<Accepted[]> {
  const isLimited = group.some(({ capacity }) => capacity !== null);
  const isKeyed = group.some(({ idempotency }) => idempotency !== undefined);
  // One order for everybody: two groups that wait for each other's lanes or keys would be a deadlock.
  const runs = isLimited || isKeyed ? group.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)) : group;
  const created = isLimited
    ? await database.transaction((tx) => insertLimited(tx, clock, runs))
    : await insert(
        database,
        clock,
        runs,
        runs.map(() => 'ready'),
      );
  if (created.size === group.length) return group.map(() => ({ outcome: 'created' }));
  return Promise.all(group.map((run) => outcomeOf(database, run, created)));
}

function orderOf({ workspaceId, environment, idempotency }: NewRun): string {
  return `${workspaceId}/${environment}/${idempotency?.key ?? ''}`;
}

/** Lanes with a limit: a run that turns out to be a replay gives its place back before anybody can see that it took one. */
async function insertLimited(tx: Queryable, clock: LaneClock, runs: readonly NewRun[]): Promise<Set<string>> {
  const states = await enterLanes(
    tx,
    RUN_JOBS,
    runs.map((run) => ({ lane: laneOf(run), capacity: run.capacity })),
  );
  const created = await insert(tx, clock, runs, states);
  const unused = new Map<string, number>();
  for (const [index, run] of runs.entries()) {
    if (run.capacity === null || states[index] !== 'ready' || created.has(decodeId('run', run.runId) ?? '')) continue;
    unused.set(laneOf(run), (unused.get(laneOf(run)) ?? 0) + 1);
  }
  await leaveLanes(tx, RUN_JOBS, unused);
  return created;
}

async function insert(
  on: Queryable,
  clock: LaneClock,
  runs: readonly NewRun[],
  states: readonly State[],
): Promise<Set<string>> {
  const rows = rowsOf(
    COLUMNS,
    runs.map((run, index) => {
      const lane = laneOf(run);
      return [
        ...[
          decodeId('ws', run.workspaceId),
          run.environment,
          decodeId('run', run.runId),
          run.type,
          run.mode,
          run.kitId,
          run.kitCode,
        ],
        ...[
          run.kitVersionId,
          run.kitVersion,
          run.externalId ?? null,
          run.metadata ? JSON.stringify(run.metadata) : null,
          run.input,
          run.createdAt,
        ],
        ...[run.idempotency?.key ?? null, run.idempotency?.fingerprint ?? null, run.idempotency?.expiresAt ?? null],
        ...[lane, clock.next(lane), states[index]],
      ];
    }),
  );
  const { rows: created } = await on.query<{ id: string }>(
    {
      name: `accept_runs_${rows.size}`,
      text: `
        WITH given (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input,
          created_at, key, fingerprint, expires_at, lane, place, state) AS (VALUES ${rows.sql}),
        keyed AS (
          INSERT INTO idempotency_keys AS k (workspace_id, environment, key, fingerprint, run_id, expires_at)
          SELECT workspace_id, environment, key, fingerprint, id, expires_at FROM given WHERE id IS NOT NULL AND key IS NOT NULL
          ON CONFLICT (workspace_id, environment, key) DO UPDATE
            SET fingerprint = excluded.fingerprint, run_id = excluded.run_id, expires_at = excluded.expires_at WHERE k.expires_at <= now()
          RETURNING run_id
        ), fresh AS (SELECT * FROM given WHERE id IS NOT NULL AND (key IS NULL OR id IN (SELECT run_id FROM keyed))),
        stored AS (
          INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input, created_at)
          SELECT workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input, created_at FROM fresh
          RETURNING id
        ), queued AS (
          INSERT INTO jobs (kind, lane, id, state, place, reason)
          SELECT '${RUN_JOBS}', lane, id, state, place, CASE WHEN state = 'parked' THEN 'concurrency_limit' END FROM fresh
        )
        SELECT id FROM stored, (SELECT pg_notify('${CHANNEL}', '${JOBS_READY}:${RUN_JOBS}')) AS notified`,
    },
    rows.values,
  );
  return new Set(created.map(({ id }) => id));
}

async function outcomeOf(database: Database, run: NewRun, created: ReadonlySet<string>): Promise<Accepted> {
  if (created.has(decodeId('run', run.runId) ?? '')) return { outcome: 'created' };
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
