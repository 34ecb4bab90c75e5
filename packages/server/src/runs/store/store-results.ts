/** Deletes the jobs of runs and stores their results, in one statement: only the holder of a lease, or a cancellation, ends a run. */
import { decodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { type Columns, givenList, givenRows, namesOf } from '../../database/given-rows.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import { endJobs, lockLanesOf } from '../../queue/store/job-statements.ts';
import type { RunEnd } from '../run.ts';
import { sizeOfInput } from './inputs/run-inputs.ts';
import type { RunRow } from './run-row.ts';

export type EndedRow = Omit<RunRow, 'status' | 'engine' | 'model'> & {
  lane: string;
  state: string;
  duration_ms: number;
  input_bytes: number | null;
  /** For a run of a backfill: whether it has an event. */
  sends_events: boolean | null;
  /** Capacity and count of the lane, if it has a limit. */
  capacity: number | null;
  active: number | null;
};

/** As stored in `run_results`; times and duration are added from the job. */
const RESULT_COLUMNS: Columns<RunEnd> = {
  workspace_id: ['uuid', (end) => decodeId('ws', end.workspaceId)],
  environment: ['text', (end) => end.environment],
  run_id: ['uuid', (end) => decodeId('run', end.runId)],
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

const finishText = ({ given, lanes, ids }: Record<'given' | 'lanes' | 'ids', string>) => `
  WITH ${given},
  ended AS (
    ${endJobs({ kind: RUN_KIND, lanes, ids })}
  ), limited AS MATERIALIZED (
    ${lockLanesOf(RUN_KIND, 'ended', { onlyActive: true })}
  ), results AS (
    INSERT INTO run_results (${namesOf(RESULT_COLUMNS)}, started_at, completed_at, duration_ms, attempts)
    SELECT ${namesOf(RESULT_COLUMNS, 'g')}, d.started_at, greatest(g.completed_at, d.started_at),
      greatest(0, round(extract(epoch FROM g.completed_at - coalesce(d.started_at, g.completed_at)) * 1000))::integer, d.attempts
    FROM given g JOIN ended d ON d.id = g.run_id
    RETURNING workspace_id, environment, run_id, started_at, completed_at, duration_ms, warnings, error_code, error_message, error_user_message
  )
  SELECT d.id, d.lane, d.state, e.workspace_id, e.environment, e.started_at, e.completed_at, e.duration_ms, e.warnings, e.error_code,
    e.error_message, e.error_user_message, l.capacity, l.active, r.*
  FROM ended d JOIN results e ON e.run_id = d.id LEFT JOIN limited l ON l.lane = d.lane CROSS JOIN LATERAL (
    SELECT type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, occurred_at, created_at, erased_at, rescored_from, backfill_id, ${sizeOfInput('f')} AS input_bytes,
      CASE WHEN backfill_id IS NOT NULL THEN (SELECT b.sends_events FROM backfills b
        WHERE b.workspace_id = e.workspace_id AND b.environment = e.environment AND b.id = f.backfill_id) END AS sends_events
    FROM runs f WHERE workspace_id = e.workspace_id AND environment = e.environment AND id = e.run_id LIMIT 1) r`;

/** The runs that this statement ended; a run that had already ended has no row. */
export async function storeResults(tx: Queryable, ends: readonly RunEnd[]): Promise<EndedRow[]> {
  const given = ENDS.of(ends);
  const lanes = givenList('text', ends.map(laneOf), given.values.length);
  const { rows } = await tx.query<EndedRow>(
    {
      name: `finish_runs_${given.size}_${lanes.size}`,
      text: finishText({ given: given.sql, lanes: lanes.sql, ids: given.column('run_id') }),
    },
    [...given.values, ...lanes.values],
  );
  return rows;
}
