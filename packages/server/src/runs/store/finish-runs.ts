/**
 * Ending runs: the job is deleted, the result stored, the lane moves on, the event is written, answers and usage are counted, in one
 * transaction for all runs that end together. Whoever deletes a run's job ends the run; a worker can delete it only with the
 * token of its own lease.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../core/ids.ts';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { type Columns, givenList, givenRows, namesOf } from '../../database/given-rows.ts';
import { CHANNEL } from '../../database/notifications.ts';
import { DELIVERY_KIND, RUN_KIND } from '../../queue/job-kinds.ts';
import { ACTIVE_STATES, endJobs, lockLanesOf } from '../../queue/store/job-statements.ts';
import { laneOf } from '../../queue/store/lane.ts';
import { leaveLockedLanes, limitedOf } from '../../queue/store/lanes.ts';
import { readyMessage } from '../../queue/store/tell-ready.ts';
import type { RecordEvents } from '../../webhooks/event.ts';
import { eventOfRun, type RecordedEvent } from '../../webhooks/event.ts';
import type { FullRun, RunEnd } from '../run.ts';
import { type CollectAnswers, type EndedAnswers, followRuns, waitSql } from './answers/record-answers.ts';
import { countSandbox } from './count-sandbox.ts';
import { isFollowed } from './follow-runs.ts';
import { type RunRow, toFullRun } from './run-row.ts';
import { addStoredSql } from './stored-runs.ts';

export const RUNS_ENDED = 'runs_ended';

/** As stored in `run_results`; times and duration are added from the job. */
const RESULT_COLUMNS: Columns<RunEnd> = {
  workspace_id: ['uuid', (end) => decodeId('ws', end.workspaceId)],
  environment: ['text', (end) => end.environment],
  run_id: ['uuid', (end) => uuidOf(end.runId)],
  status: ['text', (end) => end.status],
  output: ['text', (end) => end.output ?? null],
  warnings: ['text', (end) => (end.warnings.length > 0 ? JSON.stringify(end.warnings) : null)],
  error_code: ['text', (end) => end.error?.code ?? null],
  error_message: ['text', (end) => end.error?.message ?? null],
  error_user_message: ['text', (end) => end.error?.userMessage ?? null],
  engine: ['text', (end) => end.usage.engine ?? null],
  model: ['text', (end) => end.usage.model ?? null],
  calls: ['integer', (end) => end.usage.calls],
  input_tokens: ['bigint', (end) => end.usage.inputTokens],
  cached_input_tokens: ['bigint', (end) => end.usage.cachedInputTokens],
  output_tokens: ['bigint', (end) => end.usage.outputTokens],
  micro_credits: ['bigint', (end) => end.usage.microCredits],
  estimated: ['boolean', (end) => end.usage.isEstimated],
};

const ENDS = givenRows<RunEnd>({
  ...RESULT_COLUMNS,
  completed_at: ['timestamptz', (end) => end.completedAt],
  lane: ['text', laneOf],
  token: ['uuid', (end) => end.lease?.token ?? null],
});

const finishText = (given: string, lanes: string, ids: string) => `
  WITH ${given},
  ended AS (
    ${endJobs({ kind: RUN_KIND, lanes, ids })}
  ), limited AS MATERIALIZED (
    ${lockLanesOf(RUN_KIND, 'ended', { onlyActive: true })}
  ), results AS (
    INSERT INTO run_results (${namesOf(RESULT_COLUMNS)}, started_at, completed_at, duration_ms)
    SELECT ${namesOf(RESULT_COLUMNS, 'g')}, d.started_at, greatest(g.completed_at, d.started_at),
      greatest(0, round(extract(epoch FROM g.completed_at - coalesce(d.started_at, g.completed_at)) * 1000))::integer
    FROM given g JOIN ended d ON d.id = g.run_id
    RETURNING workspace_id, environment, run_id, started_at, completed_at, duration_ms, warnings, error_code, error_message, error_user_message
  )
  SELECT d.id, d.lane, d.state, e.workspace_id, e.environment, e.started_at, e.completed_at, e.duration_ms, e.warnings, e.error_code,
    e.error_message, e.error_user_message, l.capacity, l.active, r.*
  FROM ended d JOIN results e ON e.run_id = d.id LEFT JOIN limited l ON l.lane = d.lane CROSS JOIN LATERAL (
    SELECT type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, occurred_at, created_at, erased_at, rescored_from, backfill_id, octet_length(input) AS input_bytes,
      CASE WHEN backfill_id IS NOT NULL THEN (SELECT b.sends_events FROM backfills b
        WHERE b.workspace_id = e.workspace_id AND b.environment = e.environment AND b.id = f.backfill_id) END AS sends_events
    FROM runs f WHERE workspace_id = e.workspace_id AND environment = e.environment AND id = e.run_id LIMIT 1) r`;

export interface FinishRuns {
  database: Database;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** What is stored of the answers of runs that end. */
  collectAnswers: CollectAnswers;
  /** Larger events are stored without the run's output. */
  maxEventBytes: number;
  /** Runs that this node executes at once. */
  slots: number;
  /** Called after the commit. */
  onEnded(runIds: readonly string[]): void;
}

type EndedRow = Omit<RunRow, 'status' | 'engine' | 'model'> & {
  lane: string;
  state: string;
  duration_ms: number;
  input_bytes: number | null;
  /** Of a run of a backfill: whether it has an event. */
  sends_events: boolean | null;
  /** Capacity and count of the lane, where it has a limit. */
  capacity: number | null;
  active: number | null;
};

export function createFinish(deps: FinishRuns): NaturalBatch<RunEnd, boolean> {
  return naturalBatch<RunEnd, boolean>({
    maxInFlight: 2,
    maxItems: 128,
    everyMs: 30, // A lone run ends at once. Under load a run more costs its transaction little.
    enough: Math.min(8, Math.ceil(deps.slots / 4)), // Slots that wait for an end do nothing else.
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
  { recordEvents, collectAnswers, maxEventBytes }: FinishRuns,
  ends: readonly RunEnd[],
): Promise<Set<string>> {
  const { rows: ended } = await storeResults(tx, ends);
  if (ended.length === 0) return new Set();
  const left = new Map<string, number>();
  for (const { lane, state } of ended) if (ACTIVE_STATES.includes(state)) left.set(lane, (left.get(lane) ?? 0) + 1);
  const isMoreReady = await leaveLockedLanes(tx, RUN_KIND, left, limitedOf(ended));
  const rowsById = new Map(ended.map((row) => [row.id, row]));
  const runs = toEndedRuns(ends, rowsById);
  const isDeliveryReady = await recordEvents(
    tx,
    toEvents(
      runs.filter(({ runId }) => rowsById.get(uuidOf(runId))?.sends_events !== false),
      maxEventBytes,
    ),
  );
  const answers = await collectAnswers(tx, runs);
  await countSandbox(
    tx,
    ends.filter(({ runId }) => rowsById.has(uuidOf(runId))),
  );
  const ids = ended.map(({ id }) => id);
  const messages = [`${RUNS_ENDED}:${ids.join(',')}`];
  if (isDeliveryReady) messages.push(readyMessage(DELIVERY_KIND));
  if (isMoreReady) messages.push(readyMessage(RUN_KIND));
  const isFollowedNow = await countAndTell(tx, ends, rowsById, answers, messages);
  if (isFollowedNow) for (const ended of answers) await followRuns(tx, ended);
  return new Set(ids);
}

function storeResults(tx: Queryable, ends: readonly RunEnd[]) {
  const given = ENDS.of(ends);
  const lanes = givenList('text', ends.map(laneOf), given.values.length);
  return tx.query<EndedRow>(
    {
      name: `finish_runs_${given.size}_${lanes.size}`,
      text: finishText(given.sql, lanes.sql, given.column('run_id')),
    },
    [...given.values, ...lanes.values],
  );
}

type EndedRun = FullRun & { status: RunEnd['status'] };

function toEndedRuns(ends: readonly RunEnd[], rows: ReadonlyMap<string, EndedRow>): EndedRun[] {
  return ends.flatMap(({ runId, status, output, usage: { engine = null, model = null } }) => {
    const row = rows.get(uuidOf(runId));
    return row === undefined
      ? []
      : [{ ...toFullRun({ ...row, status, engine, model, output: output ?? null }), status }];
  });
}

function toEvents(runs: readonly EndedRun[], maxEventBytes: number): RecordedEvent[] {
  return runs.flatMap((run) => eventOfRun(uuidOf(run.runId), run, maxEventBytes));
}

/** One line of `usage_daily`, as it is added to the day's sums. */
interface UsageLine {
  end: RunEnd;
  sums: Readonly<Record<string, number>>;
}

const USAGE_KEY: Columns<UsageLine> = {
  workspace_id: ['uuid', ({ end }) => decodeId('ws', end.workspaceId)],
  environment: ['text', ({ end }) => end.environment],
  day: ['date', ({ end }) => dayOf(end)],
  kit_id: ['uuid', ({ end }) => end.kitId],
};

/** What each run adds to its line. */
const USAGE_SUMS: Readonly<Record<string, (end: RunEnd, durationMs: number) => number>> = {
  succeeded: ({ status }) => Number(status === 'succeeded'),
  failed: ({ status }) => Number(status === 'failed'),
  cancelled: ({ status }) => Number(status === 'cancelled'),
  duration_ms: (_, durationMs) => durationMs,
  calls: ({ usage }) => usage.calls,
  input_tokens: ({ usage }) => usage.inputTokens,
  cached_input_tokens: ({ usage }) => usage.cachedInputTokens,
  output_tokens: ({ usage }) => usage.outputTokens,
  micro_credits: ({ usage }) => usage.microCredits,
};

const USAGE_COLUMNS: Columns<UsageLine> = {
  ...USAGE_KEY,
  kit_code: ['text', ({ end }) => end.kitCode],
  ...Object.fromEntries(
    Object.keys(USAGE_SUMS).map((name) => [name, ['bigint', ({ sums }: UsageLine) => sums[name] ?? 0]] as const),
  ),
};

const USAGE = givenRows(USAGE_COLUMNS);

/** In the order of the key, so that two transactions never wait for each other. */
const countText = (given: string, messages: string, stored: string, waiting: string, followed: string) => `
  WITH ${given},
  counted AS (
    INSERT INTO usage_daily AS u (${namesOf(USAGE_COLUMNS)})
    SELECT ${namesOf(USAGE_COLUMNS)} FROM given WHERE workspace_id IS NOT NULL ORDER BY ${namesOf(USAGE_KEY)}
    ON CONFLICT (${namesOf(USAGE_KEY)}) DO UPDATE SET ${Object.keys(USAGE_SUMS)
      .map((name) => `${name} = u.${name} + excluded.${name}`)
      .join(', ')}
  ), stored AS (
    ${stored}
  ), waiting AS (
    ${waiting}
  )
  SELECT pg_notify('${CHANNEL}', message), ${followed} AS followed FROM unnest(${messages}) AS message`;

/**
 * Usage, storage, answers and messages in one statement: the last of the transaction, so that shared rows are locked only for the commit. Says whether
 * a shadow follows some of the runs.
 */
async function countAndTell(
  tx: Queryable,
  ends: readonly RunEnd[],
  rowsById: ReadonlyMap<string, EndedRow>,
  answers: readonly EndedAnswers[],
  messages: readonly string[],
): Promise<boolean> {
  const lines = new Map<string, UsageLine>();
  const stored = new Map<string, StoredLine>();
  for (const end of ends) {
    const row = rowsById.get(uuidOf(end.runId));
    if (row === undefined) continue;
    if (end.type !== 'sandbox') addUsage(lines, end, row.duration_ms);
    addStored(stored, end, row);
  }
  const given = USAGE.of([...lines.values()]);
  const parameter = (number: number) => `$${given.values.length + number}`;
  const all = [...stored.values()];
  const { rows } = await tx.query<{ followed: boolean }>(
    {
      name: `count_and_tell_${given.size}`,
      text: countText(
        given.sql,
        `${parameter(1)}::text[]`,
        addStoredSql(parameter(2), parameter(3), parameter(4), parameter(5)),
        waitSql(parameter(6), parameter(7), parameter(8)),
        isFollowed(parameter(6), parameter(7)),
      ),
    },
    [
      ...given.values,
      messages,
      all.map(({ workspaceId }) => workspaceId),
      all.map(({ environment }) => environment),
      all.map(({ runs }) => runs),
      all.map(({ bytes }) => bytes),
      answers.map(({ workspaceId }) => workspaceId),
      answers.map(({ environment }) => environment),
      answers.map(({ runs }) => runs),
    ],
  );
  return rows.some(({ followed }) => followed);
}

interface StoredLine {
  workspaceId: string;
  environment: string;
  runs: number;
  bytes: number;
}

function addStored(lines: Map<string, StoredLine>, end: RunEnd, row: EndedRow): void {
  const line = lines.get(laneOf(end)) ?? {
    workspaceId: row.workspace_id,
    environment: row.environment,
    runs: 0,
    bytes: 0,
  };
  line.runs += 1;
  line.bytes += (row.input_bytes ?? 0) + Buffer.byteLength(end.output ?? '');
  lines.set(laneOf(end), line);
}

/** Runs that end together are mostly of one kit: they share a line. */
function addUsage(lines: Map<string, UsageLine>, end: RunEnd, durationMs: number): void {
  const key = `${laneOf(end)}/${dayOf(end)}/${end.kitId}`;
  const sums: Record<string, number> = { ...lines.get(key)?.sums };
  for (const [name, sumOf] of Object.entries(USAGE_SUMS)) sums[name] = (sums[name] ?? 0) + sumOf(end, durationMs);
  lines.set(key, { end, sums });
}

function dayOf({ completedAt }: RunEnd): string {
  return completedAt.toISOString().slice(0, 10);
}

function uuidOf(runId: string): string {
  return decodeId('run', runId) ?? '';
}
