/** Members who sign in with a provider: their rows are updated from its data, in one transaction per sign-in. */

import { decodeId, encodeId, newUuid } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { recordAudit, recordChanges } from '../audit/store/record-audit.ts';
import type { Grant } from '../members/grants.ts';
import type { IdentityLink, Member } from '../members/member.ts';
import { isLastAdmin, recordJoined, removeMember } from './change-member.ts';
import { requestLink } from './link-store.ts';
import { MEMBER_COLUMNS, type MemberRow, toMember } from './member-rows.ts';
import { endSessions } from './session-store.ts';

export interface KnownIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
  /** Names that a directory may know the account by: the subject, and Entra ID's `oid`. */
  externalIds: readonly string[];
}

export interface Membership {
  member: Member;
  workspaceName: string;
}

export interface Applied {
  memberships: Membership[];
  /** What has to be confirmed before this identity is linked to one of the members with its address. */
  links: IdentityLink[];
  /** Why a workspace that the groups give access to was not entered. */
  refused: 'no_email' | 'unverified' | 'no_access' | undefined;
}

export function createIdentityStore(database: Database) {
  return {
    /**
     * Makes the memberships of this identity match the grants: adds, changes and removes them. Other members are not changed: a member with
     * the same address is asked first (`links`). Grants for unknown workspaces are ignored. The last admin of a workspace remains admin,
     * whatever the grants say.
     */
    apply: (identity: KnownIdentity, grants: readonly Grant[], now: Date): Promise<Applied> =>
      database.transaction(async (tx) => {
        const applied: Applied = { memberships: [], links: [], refused: undefined };
        for (const grant of grants) {
          const { rows } = await tx.query<{ id: string }>('SELECT id FROM workspaces WHERE name = $1', [
            grant.workspace,
          ]);
          if (rows[0] !== undefined) await put(tx, rows[0].id, identity, grant, now, applied);
        }
        await removeOthers(tx, identity, applied.memberships, now);
        return applied;
      }),
    /** All memberships of this person in any workspace, by name. */
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
  identity: KnownIdentity,
  grant: Grant,
  now: Date,
  applied: Applied,
): Promise<void> {
  const { issuer, subject, email, isEmailVerified } = identity;
  const { rows } = await tx.query<MemberRow>(
    `SELECT ${MEMBER_COLUMNS} FROM members m WHERE m.workspace_id = $1 AND m.removed_at IS NULL AND m.issuer = $2 AND m.subject = $3 FOR UPDATE`,
    [workspace, issuer, subject],
  );
  const enter = (member: Member) => applied.memberships.push({ member, workspaceName: grant.workspace });
  if (rows[0] !== undefined) {
    enter(await change(tx, workspace, toMember(rows[0]), identity, grant));
    return;
  }
  if (await hasLeft(tx, workspace, identity)) {
    applied.refused = 'no_access';
    return;
  }
  const provisioned = await linkProvisioned(tx, workspace, identity);
  if (provisioned !== undefined) {
    enter(await change(tx, workspace, provisioned, identity, grant));
    return;
  }
  if (email === undefined) {
    applied.refused = 'no_email';
    return;
  }
  const other = await memberWith(tx, workspace, email);
  if (other === undefined) enter(await join(tx, workspace, { ...identity, email }, grant, now));
  else if (isEmailVerified)
    applied.links.push(await requestLink(tx, { workspace, other, identity: { ...identity, email }, grant, now }));
  else applied.refused = 'unverified';
}

/** The directory has deactivated the user: the provider cannot bring them back. */
async function hasLeft(tx: Queryable, workspace: string, { email, externalIds }: KnownIdentity): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT 1 FROM directory_users WHERE workspace_id = $1 AND NOT active AND (external_id = ANY ($2) OR email = $3) LIMIT 1',
    [workspace, externalIds, email ?? null],
  );
  return rows.length > 0;
}

/**
 * A member created by the directory who has never signed in has no credentials to confirm with, and nobody loses any: an admin gave the
 * directory its key, which is the approval. The account is the one given by the directory, or has its verified address.
 */
async function linkProvisioned(tx: Queryable, workspace: string, identity: KnownIdentity): Promise<Member | undefined> {
  const { issuer, subject, email, isEmailVerified, externalIds } = identity;
  const { rows } = await tx.query<MemberRow>(
    `UPDATE members m SET issuer = $4, subject = $5 WHERE m.workspace_id = $1 AND m.removed_at IS NULL
       AND m.issuer IS NULL AND m.password IS NULL AND m.last_seen_at IS NULL AND m.id = (
         SELECT u.member_id FROM directory_users u WHERE u.workspace_id = $1 AND u.active
           AND (u.external_id = ANY ($2) OR u.email = $3) ORDER BY u.external_id = ANY ($2) DESC NULLS LAST LIMIT 1)
     RETURNING ${MEMBER_COLUMNS}`,
    [workspace, externalIds, isEmailVerified ? (email ?? null) : null, issuer, subject],
  );
  if (rows[0] === undefined) return undefined;
  const member = toMember(rows[0]);
  await recordAudit(tx, {
    workspaceId: member.workspaceId,
    action: 'member.linked',
    target: { type: 'member', id: member.id, name: member.email },
    details: { by: 'directory', issuer, subject },
  });
  return member;
}

async function join(
  tx: Queryable,
  workspace: string,
  { issuer, subject, email, name }: KnownIdentity & { email: string },
  { role, agent }: Grant,
  now: Date,
): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `INSERT INTO members AS m (workspace_id, issuer, subject, email, name, role, agent, id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${MEMBER_COLUMNS}`,
    [workspace, issuer, subject, email, name, role, agent ?? null, newUuid(now), now],
  );
  const member = toMember(found(rows));
  await recordJoined(tx, member);
  return member;
}

/** A verified address is taken over unless somebody else has it: then each keeps their current one. */
async function change(
  tx: Queryable,
  workspace: string,
  before: Member,
  { email, isEmailVerified, name }: KnownIdentity,
  { role, agent }: Grant,
): Promise<Member> {
  const isFree = isEmailVerified && email !== undefined && (await memberWith(tx, workspace, email)) === undefined;
  const isKept = before.role === 'admin' && role !== 'admin' && (await keepLastAdmin(tx, workspace, before));
  const { rows } = await tx.query<MemberRow>(
    `UPDATE members m SET email = $3, name = $4, role = $5, agent = $6 WHERE m.workspace_id = $1 AND m.id = $2 RETURNING ${MEMBER_COLUMNS}`,
    [
      workspace,
      decodeId('mem', before.id),
      isFree ? email : before.email,
      name,
      ...(isKept ? ['admin', null] : [role, agent ?? null]),
    ],
  );
  const after = toMember(found(rows));
  if (before.role !== after.role || before.agent !== after.agent)
    await endSessions(tx, workspace, decodeId('mem', before.id));
  const target = { type: 'member', id: after.id, name: after.email } as const;
  const record = { workspaceId: after.workspaceId, action: 'member.changed', target } as const;
  await recordChanges(tx, record, rightsOf(before), rightsOf(after));
  return after;
}

export async function memberWith(tx: Queryable, workspace: string, email: string): Promise<Member | undefined> {
  const { rows } = await tx.query<MemberRow>(
    `SELECT ${MEMBER_COLUMNS} FROM members m WHERE m.workspace_id = $1 AND m.email = $2 AND m.removed_at IS NULL FOR UPDATE`,
    [workspace, email],
  );
  return rows[0] && toMember(rows[0]);
}

/** Workspaces that no group gives access to any more. */
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

/** A mistake in the groups must not leave a workspace without an admin. True if the member remains admin; this is logged. */
export async function keepLastAdmin(
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

export function rightsOf({ email, name, role, agent, signsInBy }: Member) {
  return { email, name, role, agent, signs_in_by: signsInBy };
}

function found(rows: readonly MemberRow[]): MemberRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a member disappeared while it was locked');
  return row;
}
