/** Who is calling: a workspace, an environment and the key's role. Every use case starts from one. */
import { type Environment, type Permission, ROLE_PERMISSIONS, type Role } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';

export interface Principal {
  workspaceId: string;
  workspaceName: string;
  plan: string;
  environment: Environment;
  keyId: string;
  role: Role;
}

export function may(principal: Principal, permission: Permission): boolean {
  return ROLE_PERMISSIONS[principal.role].includes(permission);
}

export function requirePermission(principal: Principal, permission: Permission): void {
  if (may(principal, permission)) return;
  throw new ServiceError('forbidden', {
    detail: `This needs the permission ${permission}, which the role ${principal.role} does not have. Use a key with another role.`,
  });
}
