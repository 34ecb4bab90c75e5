/** Erasures of many runs: which are still to be erased, and how far each is. */
import type { Environment, ErasureStatus } from '@brickwork/contract';
import { recordAudit } from '../../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { settleAnswers } from '../answers/waiting-answers.ts';
import { type ChosenRuns, whereChosen } from '../chosen-runs.ts';
import { JOINS } from '../run-row.ts';
import { findMentions, type Mention } from './find-mentions.ts';
import { forgetDeliveriesNamed } from './forget-deliveries.ts';

export interface Erasure {
  erasureId: string;
  status: ErasureStatus;
  total: number;
  erased: number;
  createdAt: Date;
  completedAt: Date | undefined;
}

export interface StartedErasure extends Erasure {
  /** Texts that people entered elsewhere about the erased subject. */
  mentions: Mention[];
}

interface NewErasure {
  erasureId: string;
  chosen: ChosenRuns;
  most: number;
  now: Date;
  accept(total: number): void;
}

export interface ErasureWork {
  scope: Scope;
  erasureId: string;
  runIds: string[];
}

const LISTED = 50;

interface ErasureRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  status: ErasureStatus;
  total: number;
  erased: number;
  created_at: Date;
  completed_at: Date | null;
}

const COLUMNS = 'workspace_id, environment, id, status, total, erased, created_at, completed_at';

export function createErasureStore(database: Database) {
  const keyOf = (scope: Scope, erasureId: string) => [
    decodeId('ws', scope.workspaceId),
    scope.environment,
    decodeId('ers', erasureId),
  ];
  const settle = async (scope: Scope, chosen: ChosenRuns) => {
    if ('filter' in chosen && chosen.filter.by.answers.length > 0) await settleAnswers(database, scope);
  };
  return {
    /** How many runs `create` would select. */
    async countChosen(scope: Scope, chosen: ChosenRuns, most: number): Promise<number> {
      await settle(scope, chosen);
      const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
      const found = erasable(chosen, (value) => `$${values.push(value)}`, most);
      const { rows } = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (SELECT r.id ${found}) found`,
        values,
      );
      return rows[0]?.count ?? 0;
    },
    /** Selects and stores the runs, at most one more than `most`; `accept` sees how many and may still refuse. */
    async create(scope: Scope, { erasureId, chosen, most, now, accept }: NewErasure): Promise<StartedErasure> {
      await settle(scope, chosen);
      return database.transaction(async (tx) => {
        const key = keyOf(scope, erasureId);
        await tx.query(
          `INSERT INTO erasures (workspace_id, environment, id, status, total, created_at) VALUES ($1, $2, $3, 'running', 0, $4)`,
          [...key, now],
        );
        const total = await choose(tx, key, chosen, most);
        accept(total);
        if ('filter' in chosen && chosen.conversation !== undefined)
          await forgetDeliveriesNamed(tx, key.slice(0, 2), chosen.conversation);
        const { rows } = await tx.query<ErasureRow>(
          `UPDATE erasures SET total = $4 WHERE workspace_id = $1 AND environment = $2 AND id = $3 RETURNING ${COLUMNS}`,
          [...key, total],
        );
        await recordAudit(tx, { ...entryOf(scope, erasureId), action: 'erasure.started', details: { runs: total } });
        return { ...toErasure(rows[0] as ErasureRow), mentions: await findMentions(tx, scope, key, chosen) };
      });
    },
    async list(scope: Scope): Promise<Erasure[]> {
      const { rows } = await database.reads.query<ErasureRow>(
        `SELECT ${COLUMNS} FROM erasures WHERE workspace_id = $1 AND environment = $2 ORDER BY id DESC LIMIT ${LISTED}`,
        [decodeId('ws', scope.workspaceId), scope.environment],
      );
      return rows.map(toErasure);
    },
    async find(scope: Scope, erasureId: string): Promise<Erasure | undefined> {
      const { rows } = await database.lookUps.query<ErasureRow>(
        `SELECT ${COLUMNS} FROM erasures WHERE workspace_id = $1 AND environment = $2 AND id = $3`,
        keyOf(scope, erasureId),
      );
      return rows[0] && toErasure(rows[0]);
    },
    /** Drops the runs still to be erased. */
    async cancel(scope: Scope, erasureId: string, now: Date): Promise<void> {
      await database.transaction(async (tx) => {
        if (await end(tx, keyOf(scope, erasureId), 'cancelled', now))
          await recordAudit(tx, { ...entryOf(scope, erasureId), action: 'erasure.cancelled' });
      });
    },
    /** Some runs of each erasure in progress, so a small one does not wait for a large one. */
    async next(limit: number): Promise<ErasureWork[]> {
      const { rows } = await database.query<{
        workspace_id: string;
        environment: Environment;
        id: string;
        runs: string[];
      }>(
        `SELECT e.workspace_id, e.environment, e.id, ARRAY(SELECT i.run_id FROM erasure_runs i
           WHERE i.workspace_id = e.workspace_id AND i.environment = e.environment AND i.erasure_id = e.id ORDER BY i.run_id LIMIT ${limit}) AS runs
         FROM erasures e WHERE e.status = 'running' ORDER BY e.id`,
      );
      return rows.map(({ workspace_id, environment, id, runs }) => ({
        scope: { workspaceId: encodeId('ws', workspace_id), environment },
        erasureId: encodeId('ers', id),
        runIds: runs.map((run) => encodeId('run', run)),
      }));
    },
    /** Counts a run in the transaction that erases it. */
    count: (tx: Queryable, scope: Scope, erasureId: string, runId: string): Promise<void> =>
      countErased(tx, keyOf(scope, erasureId), runId),
    /** Counts a run that something else has removed. */
    countGone: (scope: Scope, erasureId: string, runId: string): Promise<void> =>
      countErased(database, keyOf(scope, erasureId), runId),
    async finish(scope: Scope, erasureId: string, now: Date): Promise<void> {
      await database.transaction(async (tx) => {
        await end(tx, keyOf(scope, erasureId), 'succeeded', now);
      });
    },
  };
}

export type ErasureStore = ReturnType<typeof createErasureStore>;

async function countErased(on: Queryable, key: readonly unknown[], runId: string): Promise<void> {
  await on.query(
    `WITH done AS (DELETE FROM erasure_runs WHERE workspace_id = $1 AND environment = $2 AND erasure_id = $3 AND run_id = $4 RETURNING 1)
     UPDATE erasures SET erased = erased + 1 WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND EXISTS (SELECT 1 FROM done)`,
    [...key, decodeId('run', runId)],
  );
}

function entryOf({ workspaceId, environment }: Scope, erasureId: string) {
  return { workspaceId, environment, target: { type: 'erasure', id: erasureId } };
}

/** False: it had already ended. */
async function end(
  tx: Queryable,
  key: readonly unknown[],
  status: Exclude<ErasureStatus, 'running'>,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE erasures SET status = $4, completed_at = $5 WHERE workspace_id = $1 AND environment = $2 AND id = $3 AND status = 'running'`,
    [...key, status, now],
  );
  if (rowCount === 0) return false;
  await tx.query('DELETE FROM erasure_runs WHERE workspace_id = $1 AND environment = $2 AND erasure_id = $3', [...key]);
  return true;
}

async function choose(tx: Queryable, key: readonly unknown[], chosen: ChosenRuns, most: number): Promise<number> {
  const values: unknown[] = [...key];
  const { rowCount } = await tx.query(
    `INSERT INTO erasure_runs (workspace_id, environment, erasure_id, run_id)
     SELECT $1, $2, $3, r.id ${erasable(chosen, (value) => `$${values.push(value)}`, most)}`,
    values,
  );
  return rowCount ?? 0;
}

function erasable(chosen: ChosenRuns, parameter: (value: unknown) => string, most: number): string {
  const { joins, conditions } = whereChosen(chosen, parameter);
  return `FROM runs r ${JOINS} ${joins} WHERE ${conditions} AND r.erased_at IS NULL LIMIT ${most + 1}`;
}

function toErasure(row: ErasureRow): Erasure {
  return {
    erasureId: encodeId('ers', row.id),
    status: row.status,
    total: row.total,
    erased: row.erased,
    createdAt: row.created_at,
    completedAt: row.completed_at ?? undefined,
  };
}
