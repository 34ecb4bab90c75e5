/** A run as it is read (accepted + result + job in one row), and its mapping. */
import type { Environment, RunMode, RunStatus, RunType } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';
import { RUN_STATUS, RUN_WAIT, WITH_JOB } from '../../queue/store/job-of-run.ts';
import type { Answers } from '../answers.ts';
import type { FullRun, Run, Waiting } from '../run.ts';

export interface RunRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  status: RunStatus;
  type: RunType;
  mode: RunMode;
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  external_id: string | null;
  metadata: string | null;
  occurred_at: Date | null;
  created_at: Date;
  erased_at: Date | null;
  rescored_from: string | null;
  backfill_id: string | null;
  started_at: Date | null;
  completed_at: Date | null;
  duration_ms: number | null;
  warnings: string | null;
  error_code: string | null;
  error_message: string | null;
  error_user_message: string | null;
  engine: string | null;
  model: string | null;
  wait_reason?: string | null;
  wait_attempts?: number | null;
  wait_until?: Date | null;
  output?: string | null;
  input?: string | null;
  answers?: Answers | null;
}

export const COLUMNS = `r.workspace_id, r.environment, r.id, ${RUN_STATUS} AS status, r.type, r.mode, r.kit_id, r.kit_code, r.kit_version_id, r.kit_version,
  r.external_id, r.metadata, r.occurred_at, r.created_at, r.erased_at, r.rescored_from, r.backfill_id, coalesce(e.started_at, j.started_at) AS started_at, e.completed_at, e.duration_ms,
  e.warnings, e.error_code, e.error_message, e.error_user_message, e.engine, e.model, ${RUN_WAIT}`;

export const JOINS = `LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
  ${WITH_JOB}`;

export function toRun(row: RunRow): Run {
  return {
    runId: encodeId('run', row.id),
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    status: row.status,
    type: row.type,
    mode: row.mode,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    occurredAt: row.occurred_at ?? row.created_at,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    error:
      row.error_code === null
        ? undefined
        : {
            code: row.error_code,
            message: row.error_message ?? undefined,
            userMessage: row.error_user_message ?? undefined,
          },
    externalId: row.external_id ?? undefined,
    metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Record<string, string>),
    warnings: row.warnings === null ? undefined : (JSON.parse(row.warnings) as string[]),
    engine: (row.engine === 'model' ? row.model : row.engine) ?? undefined,
    erasedAt: row.erased_at ?? undefined,
    ...(row.rescored_from !== null && { rescoredFrom: encodeId('run', row.rescored_from) }),
    ...(row.backfill_id !== null && { backfillId: encodeId('bfl', row.backfill_id) }),
    ...(row.status === 'queued' && { waiting: toWaiting(row) }),
    ...(row.answers && { answers: row.answers }),
  };
}

function toWaiting({ wait_reason, wait_attempts, wait_until }: RunRow): Waiting {
  return {
    reason: wait_reason ?? 'retry',
    attempt: (wait_attempts ?? 0) + 1,
    nextAttemptAt: wait_until ?? undefined,
  };
}

export function toFullRun(row: RunRow): FullRun {
  return { ...toRun(row), output: row.output ? (JSON.parse(row.output) as FullRun['output']) : undefined };
}
