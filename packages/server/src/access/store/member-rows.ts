/** Rows of members, invitations and sessions, and how they are mapped. */
import type { Environment, PersonRole } from '@brickwork/contract';
import type { Actor } from '../../core/acting.ts';
import { encodeId } from '../../core/ids.ts';
import type { Invitation, Member, MemberSession } from '../members/member.ts';

export interface MemberRow {
  workspace_id: string;
  id: string;
  email: string;
  name: string;
  role: PersonRole;
  agent: string | null;
  has_password: boolean;
  has_identity: boolean;
  created_at: Date;
  last_seen_at: Date | null;
}

export const MEMBER_COLUMNS = `m.workspace_id, m.id, m.email, m.name, m.role, m.agent, m.password IS NOT NULL AS has_password,
  m.issuer IS NOT NULL AS has_identity, m.created_at, m.last_seen_at`;

export function toMember(row: MemberRow): Member {
  return {
    id: encodeId('mem', row.id),
    workspaceId: encodeId('ws', row.workspace_id),
    email: row.email,
    name: row.name,
    role: row.role,
    agent: row.agent ?? undefined,
    signsInBy: row.has_identity ? 'provider' : row.has_password ? 'password' : undefined,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at ?? undefined,
  };
}

export interface InvitationRow {
  workspace_id: string;
  id: string;
  member_id: string | null;
  email: string;
  role: PersonRole;
  agent: string | null;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

/** Of an invitation `i`. */
export const IS_OPEN = 'i.accepted_at IS NULL AND i.revoked_at IS NULL';
export const INVITATION_COLUMNS =
  'i.workspace_id, i.id, i.member_id, i.email, i.role, i.agent, i.invited_by, i.created_at, i.expires_at';

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: encodeId('inv', row.id),
    workspaceId: encodeId('ws', row.workspace_id),
    email: row.email,
    role: row.role,
    agent: row.agent ?? undefined,
    memberId: row.member_id === null ? undefined : encodeId('mem', row.member_id),
    invitedBy: JSON.parse(row.invited_by) as Actor,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export interface SessionRow {
  id: string;
  member_id: string;
  environment: Environment;
  browser: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export function toSession(row: SessionRow): MemberSession {
  return {
    id: encodeId('ses', row.id),
    memberId: encodeId('mem', row.member_id),
    environment: row.environment,
    browser: row.browser,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
