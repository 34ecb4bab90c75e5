/** Members who sign in by a provider: their rows follow from what it says, in one transaction per sign-in. */

import { decodeId, encodeId, newUuid } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { recordAudit, recordChanges } from '../audit/store/record-audit.ts';
import type { Grant } from '../members/grants.ts';
import type { Member } from '../members/member.ts';
import { MEMBER_COLUMNS, type MemberRow, toMember } from './member-rows.ts';
import { isLastAdmin, recordJoined, removeMember } from './member-store.ts';
import { endSessions } from './session-store.ts';

export interface KnownIdentity {
  issuer: string;
  subject: string;
  email: string;
  name: string;
}

export interface Membership {
  member: Member;
  workspaceName: string;
}

export function createIdentityStore(database: Database) {
  return {
    /**
     * Makes the memberships what the grants say: joins, changes and removes. A member with the same address and a password is the same person: from
     * now on the provider decides. Grants for workspaces that do not exist are left out. The last admin of a workspace stays one, whatever the grants say.
     */
    apply: (identity: KnownIdentity, grants: readonly Grant[], now: Date): Promise<Membership[]> =>
      database.transaction(async (tx) => {
        const memberships: Membership[] = [];
        for (const grant of grants) {
          const { rows } = await tx.query<{ id: string }>('SELECT id FROM workspaces WHERE name = $1', [
            grant.workspace,
          ]);
          if (rows[0] === undefined) continue;
          memberships.push({
            member: await put(tx, rows[0].id, identity, grant, now),
            workspaceName: grant.workspace,
          });
        }
        await removeOthers(tx, identity, memberships, now);
        return memberships;
      }),
    /** Of the person whose membership this is, in all workspaces, by their names. */
    async ofMember(workspaceId: string, memberId: string): Promise<Membership[]> {
      const { rows } = await database.query<MemberRow & { workspace_name: string }>(
        `SELECT ${MEMBER_COLUMNS}, w.name AS workspace_name FROM members me
         JOIN members m ON m.issuer = me.issuer AND m.subject = me.subject AND m.removed_at IS NULL
         JOIN workspaces w ON w.id = m.workspace_id
         WHERE me.workspace_id = $1 AND me.id = $2 AND me.issuer IS NOT NULL AND me.removed_at IS NULL ORDER BY w.name`,
        [decodeId('ws', workspaceId), decodeId('mem', memberId)],
      );
      return rows.map((row) => ({ member: toMember(row), workspaceName: row.workspace_name }));
    },
  };
}

export type IdentityStore = ReturnType<typeof createIdentityStore>;

async function put(
  tx: Queryable,
  workspace: string,
  { issuer, subject, email, name }: KnownIdentity,
  { role, agent }: Grant,
  now: Date,
): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `SELECT ${MEMBER_COLUMNS} FROM members m WHERE m.workspace_id = $1 AND m.removed_at IS NULL
       AND ((m.issuer = $2 AND m.subject = $3) OR (m.issuer IS NULL AND m.email = $4))
     ORDER BY m.issuer IS NULL LIMIT 1 FOR UPDATE`,
    [workspace, issuer, subject, email],
  );
  const before = rows[0] && toMember(rows[0]);
  await freeAddress(tx, workspace, email, before?.id, now);
  const isKept = before?.role === 'admin' && role !== 'admin' && (await keepLastAdmin(tx, workspace, before));
  const values = [workspace, issuer, subject, email, name, ...(isKept ? ['admin', null] : [role, agent ?? null])];
  if (before === undefined) {
    const { rows: inserted } = await tx.query<MemberRow>(
      `INSERT INTO members AS m (workspace_id, issuer, subject, email, name, role, agent, id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${MEMBER_COLUMNS}`,
      [...values, newUuid(now), now],
    );
    const member = toMember(found(inserted));
    await recordJoined(tx, member);
    return member;
  }
  const { rows: updated } = await tx.query<MemberRow>(
    `UPDATE members m SET issuer = $2, subject = $3, email = $4, name = $5, role = $6, agent = $7, password = NULL, code_secret = NULL
     WHERE m.workspace_id = $1 AND m.id = $8 RETURNING ${MEMBER_COLUMNS}`,
    [...values, decodeId('mem', before.id)],
  );
  const after = toMember(found(updated));
  if (before.role !== after.role || before.agent !== after.agent || before.signsInBy !== 'provider')
    await endSessions(tx, workspace, decodeId('mem', before.id));
  const target = { type: 'member', id: after.id, name: after.email } as const;
  const record = { workspaceId: after.workspaceId, action: 'member.changed', target } as const;
  await recordChanges(tx, record, rightsOf(before), rightsOf(after));
  return after;
}

/**
 * Somebody else may have had the address before, whom the provider no longer knows by it. The last admin stays, under an address that nobody has, until
 * the provider tells theirs at their next sign-in.
 */
async function freeAddress(
  tx: Queryable,
  workspace: string,
  email: string,
  memberId: string | undefined,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM members WHERE workspace_id = $1 AND email = $2 AND removed_at IS NULL FOR UPDATE',
    [workspace, email],
  );
  for (const { id } of rows) {
    const other = encodeId('mem', id);
    if (other === memberId) continue;
    if (await keepLastAdmin(tx, workspace, { id: other, email }))
      await tx.query('UPDATE members SET email = $3 WHERE workspace_id = $1 AND id = $2', [
        workspace,
        id,
        `${other.toLowerCase()}@address-moved.invalid`,
      ]);
    else await removeMember(tx, [workspace, id], now);
  }
}

/** Workspaces that no group opens any more. */
async function removeOthers(
  tx: Queryable,
  { issuer, subject }: KnownIdentity,
  kept: readonly Membership[],
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ workspace_id: string; id: string; email: string }>(
    'SELECT workspace_id, id, email FROM members WHERE issuer = $1 AND subject = $2 AND removed_at IS NULL ORDER BY id FOR UPDATE',
    [issuer, subject],
  );
  for (const { workspace_id, id, email } of rows) {
    const row = { id: encodeId('mem', id), email };
    if (!kept.some(({ member }) => member.id === encodeId('mem', id)) && !(await keepLastAdmin(tx, workspace_id, row)))
      await removeMember(tx, [workspace_id, id], now);
  }
}

/** A mistake in the groups must not leave a workspace that nobody can manage. True where the member stays an admin; the log says so. */
async function keepLastAdmin(
  tx: Queryable,
  workspace: string,
  { id, email }: Pick<Member, 'id' | 'email'>,
): Promise<boolean> {
  if (!(await isLastAdmin(tx, [workspace, decodeId('mem', id)]))) return false;
  await recordAudit(tx, {
    workspaceId: encodeId('ws', workspace),
    action: 'member.kept',
    target: { type: 'member', id, name: email },
  });
  return true;
}

function rightsOf({ name, role, agent, signsInBy }: Member) {
  return { name, role, agent, signs_in_by: signsInBy };
}

function found(rows: readonly MemberRow[]): MemberRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a member disappeared while it was locked');
  return row;
}
