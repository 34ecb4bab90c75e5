/** Workspaces, API keys and console sessions in PostgreSQL. */
import { ENVIRONMENTS, type Environment } from '@brickwork/contract';
import { whoActs } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database, Statement } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import { RUN_KIND } from '../../queue/job-kinds.ts';
import { laneOf } from '../../queue/lane.ts';
import { resizeLanes } from '../../queue/store/lanes.ts';
import { recordAudit, recordChanges } from '../audit/store/record-audit.ts';
import {
  type ApiKey,
  FOUND_KEY,
  type FoundKeyRow,
  KEY_COLUMNS,
  type KeyRow,
  type KeyWithWorkspace,
  type SessionWithKey,
  type StoredSession,
  toFoundKey,
  toKey,
  toWorkspace,
  type Workspace,
  type WorkspaceRow,
} from './access-rows.ts';
import {
  daysOf,
  findLanguage,
  findMasking,
  findRetention,
  type Masking,
  maskingOf,
  type Retention,
} from './workspace-settings.ts';

/** For one key; the newest are kept. */
const SESSIONS_PER_KEY = 20;

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
    ...workspaceStatements(database),
    ...settingStatements(database),
    ...keyStatements(database),
    ...sessionStatements(database),
  };
}

export type AccessStore = ReturnType<typeof createAccessStore>;

function workspaceStatements(database: Database) {
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
  };
}

function settingStatements(database: Database) {
  return {
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
    /** Every node drops its cached roles; undefined settings stay unchanged. */
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
        await recordChanges(tx, record, maskingOf(before), maskingOf(after));
        await notify(tx, `${KEY_REVOKED}:`);
      });
    },
    getLanguage: (workspaceId: string): Promise<string | null> => findLanguage(database, workspaceId),
    async setLanguage(workspaceId: string, language: string | null): Promise<void> {
      await database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const before = await findLanguage(tx, workspaceId);
        await tx.query('UPDATE workspaces SET language = $2 WHERE id = $1', [id, language]);
        const target = { type: 'workspace', id: workspaceId };
        await recordChanges(
          tx,
          { workspaceId, action: 'settings.changed', target },
          { language: before ?? 'not set' },
          { language: language ?? 'not set' },
        );
      });
    },
    getRetention: (workspaceId: string): Promise<Retention> => findRetention(database, workspaceId),
  };
}

function keyStatements(database: Database) {
  return {
    /** False if the workspace has `most` keys that are not revoked. Two concurrent requests may exceed it by one. */
    async insertKey(key: ApiKey, hash: Buffer, most: number): Promise<boolean> {
      const { workspaceId, environment, role, name, hint } = key;
      const { actor } = whoActs();
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO api_keys (id, workspace_id, environment, role, name, hash, hint, created_at, expires_at, agent, created_by)
           SELECT $1::uuid, $2::uuid, $3, $4, $5, $6::bytea, $7, $8::timestamptz, $9::timestamptz, $10, $12::uuid
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
            actor.kind === 'person' ? decodeId('mem', actor.id) : null,
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
    async touchKey(workspaceId: string, keyId: string, now: Date): Promise<void> {
      await database.query(
        `UPDATE api_keys SET last_used_at = $3
         WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz - interval '1 minute')`,
        [decodeId('ws', workspaceId), decodeId('key', keyId), now],
      );
    },
  };
}

/** A console session that was started with a key. */
function sessionStatements(database: Database) {
  return {
    /** False when the key was revoked meanwhile. Also deletes sessions that have expired. */
    async insertSession({ hash, workspaceId, keyId, createdAt, expiresAt }: StoredSession): Promise<boolean> {
      return database.transaction(async (tx) => {
        await tx.query('DELETE FROM console_sessions WHERE expires_at < $1', [createdAt]);
        // Locks the key's row, so that a revocation either sees the session or is seen by it.
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
  };
}
