/** Reads the data for an export to a warehouse: which days have changed, and the runs of a day. */
import type { RunMode, TerminalStatus } from '@brickwork/contract';
import { decodeId, encodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database } from '../../../database/database.ts';
import type { Review } from '../../../reviews/review.ts';
import { REVIEW_COLUMNS, type ReviewRow, toReview } from '../../../reviews/store/review-rows.ts';
import type { RunOutput } from '../../../runs/run.ts';
import { inputText, sizeOfInput } from '../../../runs/store/inputs/run-inputs.ts';

/** Up to where changes are known: by the events of ended runs, and by other changes recorded for days. */
export interface Positions {
  events: number;
  days: number;
}

/** An ended run, in the form in which it is exported. */
export interface EndedRun {
  runId: string;
  externalId: string | undefined;
  status: TerminalStatus;
  mode: RunMode;
  kitId: string;
  kitCode: string;
  kitVersionId: string;
  kitVersion: number;
  occurredAt: Date;
  createdAt: Date;
  startedAt: Date | undefined;
  completedAt: Date;
  durationMs: number | undefined;
  errorCode: string | undefined;
  engine: string | undefined;
  model: string | undefined;
  metadata: Record<string, string> | undefined;
  output: RunOutput | undefined;
  /** The stored input as JSON, if requested. */
  input: string | undefined;
  calls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  microCredits: number;
  isEstimated: boolean;
}

/** Where the next page of a day begins. */
export interface PlaceInDay {
  /** In the database's form: a `Date` has no microseconds. */
  occurred: string;
  runId: string;
}

const OCCURRED = 'coalesce(r.occurred_at, r.created_at)';
/** As in the definition of the index; runs before 1970 are refused. */
const IN_INDEX = `${OCCURRED} > '1969-01-01 00:00:00+00'`;
const DAY = `to_char(${OCCURRED} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
/** Events read by one statement. */
const STEP = 20_000;
const PAGE_RUNS = 200;

/**
 * Everything is read from the primary: a stale standby could leave out a run that is before the primary's cursor, and no later export would
 * look for it again.
 */
export function createWarehouseStore(database: Database) {
  return {
    async positions(scope: Scope): Promise<Positions> {
      const { rows } = await database.query<{ events: string | null; days: string | null }>(
        `SELECT (SELECT last FROM event_counters WHERE workspace_id = $1 AND environment = $2) AS events,
           (SELECT last FROM changed_day_counters WHERE workspace_id = $1 AND environment = $2) AS days`,
        keyOf(scope),
      );
      return { events: Number(rows[0]?.events ?? 0), days: Number(rows[0]?.days ?? 0) };
    },
    /** Days on which something changed after `from`, up to `to`; in any order. */
    async changedDays(scope: Scope, from: Positions, to: Positions): Promise<Set<string>> {
      const { rows: noted } = await database.query<{ day: string }>(
        `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM changed_days WHERE workspace_id = $1 AND environment = $2 AND position > $3`,
        [...keyOf(scope), from.days],
      );
      const days = new Set(noted.map(({ day }) => day));
      // The event of an ended run has the run's own id.
      for (let after = from.events; after < to.events; after += STEP) {
        const { rows } = await database.query<{ day: string }>(
          `SELECT DISTINCT ${DAY} AS day FROM events v
             JOIN runs r ON r.workspace_id = v.workspace_id AND r.environment = v.environment AND r.id = v.id
           WHERE v.workspace_id = $1 AND v.environment = $2 AND v.position > $3 AND v.position <= $4 AND r.type = 'api'`,
          [...keyOf(scope), after, Math.min(after + STEP, to.events)],
        );
        for (const { day } of rows) days.add(day);
      }
      return days;
    },
    /** Every day with runs: one index lookup for each. */
    async allDays(scope: Scope): Promise<Set<string>> {
      const first = (from: string) =>
        `(SELECT ${OCCURRED} FROM runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND ${IN_INDEX} ${from} ORDER BY ${OCCURRED} LIMIT 1)`;
      const { rows } = await database.query<{ day: string }>(
        `WITH RECURSIVE days (moment) AS (
           SELECT ${first('')}
           UNION ALL SELECT ${first(`AND ${OCCURRED} >= (date_trunc('day', days.moment AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`)}
           FROM days WHERE days.moment IS NOT NULL)
         SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM days WHERE moment IS NOT NULL`,
        keyOf(scope),
      );
      return new Set(rows.map(({ day }) => day));
    },
    /** Runs of a day that have ended and were not erased, by time; `bytes` limits a page, which contains at least one run. */
    async pageOfDay(
      scope: Scope,
      day: string,
      after: PlaceInDay | undefined,
      { withInput, bytes }: { withInput: boolean; bytes: number },
    ): Promise<(EndedRun & { place: PlaceInDay })[]> {
      const place = after && [after.occurred, decodeId('run', after.runId)];
      const { rows } = await database.query<RunRow>(
        `WITH page AS MATERIALIZED (
           SELECT r.id, ${OCCURRED} AS occurred, coalesce(octet_length(e.output), 0)${withInput ? ` + coalesce(${sizeOfInput('r')}, 0)` : ''} AS bytes
           FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
           WHERE r.workspace_id = $1 AND r.environment = $2 AND ${IN_INDEX} AND r.type = 'api' AND r.erased_at IS NULL
             AND ${OCCURRED} >= $3::date::timestamp AT TIME ZONE 'UTC' AND ${OCCURRED} < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
             ${place === undefined ? '' : `AND ${OCCURRED} >= $5::timestamptz AND (${OCCURRED}, r.id) > ($5::timestamptz, $6::uuid)`}
           ORDER BY ${OCCURRED}, r.id LIMIT ${PAGE_RUNS}),
         sized AS (SELECT id, occurred, sum(bytes) OVER (ORDER BY occurred, id) - bytes AS before FROM page)
         SELECT r.id, r.external_id, e.status, r.mode, r.kit_id, r.kit_code, r.kit_version_id, r.kit_version, ${OCCURRED} AS occurred_at, ${OCCURRED}::text AS occurred, r.created_at,
           e.started_at, e.completed_at, e.duration_ms, e.error_code, e.engine, e.model, r.metadata, e.output${withInput ? `, ${inputText('r')} AS input` : ''},
           e.calls, e.input_tokens, e.cached_input_tokens, e.output_tokens, e.micro_credits, e.estimated
         FROM sized JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = sized.id
           JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
         WHERE sized.before < $4 ORDER BY sized.occurred, sized.id`,
        [...keyOf(scope), day, bytes, ...(place ?? [])],
      );
      return rows.map((row) => ({
        ...toEndedRun(row),
        place: { occurred: row.occurred, runId: encodeId('run', row.id) },
      }));
    },
    /** All reviews of these runs, oldest first, by run. */
    async reviewsOf(scope: Scope, runIds: readonly string[]): Promise<Map<string, Review[]>> {
      const { rows } = await database.query<ReviewRow>(
        `SELECT ${REVIEW_COLUMNS} FROM reviews w WHERE workspace_id = $1 AND environment = $2 AND run_id = ANY ($3::uuid[]) ORDER BY id`,
        [...keyOf(scope), runIds.map((id) => decodeId('run', id))],
      );
      return Map.groupBy(rows.map(toReview), ({ runId }) => runId);
    },
  };
}

export type WarehouseStore = ReturnType<typeof createWarehouseStore>;

interface RunRow {
  id: string;
  external_id: string | null;
  status: TerminalStatus;
  mode: RunMode;
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  occurred_at: Date;
  occurred: string;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date;
  duration_ms: number | null;
  error_code: string | null;
  engine: string | null;
  model: string | null;
  metadata: string | null;
  output: string | null;
  input?: string | null;
  calls: number;
  input_tokens: string;
  cached_input_tokens: string;
  output_tokens: string;
  micro_credits: string;
  estimated: boolean;
}

function toEndedRun(row: RunRow): EndedRun {
  return {
    runId: encodeId('run', row.id),
    externalId: row.external_id ?? undefined,
    status: row.status,
    mode: row.mode,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at,
    durationMs: row.duration_ms ?? undefined,
    errorCode: row.error_code ?? undefined,
    engine: row.engine ?? undefined,
    model: row.model ?? undefined,
    metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Record<string, string>),
    output: row.output === null ? undefined : (JSON.parse(row.output) as RunOutput),
    input: row.input ?? undefined,
    calls: row.calls,
    inputTokens: Number(row.input_tokens),
    cachedInputTokens: Number(row.cached_input_tokens),
    outputTokens: Number(row.output_tokens),
    microCredits: Number(row.micro_credits),
    isEstimated: row.estimated,
  };
}
