/** Contrasts in PostgreSQL. */
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { createJobRecords, IS_IT, type JobTable } from '../../jobs/store/job-records.ts';
import { CONTRAST_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, type Lease } from '../../queue/store/move-jobs.ts';
import { AMONG_THESE, hasInput, inputText } from '../../runs/store/inputs/run-inputs.ts';
import type { Contrast, ContrastPlan, ContrastResult } from '../contrast/contrast.ts';

export interface NewContrast extends Scope {
  contrastId: string;
  plan: ContrastPlan;
  inside: readonly string[];
  against: readonly string[];
  now: Date;
}

interface ContrastRow {
  id: string;
  plan: ContrastPlan;
  status: Contrast['status'];
  inside: number;
  against: number;
  read: number;
  result: ContrastResult | null;
  error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

const CONTRASTS: JobTable<ContrastRow, Contrast> = {
  kind: CONTRAST_KIND,
  noun: 'contrast',
  prefix: 'ctr',
  // Lists do not include phrases.
  select: (
    isListed,
  ) => `j.id, j.plan, j.status, cardinality(j.inside) AS inside, cardinality(j.against) AS against, j.read,
    ${isListed ? 'NULL' : 'j.result'} AS result, j.error, j.created_at, j.completed_at FROM contrasts j`,
  toRecord: toContrast,
};

export function createContrastStore(database: Database, clock: LaneClock) {
  const records = createJobRecords(database, clock, CONTRASTS);
  return {
    ...records,
    create: ({ plan, inside, against, now, ...contrast }: NewContrast): Promise<boolean> => {
      const uuids = (runIds: readonly string[]) => runIds.map((runId) => decodeId('run', runId));
      return records.create(contrast, contrast.contrastId, {
        columns: { plan: JSON.stringify(plan), inside: uuids(inside), against: uuids(against), created_at: now },
        action: 'contrast.asked',
        details: {},
      });
    },
    /** The calls of either side, as UUIDs. */
    async calls(scope: Scope, contrastId: string): Promise<{ inside: string[]; against: string[] }> {
      const { rows } = await database.query<{ inside: string[]; against: string[] }>(
        `SELECT inside, against FROM contrasts WHERE ${IS_IT}`,
        [...keyOf(scope), decodeId('ctr', contrastId)],
      );
      return rows[0] ?? { inside: [], against: [] };
    },
    /** Which of these calls still exist, in the order of their ids. */
    async inputs(scope: Scope, uuids: readonly string[]) {
      const { rows } = await database.stale.query<{
        id: string;
        kit_code: string;
        kit_version_id: string;
        metadata: string | null;
        input: string;
      }>(
        `SELECT id, kit_code, kit_version_id, metadata, ${inputText('r', AMONG_THESE)} AS input FROM runs r
         WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY id`,
        [...keyOf(scope), uuids],
      );
      return rows;
    },
    /** Which of these runs have not been erased. */
    async present(scope: Scope, runIds: readonly string[]): Promise<Set<string>> {
      const { rows } = await database.query<{ id: string }>(
        `SELECT id FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)}`,
        [...keyOf(scope), runIds.map((runId) => decodeId('run', runId))],
      );
      return new Set(rows.map(({ id }) => encodeId('run', id)));
    },
    /** False if it was deleted. */
    async tell(scope: Scope, contrastId: string, read: number): Promise<boolean> {
      const { rowCount } = await database.query(`UPDATE contrasts SET read = $4 WHERE ${IS_IT}`, [
        ...keyOf(scope),
        decodeId('ctr', contrastId),
        read,
      ]);
      return rowCount === 1;
    },
    finish: (scope: Scope, contrastId: string, lease: Lease, result: ContrastResult, now: Date): Promise<boolean> => {
      const end = async (tx: Queryable) => ({
        status: 'succeeded',
        result: JSON.stringify(await withoutErased(tx, scope, result)),
      });
      return records.finish(scope, contrastId, lease, end, now);
    },
    /** With its job; false if there is none. */
    remove: (scope: Scope, contrastId: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('ctr', contrastId);
        if (uuid === undefined) return false;
        await dropJob(tx, CONTRAST_KIND, laneOf(scope), uuid);
        const { rowCount } = await tx.query(`DELETE FROM contrasts WHERE ${IS_IT}`, [...keyOf(scope), uuid]);
        if (rowCount === 1) await records.audit(tx, scope, contrastId, 'contrast.deleted', {});
        return rowCount === 1;
      }),
  };
}

export type ContrastStore = ReturnType<typeof createContrastStore>;

/** Calls that were erased while others were read. Locked: a later erasure finds the result. */
async function withoutErased(tx: Queryable, scope: Scope, result: ContrastResult): Promise<ContrastResult> {
  const named = [...new Set(result.phrases.flatMap(({ runIds }) => runIds))];
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY id FOR SHARE`,
    [...keyOf(scope), named.map((runId) => decodeId('run', runId))],
  );
  const present = new Set(rows.map(({ id }) => encodeId('run', id)));
  return { ...result, phrases: result.phrases.filter(({ runIds }) => runIds.every((runId) => present.has(runId))) };
}

function toContrast(row: ContrastRow): Contrast {
  return {
    ...row.plan,
    contrastId: encodeId('ctr', row.id),
    sample: { inside: row.inside, against: row.against },
    status: row.status,
    read: row.read,
    result: row.result ?? undefined,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
