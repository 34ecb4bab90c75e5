/**
 * Answers of runs that have just ended. The transaction that ends runs writes their answers unchanged, in one row of
 * `waiting_answers`. Turning them into rows of `run_answers` costs several times as much and is done for many runs
 * together: every second by one node, and before anybody reads answers or counts, so nobody sees the difference.
 */
import type { Environment } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { lockAnswers, type OwnScope } from './hold-answers.ts';
import { storeAnswers } from './store-answers.ts';
import { readRuns } from './waiting-runs.ts';

/** Rows of one step; each holds the runs of one transaction. */
const BATCH = 32;

/** Before answers or counts are read. If the database is unavailable, they are moved later. */
export async function settleAnswers(database: Database, { workspaceId, environment }: Scope): Promise<void> {
  const own = { workspaceId: decodeId('ws', workspaceId) ?? '', environment };
  try {
    const { rows } = await database.query(
      {
        name: 'find_waiting_answers',
        text: 'SELECT 1 FROM waiting_answers WHERE workspace_id = $1 AND environment = $2 LIMIT 1',
      },
      [own.workspaceId, own.environment],
    );
    if (rows.length > 0) await settleScope(database, own, () => false);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'unavailable')) throw error;
  }
}

/** A workspace whose answers cannot be counted does not delay the others: its error is thrown after them. */
export async function settleAllAnswers(database: Database, isStopped: () => boolean): Promise<void> {
  const { rows } = await database.query<{ workspace_id: string; environment: Environment }>(
    'SELECT DISTINCT workspace_id, environment FROM waiting_answers',
  );
  const faults: unknown[] = [];
  for (const { workspace_id: workspaceId, environment } of rows) {
    if (isStopped()) break;
    await settleScope(database, { workspaceId, environment }, isStopped).catch((fault: unknown) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

async function settleScope(database: Database, scope: OwnScope, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await database.transaction((tx) => settleSome(tx, scope))) === BATCH);
}

/** How many rows no longer wait. */
export async function settleSome(tx: Queryable, scope: OwnScope): Promise<number> {
  await lockAnswers(tx);
  const key = [scope.workspaceId, scope.environment];
  const { rows } = await tx.query<{ id: string; runs: string }>(
    `SELECT id, runs FROM waiting_answers WHERE workspace_id = $1 AND environment = $2 ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
    key,
  );
  if (rows.length === 0) return 0;
  const runs = rows.flatMap((row) => readRuns(row.runs));
  const kept = await notErased(
    tx,
    scope,
    runs.map(({ run_id }) => run_id),
  );
  await storeAnswers(
    tx,
    scope,
    runs.filter(({ run_id }) => kept.has(run_id)),
  );
  await tx.query('DELETE FROM waiting_answers WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[])', [
    ...key,
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}

/** A run may have been erased since it ended: one of the two waits for the other. */
async function notErased(tx: Queryable, scope: OwnScope, runIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ run_id: string }>(
    `SELECT id AS run_id FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND erased_at IS NULL`,
    [scope.workspaceId, scope.environment, runIds],
  );
  return new Set(rows.map(({ run_id }) => run_id));
}
