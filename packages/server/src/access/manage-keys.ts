/** Creating, listing and revoking API keys. A test key manages test keys only: it must never give access to live data. */
import type { Environment, Role } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { makeApiKey, type NewApiKey } from './api-key.ts';
import type { Principal } from './principal.ts';
import type { ApiKey } from './store/access-rows.ts';
import type { AccessStore } from './store/access-store.ts';

export interface KeyRequest {
  environment: Environment;
  role: Role;
  /** Required by the role `agent`, and by no other. */
  agent?: string | undefined;
  name?: string | undefined;
  expiresAt?: Date | undefined;
}

export interface ManageKeys {
  store: AccessStore;
  clock: Clock;
  keyPrefix: string;
}

/** Per workspace, not counting revoked ones. */
const MOST_KEYS = 1_000;
/** Revoked keys are listed if there is room. */
export const LISTED_KEYS = 2_000;

export interface CreatedKey {
  key: ApiKey;
  /** Shown once and not stored. */
  secret: string;
}

export async function createKey(
  { store, clock, keyPrefix }: ManageKeys,
  workspaceId: string,
  request: KeyRequest,
  made: NewApiKey = makeApiKey(keyPrefix, request.environment),
): Promise<CreatedKey> {
  const now = clock.now();
  if (request.expiresAt !== undefined && request.expiresAt <= now) {
    throw new ServiceError('invalid_parameter', { detail: 'expires_at must be in the future.' });
  }
  checkAgent(request);
  const { secret, hash, hint } = made;
  const key: ApiKey = {
    id: newId('key', now),
    workspaceId,
    environment: request.environment,
    role: request.role,
    agent: request.agent,
    name: request.name,
    hint,
    createdAt: now,
    expiresAt: request.expiresAt,
    revokedAt: undefined,
    lastUsedAt: undefined,
  };
  if (!(await store.insertKey(key, hash, MOST_KEYS)))
    throw new ServiceError('conflict', {
      detail: `The workspace already has ${MOST_KEYS} active keys, the maximum. Revoke one first.`,
    });
  return { key, secret };
}

export async function createKeyAs(deps: ManageKeys, principal: Principal, request: KeyRequest): Promise<CreatedKey> {
  if (!manageableEnvironments(principal).includes(request.environment)) {
    throw new ServiceError('forbidden', { detail: 'A test key can only create test keys; use a live admin key.' });
  }
  return createKey(deps, principal.workspaceId, request);
}

export async function listKeysAs({ store }: ManageKeys, principal: Principal): Promise<ApiKey[]> {
  return store.listKeys(principal.workspaceId, manageableEnvironments(principal), LISTED_KEYS);
}

export async function revokeKeyAs({ store, clock }: ManageKeys, principal: Principal, keyId: string): Promise<void> {
  const revoked = await store.revokeKey(principal.workspaceId, keyId, manageableEnvironments(principal), clock.now());
  if (!revoked) throw new ServiceError('not_found', { detail: 'There is no such key, or it is already revoked.' });
}

/** The role `agent` needs the agent whose calls it sees; for every other role that would have no meaning. */
export function checkAgent({ role, agent }: { role: Role; agent?: string | undefined }): void {
  if ((role === 'agent') === (agent !== undefined)) return;
  throw new ServiceError('invalid_parameter', {
    detail:
      role === 'agent'
        ? 'agent: the role agent needs the value of the dimension “agent” whose calls it may see.'
        : `agent: is only for the role agent, not for ${role}.`,
  });
}

function manageableEnvironments(principal: Principal): readonly Environment[] {
  return principal.environment === 'live' ? ['live', 'test'] : ['test'];
}
