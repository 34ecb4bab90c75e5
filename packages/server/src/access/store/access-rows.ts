/** How workspaces, keys and sessions are stored, and how rows are mapped to them. */
import type { Environment, Role } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  createdAt: Date;
}

/** A workspace with its settings for what members see. */
export interface WorkspaceOfKey extends Workspace {
  /** Roles for which every read is masked. */
  identitiesHiddenFrom: readonly string[];
}

export interface ApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  role: Role;
  /** With the role `agent`: the agent whose calls it sees. */
  agent: string | undefined;
  name: string | undefined;
  hint: string;
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  lastUsedAt: Date | undefined;
}

/** A key with its workspace: everything that a request needs, in one indexed query. */
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

export interface WorkspaceRow {
  id: string;
  name: string;
  plan: string;
  created_at: Date;
}

export interface KeyRow {
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

export const KEY_COLUMNS =
  'id, workspace_id, environment, role, agent, name, hint, created_at, expires_at, revoked_at, last_used_at';

export const FOUND_KEY = `k.id, k.workspace_id, k.environment, k.role, k.agent, k.name, k.hint, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
  w.name AS workspace_name, w.plan AS workspace_plan, w.created_at AS workspace_created_at, w.identities_hidden_from AS workspace_hidden_from`;

export interface FoundKeyRow extends KeyRow {
  workspace_name: string;
  workspace_plan: string;
  workspace_created_at: Date;
  workspace_hidden_from: string[];
}

export function toFoundKey(row: FoundKeyRow): KeyWithWorkspace {
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

export function toWorkspace(row: WorkspaceRow): Workspace {
  return { id: encodeId('ws', row.id), name: row.name, plan: row.plan, createdAt: row.created_at };
}

export function toKey(row: KeyRow): ApiKey {
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
