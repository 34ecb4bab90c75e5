/** Accounts at the identity provider that ask to be linked to an existing member, and the results of recent sign-ins there. */
import type { PersonRole } from '@brickwork/contract';
import { decodeId, encodeId, newUuid } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { recordAudit } from '../audit/store/record-audit.ts';
import type { Grant } from '../members/grants.ts';
import type { IdentityLink, Member } from '../members/member.ts';
import { isLastAdmin } from './change-member.ts';
import { MEMBER_COLUMNS, type MemberRow, toMember } from './member-rows.ts';
import { endSessions } from './session-store.ts';

const LINK_MS = 7 * 86_400_000;
const MOST_LISTED = 200;

interface LinkRow extends MemberRow {
  link_id: string;
  workspace_name: string;
  issuer: string;
  subject: string;
  link_name: string;
  link_role: PersonRole;
  link_agent: string | null;
  asked_at: Date;
  expires_at: Date;
}

const SELECT = `SELECT ${MEMBER_COLUMNS}, w.name AS workspace_name, l.id AS link_id, l.issuer, l.subject, l.name AS link_name, l.role AS link_role,
    l.agent AS link_agent, l.created_at AS asked_at, l.expires_at
  FROM identity_links l JOIN workspaces w ON w.id = l.workspace_id
  JOIN members m ON m.workspace_id = l.workspace_id AND m.id = l.member_id AND m.removed_at IS NULL`;

export interface SignInState {
  succeededAt: Date | undefined;
  failedAt: Date | undefined;
  failure: string | undefined;
}

export function createLinkStore(database: Database) {
  return {
    /** Newest first. */
    async list(workspaceId: string, now: Date): Promise<IdentityLink[]> {
      const { rows } = await database.query<LinkRow>(
        `${SELECT} WHERE l.workspace_id = $1 AND l.expires_at > $2 ORDER BY l.created_at DESC, l.id LIMIT ${MOST_LISTED}`,
        [decodeId('ws', workspaceId), now],
      );
      return rows.map(toLink);
    },
    async find(workspaceId: string, linkId: string, now: Date): Promise<IdentityLink | undefined> {
      const { rows } = await database.query<LinkRow>(
        `${SELECT} WHERE l.workspace_id = $1 AND l.id = $2 AND l.expires_at > $3`,
        [decodeId('ws', workspaceId), decodeId('lnk', linkId), now],
      );
      return rows[0] && toLink(rows[0]);
    },
    refuse: (workspaceId: string, linkId: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ member_id: string; email: string }>(
          'DELETE FROM identity_links WHERE workspace_id = $1 AND id = $2 RETURNING member_id, email',
          [decodeId('ws', workspaceId), decodeId('lnk', linkId)],
        );
        if (rows[0] === undefined) return false;
        const target = { type: 'member', id: encodeId('mem', rows[0].member_id), name: rows[0].email } as const;
        await recordAudit(tx, { workspaceId, action: 'member.link_refused', target });
        return true;
      }),
    /**
     * From now on the member signs in only with the provider, with the role of the groups. `last_admin`: the groups would leave the
     * workspace without an admin, and a newly linked account does not get that role from us.
     */
    complete: (
      { workspaceId, id }: Pick<IdentityLink, 'workspaceId' | 'id'>,
      by: 'member' | 'admin',
      now: Date,
    ): Promise<Member | 'gone' | 'last_admin'> =>
      database.transaction(async (tx) => {
        const workspace = decodeId('ws', workspaceId);
        // Locks the member first: if two accounts ask for one member, one waits here.
        await tx.query(
          `SELECT 1 FROM members WHERE workspace_id = $1
           AND id = (SELECT member_id FROM identity_links WHERE workspace_id = $1 AND id = $2) FOR UPDATE`,
          [workspace, decodeId('lnk', id)],
        );
        const { rows } = await tx.query<LinkRow>(
          `${SELECT} WHERE l.workspace_id = $1 AND l.id = $2 AND l.expires_at > $3 FOR UPDATE OF l`,
          [workspace, decodeId('lnk', id), now],
        );
        const [row] = rows;
        if (row === undefined) return 'gone';
        if (row.link_role !== 'admin' && (await isLastAdmin(tx, [workspace, row.id]))) return 'last_admin';
        return link(tx, row, by);
      }),
    /** At most once a minute for the same reason: anybody can make a sign-in fail. */
    async recordFailure(issuer: string, failure: string, now: Date): Promise<void> {
      await database.query(
        `INSERT INTO provider_sign_ins AS p (issuer, failed_at, failure) VALUES ($1, $2, $3)
         ON CONFLICT (issuer) DO UPDATE SET failed_at = $2, failure = $3
         WHERE p.failure IS DISTINCT FROM $3 OR p.failed_at < $2::timestamptz - interval '1 minute'`,
        [issuer, now, failure],
      );
    },
    async recordSuccess(issuer: string, now: Date): Promise<void> {
      await database.query(
        `INSERT INTO provider_sign_ins (issuer, succeeded_at) VALUES ($1, $2) ON CONFLICT (issuer) DO UPDATE SET succeeded_at = $2`,
        [issuer, now],
      );
    },
    async state(issuer: string): Promise<SignInState> {
      const { rows } = await database.query<{
        succeeded_at: Date | null;
        failed_at: Date | null;
        failure: string | null;
      }>('SELECT succeeded_at, failed_at, failure FROM provider_sign_ins WHERE issuer = $1', [issuer]);
      const { succeeded_at, failed_at, failure } = rows[0] ?? {};
      return {
        succeededAt: succeeded_at ?? undefined,
        failedAt: failed_at ?? undefined,
        failure: failure ?? undefined,
      };
    },
  };
}

export type LinkStore = ReturnType<typeof createLinkStore>;

/** One per account: asking again renews it. */
export async function requestLink(
  tx: Queryable,
  { workspace, other, identity, grant, now }: LinkRequest,
): Promise<IdentityLink> {
  const { issuer, subject, email, name } = identity;
  const { rows } = await tx.query<{ id: string; is_new: boolean }>(
    `INSERT INTO identity_links AS l (workspace_id, id, member_id, issuer, subject, email, name, role, agent, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (workspace_id, issuer, subject) DO UPDATE SET member_id = $3, email = $6, name = $7, role = $8, agent = $9, expires_at = $11
     RETURNING id, id = $2 AS is_new`,
    [
      ...[workspace, newUuid(now), decodeId('mem', other.id), issuer, subject, email, name],
      ...[grant.role, grant.agent ?? null, now, new Date(now.getTime() + LINK_MS)],
    ],
  );
  if (rows[0]?.is_new === true)
    await recordAudit(tx, {
      workspaceId: other.workspaceId,
      action: 'member.link_requested',
      target: { type: 'member', id: other.id, name: other.email },
      details: { issuer, subject, role: grant.role },
    });
  return {
    id: encodeId('lnk', rows[0]?.id ?? ''),
    workspaceId: other.workspaceId,
    workspaceName: grant.workspace,
    member: other,
    issuer,
    subject,
    name,
    role: grant.role,
    agent: grant.agent,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_MS),
  };
}

interface LinkRequest {
  workspace: string;
  other: Member;
  identity: { issuer: string; subject: string; email: string; name: string };
  grant: Grant;
  now: Date;
}

async function link(tx: Queryable, row: LinkRow, by: 'member' | 'admin'): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `UPDATE members m SET issuer = $3, subject = $4, role = $5, agent = $6, password = NULL, code_secret = NULL
     WHERE m.workspace_id = $1 AND m.id = $2 RETURNING ${MEMBER_COLUMNS}`,
    [row.workspace_id, row.id, row.issuer, row.subject, row.link_role, row.link_agent],
  );
  const before = toMember(row);
  const after = toMember(rows[0] ?? row);
  await tx.query('DELETE FROM identity_links WHERE workspace_id = $1 AND (id = $2 OR member_id = $3)', [
    row.workspace_id,
    row.link_id,
    row.id,
  ]);
  await endSessions(tx, row.workspace_id, row.id);
  await recordAudit(tx, {
    workspaceId: after.workspaceId,
    action: 'member.linked',
    target: { type: 'member', id: after.id, name: after.email },
    details: { by, issuer: row.issuer, subject: row.subject, role: { from: before.role, to: after.role } },
  });
  return after;
}

function toLink(row: LinkRow): IdentityLink {
  return {
    id: encodeId('lnk', row.link_id),
    workspaceId: encodeId('ws', row.workspace_id),
    workspaceName: row.workspace_name,
    member: toMember(row),
    issuer: row.issuer,
    subject: row.subject,
    name: row.link_name,
    role: row.link_role,
    agent: row.link_agent ?? undefined,
    createdAt: row.asked_at,
    expiresAt: row.expires_at,
  };
}
