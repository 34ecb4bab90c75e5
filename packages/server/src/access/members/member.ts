/**
 * People of a workspace and how they come in. A member has a role in one workspace, and credentials for that workspace
 * alone: resetting somebody's password in one workspace gains nothing in another.
 */
import type { Environment, PersonRole } from '@brickwork/contract';
import type { Actor } from '../../core/acting.ts';

/** Of a workspace, at the same time. */
export const MOST_MEMBERS = 1_000;
export const MOST_INVITATIONS = 200;

/** Keys that seal the secrets of members' one-time codes are derived for it. */
export const SECRET_PURPOSE = 'one-time codes of members';

export interface Member {
  id: string;
  workspaceId: string;
  email: string;
  name: string;
  role: PersonRole;
  agent: string | undefined;
  /** How they sign in: undefined while a reset waits for new credentials. */
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

/** An account at the identity provider that asks to be a member's; see `link-identity.ts`. */
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

/** As an address is compared: nobody has two accounts that differ in capitals. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase();
}
