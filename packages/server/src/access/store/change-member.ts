/** How members and invitations, identities and links change a member's row, in their transactions. */
import { encodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { recordAudit } from '../audit/store/record-audit.ts';
import type { Member } from '../members/member.ts';
import { IS_OPEN, MEMBER_COLUMNS, type MemberRow, toMember } from './member-rows.ts';
import { revokeKeysOf } from './revoke-keys-of.ts';
import { endSessions } from './session-store.ts';

export async function lockMember(tx: Queryable, key: readonly (string | undefined)[]): Promise<Member | undefined> {
  const { rows } = await tx.query<MemberRow>(
    `SELECT ${MEMBER_COLUMNS} FROM members m WHERE m.workspace_id = $1 AND m.id = $2 AND m.removed_at IS NULL FOR UPDATE`,
    [...key],
  );
  return rows[0] && toMember(rows[0]);
}

export function targetOf({ id, email }: Member) {
  return { type: 'member', id, name: email } as const;
}

export function rightsOf({ name, role, agent }: Member) {
  return { name, role, agent };
}

export async function recordJoined(tx: Queryable, member: Member): Promise<void> {
  const { workspaceId, role, agent } = member;
  await recordAudit(tx, { workspaceId, action: 'member.joined', target: targetOf(member), details: { role, agent } });
}

/** Nobody would be left to manage the others. Locks the admins' rows: if two admins demote each other, one stays. */
export async function isLastAdmin(
  tx: Queryable,
  [workspace, member]: readonly (string | undefined)[],
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM members WHERE workspace_id = $1 AND role = 'admin' AND removed_at IS NULL ORDER BY id FOR UPDATE`,
    [workspace],
  );
  return rows.length === 1 && rows[0]?.id === member;
}

export async function removeMember(
  tx: Queryable,
  key: readonly (string | undefined)[],
  now: Date,
): Promise<true | undefined> {
  const { rows } = await tx.query<{ email: string }>(
    `UPDATE members SET removed_at = $3, password = NULL, code_secret = NULL, recovery_key = NULL, issuer = NULL, subject = NULL
     WHERE workspace_id = $1 AND id = $2 AND removed_at IS NULL RETURNING email`,
    [...key, now],
  );
  if (rows[0] === undefined) return undefined;
  await endSessions(tx, key[0], key[1]);
  await revokeKeysOf(tx, key[0] ?? '', key[1] ?? '', now);
  await recordAudit(tx, {
    workspaceId: encodeId('ws', key[0] ?? ''),
    action: 'member.removed',
    target: { type: 'member', id: encodeId('mem', key[1] ?? ''), name: rows[0].email },
  });
  await tx.query(
    `UPDATE invitations i SET revoked_at = $3 WHERE i.workspace_id = $1 AND i.member_id = $2 AND ${IS_OPEN}`,
    [...key, now],
  );
  return true;
}
