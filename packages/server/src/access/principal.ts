/** Who is calling: workspace, environment, role and name. Every use case starts from a principal. */
import { type Endpoint, type Permission, ROLE_PERMISSIONS, type Role } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Actor } from '../core/acting.ts';
import type { Scope } from '../core/scope.ts';

export interface Principal extends Scope {
  workspaceName: string;
  plan: string;
  actor: Actor;
  /** A person signed in to the console, rather than a program with a key. */
  isSession?: boolean | undefined;
  role: Role;
  /** The workspace masks everything for this role. */
  hidesIdentities: boolean;
  /** With the role `agent`: the agent whose calls are visible, from the dimension `agent`. */
  agent?: string | undefined;
}

export function may(principal: Principal, permission: Permission): boolean {
  if (permission === 'identities:read' && principal.hidesIdentities) return false;
  return ROLE_PERMISSIONS[principal.role].includes(permission);
}

/** Whether only their own calls may be shown to them. */
export function seesOwnCallsOnly(principal: Principal): boolean {
  return !may(principal, 'runs:read');
}

export function requirePermission(principal: Principal, permission: Permission): void {
  if (may(principal, permission)) return;
  throw new ServiceError('forbidden', {
    detail: `This needs the permission ${permission}, which the role ${principal.role} does not have. ${ADVICE[principal.actor.kind]}`,
  });
}

/** Callers who may see only their own calls are refused unless the endpoint declares that it is limited to these. */
export function requireAccess(principal: Principal, { access, own }: Pick<Endpoint, 'access' | 'own'>): void {
  if (access === 'any_key' || access === 'public') return;
  if (own === true && may(principal, 'runs:read_own')) return;
  requirePermission(principal, access);
}

const ADVICE: Readonly<Record<Actor['kind'], string>> = {
  key: 'Use a key with another role.',
  person: 'Ask an admin of the workspace for another role.',
  system: 'The service never does this on its own.',
};
