/** Intakes in PostgreSQL. Every method is one transaction. */
import type { AuditAction } from '@brickwork/contract';
import { type Difference, differenceOf } from '../../access/audit/difference.ts';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { toActor, toActorText, uuidOfActor } from '../../access/store/actor-column.ts';
import type { Actor } from '../../core/acting.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import type { Intake, IntakeChange, OwnedIntake } from '../intake.ts';
import {
  INTAKE_COLUMNS,
  type IntakeRow,
  OWNED_COLUMNS,
  OWNED_FROM,
  type OwnedRow,
  toIntake,
  toOwned,
} from './intake-rows.ts';

export interface SealedSecret {
  secret: Buffer;
  secretHint: string;
}

/** Who changes an intake, and when. */
export interface ChangedBy {
  by: Actor;
  now: Date;
}

export interface IntakeToPut {
  name: string;
  /** For a new intake. */
  intakeId: string;
  address: string;
  document: Intake['document'];
  /** For a new intake, if none was given. */
  fresh: SealedSecret;
  /** The caller's secret; undefined keeps the current one. */
  given: SealedSecret | undefined;
  /** Whether the stored secret is the given one. */
  isGiven(stored: Buffer): boolean;
  /** Until when the replaced secret still works. */
  graceUntil: Date;
  /** Computes the sealed secrets of fetch steps from the stored ones: the same buffer if nothing changes. Throws if one is missing. */
  fetchSecrets(stored: Pick<Intake, 'document' | 'fetchSecrets'> | undefined): Buffer | undefined;
  /** The maximum number of intakes in an environment. */
  most: number;
}

export type PutIntake = { outcome: 'created' | 'changed' | 'unchanged'; intake: Intake } | { outcome: 'too_many' };

/** Topic of the notification after every change; every node drops its cache. */
export const INTAKES_CHANGED = 'intakes_changed';

/** As created by `newAddress`; anything else matches no intake. */
const ADDRESS = /^[a-z0-9][a-z0-9_-]*\.[0-9a-f]{20}$/;

export function createIntakeStore(database: Database) {
  return {
    put: (scope: Scope, intake: IntakeToPut, by: ChangedBy): Promise<PutIntake> =>
      database.transaction((tx) => putIntake(tx, scope, intake, by)),
    async list(scope: Scope): Promise<Intake[]> {
      const { rows } = await database.query<IntakeRow>(
        `SELECT ${INTAKE_COLUMNS} FROM intakes i WHERE i.workspace_id = $1 AND i.environment = $2 ORDER BY i.name`,
        keyOf(scope),
      );
      return rows.map(toIntake);
    },
    find: (scope: Scope, name: string): Promise<Intake | undefined> => findIntake(database, scope, name),
    /** The only lookup without a workspace: the address identifies it. */
    async findByAddress(address: string): Promise<OwnedIntake | undefined> {
      if (!ADDRESS.test(address)) return undefined;
      const { rows } = await database.query<OwnedRow>(
        {
          name: 'find_intake_by_address',
          text: `SELECT ${OWNED_COLUMNS} FROM ${OWNED_FROM} WHERE i.address = $1`,
        },
        [address],
      );
      return rows[0] && toOwned(rows[0]);
    },
    /** The previous secret works until `graceUntil`. Undefined if there is no such intake. */
    rotate: (
      scope: Scope,
      name: string,
      secret: SealedSecret & { graceUntil: Date },
      by: ChangedBy,
    ): Promise<Intake | undefined> => database.transaction((tx) => rotate(tx, scope, name, secret, by)),
    /** With its log and stored payloads; false if there is no such intake. */
    remove: (scope: Scope, name: string, by: ChangedBy): Promise<boolean> =>
      database.transaction(async (tx) => {
        const intake = await findIntake(tx, scope, name, 'FOR UPDATE');
        if (intake === undefined) return false;
        await recordChange(tx, scope, name, { revision: intake.revision + 1, change: 'deleted' }, by);
        await tx.query('DELETE FROM intakes WHERE workspace_id = $1 AND environment = $2 AND name = $3', [
          ...keyOf(scope),
          name,
        ]);
        return true;
      }),
    /** Newest first, including those of an earlier intake of this name. */
    async changes(scope: Scope, name: string, limit: number): Promise<IntakeChange[]> {
      const { rows } = await database.query<{
        revision: number;
        change: IntakeChange['change'];
        key_id: string;
        actor: string | null;
        created_at: Date;
      }>(
        `SELECT revision, change, key_id, actor, created_at FROM intake_changes
         WHERE workspace_id = $1 AND environment = $2 AND name = $3 ORDER BY revision DESC LIMIT ${limit}`,
        [...keyOf(scope), name],
      );
      return rows.map((row) => ({
        revision: row.revision,
        change: row.change,
        by: toActor(row.actor, row.key_id),
        createdAt: row.created_at,
      }));
    },
  };
}

export type IntakeStore = ReturnType<typeof createIntakeStore>;

/** Locks the workspace's row: two requests that create an intake are processed one after the other. */
async function putIntake(tx: Queryable, scope: Scope, put: IntakeToPut, by: ChangedBy): Promise<PutIntake> {
  await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [keyOf(scope)[0]]);
  const known = await findIntake(tx, scope, put.name, 'FOR UPDATE');
  const outcome =
    known === undefined ? await insertIntake(tx, scope, put, by) : await changeIntake(tx, scope, known, put, by);
  if (outcome === 'too_many') return { outcome };
  const intake = await findIntake(tx, scope, put.name);
  if (intake === undefined) throw new Error('an intake that was just stored is not there');
  return { outcome, intake };
}

async function insertIntake(
  tx: Queryable,
  scope: Scope,
  put: IntakeToPut,
  by: ChangedBy,
): Promise<'created' | 'too_many'> {
  const key = keyOf(scope);
  const { rows } = await tx.query<{ intakes: number; revision: number }>(
    `SELECT (SELECT count(*)::int FROM intakes WHERE workspace_id = $1 AND environment = $2) AS intakes,
      (SELECT coalesce(max(revision), 0) FROM intake_changes WHERE workspace_id = $1 AND environment = $2 AND name = $3) AS revision`,
    [...key, put.name],
  );
  if ((rows[0]?.intakes ?? 0) >= put.most) return 'too_many';
  const revision = (rows[0]?.revision ?? 0) + 1;
  const { secret, secretHint } = put.given ?? put.fresh;
  await tx.query(
    `INSERT INTO intakes (workspace_id, environment, name, id, address, revision, document, secret, secret_hint, fetch_secrets, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      ...key,
      put.name,
      put.intakeId,
      put.address,
      revision,
      JSON.stringify(put.document),
      secret,
      secretHint,
      put.fetchSecrets(undefined) ?? null,
      by.now,
    ],
  );
  await recordChange(tx, scope, put.name, { revision, change: 'created' }, by);
  return 'created';
}

async function changeIntake(
  tx: Queryable,
  scope: Scope,
  known: Intake,
  put: IntakeToPut,
  by: ChangedBy,
): Promise<'changed' | 'unchanged'> {
  const document = JSON.stringify(put.document);
  const given = put.given !== undefined && !put.isGiven(known.secret) ? put.given : undefined;
  const fetchSecrets = put.fetchSecrets(known);
  const isSame = JSON.stringify(known.document) === document && fetchSecrets === known.fetchSecrets;
  if (isSame && given === undefined) return 'unchanged';
  const { secret, secretHint } = given ?? known;
  const previous = given === undefined ? known.previousSecret : { secret: known.secret, until: put.graceUntil };
  const revision = known.revision + 1;
  await tx.query(
    `UPDATE intakes SET revision = $4, document = $5, secret = $6, secret_hint = $7, previous_secret = $8, previous_secret_until = $9,
       fetch_secrets = $10, updated_at = $11
     WHERE workspace_id = $1 AND environment = $2 AND name = $3`,
    [
      ...keyOf(scope),
      put.name,
      revision,
      document,
      secret,
      secretHint,
      previous?.secret ?? null,
      previous?.until ?? null,
      fetchSecrets ?? null,
      by.now,
    ],
  );
  const changes = {
    ...differenceOf(known.document, put.document),
    ...(given !== undefined && { secret: {} }),
    ...(fetchSecrets !== known.fetchSecrets && { secrets: {} }),
  };
  await recordChange(tx, scope, put.name, { revision, change: 'changed', changes }, by);
  return 'changed';
}

async function rotate(
  tx: Queryable,
  scope: Scope,
  name: string,
  { secret, secretHint, graceUntil }: SealedSecret & { graceUntil: Date },
  by: ChangedBy,
): Promise<Intake | undefined> {
  const known = await findIntake(tx, scope, name, 'FOR UPDATE');
  if (known === undefined) return undefined;
  const revision = known.revision + 1;
  await tx.query(
    `UPDATE intakes SET revision = $4, secret = $5, secret_hint = $6, previous_secret = $7, previous_secret_until = $8, updated_at = $9
     WHERE workspace_id = $1 AND environment = $2 AND name = $3`,
    [...keyOf(scope), name, revision, secret, secretHint, known.secret, graceUntil, by.now],
  );
  await recordChange(tx, scope, name, { revision, change: 'secret_rotated' }, by);
  return findIntake(tx, scope, name);
}

async function findIntake(
  on: Queryable,
  scope: Scope,
  name: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Intake | undefined> {
  const { rows } = await on.query<IntakeRow>(
    `SELECT ${INTAKE_COLUMNS} FROM intakes i WHERE i.workspace_id = $1 AND i.environment = $2 AND i.name = $3 ${lock}`,
    [...keyOf(scope), name],
  );
  return rows[0] && toIntake(rows[0]);
}

async function recordChange(
  tx: Queryable,
  scope: Scope,
  name: string,
  { revision, change, changes }: Pick<IntakeChange, 'revision' | 'change'> & { changes?: Difference },
  { by, now }: ChangedBy,
): Promise<void> {
  await tx.query(
    `INSERT INTO intake_changes (workspace_id, environment, name, revision, change, key_id, created_at, actor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...keyOf(scope), name, revision, change, uuidOfActor(by), now, toActorText(by)],
  );
  await notify(tx, `${INTAKES_CHANGED}:${scope.workspaceId}`);
  await recordAudit(tx, {
    workspaceId: scope.workspaceId,
    environment: scope.environment,
    action: INTAKE_ACTIONS[change],
    target: { type: 'intake', id: name },
    details: { revision, ...(changes && { changes }) },
  });
}

const INTAKE_ACTIONS = {
  created: 'intake.saved',
  changed: 'intake.saved',
  secret_rotated: 'intake.secret_rotated',
  deleted: 'intake.deleted',
} as const satisfies Record<IntakeChange['change'], AuditAction>;
