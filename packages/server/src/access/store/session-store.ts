/** Sessions of people in PostgreSQL. Whatever ends one tells every node in the same transaction. */
import type { Environment, PersonRole } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database, Queryable, Statement } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import { recordAudit } from '../audit/store/record-audit.ts';
import type { PersonSession } from '../authenticate.ts';
import type { MemberSession } from '../members/member.ts';
import { KEY_REVOKED } from './access-store.ts';
import { type SessionRow, toSession } from './member-rows.ts';

/** Of one member, the newest are kept. */
const SESSIONS_PER_MEMBER = 20;

export interface NewMemberSession extends MemberSession {
  hash: Buffer;
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
    /** False when the member was removed meanwhile. Also deletes sessions that have expired. */
    insert: (session: NewMemberSession): Promise<boolean> =>
      database.transaction(async (tx) => {
        await tx.query('DELETE FROM member_sessions WHERE expires_at < $1', [session.createdAt]);
        const key = [decodeId('ws', session.workspaceId), decodeId('mem', session.memberId)];
        // Locks the member's row, so that a removal either sees the session or is seen.
        const { rowCount } = await tx.query(
          `WITH m AS (UPDATE members SET last_seen_at = $6 WHERE workspace_id = $1 AND id = $2 AND removed_at IS NULL RETURNING id)
           INSERT INTO member_sessions (hash, id, workspace_id, member_id, environment, browser, created_at, last_used_at, expires_at)
           SELECT $3, $4, $1, m.id, $5, $7, $6, $6, $8 FROM m`,
          [
            ...key,
            session.hash,
            decodeId('ses', session.id),
            session.environment,
            session.createdAt,
            session.browser,
            session.expiresAt,
          ],
        );
        await tx.query(
          `DELETE FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 AND hash NOT IN (
             SELECT hash FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 ORDER BY created_at DESC, hash LIMIT ${SESSIONS_PER_MEMBER})`,
          key,
        );
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
    /** Newest first. */
    async ofMember(workspaceId: string, memberId: string): Promise<MemberSession[]> {
      const { rows } = await database.query<SessionRow>(
        `SELECT ${SESSION_COLUMNS} FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 ORDER BY last_used_at DESC, id`,
        [decodeId('ws', workspaceId), decodeId('mem', memberId)],
      );
      return rows.map(toSession);
    },
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

export type SessionStore = ReturnType<typeof createSessionStore>;

/** In the transaction of whatever makes them end. */
export async function endSessions(
  tx: Queryable,
  workspace: string | undefined,
  member: string | undefined,
): Promise<number> {
  const { rows } = await tx.query<{ member_id: string }>(
    'DELETE FROM member_sessions WHERE workspace_id = $1 AND member_id = $2 RETURNING member_id',
    [workspace, member],
  );
  // Also where there was none: a node may have found one that is deleted by now.
  if (member !== undefined) await tellEnded(tx, [{ member_id: member }]);
  return rows.length;
}

async function tellEnded(tx: Queryable, rows: readonly { member_id: string }[]): Promise<void> {
  for (const member of new Set(rows.map(({ member_id }) => member_id)))
    await notify(tx, `${KEY_REVOKED}:${encodeId('mem', member)}`);
}
