/** Workspaces, API keys and console sessions in PostgreSQL. */
import { ENVIRONMENTS, type Environment, type MaskClass, type Role } from '@brickwork/contract';
import { recordAudit, recordChanges } from '../../audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database, Queryable, Statement } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import { resizeLanes } from '../../queue/store/lanes.ts';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  createdAt: Date;
}

/** A workspace with what decides how its members see things. */
export interface WorkspaceOfKey extends Workspace {
  /** Roles that see every read masked. */
  identitiesHiddenFrom: readonly string[];
}

export interface Retention {
  inputDays: number | null;
  outputDays: number | null;
  runDays: number | null;
  auditDays: number | null;
}

/** What is masked before a model, and the roles that see every read masked. */
export interface Masking {
  mask: readonly MaskClass[];
  identitiesHiddenFrom: readonly Role[];
}

export interface ApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  role: Role;
  /** With the role `agent`: whose calls it sees. */
  agent: string | undefined;
  name: string | undefined;
  hint: string;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  lastUsedAt: Date | undefined;
}

/** A key with its workspace: all that a request needs, in one indexed query. */
export interface KeyWithWorkspace {
  key: ApiKey;
  workspace: WorkspaceOfKey;
}

/** Somebody signed in to the console with a key. */
export interface StoredSession {
  hash: Buffer;
  workspaceId: string;
  keyId: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface SessionWithKey extends KeyWithWorkspace {
  expiresAt: Date;
}

interface WorkspaceRow {
  id: string;
  name: string;
  plan: string;
  created_at: Date;
}

interface KeyRow {
  id: string;
  workspace_id: string;
  environment: Environment;
  role: Role;
  agent: string | null;
  name: string | null;
  hint: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** Of one key, the newest are kept. */
const SESSIONS_PER_KEY = 20;

const KEY_COLUMNS =
  'id, workspace_id, environment, role, agent, name, hint, created_at, expires_at, revoked_at, last_used_at';

const FOUND_KEY = `k.id, k.workspace_id, k.environment, k.role, k.agent, k.name, k.hint, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
  w.name AS workspace_name, w.plan AS workspace_plan, w.created_at AS workspace_created_at, w.identities_hidden_from AS workspace_hidden_from`;

interface FoundKeyRow extends KeyRow {
  workspace_name: string;
  workspace_plan: string;
  workspace_created_at: Date;
  workspace_hidden_from: string[];
}

const FIND_KEY: Statement = {
  name: 'find_key_by_hash',
  text: `SELECT ${FOUND_KEY} FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = $1`,
};

const FIND_SESSION: Statement = {
  name: 'find_session',
  text: `SELECT ${FOUND_KEY}, s.expires_at AS session_expires_at FROM console_sessions s
         JOIN api_keys k ON k.id = s.key_id JOIN workspaces w ON w.id = k.workspace_id WHERE s.hash = $1`,
};

export const KEY_REVOKED = 'key_revoked';

export function createAccessStore(database: Database) {
  return {
    async insertWorkspace(workspace: Workspace): Promise<'inserted' | 'name_taken'> {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          'INSERT INTO workspaces (id, name, plan, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING',
          [decodeId('ws', workspace.id), workspace.name, workspace.plan, workspace.createdAt],
        );
        if (rowCount !== 1) return 'name_taken';
        const { id: workspaceId, name, plan } = workspace;
        const target = { type: 'workspace', id: workspaceId, name };
        await recordAudit(tx, { workspaceId, action: 'workspace.created', target, details: { plan } });
        return 'inserted';
      });
    },
    async listWorkspaces(): Promise<Workspace[]> {
      const { rows } = await database.query<WorkspaceRow>(
        'SELECT id, name, plan, created_at FROM workspaces ORDER BY id',
      );
      return rows.map(toWorkspace);
    },
    async findWorkspace(name: string): Promise<Workspace | undefined> {
      const { rows } = await database.query<WorkspaceRow>(
        'SELECT id, name, plan, created_at FROM workspaces WHERE name = $1',
        [name],
      );
      return rows[0] && toWorkspace(rows[0]);
    },
    /** Also releases or parks the runs that the plan's concurrency limit affects; every node drops its cached plan. */
    async setPlan(workspaceId: string, plan: string, runsAtOnce: number | null): Promise<void> {
      const id = decodeId('ws', workspaceId);
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ plan: string }>(
          'SELECT plan FROM workspaces WHERE id = $1 FOR NO KEY UPDATE',
          [id],
        );
        await tx.query('UPDATE workspaces SET plan = $2 WHERE id = $1', [id, plan]);
        const target = { type: 'workspace', id: workspaceId };
        await recordChanges(tx, { workspaceId, action: 'plan.changed', target }, rows[0], { plan });
        const lanes = ENVIRONMENTS.map((environment) => laneOf({ workspaceId, environment }));
        await resizeLanes(tx, RUN_KIND, lanes, runsAtOnce);
        await notify(tx, `${KEY_REVOKED}:`);
      });
    },
    /** Days that inputs, outputs, whole runs and audit entries are kept; null = forever. */
    async setRetention(workspaceId: string, retention: Retention): Promise<void> {
      const { inputDays, outputDays, runDays, auditDays } = retention;
      await database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const before = await findRetention(tx, workspaceId);
        await tx.query(
          `UPDATE workspaces SET keep_input_days = $2, keep_output_days = $3, keep_run_days = $4, keep_audit_days = $5
           WHERE id = $1`,
          [id, inputDays, outputDays, runDays, auditDays],
        );
        const target = { type: 'workspace', id: workspaceId };
        const record = { workspaceId, action: 'retention.changed', target } as const;
        await recordChanges(tx, record, daysOf(before), daysOf(retention));
      });
    },
    getMasking: (workspaceId: string): Promise<Masking> => findMasking(database, workspaceId),
    /** Every node drops what it knows of roles; what is undefined stays as it is. */
    async setMasking(workspaceId: string, change: Partial<Masking>): Promise<void> {
      await database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const before = await findMasking(tx, workspaceId);
        const after = { ...before, ...change };
        await tx.query('UPDATE workspaces SET mask = $2, identities_hidden_from = $3 WHERE id = $1', [
          id,
          [...after.mask],
          [...after.identitiesHiddenFrom],
        ]);
        const record = {
          workspaceId,
          action: 'settings.changed',
          target: { type: 'workspace', id: workspaceId },
        } as const;
        await recordChanges(tx, record, toWire(before), toWire(after));
        await notify(tx, `${KEY_REVOKED}:`);
      });
    },
    getRetention: (workspaceId: string): Promise<Retention> => findRetention(database, workspaceId),
    /** False when the workspace has `most` keys that are not revoked. Two at once may make one more. */
    async insertKey(key: ApiKey, hash: Buffer, most: number): Promise<boolean> {
      const { workspaceId, environment, role, name, hint } = key;
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO api_keys (id, workspace_id, environment, role, name, hash, hint, created_at, expires_at, agent)
           SELECT $1::uuid, $2::uuid, $3, $4, $5, $6::bytea, $7, $8::timestamptz, $9::timestamptz, $10
           WHERE (SELECT count(*) FROM api_keys WHERE workspace_id = $2::uuid AND revoked_at IS NULL) < $11`,
          [
            decodeId('key', key.id),
            decodeId('ws', workspaceId),
            environment,
            role,
            name ?? null,
            hash,
            hint,
            key.createdAt,
            key.expiresAt ?? null,
            key.agent ?? null,
            most,
          ],
        );
        if (rowCount !== 1) return false;
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'key.created',
          target: { type: 'key', id: key.id, name: name ?? hint },
          details: { role, hint, expires_at: key.expiresAt?.toISOString() },
        });
        return true;
      });
    },
    /** Oldest first: those that are not revoked, then the newest of the others, `most` in all. */
    async listKeys(workspaceId: string, environments: readonly Environment[], most: number): Promise<ApiKey[]> {
      const { rows } = await database.query<KeyRow>(
        `SELECT ${KEY_COLUMNS} FROM (SELECT * FROM api_keys WHERE workspace_id = $1 AND environment = ANY ($2)
           ORDER BY revoked_at IS NULL DESC, id DESC LIMIT ${most}) k ORDER BY id`,
        [decodeId('ws', workspaceId), [...environments]],
      );
      return rows.map(toKey);
    },
    /** Ends the key's sessions and notifies every node in the same transaction to drop the key from its cache; false when it does not exist or is already revoked. */
    async revokeKey(
      workspaceId: string,
      keyId: string,
      environments: readonly Environment[],
      now: Date,
    ): Promise<boolean> {
      const id = decodeId('key', keyId);
      if (id === undefined) return false;
      return database.transaction(async (tx) => {
        const { rows } = await tx.query<{ environment: Environment; name: string | null; hint: string }>(
          `UPDATE api_keys SET revoked_at = $4 WHERE workspace_id = $1 AND id = $2 AND environment = ANY ($3) AND revoked_at IS NULL
           RETURNING environment, name, hint`,
          [decodeId('ws', workspaceId), id, [...environments], now],
        );
        const [revoked] = rows;
        if (revoked === undefined) return false;
        const { environment, name, hint } = revoked;
        const target = { type: 'key', id: keyId, name: name ?? hint };
        await recordAudit(tx, { workspaceId, environment, action: 'key.revoked', target });
        await tx.query('DELETE FROM console_sessions WHERE workspace_id = $1 AND key_id = $2', [
          decodeId('ws', workspaceId),
          id,
        ]);
        await notify(tx, `${KEY_REVOKED}:${keyId}`);
        return true;
      });
    },
    async findKeyByHash(hash: Buffer): Promise<KeyWithWorkspace | undefined> {
      const { rows } = await database.lookUps.query<FoundKeyRow>(FIND_KEY, [hash]);
      return rows[0] && toFoundKey(rows[0]);
    },
    /** False when the key was revoked meanwhile. Also deletes sessions that have expired. */
    async insertSession({ hash, workspaceId, keyId, createdAt, expiresAt }: StoredSession): Promise<boolean> {
      return database.transaction(async (tx) => {
        await tx.query('DELETE FROM console_sessions WHERE expires_at < $1', [createdAt]);
        // Locks the key's row, so that a revocation either sees the session or is seen.
        const { rowCount } = await tx.query(
          `WITH k AS (SELECT id, workspace_id FROM api_keys
             WHERE workspace_id = $2 AND id = $3 AND revoked_at IS NULL FOR SHARE)
           INSERT INTO console_sessions (hash, workspace_id, key_id, created_at, expires_at)
           SELECT $1, k.workspace_id, k.id, $4, $5 FROM k`,
          [hash, decodeId('ws', workspaceId), decodeId('key', keyId), createdAt, expiresAt],
        );
        await tx.query(
          `DELETE FROM console_sessions WHERE workspace_id = $1 AND key_id = $2 AND hash NOT IN (
             SELECT hash FROM console_sessions WHERE workspace_id = $1 AND key_id = $2 ORDER BY created_at DESC, hash LIMIT ${SESSIONS_PER_KEY})`,
          [decodeId('ws', workspaceId), decodeId('key', keyId)],
        );
        if (rowCount !== 1) return false;
        await recordAudit(tx, { workspaceId, action: 'key.signed_in', target: { type: 'key', id: keyId } });
        return true;
      });
    },
    async findSession(hash: Buffer): Promise<SessionWithKey | undefined> {
      const { rows } = await database.lookUps.query<FoundKeyRow & { session_expires_at: Date }>(FIND_SESSION, [hash]);
      return rows[0] && { ...toFoundKey(rows[0]), expiresAt: rows[0].session_expires_at };
    },
    /** Every node drops it from its cache. */
    async deleteSession(hash: Buffer): Promise<void> {
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ key_id: string }>(
          'DELETE FROM console_sessions WHERE hash = $1 RETURNING key_id',
          [hash],
        );
        for (const { key_id } of rows) await notify(tx, `${KEY_REVOKED}:${encodeId('key', key_id)}`);
      });
    },
    async touchKey(workspaceId: string, keyId: string, now: Date): Promise<void> {
      await database.query(
        `UPDATE api_keys SET last_used_at = $3
         WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`,
        [decodeId('ws', workspaceId), decodeId('key', keyId), now],
      );
    },
  };
}

export type AccessStore = ReturnType<typeof createAccessStore>;

async function findMasking(on: Queryable, workspaceId: string): Promise<Masking> {
  const { rows } = await on.query<{ mask: MaskClass[]; identities_hidden_from: Role[] }>(
    { name: 'masking_of', text: 'SELECT mask, identities_hidden_from FROM workspaces WHERE id = $1' },
    [decodeId('ws', workspaceId)],
  );
  return { mask: rows[0]?.mask ?? [], identitiesHiddenFrom: rows[0]?.identities_hidden_from ?? [] };
}

function toWire({ mask, identitiesHiddenFrom }: Masking) {
  return { mask: mask.join(', '), identities_hidden_from: identitiesHiddenFrom.join(', ') };
}

type RetentionRow = Record<`keep_${'input' | 'output' | 'run' | 'audit'}_days`, number | null>;

async function findRetention(on: Queryable, workspaceId: string): Promise<Retention> {
  const { rows } = await on.query<RetentionRow>(
    'SELECT keep_input_days, keep_output_days, keep_run_days, keep_audit_days FROM workspaces WHERE id = $1',
    [decodeId('ws', workspaceId)],
  );
  const row = rows[0];
  return {
    inputDays: row?.keep_input_days ?? null,
    outputDays: row?.keep_output_days ?? null,
    runDays: row?.keep_run_days ?? null,
    auditDays: row?.keep_audit_days ?? null,
  };
}

/** As the audit log tells them. */
function daysOf(retention: Retention): Record<string, number | 'forever'> {
  const { inputDays, outputDays, runDays, auditDays } = retention;
  const days = { input_days: inputDays, output_days: outputDays, run_days: runDays, audit_days: auditDays };
  return Object.fromEntries(Object.entries(days).map(([name, value]) => [name, value ?? 'forever']));
}

function toFoundKey(row: FoundKeyRow): KeyWithWorkspace {
  return {
    key: toKey(row),
    workspace: {
      ...toWorkspace({
        id: row.workspace_id,
        name: row.workspace_name,
        plan: row.workspace_plan,
        created_at: row.workspace_created_at,
      }),
      identitiesHiddenFrom: row.workspace_hidden_from,
    },
  };
}

function toWorkspace(row: WorkspaceRow): Workspace {
  return { id: encodeId('ws', row.id), name: row.name, plan: row.plan, createdAt: row.created_at };
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: encodeId('key', row.id),
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    role: row.role,
    agent: row.agent ?? undefined,
    name: row.name ?? undefined,
    hint: row.hint,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
