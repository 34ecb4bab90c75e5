/** Rows of backfills, and how to find one. */
import type { BackfillStatus } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { IS_IT, type JobTable } from '../../jobs/store/job-records.ts';
import { BACKFILL_KIND } from '../../queue/job-kinds.ts';
import type { Backfill } from '../backfill.ts';

export interface BackfillRow {
  id: string;
  kit_id: string;
  kit_version_id: string;
  kit_version: number;
  engine: 'auto' | 'local';
  filter: string;
  sample: number | null;
  share: number | null;
  max_micro_credits: string | null;
  sends_events: boolean;
  status: BackfillStatus;
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  micro_credits: string;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

/** Each state has a partial index: ended ones are not read. */
const countOf = (state: string) => `(SELECT count(*)::int FROM backfill_runs i
  WHERE i.workspace_id = j.workspace_id AND i.environment = j.environment AND i.backfill_id = j.id AND i.state = '${state}')`;
/** An active shadow's total is what it has done and what is waiting. */
const TOTAL = `CASE WHEN share IS NULL THEN total WHEN status <> 'running' THEN succeeded + failed + skipped
  ELSE succeeded + failed + skipped + ${countOf('waiting')} + ${countOf('open')} END AS total`;
const STORED = `id, kit_id, kit_version_id, kit_version, engine, filter, sample, share, max_micro_credits, sends_events, status, succeeded, failed,
  skipped, micro_credits, error, created_at, completed_at`;
export const COLUMNS = `${STORED}, ${TOTAL}`;
export const BACKFILLS: JobTable<BackfillRow, Backfill> = {
  kind: BACKFILL_KIND,
  noun: 'backfill',
  prefix: 'bfl',
  select: () => `${COLUMNS} FROM backfills j`,
  toRecord: toBackfill,
  isLockedFirst: true,
};
export const OF_IT = 'workspace_id = $1 AND environment = $2 AND backfill_id = $3';

export async function findBackfill(on: Queryable, scope: Scope, uuid: string): Promise<Backfill | undefined> {
  const { rows } = await on.query<BackfillRow>(`SELECT ${COLUMNS} FROM backfills j WHERE ${IS_IT}`, [
    ...keyOf(scope),
    uuid,
  ]);
  return rows[0] && toBackfill(rows[0]);
}

/** For one step; the total of a shadow is not counted. */
export async function lockBackfill(tx: Queryable, scope: Scope, uuid: string): Promise<Backfill | undefined> {
  const { rows } = await tx.query<BackfillRow>(
    `SELECT ${STORED}, total FROM backfills j WHERE ${IS_IT} FOR NO KEY UPDATE`,
    [...keyOf(scope), uuid],
  );
  return rows[0] && toBackfill(rows[0]);
}

export function toBackfill(row: BackfillRow): Backfill {
  return {
    backfillId: encodeId('bfl', row.id),
    kitId: row.kit_id,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    engine: row.engine,
    filter: JSON.parse(row.filter) as Record<string, unknown>,
    sample: row.sample ?? undefined,
    share: row.share ?? undefined,
    maxMicroCredits: row.max_micro_credits === null ? undefined : Number(row.max_micro_credits),
    sendsEvents: row.sends_events,
    status: row.status,
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    microCredits: Number(row.micro_credits),
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
