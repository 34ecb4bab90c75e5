/** Members and invitations in PostgreSQL. Every method is one transaction. */
import type { PersonRole } from '@brickwork/contract';
import { decodeId } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { recordAudit, recordChanges } from '../audit/store/record-audit.ts';
import { type Credentials, type Invitation, type Member, MOST_INVITATIONS, MOST_MEMBERS } from '../members/member.ts';
import { isLastAdmin, lockMember, recordJoined, removeMember, rightsOf, targetOf } from './change-member.ts';
import {
  INVITATION_COLUMNS,
  type InvitationRow,
  IS_OPEN,
  MEMBER_COLUMNS,
  type MemberRow,
  toInvitation,
  toMember,
} from './member-rows.ts';
import { endSessions } from './session-store.ts';

export interface NewCredentials {
  password: string;
  /** Sealed for the member. */
  codeSecret: Buffer;
  codeStep: number;
  recovery: { sealedKey: Buffer; hashes: readonly Buffer[] };
}

export interface MemberChange {
  name?: string | undefined;
  role: PersonRole;
  agent: string | undefined;
}

export interface OpenInvitation {
  invitation: Invitation;
  workspaceName: string;
}

export function createMemberStore(database: Database) {
  return {
    ...memberStatements(database),
    ...invitationStatements(database),
    ...credentialStatements(database),
  };
}

export type MemberStore = ReturnType<typeof createMemberStore>;

function memberStatements(database: Database) {
  return {
    async list(workspaceId: string): Promise<Member[]> {
      const { rows } = await database.query<MemberRow>(
        `SELECT ${MEMBER_COLUMNS} FROM members m WHERE m.workspace_id = $1 AND m.removed_at IS NULL ORDER BY m.email LIMIT ${MOST_MEMBERS}`,
        [decodeId('ws', workspaceId)],
      );
      return rows.map(toMember);
    },
    async find(workspaceId: string, memberId: string): Promise<Member | undefined> {
      const { rows } = await database.query<MemberRow>(
        `SELECT ${MEMBER_COLUMNS} FROM members m WHERE m.workspace_id = $1 AND m.id = $2 AND m.removed_at IS NULL`,
        [decodeId('ws', workspaceId), decodeId('mem', memberId)],
      );
      return rows[0] && toMember(rows[0]);
    },
    /** Ends the member's sessions, because their permissions have changed. `last_admin`: nobody would be left to manage the others. */
    change: (workspaceId: string, memberId: string, change: MemberChange): Promise<Member | 'last_admin' | undefined> =>
      database.transaction(async (tx) => {
        const key = [decodeId('ws', workspaceId), decodeId('mem', memberId)];
        const before = await lockMember(tx, key);
        if (change.role !== 'admin' && (await isLastAdmin(tx, key))) return 'last_admin';
        const { rows } = await tx.query<MemberRow>(
          `UPDATE members m SET name = coalesce($3, m.name), role = $4, agent = $5
           WHERE m.workspace_id = $1 AND m.id = $2 AND m.removed_at IS NULL RETURNING ${MEMBER_COLUMNS}`,
          [...key, change.name ?? null, change.role, change.agent ?? null],
        );
        if (rows[0] === undefined) return undefined;
        await endSessions(tx, key[0], key[1]);
        const after = toMember(rows[0]);
        const record = { workspaceId, action: 'member.changed', target: targetOf(after) } as const;
        await recordChanges(tx, record, before && rightsOf(before), rightsOf(after));
        return after;
      }),
    /** The row stays, for the record of their actions; credentials, sessions, keys that they created and open links are deleted. */
    remove: (workspaceId: string, memberId: string, now: Date): Promise<true | 'last_admin' | undefined> =>
      database.transaction(async (tx) => {
        const key = [decodeId('ws', workspaceId), decodeId('mem', memberId)];
        if (await isLastAdmin(tx, key)) return 'last_admin';
        return removeMember(tx, key, now);
      }),
    /** Old credentials and sessions stop working immediately; the link gives new ones. */
    reset: (invitation: Invitation, tokenHash: Buffer): Promise<boolean> =>
      database.transaction(async (tx) => {
        const key = [decodeId('ws', invitation.workspaceId), decodeId('mem', invitation.memberId ?? '')];
        const { rowCount } = await tx.query(
          'UPDATE members SET password = NULL, code_secret = NULL, recovery_key = NULL WHERE workspace_id = $1 AND id = $2 AND removed_at IS NULL AND issuer IS NULL',
          key,
        );
        if (rowCount !== 1) return false;
        await endSessions(tx, key[0], key[1]);
        await insertInvitation(tx, invitation, tokenHash);
        await recordAudit(tx, {
          workspaceId: invitation.workspaceId,
          action: 'member.reset',
          target: { type: 'member', id: invitation.memberId ?? '', name: invitation.email },
        });
        return true;
      }),
  };
}

function invitationStatements(database: Database) {
  return {
    /** An earlier link for the same address stops working. */
    invite: (invitation: Invitation, tokenHash: Buffer): Promise<'invited' | 'is_member' | 'too_many'> =>
      database.transaction(async (tx) => {
        const workspace = decodeId('ws', invitation.workspaceId);
        const { rows } = await tx.query<{ is_member: boolean; members: number; open: number }>(
          `SELECT EXISTS (SELECT 1 FROM members WHERE workspace_id = $1 AND email = $2 AND removed_at IS NULL) AS is_member,
             (SELECT count(*)::int FROM members WHERE workspace_id = $1 AND removed_at IS NULL) AS members,
             (SELECT count(*)::int FROM invitations i WHERE workspace_id = $1 AND ${IS_OPEN} AND expires_at > $3 AND email <> $2) AS open`,
          [workspace, invitation.email, invitation.createdAt],
        );
        const { is_member, members = 0, open = 0 } = rows[0] ?? {};
        if (is_member === true) return 'is_member';
        if (members >= MOST_MEMBERS || open >= MOST_INVITATIONS) return 'too_many';
        await insertInvitation(tx, invitation, tokenHash);
        const { workspaceId, id, email, role, agent, expiresAt } = invitation;
        await recordAudit(tx, {
          workspaceId,
          action: 'member.invited',
          target: { type: 'invitation', id, name: email },
          details: { role, agent, expires_at: expiresAt.toISOString() },
        });
        return 'invited';
      }),
    /** Those that nobody has accepted or revoked, newest first. */
    async listInvitations(workspaceId: string): Promise<Invitation[]> {
      const { rows } = await database.query<InvitationRow>(
        `SELECT ${INVITATION_COLUMNS} FROM invitations i WHERE i.workspace_id = $1 AND ${IS_OPEN} ORDER BY i.id DESC LIMIT ${MOST_INVITATIONS}`,
        [decodeId('ws', workspaceId)],
      );
      return rows.map(toInvitation);
    },
    revokeInvitation: (workspaceId: string, invitationId: string, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ email: string }>(
          `UPDATE invitations i SET revoked_at = $3 WHERE i.workspace_id = $1 AND i.id = $2 AND ${IS_OPEN} RETURNING i.email`,
          [decodeId('ws', workspaceId), decodeId('inv', invitationId), now],
        );
        if (rows[0] === undefined) return false;
        const target = { type: 'invitation', id: invitationId, name: rows[0].email } as const;
        await recordAudit(tx, { workspaceId, action: 'invitation.revoked', target });
        return true;
      }),
    async findInvitation(tokenHash: Buffer, now: Date): Promise<OpenInvitation | undefined> {
      const { rows } = await database.query<InvitationRow & { workspace_name: string }>(
        `SELECT ${INVITATION_COLUMNS}, w.name AS workspace_name FROM invitations i JOIN workspaces w ON w.id = i.workspace_id
         WHERE i.token_hash = $1 AND ${IS_OPEN} AND i.expires_at > $2`,
        [tokenHash, now],
      );
      return rows[0] && { invitation: toInvitation(rows[0]), workspaceName: rows[0].workspace_name };
    },
    /** Uses the link up. `gone`: it was used by another request, or revoked. */
    accept: (
      tokenHash: Buffer,
      member: { id: string; name: string },
      credentials: NewCredentials,
      now: Date,
    ): Promise<Member | 'gone' | 'is_member'> =>
      database.transaction(async (tx) => {
        const accepted = await accept(tx, tokenHash, member, credentials, now);
        if (typeof accepted !== 'object') return accepted;
        await setRecoveryCodes(tx, accepted, credentials.recovery.hashes);
        await recordJoined(tx, accepted);
        return accepted;
      }),
  };
}

function credentialStatements(database: Database) {
  return {
    async credentialsOf(
      workspaceName: string,
      email: string,
    ): Promise<{ member: Member; credentials: Credentials } | undefined> {
      const { rows } = await database.query<
        MemberRow & {
          password: string | null;
          code_secret: Buffer | null;
          code_step: string;
          recovery_key: Buffer | null;
        }
      >(
        `SELECT ${MEMBER_COLUMNS}, m.password, m.code_secret, m.code_step, m.recovery_key FROM members m JOIN workspaces w ON w.id = m.workspace_id
         WHERE w.name = $1 AND m.email = $2 AND m.removed_at IS NULL AND m.issuer IS NULL`,
        [workspaceName, email],
      );
      const [row] = rows;
      if (row === undefined || row.password === null || row.code_secret === null) return undefined;
      const { password, code_secret: codeSecret, recovery_key: recoveryKey } = row;
      const codeStep = Number(row.code_step);
      return {
        member: toMember(row),
        credentials: { password, codeSecret, codeStep, recoveryKey: recoveryKey ?? undefined },
      };
    },
    /** False if none of the hashes matches the code, or it was used. */
    useRecoveryCode: ({ workspaceId, id, email }: Member, hashes: readonly Buffer[]): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          'DELETE FROM recovery_codes WHERE workspace_id = $1 AND member_id = $2 AND hash = ANY ($3)',
          [decodeId('ws', workspaceId), decodeId('mem', id), hashes],
        );
        if (rowCount !== 1) return false;
        const target = { type: 'member', id, name: email } as const;
        await recordAudit(tx, { workspaceId, action: 'member.recovery_code_used', target });
        return true;
      }),
    /** False if a code of this step or a later one was used: of two sign-ins with one code, only one succeeds. */
    async useCode({ workspaceId, id }: Member, step: number): Promise<boolean> {
      const { rowCount } = await database.query(
        'UPDATE members SET code_step = $3 WHERE workspace_id = $1 AND id = $2 AND code_step < $3 AND removed_at IS NULL',
        [decodeId('ws', workspaceId), decodeId('mem', id), step],
      );
      return rowCount === 1;
    },
  };
}

async function insertInvitation(tx: Queryable, invitation: Invitation, tokenHash: Buffer): Promise<void> {
  const workspace = decodeId('ws', invitation.workspaceId);
  await tx.query(`UPDATE invitations i SET revoked_at = $3 WHERE i.workspace_id = $1 AND i.email = $2 AND ${IS_OPEN}`, [
    workspace,
    invitation.email,
    invitation.createdAt,
  ]);
  await tx.query(
    `INSERT INTO invitations (workspace_id, id, token_hash, member_id, email, role, agent, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      workspace,
      decodeId('inv', invitation.id),
      tokenHash,
      invitation.memberId === undefined ? null : decodeId('mem', invitation.memberId),
      invitation.email,
      invitation.role,
      invitation.agent ?? null,
      JSON.stringify(invitation.invitedBy),
      invitation.createdAt,
      invitation.expiresAt,
    ],
  );
}

async function accept(
  tx: Queryable,
  tokenHash: Buffer,
  { id, name }: { id: string; name: string },
  { password, codeSecret, codeStep, recovery }: NewCredentials,
  now: Date,
): Promise<Member | 'gone' | 'is_member'> {
  const { rows: used } = await tx.query<InvitationRow>(
    `UPDATE invitations i SET accepted_at = $2 WHERE i.token_hash = $1 AND ${IS_OPEN} AND i.expires_at > $2 RETURNING ${INVITATION_COLUMNS}`,
    [tokenHash, now],
  );
  const [invitation] = used;
  if (invitation === undefined) return 'gone';
  if (invitation.member_id !== null) {
    const { rows } = await tx.query<MemberRow>(
      `UPDATE members m SET name = $3, password = $4, code_secret = $5, code_step = $6, recovery_key = $7
       WHERE m.workspace_id = $1 AND m.id = $2 AND m.removed_at IS NULL RETURNING ${MEMBER_COLUMNS}`,
      [invitation.workspace_id, invitation.member_id, name, password, codeSecret, codeStep, recovery.sealedKey],
    );
    return rows[0] === undefined ? 'gone' : toMember(rows[0]);
  }
  const { rows } = await tx.query<MemberRow>(
    `INSERT INTO members AS m (workspace_id, id, email, name, role, agent, password, code_secret, code_step, recovery_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING ${MEMBER_COLUMNS}`,
    [
      invitation.workspace_id,
      decodeId('mem', id),
      invitation.email,
      name,
      invitation.role,
      invitation.agent,
      password,
      codeSecret,
      codeStep,
      recovery.sealedKey,
      now,
    ],
  );
  return rows[0] === undefined ? 'is_member' : toMember(rows[0]);
}

/** The previous ones end. */
async function setRecoveryCodes(tx: Queryable, { workspaceId, id }: Member, hashes: readonly Buffer[]): Promise<void> {
  const key = [decodeId('ws', workspaceId), decodeId('mem', id)];
  await tx.query('DELETE FROM recovery_codes WHERE workspace_id = $1 AND member_id = $2', key);
  await tx.query(
    'INSERT INTO recovery_codes (workspace_id, member_id, hash) SELECT $1::uuid, $2::uuid, unnest($3::bytea[])',
    [...key, hashes],
  );
}
