/** Intakes and their logs in PostgreSQL. Every method is one transaction. */
import type { AuditAction, Environment, IntakeDocument, IntakeOutcome } from '@brickwork/contract';
import { type Difference, differenceOf } from '../../audit/difference.ts';
import { recordAudit } from '../../audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Intake, IntakeChange, IntakeDelivery, OwnedIntake } from '../intake.ts';

export interface SealedSecret {
  secret: Buffer;
  secretHint: string;
}

/** Who changes an intake, and when. */
export interface ChangedBy {
  keyId: string;
  now: Date;
}

export interface IntakeToPut {
  name: string;
  /** For a new intake. */
  intakeId: string;
  address: string;
  document: Intake['document'];
  /** For a new intake, when none was given. */
  fresh: SealedSecret;
  /** The secret that the caller gave; undefined keeps the current one. */
  given: SealedSecret | undefined;
  /** Whether the stored secret is the given one. */
  isGiven(stored: Buffer): boolean;
  /** How many intakes an environment may have. */
  most: number;
}

export type PutIntake = { outcome: 'created' | 'changed' | 'unchanged'; intake: Intake } | { outcome: 'too_many' };

/** What the log keeps of an intake, and how many refused ones of it: whoever has no secret cannot push the others out. */
/** As `newAddress` makes them; anything else is nobody's. */
const ADDRESS = /^[a-z0-9][a-z0-9_-]*\.[0-9a-f]{20}$/;
const KEPT = 200;
const KEPT_REFUSED = 20;

interface IntakeRow {
  id: string;
  name: string;
  address: string;
  revision: number;
  document: string;
  secret: Buffer;
  secret_hint: string;
  created_at: Date;
  updated_at: Date;
}

interface DeliveryRow {
  id: string;
  outcome: IntakeDelivery['outcome'];
  reason: string | null;
  external_id: string | null;
  result: string;
  bytes: number;
  received_at: Date;
}

const COLUMNS = 'i.id, i.name, i.address, i.revision, i.document, i.secret, i.secret_hint, i.created_at, i.updated_at';

export function createIntakeStore(database: Database) {
  return {
    put: (scope: Scope, intake: IntakeToPut, by: ChangedBy): Promise<PutIntake> =>
      database.transaction((tx) => putIntake(tx, scope, intake, by)),
    async list(scope: Scope): Promise<Intake[]> {
      const { rows } = await database.query<IntakeRow>(
        `SELECT ${COLUMNS} FROM intakes i WHERE i.workspace_id = $1 AND i.environment = $2 ORDER BY i.name`,
        keyOf(scope),
      );
      return rows.map(toIntake);
    },
    find: (scope: Scope, name: string): Promise<Intake | undefined> => findIntake(database, scope, name),
    /** The only look-up without a workspace: the address says which one it is. */
    async findByAddress(address: string): Promise<OwnedIntake | undefined> {
      if (!ADDRESS.test(address)) return undefined;
      const { rows } = await database.query<
        IntakeRow & { workspace_id: string; environment: Environment; workspace_name: string; plan: string }
      >(
        {
          name: 'find_intake_by_address',
          text: `SELECT ${COLUMNS}, i.workspace_id, i.environment, w.name AS workspace_name, w.plan
            FROM intakes i JOIN workspaces w ON w.id = i.workspace_id WHERE i.address = $1`,
        },
        [address],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const owned: OwnedIntake = {
        workspaceId: encodeId('ws', row.workspace_id),
        workspaceName: row.workspace_name,
        plan: row.plan,
        environment: row.environment,
        intake: toIntake(row),
      };
      return owned;
    },
    /** Undefined when there is no such intake. */
    rotate: (scope: Scope, name: string, secret: SealedSecret, by: ChangedBy): Promise<Intake | undefined> =>
      database.transaction((tx) => rotate(tx, scope, name, secret, by)),
    /** With its log; false when there is no such intake. */
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
    /** Newest first, also of an earlier intake of this name. */
    async changes(scope: Scope, name: string, limit: number): Promise<IntakeChange[]> {
      const { rows } = await database.query<{
        revision: number;
        change: IntakeChange['change'];
        key_id: string;
        created_at: Date;
      }>(
        `SELECT revision, change, key_id, created_at FROM intake_changes
         WHERE workspace_id = $1 AND environment = $2 AND name = $3 ORDER BY revision DESC LIMIT ${limit}`,
        [...keyOf(scope), name],
      );
      return rows.map((row) => ({
        revision: row.revision,
        change: row.change,
        keyId: encodeId('key', row.key_id),
        createdAt: row.created_at,
      }));
    },
    /** Also drops what the log no longer keeps. */
    async record(scope: Scope, intakeId: string, delivery: IntakeDelivery): Promise<void> {
      await insertDelivery(database, scope, intakeId, delivery);
    },
    async deliveries(
      scope: Scope,
      intakeId: string,
      { limit, outcome, since }: { limit: number; outcome: IntakeOutcome | undefined; since: Date },
    ): Promise<IntakeDelivery[]> {
      const { rows } = await database.query<DeliveryRow>(
        `SELECT id, outcome, reason, external_id, result, bytes, received_at FROM intake_deliveries
         WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3 AND ($4::text IS NULL OR outcome = $4) AND received_at >= $5
         ORDER BY id DESC LIMIT ${limit}`,
        [...keyOf(scope), intakeId, outcome ?? null, since],
      );
      return rows.map(toDelivery);
    },
  };
}

export type IntakeStore = ReturnType<typeof createIntakeStore>;

/** The workspace's row is locked: two that create an intake at once do it one after the other. */
async function putIntake(tx: Queryable, scope: Scope, put: IntakeToPut, by: ChangedBy): Promise<PutIntake> {
  const key = keyOf(scope);
  await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [key[0]]);
  const document = JSON.stringify(put.document);
  const known = await findIntake(tx, scope, put.name, 'FOR UPDATE');
  if (known === undefined) {
    const { rows } = await tx.query<{ intakes: number; revision: number }>(
      `SELECT (SELECT count(*)::int FROM intakes WHERE workspace_id = $1 AND environment = $2) AS intakes,
        (SELECT coalesce(max(revision), 0) FROM intake_changes WHERE workspace_id = $1 AND environment = $2 AND name = $3) AS revision`,
      [...key, put.name],
    );
    if ((rows[0]?.intakes ?? 0) >= put.most) return { outcome: 'too_many' };
    const revision = (rows[0]?.revision ?? 0) + 1;
    const { secret, secretHint } = put.given ?? put.fresh;
    await tx.query(
      `INSERT INTO intakes (workspace_id, environment, name, id, address, revision, document, secret, secret_hint, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [...key, put.name, put.intakeId, put.address, revision, document, secret, secretHint, by.now],
    );
    await recordChange(tx, scope, put.name, { revision, change: 'created' }, by);
  } else {
    const isSameSecret = put.given === undefined || put.isGiven(known.secret);
    if (JSON.stringify(known.document) === document && isSameSecret) return { outcome: 'unchanged', intake: known };
    const { secret, secretHint } = (isSameSecret ? undefined : put.given) ?? known;
    const revision = known.revision + 1;
    await tx.query(
      `UPDATE intakes SET revision = $4, document = $5, secret = $6, secret_hint = $7, updated_at = $8
       WHERE workspace_id = $1 AND environment = $2 AND name = $3`,
      [...key, put.name, revision, document, secret, secretHint, by.now],
    );
    const changes = { ...differenceOf(known.document, put.document), ...(isSameSecret ? {} : { secret: {} }) };
    await recordChange(tx, scope, put.name, { revision, change: 'changed', changes }, by);
  }
  const intake = await findIntake(tx, scope, put.name);
  if (intake === undefined) throw new Error('an intake that was just stored is not there');
  return { outcome: known === undefined ? 'created' : 'changed', intake };
}

async function rotate(
  tx: Queryable,
  scope: Scope,
  name: string,
  { secret, secretHint }: SealedSecret,
  by: ChangedBy,
): Promise<Intake | undefined> {
  const known = await findIntake(tx, scope, name, 'FOR UPDATE');
  if (known === undefined) return undefined;
  const revision = known.revision + 1;
  await tx.query(
    `UPDATE intakes SET revision = $4, secret = $5, secret_hint = $6, updated_at = $7
     WHERE workspace_id = $1 AND environment = $2 AND name = $3`,
    [...keyOf(scope), name, revision, secret, secretHint, by.now],
  );
  await recordChange(tx, scope, name, { revision, change: 'secret_rotated' }, by);
  return { ...known, revision, secret, secretHint, updatedAt: by.now };
}

async function findIntake(
  on: Queryable,
  scope: Scope,
  name: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Intake | undefined> {
  const { rows } = await on.query<IntakeRow>(
    `SELECT ${COLUMNS} FROM intakes i WHERE i.workspace_id = $1 AND i.environment = $2 AND i.name = $3 ${lock}`,
    [...keyOf(scope), name],
  );
  return rows[0] && toIntake(rows[0]);
}

async function recordChange(
  tx: Queryable,
  scope: Scope,
  name: string,
  { revision, change, changes }: Pick<IntakeChange, 'revision' | 'change'> & { changes?: Difference },
  { keyId, now }: ChangedBy,
): Promise<void> {
  await tx.query(
    `INSERT INTO intake_changes (workspace_id, environment, name, revision, change, key_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [...keyOf(scope), name, revision, change, decodeId('key', keyId), now],
  );
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

/** An intake that was deleted meanwhile has no log any more. */
async function insertDelivery(
  database: Database,
  scope: Scope,
  intakeId: string,
  delivery: IntakeDelivery,
): Promise<void> {
  const key = [...keyOf(scope), intakeId];
  await database.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO intake_deliveries (workspace_id, environment, intake_id, id, outcome, reason, external_id, result, run_ids, bytes, received_at)
       SELECT $1, $2, i.id, $4, $5, $6, $7, $8, $9, $10, $11 FROM intakes i WHERE i.workspace_id = $1 AND i.environment = $2 AND i.id = $3
       FOR KEY SHARE`,
      [
        ...key,
        decodeId('itd', delivery.deliveryId),
        delivery.outcome,
        delivery.reason ?? null,
        delivery.externalId ?? null,
        JSON.stringify({ runs: delivery.runs, failed: delivery.failed }),
        delivery.runs.map(({ runId }) => decodeId('run', runId)),
        delivery.bytes,
        delivery.receivedAt,
      ],
    );
    const beyond = (kept: number, only: string) => `id <= (SELECT o.id FROM intake_deliveries o
      WHERE o.workspace_id = $1 AND o.environment = $2 AND o.intake_id = $3 ${only} ORDER BY o.id DESC OFFSET ${kept} LIMIT 1)`;
    await tx.query(
      `DELETE FROM intake_deliveries WHERE workspace_id = $1 AND environment = $2 AND intake_id = $3
       AND (${beyond(KEPT, '')} OR (outcome = 'refused' AND ${beyond(KEPT_REFUSED, "AND o.outcome = 'refused'")}))`,
      key,
    );
  });
}

function keyOf({ workspaceId, environment }: Scope): unknown[] {
  return [decodeId('ws', workspaceId), environment];
}

function toIntake(row: IntakeRow): Intake {
  return {
    intakeId: row.id,
    name: row.name,
    address: row.address,
    revision: row.revision,
    document: JSON.parse(row.document) as IntakeDocument,
    secret: row.secret,
    secretHint: row.secret_hint,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toDelivery(row: DeliveryRow): IntakeDelivery {
  return {
    deliveryId: encodeId('itd', row.id),
    outcome: row.outcome,
    reason: row.reason ?? undefined,
    externalId: row.external_id ?? undefined,
    ...(JSON.parse(row.result) as Pick<IntakeDelivery, 'runs' | 'failed'>),
    bytes: row.bytes,
    receivedAt: row.received_at,
  };
}
