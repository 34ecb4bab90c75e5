/**
 * Ending runs: the job goes, the result comes, the lane moves on, the event is written and the books are kept, in one transaction
 * for all runs that end together. A run is ended by whoever deletes its job; a worker deletes it only with the token of its own lease.
 */
import type { TerminalStatus } from '@brickwork/contract';
import { decodeId } from '../../core/ids.ts';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { RunEnd } from '../../runs/run-store.ts';
import { eventOfRun, type RecordedEvent } from '../../webhooks/event.ts';
import type { Database, Queryable } from '../database.ts';
import { JOBS_READY, type LimitedLane, leaveLockedLanes } from '../job-store.ts';
import { CHANNEL } from '../notifications.ts';
import { DELIVERY_JOBS } from '../webhooks/lane.ts';
import type { RecordEvents } from '../webhooks/record-events.ts';
import { laneOf, RUN_JOBS } from './lane.ts';
import { type RunRow, toFullRun } from './read-runs.ts';
import { rowsOf } from './rows-of.ts';

export const RUNS_ENDED = 'runs_ended';

const COLUMNS = [
  ...['uuid', 'text', 'uuid', 'text', 'uuid', 'text', 'timestamptz', 'text', 'text', 'text', 'text', 'text'],
  ...['text', 'text', 'integer', 'bigint', 'bigint', 'bigint', 'bigint', 'boolean'],
];

export interface FinishRuns {
  database: Database;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** Larger events are stored without the run's output. */
  maxEventBytes: number;
  /** Called after the commit. */
  onEnded(runIds: readonly string[]): void;
}

type EndedRow = Omit<RunRow, 'status'> & {
  lane: string;
  state: string;
  duration_ms: number;
  /** Of the lane, where it has a limit. */
  capacity: number | null;
  active: number | null;
};

export function createFinish(deps: FinishRuns): NaturalBatch<RunEnd, boolean> {
  return naturalBatch<RunEnd, boolean>({
    maxInFlight: 2,
    maxItems: 128,
    keyOf: ({ runId }) => runId,
    flush: (ends) =>
      allOrEach(
        ends,
        async (group) => {
          const ended = await deps.database.transaction((tx) => finishGroup(tx, deps, group));
          deps.onEnded(group.filter(({ runId }) => ended.has(uuidOf(runId))).map(({ runId }) => runId));
          return group.map(({ runId }) => ended.has(uuidOf(runId)));
        },
        (error) => !(error instanceof ServiceError),
      ),
  });
}

async function finishGroup(
  tx: Queryable,
  { recordEvents, maxEventBytes }: FinishRuns,
  ends: readonly RunEnd[],
): Promise<Set<string>> {
  const { rows: ended } = await deleteJobs(tx, ends);
  if (ended.length === 0) return new Set();
  const left = new Map<string, number>();
  // A parked or delayed job held no place in its lane.
  for (const { lane, state } of ended)
    if (state === 'ready' || state === 'held') left.set(lane, (left.get(lane) ?? 0) + 1);
  const isMoreReady = await leaveLockedLanes(tx, RUN_JOBS, left, limitedOf(ended));
  const rowsById = new Map(ended.map((row) => [row.id, row]));
  const isDeliveryReady = await recordEvents(tx, toEvents(ends, rowsById, maxEventBytes));
  const ids = ended.map(({ id }) => id);
  const messages = [`${RUNS_ENDED}:${ids.join(',')}`];
  if (isDeliveryReady) messages.push(`${JOBS_READY}:${DELIVERY_JOBS}`);
  if (isMoreReady) messages.push(`${JOBS_READY}:${RUN_JOBS}`);
  await countAndTell(tx, ends, rowsById, messages);
  return new Set(ids);
}

function limitedOf(ended: readonly EndedRow[]): LimitedLane[] {
  const lanes = ended.map(({ lane, capacity, active }) => ({ lane, capacity, active }));
  const limited = lanes.filter((lane): lane is LimitedLane => lane.capacity !== null && lane.active !== null);
  return [...new Map(limited.map((lane) => [lane.lane, lane])).values()];
}

/**
 * Lanes and ids stand beside the join as arrays: by the join alone, a planner without fresh statistics reads every job there
 * is for each group that ends (2,000 of a backlog of 2,000 measured).
 */
function deleteJobs(tx: Queryable, ends: readonly RunEnd[]) {
  const rows = rowsOf(COLUMNS, ends.map(toRow));
  const lanes = `$${rows.values.length + 1}::text[]`;
  const ids = `$${rows.values.length + 2}::uuid[]`;
  return tx.query<EndedRow>(
    {
      name: `finish_runs_${rows.size}`,
      text: `
        WITH given (workspace_id, environment, run_id, lane, token, status, completed_at, output, warnings, error_code, error_message, error_user_message,
          engine, model, calls, input_tokens, cached_input_tokens, output_tokens, micro_credits, estimated) AS (VALUES ${rows.sql}),
        ended AS (
          DELETE FROM jobs j USING given g
          WHERE j.kind = '${RUN_JOBS}' AND j.lane = ANY (${lanes}) AND j.id = ANY (${ids})
            AND j.lane = g.lane AND j.id = g.run_id AND (g.token IS NULL OR j.token = g.token)
          RETURNING j.id, j.lane, j.state, j.started_at
        ), limited AS MATERIALIZED (
          SELECT lane, capacity, active FROM lanes WHERE kind = '${RUN_JOBS}' AND lane IN (SELECT lane FROM ended WHERE state IN ('ready', 'held'))
          ORDER BY lane FOR UPDATE
        ), results AS (
          INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output, warnings, error_code,
            error_message, error_user_message, engine, model, calls, input_tokens, cached_input_tokens, output_tokens, micro_credits, estimated)
          SELECT g.workspace_id, g.environment, g.run_id, g.status, d.started_at, greatest(g.completed_at, d.started_at),
            greatest(0, round(extract(epoch FROM g.completed_at - coalesce(d.started_at, g.completed_at)) * 1000))::integer,
            g.output, g.warnings, g.error_code, g.error_message, g.error_user_message, g.engine, g.model, g.calls, g.input_tokens,
            g.cached_input_tokens, g.output_tokens, g.micro_credits, g.estimated
          FROM given g JOIN ended d ON d.id = g.run_id RETURNING workspace_id, environment, run_id, started_at, completed_at, duration_ms, warnings,
            error_code, error_message, error_user_message
        )
        SELECT d.id, d.lane, d.state, e.workspace_id, e.environment, e.started_at, e.completed_at, e.duration_ms, e.warnings, e.error_code,
          e.error_message, e.error_user_message, l.capacity, l.active, r.*
        FROM ended d JOIN results e ON e.run_id = d.id LEFT JOIN limited l ON l.lane = d.lane CROSS JOIN LATERAL (
          SELECT type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, created_at, erased_at
          FROM runs WHERE workspace_id = e.workspace_id AND environment = e.environment AND id = e.run_id LIMIT 1) r`,
    },
    [...rows.values, [...new Set(ends.map(laneOf))], ends.map(({ runId }) => uuidOf(runId))],
  );
}

function toEvents(
  ends: readonly RunEnd[],
  rows: ReadonlyMap<string, EndedRow>,
  maxEventBytes: number,
): RecordedEvent[] {
  return ends.flatMap(({ runId, status, output }) => {
    const row = rows.get(uuidOf(runId));
    if (row === undefined) return [];
    return eventOfRun(row.id, { ...toFullRun({ ...row, status, output: output ?? null }), status }, maxEventBytes);
  });
}

function toRow(end: RunEnd): unknown[] {
  const { usage, error } = end;
  return [
    ...[
      decodeId('ws', end.workspaceId),
      end.environment,
      decodeId('run', end.runId),
      laneOf(end),
      end.lease?.token ?? null,
      end.status,
    ],
    ...[end.completedAt, end.output ?? null, end.warnings.length > 0 ? JSON.stringify(end.warnings) : null],
    ...[
      error?.code ?? null,
      error?.message ?? null,
      error?.userMessage ?? null,
      usage.engine ?? null,
      usage.model ?? null,
      usage.calls,
    ],
    ...[usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.microCredits, usage.isEstimated],
  ];
}

/**
 * The books and the messages, in one statement. In the order of the key, so that two transactions never wait for each other; last,
 * so that the rows are locked only for the commit.
 */
async function countAndTell(
  tx: Queryable,
  ends: readonly RunEnd[],
  rowsById: ReadonlyMap<string, { duration_ms: number }>,
  messages: readonly string[],
): Promise<void> {
  const counted = ends.filter(({ type, runId }) => type === 'api' && rowsById.has(uuidOf(runId)));
  const rows = rowsOf(
    USAGE_COLUMNS,
    sumByKey(counted.map((end) => toUsageRow(end, rowsById.get(uuidOf(end.runId))?.duration_ms ?? 0))),
  );
  const told = rows.values.length + 1;
  await tx.query(
    {
      name: `count_and_tell_${rows.size}`,
      text: `
        WITH counted AS (
          INSERT INTO usage_daily AS u (workspace_id, environment, day, kit_id, kit_code, ${USAGE_SUMS.join(', ')})
          SELECT workspace_id, environment, day, kit_id, kit_code, ${USAGE_SUMS.join(', ')}
          FROM (VALUES ${rows.sql}) AS given (workspace_id, environment, day, kit_id, kit_code, ${USAGE_SUMS.join(', ')})
          WHERE workspace_id IS NOT NULL ORDER BY workspace_id, environment, day, kit_id
          ON CONFLICT (workspace_id, environment, day, kit_id) DO UPDATE SET ${USAGE_SUMS.map((column) => `${column} = u.${column} + excluded.${column}`).join(', ')}
        )
        SELECT pg_notify('${CHANNEL}', message) FROM unnest($${told}::text[]) AS message`,
    },
    [...rows.values, messages],
  );
}

const USAGE_SUMS = [
  'succeeded',
  'failed',
  'cancelled',
  'duration_ms',
  'calls',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'micro_credits',
];
const USAGE_COLUMNS = ['uuid', 'text', 'date', 'uuid', 'text', ...USAGE_SUMS.map(() => 'bigint')];

interface UsageRow {
  /** Workspace, environment, day, kit and its code. */
  key: unknown[];
  sums: number[];
}

/** One row for each line of the books: runs that end together are mostly of one kit. */
function sumByKey(rows: readonly UsageRow[]): unknown[][] {
  const lines = new Map<string, UsageRow>();
  for (const { key, sums } of rows) {
    const name = key.join('/');
    const line = lines.get(name);
    lines.set(name, { key, sums: line === undefined ? sums : line.sums.map((sum, index) => sum + (sums[index] ?? 0)) });
  }
  return [...lines.values()].map(({ key, sums }) => [...key, ...sums]);
}

function toUsageRow(end: RunEnd, durationMs: number): UsageRow {
  const { usage, status } = end;
  const isIn = (which: TerminalStatus) => Number(status === which);
  return {
    key: [
      ...[decodeId('ws', end.workspaceId), end.environment],
      ...[end.completedAt.toISOString().slice(0, 10), end.kitId, end.kitCode],
    ],
    sums: [
      ...[isIn('succeeded'), isIn('failed'), isIn('cancelled'), durationMs, usage.calls],
      ...[usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.microCredits],
    ],
  };
}

const uuidOf = (runId: string): string => decodeId('run', runId) ?? '';
