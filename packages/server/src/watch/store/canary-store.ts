/** Canaries on PostgreSQL. */
import type { AlertState, Environment } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { NewEvaluation } from '../../golden/store/evaluations.ts';
import type { RecordEvents, RecordedEvent } from '../../webhooks/event.ts';
import type { Canary, CanaryFinding, CanaryRule } from '../canary.ts';
import { type AlertChange, readAlertChanges } from './alert-changes.ts';
import { mayAddOne, tellOfAlert } from './alert-store.ts';

export interface CheckedCanary {
  state: AlertState;
  /** Undefined keeps what was found before. */
  found: CanaryFinding | undefined;
  problem: string | undefined;
  baselineId: string | undefined;
  now: Date;
  nextAt: Date;
  /** Recorded in the same transaction. */
  event: RecordedEvent | undefined;
}

interface CanaryRow {
  workspace_id: string;
  environment: Environment;
  name: string;
  kit_id: string;
  kit_code: string;
  rule: string;
  revision: number;
  state: AlertState;
  since: Date;
  evaluation_id: string | null;
  baseline_id: string | null;
  next_check_at: Date;
  checked_at: Date | null;
  found: string | null;
  problem: string | null;
  created_at: Date;
  updated_at: Date;
}

const CANARIES = `SELECT c.workspace_id, c.environment, c.name, c.kit_id, k.code AS kit_code, c.rule, c.revision, c.state, c.since,
    c.evaluation_id, c.baseline_id, c.next_check_at, c.checked_at, c.found, c.problem, c.created_at, c.updated_at
  FROM canaries c JOIN kits k ON k.workspace_id = c.workspace_id AND k.id = c.kit_id`;
const ONE = 'c.workspace_id = $1 AND c.environment = $2 AND c.name = $3';
/** Evaluations that are kept for each canary. */
const NIGHTS = 30;
/** As it was when it was read: nobody changed or checked it since. */
const UNCHANGED = `${ONE} AND c.revision = $4 AND c.state = $5 AND c.evaluation_id IS NOT DISTINCT FROM $6::uuid`;

/** By the clock that says what is due. */
const after = (milliseconds: string) => `now() + ${milliseconds}::double precision * interval '1 millisecond'`;

export interface CanaryStoreOptions {
  recordEvents: RecordEvents;
  /** Stores an evaluation with its job. */
  createEvaluation(tx: Queryable, evaluation: NewEvaluation): Promise<void>;
}

export function createCanaryStore(database: Database, { recordEvents, createEvaluation }: CanaryStoreOptions) {
  return {
    /** By name. */
    async list(scope: Scope): Promise<Canary[]> {
      const { rows } = await database.query<CanaryRow>(
        `${CANARIES} WHERE c.workspace_id = $1 AND c.environment = $2 ORDER BY c.name`,
        keyOf(scope),
      );
      return rows.map(toCanary);
    },
    find: (scope: Scope, name: string): Promise<Canary | undefined> => findCanary(database, scope, name),
    /** Newest first. */
    changes: (scope: Scope, name: string, limit: number): Promise<AlertChange[]> =>
      readAlertChanges(database, scope, { name, ruleHas: 'set', limit }),
    /** Unless it has this rule already. `too_many`: it is a new one, and there are `most` already. */
    put: (
      scope: Scope,
      canary: { name: string; kitId: string; rule: CanaryRule; now: Date },
      most: number,
    ): Promise<Canary | 'too_many'> => database.transaction((tx) => putCanary(tx, scope, canary, most)),
    /** With the event of its resolution, where it was raised; false when there is none. */
    delete: (scope: Scope, name: string, resolved: (canary: Canary) => RecordedEvent): Promise<boolean> =>
      database.transaction(async (tx) => {
        const canary = await findCanary(tx, scope, name, 'FOR UPDATE OF c');
        if (canary === undefined) return false;
        await tx.query(`DELETE FROM canaries c WHERE ${ONE}`, [...keyOf(scope), name]);
        if (canary.state === 'raised') await tellOfAlert(tx, recordEvents, resolved(canary));
        return true;
      }),
    /** Of all workspaces, those whose time has come, the longest waiting first. */
    async due(limit: number): Promise<Canary[]> {
      const { rows } = await database.query<CanaryRow>(
        `${CANARIES} WHERE c.next_check_at <= now() ORDER BY c.next_check_at LIMIT ${limit}`,
      );
      return rows.map(toCanary);
    },
    /** Starts an evaluation as the canary's, and looks at it again after `waitMs`, by the database's clock. False when the canary was changed meanwhile. */
    begin: (canary: Canary, evaluation: NewEvaluation, waitMs: number): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE canaries c SET evaluation_id = $7, next_check_at = ${after('$8')} WHERE ${UNCHANGED}`,
          [...unchangedKey(canary), decodeId('evl', evaluation.evaluationId), waitMs],
        );
        if (rowCount !== 1) return false;
        await createEvaluation(tx, evaluation);
        return true;
      }),
    /** The evaluation under way goes on: looks at it again after `waitMs`. */
    async wait(canary: Canary, waitMs: number): Promise<void> {
      await database.query(`UPDATE canaries c SET next_check_at = ${after('$7')} WHERE ${UNCHANGED}`, [
        ...unchangedKey(canary),
        waitMs,
      ]);
    },
    /** Ends what was under way. False when the canary was changed, checked or deleted meanwhile: then nothing is stored. */
    settle: (
      canary: Canary,
      { state, found, problem, baselineId, now, nextAt, event }: CheckedCanary,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE canaries c SET state = $7, since = CASE WHEN c.state = $7 THEN c.since ELSE $8 END, checked_at = $8, evaluation_id = NULL,
             baseline_id = $9, found = coalesce($10, c.found), problem = $11, next_check_at = $12
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
        if (event !== undefined) await tellOfAlert(tx, recordEvents, event);
        return true;
      }),
  };
}

export type CanaryStore = ReturnType<typeof createCanaryStore>;

/** The last ones stay, and the baseline, however old it is. */
async function dropOldNights(tx: Queryable, canary: Canary): Promise<void> {
  await tx.query(
    `DELETE FROM evaluations e WHERE e.workspace_id = $1 AND e.environment = $2 AND e.canary = $3 AND e.status <> 'running'
       AND NOT EXISTS (SELECT 1 FROM canaries c WHERE c.workspace_id = $1 AND c.environment = $2 AND c.baseline_id = e.id)
       AND e.id < (SELECT k.id FROM evaluations k WHERE k.workspace_id = $1 AND k.environment = $2 AND k.canary = $3
         ORDER BY k.id DESC OFFSET ${NIGHTS - 1} LIMIT 1)`,
    [...keyOf(canary), canary.name],
  );
}

function keyOf({ workspaceId, environment }: Scope): unknown[] {
  return [decodeId('ws', workspaceId), environment];
}

function unchangedKey(canary: Canary): unknown[] {
  const { name, revision, state, evaluationId } = canary;
  return [...keyOf(canary), name, revision, state, evaluationId === undefined ? null : decodeId('evl', evaluationId)];
}

async function findCanary(on: Queryable, scope: Scope, name: string, lock = ''): Promise<Canary | undefined> {
  const { rows } = await on.query<CanaryRow>(`${CANARIES} WHERE ${ONE} ${lock}`, [...keyOf(scope), name]);
  return rows[0] && toCanary(rows[0]);
}

/** A changed rule is evaluated at once, with a baseline of its own; the state stays until then. */
async function putCanary(
  tx: Queryable,
  scope: Scope,
  { name, kitId, rule, now }: { name: string; kitId: string; rule: CanaryRule; now: Date },
  most: number,
): Promise<Canary | 'too_many'> {
  if (!(await mayAddOne(tx, 'canaries', keyOf(scope), name, most))) return 'too_many';
  await tx.query(
    `INSERT INTO canaries AS c (workspace_id, environment, name, kit_id, rule, since, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $6)
     ON CONFLICT (workspace_id, environment, name) DO UPDATE
       SET kit_id = excluded.kit_id, rule = excluded.rule, revision = c.revision + 1, updated_at = excluded.updated_at, next_check_at = now(),
         evaluation_id = NULL, baseline_id = NULL, found = NULL, problem = NULL, checked_at = NULL
       WHERE c.rule <> excluded.rule OR c.kit_id <> excluded.kit_id`,
    [...keyOf(scope), name, kitId, JSON.stringify(rule), now],
  );
  const stored = await findCanary(tx, scope, name);
  if (stored === undefined) throw new Error('a canary that was just stored is gone');
  return stored;
}

function toCanary(row: CanaryRow): Canary {
  const evaluation = (uuid: string | null) => (uuid === null ? undefined : encodeId('evl', uuid));
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    name: row.name,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    rule: JSON.parse(row.rule) as CanaryRule,
    revision: row.revision,
    state: row.state,
    since: row.since,
    evaluationId: evaluation(row.evaluation_id),
    baselineId: evaluation(row.baseline_id),
    nextAt: row.next_check_at,
    checkedAt: row.checked_at ?? undefined,
    found: row.found === null ? undefined : (JSON.parse(row.found) as CanaryFinding),
    problem: row.problem ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
