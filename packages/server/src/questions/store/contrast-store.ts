/** Contrasts in PostgreSQL. */
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { CONTRAST_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import { dropJob, endJob, enterJobs, type Lease } from '../../queue/store/move-jobs.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import { AMONG_THESE, hasInput, inputText } from '../../runs/store/inputs/run-inputs.ts';
import type { Contrast, ContrastPlan, ContrastResult } from '../contrast/contrast.ts';
import { IS_IT } from './question-rows.ts';

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

/** Contrasts of a workspace's environment that are made at once. */
const AT_ONCE = 1;

const CONTRASTS = (
  result: string,
) => `SELECT id, plan, status, cardinality(inside) AS inside, cardinality(against) AS against, read, ${result} AS result,
    error, created_at, completed_at FROM contrasts WHERE workspace_id = $1 AND environment = $2`;

export function createContrastStore(database: Database, clock: LaneClock) {
  return {
    /** With its job. */
    create: (contrast: NewContrast): Promise<void> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('ctr', contrast.contrastId) ?? '';
        const uuids = (runIds: readonly string[]) => runIds.map((runId) => decodeId('run', runId));
        await tx.query(
          `INSERT INTO contrasts (workspace_id, environment, id, plan, inside, against, status, created_at)
           VALUES ($1, $2, $3, $4, $5::uuid[], $6::uuid[], 'running', $7)`,
          [
            ...keyOf(contrast),
            uuid,
            JSON.stringify(contrast.plan),
            uuids(contrast.inside),
            uuids(contrast.against),
            contrast.now,
          ],
        );
        await enterJobs(tx, clock, { kind: CONTRAST_KIND, lane: laneOf(contrast), capacity: AT_ONCE }, [uuid]);
        await tellReady(tx, CONTRAST_KIND);
        await record(tx, contrast, 'contrast.asked', contrast.contrastId);
      }),
    async find(scope: Scope, contrastId: string): Promise<Contrast | undefined> {
      const uuid = decodeId('ctr', contrastId);
      if (uuid === undefined) return undefined;
      const { rows } = await database.query<ContrastRow>(`${CONTRASTS('result')} AND id = $3`, [...keyOf(scope), uuid]);
      return rows[0] && toContrast(rows[0]);
    },
    /** Newest first, without their phrases. */
    async list(scope: Scope, limit: number): Promise<Contrast[]> {
      const { rows } = await database.query<ContrastRow>(
        `${CONTRASTS('NULL')} ORDER BY id DESC LIMIT ${limit}`,
        keyOf(scope),
      );
      return rows.map(toContrast);
    },
    async countAll(scope: Scope): Promise<number> {
      const { rows } = await database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM contrasts WHERE workspace_id = $1 AND environment = $2',
        keyOf(scope),
      );
      return rows[0]?.count ?? 0;
    },
    /** The calls of either side, as UUIDs. */
    async calls(scope: Scope, contrastId: string): Promise<{ inside: string[]; against: string[] }> {
      const { rows } = await database.query<{ inside: string[]; against: string[] }>(
        `SELECT inside, against FROM contrasts WHERE ${IS_IT}`,
        [...keyOf(scope), decodeId('ctr', contrastId)],
      );
      return rows[0] ?? { inside: [], against: [] };
    },
    /** What of these calls is still there, in the order of their ids. */
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
    /** False when it was deleted. */
    async tell(scope: Scope, contrastId: string, read: number): Promise<boolean> {
      const { rowCount } = await database.query(`UPDATE contrasts SET read = $4 WHERE ${IS_IT}`, [
        ...keyOf(scope),
        decodeId('ctr', contrastId),
        read,
      ]);
      return rowCount === 1;
    },
    /** Ends the job too; false when the lease was lost. */
    finish: (
      scope: Scope,
      contrastId: string,
      lease: Lease,
      end: { result: ContrastResult } | { error: string },
      now: Date,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const ended = await endJob(tx, CONTRAST_KIND, lease);
        if (ended === undefined) return false;
        const isDone = 'result' in end;
        const result = isDone ? await withoutErased(tx, scope, end.result) : null;
        await tx.query(
          `UPDATE contrasts SET status = $4, result = $5, error = $6, completed_at = $7 WHERE ${IS_IT} AND status = 'running'`,
          [
            ...keyOf(scope),
            decodeId('ctr', contrastId),
            isDone ? 'succeeded' : 'failed',
            result && JSON.stringify(result),
            isDone ? null : end.error,
            now,
          ],
        );
        if (ended.isMoreReady) await tellReady(tx, CONTRAST_KIND);
        return true;
      }),
    /** With its job; false when there is none. */
    remove: (scope: Scope, contrastId: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const uuid = decodeId('ctr', contrastId);
        if (uuid === undefined) return false;
        await dropJob(tx, CONTRAST_KIND, laneOf(scope), uuid);
        const { rowCount } = await tx.query(`DELETE FROM contrasts WHERE ${IS_IT}`, [...keyOf(scope), uuid]);
        if (rowCount === 1) await record(tx, scope, 'contrast.deleted', contrastId);
        return rowCount === 1;
      }),
    /** Those that ended so long ago, of all workspaces. */
    async dropOld(before: Date): Promise<void> {
      await database.query(`DELETE FROM contrasts WHERE status <> 'running' AND completed_at < $1`, [before]);
    },
  };
}

export type ContrastStore = ReturnType<typeof createContrastStore>;

/** Calls that were erased while others were read. Locked: whoever erases one after this finds the result. */
async function withoutErased(tx: Queryable, scope: Scope, result: ContrastResult): Promise<ContrastResult> {
  const named = [...new Set(result.phrases.flatMap(({ runIds }) => runIds))];
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY id FOR SHARE`,
    [...keyOf(scope), named.map((runId) => decodeId('run', runId))],
  );
  const present = new Set(rows.map(({ id }) => encodeId('run', id)));
  return { ...result, phrases: result.phrases.filter(({ runIds }) => runIds.every((runId) => present.has(runId))) };
}

async function record(
  tx: Queryable,
  { workspaceId, environment }: Scope,
  action: 'contrast.asked' | 'contrast.deleted',
  contrastId: string,
): Promise<void> {
  const target = { type: 'contrast', id: contrastId };
  await recordAudit(tx, { workspaceId, environment, action, target, details: {} });
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
