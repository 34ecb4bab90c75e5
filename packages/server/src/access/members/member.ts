/**
 * The people of a workspace and how they sign in. A member has a role and credentials in one workspace only: resetting somebody's password
 * in one workspace gives no access to another.
 */
import type { Environment, PersonRole } from '@brickwork/contract';
import type { Actor } from '../../core/acting.ts';

/** Per workspace, at the same time. */
export const MOST_MEMBERS = 1_000;
export const MOST_INVITATIONS = 200;

/** Context for the keys that seal members' one-time-code secrets. */
export const SECRET_PURPOSE = 'one-time codes of members';

export interface Member {
  id: string;
  workspaceId: string;
  email: string;
  name: string;
  role: PersonRole;
  agent: string | undefined;
  /** How they sign in: undefined while a reset is waiting for new credentials. */
  signsInBy: 'password' | 'provider' | undefined;
  createdAt: Date;
  lastSeenAt: Date | undefined;
}

/** What is checked when somebody signs in with a password. */
export interface Credentials {
  password: string;
  codeSecret: Buffer;
  codeStep: number;
  /** Sealed. */
  recoveryKey: Buffer | undefined;
}

export interface Invitation {
  id: string;
  workspaceId: string;
  email: string;
  role: PersonRole;
  agent: string | undefined;
  /** Gives this member new credentials. */
  memberId: string | undefined;
  invitedBy: Actor;
  createdAt: Date;
  expiresAt: Date;
}

/** An account at the identity provider that asks to be linked to a member; see `link-identity.ts`. */
export interface IdentityLink {
  id: string;
  workspaceId: string;
  workspaceName: string;
  member: Pick<Member, 'id' | 'email' | 'name' | 'role' | 'signsInBy'>;
  issuer: string;
  subject: string;
  /** The name of the account at the provider. */
  name: string;
  role: PersonRole;
  agent: string | undefined;
  createdAt: Date;
  expiresAt: Date;
}

export interface MemberSession {
  id: string;
  memberId: string;
  environment: Environment;
  browser: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** The form in which addresses are compared: nobody has two accounts that differ only in case. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}
