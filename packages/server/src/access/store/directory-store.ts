/** Users and groups of a directory in PostgreSQL. Every change brings the members concerned up to date in the same transaction. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { encodeId, newUuid } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { recordAudit } from '../audit/store/record-audit.ts';
import {
  type DirectoryGroup,
  type DirectoryQuery,
  type DirectoryUser,
  emailOfUser,
  type GivenGroup,
  type GivenUser,
} from '../directory/directory.ts';
import type { GroupRule } from '../members/grants.ts';
import { settleMember } from './settle-member.ts';

/** Per workspace: more than its maximum number of members, because some users are inactive or have no role. */
const MOST_USERS = 10_000;
const MOST_GROUPS = 1_000;

/** The scope, and what its groups give. `workspace` is the UUID. */
export interface DirectoryScope {
  workspace: string;
  rules: readonly GroupRule[];
}

interface UserRow {
  id: string;
  user_name: string;
  external_id: string | null;
  active: boolean;
  email: string;
  document: string;
  groups: { id: string; displayName: string }[];
  created_at: Date;
  updated_at: Date;
}

interface GroupRow {
  id: string;
  display_name: string;
  external_id: string | null;
  users: { id: string; userName: string }[];
  created_at: Date;
  updated_at: Date;
}

const USERS = `SELECT u.id, u.user_name, u.external_id, u.active, u.email, u.document, u.created_at, u.updated_at, coalesce((
    SELECT json_agg(json_build_object('id', g.id, 'displayName', g.display_name) ORDER BY g.display_name) FROM directory_group_users m
    JOIN directory_groups g ON g.workspace_id = m.workspace_id AND g.id = m.group_id
    WHERE m.workspace_id = u.workspace_id AND m.user_id = u.id), '[]') AS groups
  FROM directory_users u WHERE u.workspace_id = $1 AND ($2::uuid IS NULL OR u.id = $2)
    AND ($3::text IS NULL OR lower(u.user_name) = lower($3)) AND ($4::text IS NULL OR u.external_id = $4) ORDER BY u.id`;

const GROUPS = `SELECT g.id, g.display_name, g.external_id, g.created_at, g.updated_at, coalesce((
    SELECT json_agg(json_build_object('id', u.id, 'userName', u.user_name) ORDER BY u.user_name) FROM directory_group_users m
    JOIN directory_users u ON u.workspace_id = m.workspace_id AND u.id = m.user_id
    WHERE m.workspace_id = g.workspace_id AND m.group_id = g.id), '[]') AS users
  FROM directory_groups g WHERE g.workspace_id = $1 AND ($2::uuid IS NULL OR g.id = $2)
    AND ($3::text IS NULL OR lower(g.display_name) = lower($3)) AND ($4::text IS NULL OR g.external_id = $4) ORDER BY g.id`;

export function createDirectoryStore(database: Database) {
  return {
    users: (scope: DirectoryScope, query: DirectoryQuery) => listUsers(database, scope, query),
    groups: (scope: DirectoryScope, query: DirectoryQuery) => listGroups(database, scope, query),
    /** Undefined: there is no such user. */
    putUser: (scope: DirectoryScope, id: string | undefined, given: GivenUser, now: Date) =>
      database.transaction(async (tx) => {
        const put = await putUser(tx, scope, id, given, now);
        if (put === undefined) return undefined;
        await settleMember(tx, scope, put, now);
        await record(tx, scope, { type: 'directory_user', id: put, name: given.userName }, { active: given.active });
        return (await listUsers(tx, scope, { id: put }))[0];
      }),
    /** Deactivated first, then deleted. */
    removeUser: (scope: DirectoryScope, id: string, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<{ user_name: string }>(
          'UPDATE directory_users SET active = false WHERE workspace_id = $1 AND id = $2 RETURNING user_name',
          [scope.workspace, id],
        );
        if (rows[0] === undefined) return false;
        await settleMember(tx, scope, id, now);
        await tx.query('DELETE FROM directory_users WHERE workspace_id = $1 AND id = $2', [scope.workspace, id]);
        await record(tx, scope, { type: 'directory_user', id, name: rows[0].user_name }, { deleted: true });
        return true;
      }),
    putGroup: (scope: DirectoryScope, id: string | undefined, given: GivenGroup, now: Date) =>
      database.transaction(async (tx) => {
        const put = await putGroup(tx, scope, id, given, now);
        if (put === undefined) return undefined;
        await record(
          tx,
          scope,
          { type: 'directory_group', id: put, name: given.displayName },
          { users: given.userIds.length },
        );
        return (await listGroups(tx, scope, { id: put }))[0];
      }),
    removeGroup: (scope: DirectoryScope, id: string, now: Date): Promise<boolean> =>
      database.transaction(async (tx) => {
        const users = await usersOf(tx, scope, id);
        const { rows } = await tx.query<{ display_name: string }>(
          'DELETE FROM directory_groups WHERE workspace_id = $1 AND id = $2 RETURNING display_name',
          [scope.workspace, id],
        );
        if (rows[0] === undefined) return false;
        for (const user of users) await settleMember(tx, scope, user, now);
        await record(tx, scope, { type: 'directory_group', id, name: rows[0].display_name }, { deleted: true });
        return true;
      }),
  };
}

export type DirectoryStore = ReturnType<typeof createDirectoryStore>;

async function listUsers(on: Queryable, { workspace }: DirectoryScope, { id, name, externalId }: DirectoryQuery) {
  const { rows } = await on.query<UserRow>(USERS, [workspace, id ?? null, name ?? null, externalId ?? null]);
  return rows.map(
    (row): DirectoryUser => ({
      id: row.id,
      userName: row.user_name,
      externalId: row.external_id ?? undefined,
      active: row.active,
      email: row.email,
      document: JSON.parse(row.document) as Record<string, unknown>,
      groups: row.groups,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
  );
}

async function listGroups(on: Queryable, { workspace }: DirectoryScope, { id, name, externalId }: DirectoryQuery) {
  const { rows } = await on.query<GroupRow>(GROUPS, [workspace, id ?? null, name ?? null, externalId ?? null]);
  return rows.map(
    (row): DirectoryGroup => ({
      id: row.id,
      displayName: row.display_name,
      externalId: row.external_id ?? undefined,
      users: row.users,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
  );
}

async function putUser(
  tx: Queryable,
  { workspace }: DirectoryScope,
  id: string | undefined,
  given: GivenUser,
  now: Date,
): Promise<string | undefined> {
  const { userName, externalId, active, document } = given;
  const put = id ?? newUuid(now);
  const { rows } = await tx.query<{ is_taken: boolean; users: number }>(
    `SELECT EXISTS (SELECT 1 FROM directory_users WHERE workspace_id = $1 AND lower(user_name) = lower($2) AND id <> $3) AS is_taken,
       (SELECT count(*)::int FROM directory_users WHERE workspace_id = $1) AS users`,
    [workspace, userName, put],
  );
  if (rows[0]?.is_taken === true) throw new ServiceError('conflict', { detail: `${userName} exists already.` });
  if (id === undefined && (rows[0]?.users ?? 0) >= MOST_USERS)
    throw new ServiceError('conflict', { detail: `A directory has at most ${MOST_USERS} users.` });
  const values = [
    workspace,
    put,
    userName,
    externalId ?? null,
    active,
    emailOfUser(given),
    JSON.stringify(document),
    now,
  ];
  const { rowCount } = await tx.query(
    id === undefined
      ? `INSERT INTO directory_users (workspace_id, id, user_name, external_id, active, email, document, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`
      : `UPDATE directory_users SET user_name = $3, external_id = $4, active = $5, email = $6, document = $7, updated_at = $8
         WHERE workspace_id = $1 AND id = $2`,
    values,
  );
  return rowCount === 1 ? put : undefined;
}

async function putGroup(
  tx: Queryable,
  scope: DirectoryScope,
  id: string | undefined,
  { displayName, externalId, userIds }: GivenGroup,
  now: Date,
): Promise<string | undefined> {
  const { workspace } = scope;
  const put = id ?? newUuid(now);
  const { rows } = await tx.query<{ is_taken: boolean; groups: number }>(
    `SELECT EXISTS (SELECT 1 FROM directory_groups WHERE workspace_id = $1 AND lower(display_name) = lower($2) AND id <> $3) AS is_taken,
       (SELECT count(*)::int FROM directory_groups WHERE workspace_id = $1) AS groups`,
    [workspace, displayName, put],
  );
  if (rows[0]?.is_taken === true)
    throw new ServiceError('conflict', { detail: `The group ${displayName} exists already.` });
  if (id === undefined && (rows[0]?.groups ?? 0) >= MOST_GROUPS)
    throw new ServiceError('conflict', { detail: `A directory has at most ${MOST_GROUPS} groups.` });
  const { rowCount } = await tx.query(
    id === undefined
      ? `INSERT INTO directory_groups (workspace_id, id, display_name, external_id, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`
      : 'UPDATE directory_groups SET display_name = $3, external_id = $4, updated_at = $5 WHERE workspace_id = $1 AND id = $2',
    [workspace, put, displayName, externalId ?? null, now],
  );
  if (rowCount !== 1) return undefined;
  const before = await usersOf(tx, scope, put);
  await tx.query(
    'DELETE FROM directory_group_users WHERE workspace_id = $1 AND group_id = $2 AND user_id <> ALL ($3::uuid[])',
    [workspace, put, userIds],
  );
  // Users that do not exist are left out: directories send groups and users in any order.
  await tx.query(
    `INSERT INTO directory_group_users (workspace_id, group_id, user_id)
     SELECT $1, $2, id FROM directory_users WHERE workspace_id = $1 AND id = ANY ($3::uuid[]) ON CONFLICT DO NOTHING`,
    [workspace, put, userIds],
  );
  const concerned = new Set([...before, ...(await usersOf(tx, scope, put))]);
  for (const user of [...concerned].sort()) await settleMember(tx, scope, user, now);
  return put;
}

async function usersOf(tx: Queryable, { workspace }: DirectoryScope, groupId: string): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM directory_group_users WHERE workspace_id = $1 AND group_id = $2 ORDER BY user_id',
    [workspace, groupId],
  );
  return rows.map(({ user_id }) => user_id);
}

async function record(
  tx: Queryable,
  { workspace }: DirectoryScope,
  target: { type: string; id: string; name: string },
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { workspaceId: encodeId('ws', workspace), action: 'directory.changed', target, details });
}
