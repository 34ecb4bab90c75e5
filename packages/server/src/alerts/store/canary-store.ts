/** Canaries in PostgreSQL. */

import type { AlertState } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { NewEvaluation } from '../../golden/store/evaluations.ts';
import type { RecordEvents, RecordedEvent } from '../../outbound/webhooks/event.ts';
import type { Canary, CanaryFinding, CanaryRule } from '../canary.ts';
import { createWatchedStore, ONE, tell, toWatched, type WatchedRow } from './watched-store.ts';

export interface CheckedCanary {
  state: AlertState;
  /** Undefined keeps the previous result. */
  found: CanaryFinding | undefined;
  problem: string | undefined;
  baselineId: string | undefined;
  now: Date;
  nextAt: Date;
  /** Recorded in the same transaction. */
  event: RecordedEvent | undefined;
}

interface CanaryRow extends WatchedRow {
  evaluation_id: string | null;
  baseline_id: string | null;
}

/** Evaluations that are kept for each canary. */
const NIGHTS = 30;
/** Unchanged since it was read: nobody changed or checked it. */
const UNCHANGED = `${ONE} AND w.revision = $4 AND w.state = $5 AND w.evaluation_id IS NOT DISTINCT FROM $6::uuid`;

/** By the clock that decides what is due. */
const after = (milliseconds: string) => `now() + ${milliseconds}::double precision * interval '1 millisecond'`;

export interface CanaryStoreOptions {
  recordEvents: RecordEvents;
  /** Stores an evaluation with its job. */
  createEvaluation(tx: Queryable, evaluation: NewEvaluation): Promise<void>;
}

export function createCanaryStore(database: Database, { recordEvents, createEvaluation }: CanaryStoreOptions) {
  return {
    ...createWatchedStore<CanaryRow, Canary>(database, recordEvents, {
      name: 'canaries',
      ruleHas: 'set',
      columns: ['evaluation_id', 'baseline_id'],
      toItem: toCanary,
    }),
    /** Starts an evaluation of the canary and checks it again after `waitMs`, by the database's clock. False if the canary was changed meanwhile. */
    begin: (canary: Canary, evaluation: NewEvaluation, waitMs: number): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE canaries w SET evaluation_id = $7, next_check_at = ${after('$8')} WHERE ${UNCHANGED}`,
          [...unchangedKey(canary), decodeId('evl', evaluation.evaluationId), waitMs],
        );
        if (rowCount !== 1) return false;
        await createEvaluation(tx, evaluation);
        return true;
      }),
    /** The evaluation is still running: checks it again after `waitMs`. */
    async wait(canary: Canary, waitMs: number): Promise<void> {
      await database.query(`UPDATE canaries w SET next_check_at = ${after('$7')} WHERE ${UNCHANGED}`, [
        ...unchangedKey(canary),
        waitMs,
      ]);
    },
    /** Ends the running night. False if the canary was changed, checked or deleted meanwhile: then nothing is stored. */
    settle: (
      canary: Canary,
      { state, found, problem, baselineId, now, nextAt, event }: CheckedCanary,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE canaries w SET state = $7, since = CASE WHEN w.state = $7 THEN w.since ELSE $8 END, checked_at = $8, evaluation_id = NULL,
             baseline_id = $9, found = coalesce($10, w.found), problem = $11, next_check_at = $12
           WHERE ${UNCHANGED}`,
          [
            ...unchangedKey(canary),
            state,
            now,
            baselineId === undefined ? null : decodeId('evl', baselineId),
            found === undefined ? null : JSON.stringify(found),
            problem ?? null,
            nextAt,
          ],
        );
        if (rowCount !== 1) return false;
        await dropOldNights(tx, canary);
        if (event !== undefined) await tell(tx, recordEvents, event);
        return true;
      }),
  };
}

export type CanaryStore = ReturnType<typeof createCanaryStore>;

/** The last ones are kept, and the baseline, however old it is. */
async function dropOldNights(tx: Queryable, canary: Canary): Promise<void> {
  await tx.query(
    `DELETE FROM evaluations e WHERE e.workspace_id = $1 AND e.environment = $2 AND e.canary = $3 AND e.status <> 'running'
       AND NOT EXISTS (SELECT 1 FROM canaries c WHERE c.workspace_id = $1 AND c.environment = $2 AND c.baseline_id = e.id)
       AND e.id < (SELECT k.id FROM evaluations k WHERE k.workspace_id = $1 AND k.environment = $2 AND k.canary = $3
         ORDER BY k.id DESC OFFSET ${NIGHTS - 1} LIMIT 1)`,
    [...keyOf(canary), canary.name],
  );
}

function unchangedKey(canary: Canary): unknown[] {
  const { name, revision, state, evaluationId } = canary;
  return [...keyOf(canary), name, revision, state, evaluationId === undefined ? null : decodeId('evl', evaluationId)];
}

function toCanary(row: CanaryRow): Canary {
  const evaluation = (uuid: string | null) => (uuid === null ? undefined : encodeId('evl', uuid));
  return {
    ...toWatched<CanaryRule>(row),
    found: row.found === null ? undefined : (JSON.parse(row.found) as CanaryFinding),
    evaluationId: evaluation(row.evaluation_id),
    baselineId: evaluation(row.baseline_id),
    nextAt: row.next_check_at,
  };
}
