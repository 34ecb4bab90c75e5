/**
 * Logins with which BI tools read the views of the schema `reporting`. A login is a PostgreSQL role that can read one environment of one
 * workspace and nothing else; the operator grants and revokes it.
 */
import { randomBytes } from 'node:crypto';
import type { Environment } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { LoginStore, ReportingLogin } from '../store/reporting/login-store.ts';
import { scramVerifier } from './scram-verifier.ts';

export interface GrantRequest {
  environment: Environment;
  /** Whether it also sees texts, notes, metadata and fields that identify customers. */
  identities: boolean;
  /** Connections at once. */
  connections: number;
  /** An existing role, if the service is not allowed to create one. */
  role?: string | undefined;
}

export interface GrantedLogin extends ReportingLogin {
  /** Shown once; undefined for an existing role. */
  password: string | undefined;
}

export async function grantLogin(store: LoginStore, workspaceId: string, request: GrantRequest): Promise<GrantedLogin> {
  const { role, environment, identities, connections } = request;
  // Every role of a server can read the names of all roles, so a name does not reveal the workspace.
  const login = role ?? `reporting_${randomBytes(6).toString('hex')}`;
  const password = role === undefined ? randomBytes(24).toString('base64url') : undefined;
  const granted = await store.grant({
    login,
    workspaceId,
    environment,
    identities,
    newRole: password === undefined ? undefined : { verifier: scramVerifier(password), connections },
  });
  return { ...granted, password };
}

export interface RevokedLogin {
  login: string;
  /** The login has lost access, but its role still exists. */
  isRoleLeft: boolean;
}

/** All logins of the workspace, or the named one. */
export async function revokeLogins(
  store: LoginStore,
  workspaceId: string,
  login: string | undefined,
): Promise<RevokedLogin[]> {
  const all = await store.list(workspaceId);
  const chosen = all.filter((each) => login === undefined || each.login === login);
  if (chosen.length === 0)
    throw new ServiceError('not_found', {
      detail:
        login === undefined
          ? 'The workspace has no reporting login.'
          : `${login} is not a reporting login of the workspace. "brickwork reporting list" shows them all.`,
    });
  const revoked: RevokedLogin[] = [];
  for (const each of chosen) revoked.push({ login: each.login, isRoleLeft: !(await store.revoke(each)) });
  return revoked;
}
