/** Sessions of people in PostgreSQL. Whatever ends a session notifies every node in the same transaction. */
import type { Environment, PersonRole } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database, Queryable, Statement } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import { recordAudit } from '../audit/store/record-audit.ts';
import type { PersonSession } from '../authenticate.ts';
import type { Logout } from '../members/logout-token.ts';
import type { MemberSession } from '../members/member.ts';
import { KEY_REVOKED } from './access-store.ts';
import { type SessionRow, toSession } from './member-rows.ts';

/** Per member: one more ends the oldest, on every node. */
const SESSIONS_PER_MEMBER = 20;

export interface NewMemberSession extends MemberSession {
  hash: Buffer;
  /** The session at the identity provider that it began with. */
  providerSession: string | undefined;
  workspaceId: string;
}

interface FoundRow extends SessionRow {
  workspace_id: string;
  workspace_name: string;
  workspace_plan: string;
  workspace_hidden_from: string[];
  name: string;
  role: PersonRole;
  agent: string | null;
}

const FIND_SESSION: Statement = {
  name: 'find_member_session',
  text: `SELECT s.id, s.member_id, s.environment, s.browser, s.created_at, s.last_used_at, s.expires_at, s.workspace_id,
           m.name, m.role, m.agent, w.name AS workspace_name, w.plan AS workspace_plan,
           w.identities_hidden_from AS workspace_hidden_from
         FROM member_sessions s JOIN members m ON m.workspace_id = s.workspace_id AND m.id = s.member_id
         JOIN workspaces w ON w.id = s.workspace_id WHERE s.hash = $1 AND m.removed_at IS NULL`,
};

const SESSION_COLUMNS = 'id, member_id, environment, browser, created_at, last_used_at, expires_at';

export function createSessionStore(database: Database) {
  return {
    ...useStatements(database),
    ...endStatements(database),
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

function useStatements(database: Database) {
  return {
    /** False when the member was removed meanwhile. Also deletes sessions that have expired. */
    insert: (session: NewMemberSession): Promise<boolean> =>
      database.transaction(async (tx) => {
        await tx.query('DELETE FROM member_sessions WHERE expires_at < $1', [session.createdAt]);
        const key = [decodeId('ws', session.workspaceId), decodeId('mem', session.memberId)];
        // Locks the member's row, so that a removal either sees the session or is seen by it.
        const { rowCount } = await tx.query(
          `WITH m AS (UPDATE members SET last_seen_at = $6 WHERE workspace_id = $1 AND id = $2 AND removed_at IS NULL RETURNING id)
           INSERT INTO member_sessions (hash, id, workspace_id, member_id, environment, browser, created_at, last_used_at, expires_at, provider_session)
           SELECT $3, $4, $1, m.id, $5, $7, $6, $6, $8, $9 FROM m`,
          [
            ...key,
            session.hash,
            decodeId('ses', session.id),
            session.environment,
            session.createdAt,
            session.browser,
            session.expiresAt,
            session.providerSession ?? null,
          ],
        );
        const { rows: oldest } = await tx.query<{ member_id: string }>(
          `DELETE FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 AND hash NOT IN (
             SELECT hash FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 ORDER BY created_at DESC, id DESC LIMIT ${SESSIONS_PER_MEMBER})
           RETURNING member_id`,
          key,
        );
        await tellEnded(tx, oldest);
        if (rowCount === 1)
          await recordAudit(tx, {
            workspaceId: session.workspaceId,
            action: 'member.signed_in',
            target: { type: 'member', id: session.memberId },
            details: { session: session.id, browser: session.browser },
          });
        return rowCount === 1;
      }),
    async find(hash: Buffer): Promise<PersonSession | undefined> {
      const { rows } = await database.lookUps.query<FoundRow>(FIND_SESSION, [hash]);
      const [row] = rows;
      return (
        row && {
          workspaceId: encodeId('ws', row.workspace_id),
          workspaceName: row.workspace_name,
          plan: row.workspace_plan,
          environment: row.environment,
          hidesIdentities: row.workspace_hidden_from.includes(row.role),
          member: {
            id: encodeId('mem', row.member_id),
            name: row.name,
            role: row.role,
            agent: row.agent ?? undefined,
          },
          lastUsedAt: row.last_used_at,
          expiresAt: row.expires_at,
        }
      );
    },
    async touch(hash: Buffer, now: Date): Promise<void> {
      await database.query(
        `WITH s AS (UPDATE member_sessions SET last_used_at = $2 WHERE hash = $1 AND last_used_at < $2 RETURNING workspace_id, member_id)
         UPDATE members m SET last_seen_at = $2 FROM s WHERE m.workspace_id = s.workspace_id AND m.id = s.member_id`,
        [hash, now],
      );
    },
    async setEnvironment(hash: Buffer, environment: Environment): Promise<void> {
      await database.transaction(async (tx) => {
        const { rows } = await tx.query<{ member_id: string }>(
          'UPDATE member_sessions SET environment = $2 WHERE hash = $1 RETURNING member_id',
          [hash, environment],
        );
        await tellEnded(tx, rows);
      });
    },
    /** Newest first. */
    async ofMember(workspaceId: string, memberId: string): Promise<MemberSession[]> {
      const { rows } = await database.query<SessionRow>(
        `SELECT ${SESSION_COLUMNS} FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 ORDER BY last_used_at DESC, id`,
        [decodeId('ws', workspaceId), decodeId('mem', memberId)],
      );
      return rows.map(toSession);
    },
    /** The session at the provider that this one began with. */
    async providerSessionOf(hash: Buffer): Promise<string | undefined> {
      const { rows } = await database.query<{ provider_session: string | null }>(
        'SELECT provider_session FROM member_sessions WHERE hash = $1',
        [hash],
      );
      return rows[0]?.provider_session ?? undefined;
    },
  };
}

function endStatements(database: Database) {
  return {
    /** Whose it was. */
    delete: (hash: Buffer): Promise<string | undefined> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ member_id: string }>(
          'DELETE FROM member_sessions WHERE hash = $1 RETURNING member_id',
          [hash],
        );
        await tellEnded(tx, rows);
        return rows[0] && encodeId('mem', rows[0].member_id);
      }),
    /** The provider has signed the person out. False if the token was used before. */
    endByProvider: ({ issuer, subject, providerSession, id, until }: Logout, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        await tx.query('DELETE FROM provider_logouts WHERE until < $1', [now]);
        const { rowCount } = await tx.query(
          'INSERT INTO provider_logouts (token_hash, until) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [Buffer.from(id, 'hex'), until],
        );
        if (rowCount !== 1) return false;
        const { rows } = await tx.query<{ workspace_id: string; member_id: string }>(
          `DELETE FROM member_sessions s USING members m WHERE m.workspace_id = s.workspace_id AND m.id = s.member_id AND m.issuer = $1
             AND ($2::text IS NULL OR m.subject = $2) AND ($3::text IS NULL OR s.provider_session = $3) RETURNING s.workspace_id, s.member_id`,
          [issuer, subject ?? null, providerSession ?? null],
        );
        const ended = new Map<string, { workspace: string; count: number }>();
        for (const { workspace_id: workspace, member_id } of rows)
          ended.set(member_id, { workspace, count: (ended.get(member_id)?.count ?? 0) + 1 });
        for (const [member, { workspace, count }] of ended)
          await recordAudit(tx, {
            workspaceId: encodeId('ws', workspace),
            action: 'member.signed_out',
            target: { type: 'member', id: encodeId('mem', member) },
            details: { ended: count, by: 'provider' },
          });
        await tellEnded(tx, rows);
        return true;
      }),
    /** How many there were. */
    endOfMember: (workspaceId: string, memberId: string): Promise<number> =>
      database.transaction(async (tx) => {
        const ended = await endSessions(tx, decodeId('ws', workspaceId), decodeId('mem', memberId));
        const target = { type: 'member', id: memberId } as const;
        await recordAudit(tx, { workspaceId, action: 'member.signed_out', target, details: { ended } });
        return ended;
      }),
  };
}

/** In the transaction of the change that ends them. */
export async function endSessions(
  tx: Queryable,
  workspace: string | undefined,
  member: string | undefined,
): Promise<number> {
  const { rows } = await tx.query<{ member_id: string }>(
    'DELETE FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 RETURNING member_id',
    [workspace, member],
  );
  // Even if there was none: a node may have cached one that has been deleted since.
  if (member !== undefined) await tellEnded(tx, [{ member_id: member }]);
  return rows.length;
}

async function tellEnded(tx: Queryable, rows: readonly { member_id: string }[]): Promise<void> {
  for (const member of new Set(rows.map(({ member_id }) => member_id)))
    await notify(tx, `${KEY_REVOKED}:${encodeId('mem', member)}`);
}
