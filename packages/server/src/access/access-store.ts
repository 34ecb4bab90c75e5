/** What the access room needs from storage. */
import type { Environment, Role } from '@brickwork/contract';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  createdAt: Date;
}

export interface Retention {
  inputDays: number | null;
  outputDays: number | null;
  runDays: number | null;
}

export interface ApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  role: Role;
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
  workspace: Workspace;
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

export interface AccessStore {
  insertWorkspace(workspace: Workspace): Promise<'inserted' | 'name_taken'>;
  listWorkspaces(): Promise<Workspace[]>;
  findWorkspace(name: string): Promise<Workspace | undefined>;
  /** Also releases or parks the runs that the plan's concurrency limit affects; every node drops its cached plan. */
  setPlan(workspaceId: string, plan: string, runsAtOnce: number | null): Promise<void>;
  /** Days that inputs, outputs and whole runs are kept; null = forever. */
  setRetention(workspaceId: string, retention: Retention): Promise<void>;
  getRetention(workspaceId: string): Promise<Retention>;

  insertKey(key: ApiKey, hash: Buffer): Promise<void>;
  listKeys(workspaceId: string): Promise<ApiKey[]>;
  /** Ends the key's sessions and notifies every node in the same transaction to drop the key from its cache; false when it does not exist or is already revoked. */
  revokeKey(workspaceId: string, keyId: string, environments: readonly Environment[], now: Date): Promise<boolean>;
  findKeyByHash(hash: Buffer): Promise<KeyWithWorkspace | undefined>;
  touchKey(workspaceId: string, keyId: string, now: Date): Promise<void>;

  /** False when the key was revoked meanwhile. Also deletes sessions that have expired. */
  insertSession(session: StoredSession): Promise<boolean>;
  findSession(hash: Buffer): Promise<SessionWithKey | undefined>;
  /** Every node drops it from its cache. */
  deleteSession(hash: Buffer): Promise<void>;
}
