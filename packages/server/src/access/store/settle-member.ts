/**
 * Updates a member from a directory's user: with the role of their groups while active, removed otherwise. People who leave are signed out
 * immediately, and the keys that they created are revoked.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId, newUuid } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { recordChanges } from '../audit/store/record-audit.ts';
import { nameOfUser } from '../directory/directory.ts';
import { type Grant, type GroupRule, grantsOf } from '../members/grants.ts';
import { type Member, MOST_MEMBERS } from '../members/member.ts';
import { recordJoined, removeMember } from './change-member.ts';
import { keepLastAdmin, memberWith, rightsOf } from './identity-store.ts';
import { MEMBER_COLUMNS, type MemberRow, toMember } from './member-rows.ts';
import { endSessions } from './session-store.ts';

interface Scope {
  workspace: string;
  rules: readonly GroupRule[];
}

interface UserRow {
  user_name: string;
  external_id: string | null;
  active: boolean;
  email: string;
  document: string;
  member_id: string | null;
  groups: string[];
}

type FoundMember = Member & { isRemoved: boolean };

export async function settleMember(
  tx: Queryable,
  { workspace, rules }: Scope,
  userId: string,
  now: Date,
): Promise<void> {
  const user = await lockUser(tx, workspace, userId);
  const claims = { email: user.email, sub: user.external_id, userName: user.user_name };
  const [grant] = user.active ? grantsOf(rules, user.groups, claims) : [];
  const member = await memberOf(tx, workspace, user);
  if (grant !== undefined) {
    const settled = await give(tx, workspace, user, member, grant, now);
    await tx.query('UPDATE directory_users SET member_id = $3 WHERE workspace_id = $1 AND id = $2', [
      workspace,
      userId,
      decodeId('mem', settled.id),
    ]);
    return;
  }
  if (member === undefined || member.isRemoved) return;
  // The directory may not remove a person to whom it never gave a role; it may remove a person who has left.
  const isManaged = user.member_id !== null;
  if (user.active && (!isManaged || (await keepLastAdmin(tx, workspace, member)))) return;
  await removeMember(tx, [workspace, decodeId('mem', member.id)], now);
}

async function lockUser(tx: Queryable, workspace: string, userId: string): Promise<UserRow> {
  const { rows } = await tx.query<UserRow>(
    `SELECT u.user_name, u.external_id, u.active, u.email, u.document, u.member_id, ARRAY(
       SELECT g.display_name FROM directory_group_users m JOIN directory_groups g ON g.workspace_id = m.workspace_id AND g.id = m.group_id
       WHERE m.workspace_id = u.workspace_id AND m.user_id = u.id) AS groups
     FROM directory_users u WHERE u.workspace_id = $1 AND u.id = $2 FOR UPDATE OF u`,
    [workspace, userId],
  );
  if (rows[0] === undefined) throw new ServiceError('not_found', { detail: 'There is no such user.' });
  return rows[0];
}

/** The member created by the directory, otherwise the one who signs in with that account, otherwise the one with that address. */
async function memberOf(tx: Queryable, workspace: string, user: UserRow): Promise<FoundMember | undefined> {
  const { rows } = await tx.query<MemberRow & { is_removed: boolean }>(
    `SELECT ${MEMBER_COLUMNS}, m.removed_at IS NOT NULL AS is_removed FROM members m WHERE m.workspace_id = $1
       AND (m.id = $2 OR (m.removed_at IS NULL AND (m.subject = $3 OR m.email = $4)))
     ORDER BY m.id = $2 DESC NULLS LAST, m.subject = $3 DESC NULLS LAST LIMIT 1 FOR UPDATE`,
    [workspace, user.member_id, user.external_id, user.email],
  );
  return rows[0] && { ...toMember(rows[0]), isRemoved: rows[0].is_removed };
}

async function give(
  tx: Queryable,
  workspace: string,
  user: UserRow,
  before: FoundMember | undefined,
  { role, agent }: Grant,
  now: Date,
): Promise<Member> {
  const name = nameOfUser({ userName: user.user_name, document: JSON.parse(user.document) as Record<string, unknown> });
  const other = await memberWith(tx, workspace, user.email);
  const isFree = other === undefined || other.id === before?.id;
  if (before === undefined || (before.isRemoved && !isFree))
    return join(tx, workspace, user.email, name, { role, agent }, now);
  const isKept =
    before.role === 'admin' && role !== 'admin' && !before.isRemoved && (await keepLastAdmin(tx, workspace, before));
  const { rows } = await tx.query<MemberRow>(
    `UPDATE members m SET email = $3, name = $4, role = $5, agent = $6, removed_at = NULL WHERE m.workspace_id = $1 AND m.id = $2 RETURNING ${MEMBER_COLUMNS}`,
    [
      ...[workspace, decodeId('mem', before.id), isFree ? user.email : before.email, name],
      ...(isKept ? ['admin', null] : [role, agent ?? null]),
    ],
  );
  const after = toMember(rows[0] as MemberRow);
  if (before.isRemoved) await recordJoined(tx, after);
  else {
    if (before.role !== after.role || before.agent !== after.agent)
      await endSessions(tx, workspace, decodeId('mem', before.id));
    const target = { type: 'member', id: after.id, name: after.email } as const;
    const record = { workspaceId: after.workspaceId, action: 'member.changed', target } as const;
    await recordChanges(tx, record, rightsOf(before), rightsOf(after));
  }
  return after;
}

/** Without credentials: they sign in with the identity provider, or get a link by a reset. */
async function join(
  tx: Queryable,
  workspace: string,
  email: string,
  name: string,
  { role, agent }: Pick<Grant, 'role' | 'agent'>,
  now: Date,
): Promise<Member> {
  const { rows: counted } = await tx.query<{ members: number }>(
    'SELECT count(*)::int AS members FROM members WHERE workspace_id = $1 AND removed_at IS NULL',
    [workspace],
  );
  if ((counted[0]?.members ?? 0) >= MOST_MEMBERS)
    throw new ServiceError('conflict', { detail: `A workspace has at most ${MOST_MEMBERS} members.` });
  const { rows } = await tx.query<MemberRow>(
    `INSERT INTO members AS m (workspace_id, id, email, name, role, agent, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${MEMBER_COLUMNS}`,
    [workspace, newUuid(now), email, name, role, agent ?? null, now],
  );
  const member = toMember(rows[0] as MemberRow);
  await recordJoined(tx, member);
  return member;
}
