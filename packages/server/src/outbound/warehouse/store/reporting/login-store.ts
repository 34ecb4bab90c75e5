/** Reporting logins in PostgreSQL: the role, and the row by which the views know it. */
import type { Environment } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { recordAudit } from '../../../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../../../core/ids.ts';
import type { Database, Queryable } from '../../../../database/database.ts';
import { type ExcessRight, endDefaultRights, endSharedFunctions, excessRights } from './login-rights.ts';
import { installViews } from './reporting-views.ts';

export interface ReportingLogin {
  login: string;
  workspaceId: string;
  environment: Environment;
  identities: boolean;
  createdAt: Date;
}

export interface ListedLogin extends ReportingLogin {
  isOwnRole: boolean;
  /** False if the role was dropped, or does not exist on the server to which a back-up was restored. */
  exists: boolean;
  excess: ExcessRight[];
}

export interface NewLogin extends Omit<ReportingLogin, 'createdAt'> {
  newRole: { verifier: string; connections: number } | undefined;
}

/** A session can change all of these except the number of connections; they protect against accidents, not attacks. */
const LIMITS: Readonly<Record<string, string>> = {
  search_path: 'reporting',
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
  lock_timeout: '5s',
  // One core per query; and a condition on time should use the index, which the planner's default for slow disks avoids: 209 ms instead of
  // 1,030 ms for the runs by day of a week, of 300,000 runs.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
};

/**
 * The tables that the views read. After an import, autovacuum has not analysed them yet, and a join of two views would scan one of them for
 * each row of the other. Not "reporting_logins", which has few rows: a plan for an empty table is good enough.
 */
const VIEWED = ['workspaces', 'runs', 'run_answers', 'reviews'];

const DENIED = '42501';
const MISSING = '42704';

export function createLoginStore(database: Database, { isEmbedded }: { isEmbedded: boolean }) {
  return {
    /** Role, row and audit entry together, or nothing. Refused if the login could do more than read the views. */
    async grant({ login, workspaceId, environment, identities, newRole }: NewLogin): Promise<ReportingLogin> {
      const createdAt = new Date();
      await database.transaction(async (tx) => {
        await step(tx, NO_SCHEMA, () => installViews(tx));
        if (newRole !== undefined) await step(tx, NO_ROLE, () => createRole(tx, login, newRole));
        await endDefaultRights(tx);
        if (isEmbedded) await endSharedFunctions(tx);
        await refuseExcess(tx, login);
        const { rows } = await tx.query(
          `INSERT INTO reporting_logins (login, workspace_id, environment, identities, is_own_role, created_at)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (login) DO NOTHING RETURNING login`,
          [login, decodeId('ws', workspaceId), environment, identities, newRole !== undefined, createdAt],
        );
        if (rows.length === 0)
          throw new ServiceError('conflict', {
            detail: `${login} is a reporting login already. Revoke it first ("brickwork reporting list").`,
          });
        const target = { type: 'reporting_login', id: login };
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'reporting.granted',
          target,
          details: { identities },
        });
      });
      await database.query(`ANALYZE ${VIEWED.join(', ')}`);
      return { login, workspaceId, environment, identities, createdAt };
    },
    async list(workspaceId?: string): Promise<ListedLogin[]> {
      const { rows } = await database.query<LoginRow>(
        `SELECT o.login, o.workspace_id, o.environment, o.identities, o.is_own_role, o.created_at, r.rolname IS NOT NULL AS exists
         FROM reporting_logins o LEFT JOIN pg_roles r ON r.rolname = o.login WHERE $1::uuid IS NULL OR o.workspace_id = $1 ORDER BY o.created_at, o.login`,
        [workspaceId === undefined ? null : decodeId('ws', workspaceId)],
      );
      const logins: ListedLogin[] = [];
      for (const row of rows)
        logins.push({ ...toLogin(row), excess: row.exists ? await excessRights(database, row.login) : [] });
      return logins;
    },
    /** After the commit the login has no access, connected or not. False if its role could not be dropped. */
    async revoke({
      login,
      workspaceId,
      environment,
      isOwnRole,
    }: Pick<ListedLogin, 'login' | 'workspaceId' | 'environment' | 'isOwnRole'>): Promise<boolean> {
      await database.transaction(async (tx) => {
        await tx.query('DELETE FROM reporting_logins WHERE login = $1 AND workspace_id = $2', [
          login,
          decodeId('ws', workspaceId),
        ]);
        const target = { type: 'reporting_login', id: login };
        await recordAudit(tx, { workspaceId, environment, action: 'reporting.revoked', target });
      });
      if (!isOwnRole) return true;
      try {
        await database.query(`DROP ROLE IF EXISTS ${quoted(login)}`);
        return true;
      } catch {
        return false; // Somebody else owns it now, or has granted it something: its owner is informed.
      }
    },
  };
}

export type LoginStore = ReturnType<typeof createLoginStore>;

interface LoginRow {
  login: string;
  workspace_id: string;
  environment: Environment;
  identities: boolean;
  is_own_role: boolean;
  created_at: Date;
  exists: boolean;
}

function toLogin(row: LoginRow): Omit<ListedLogin, 'excess'> {
  return {
    login: row.login,
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    identities: row.identities,
    isOwnRole: row.is_own_role,
    createdAt: row.created_at,
    exists: row.exists,
  };
}

async function createRole(
  tx: Queryable,
  login: string,
  { verifier, connections }: NonNullable<NewLogin['newRole']>,
): Promise<void> {
  await tx.query(
    `CREATE ROLE ${quoted(login)} LOGIN NOINHERIT CONNECTION LIMIT ${Math.trunc(connections)} PASSWORD '${verifier}'`,
  );
  for (const [name, value] of Object.entries(LIMITS))
    await tx.query(`ALTER ROLE ${quoted(login)} SET ${name} = '${value}'`);
}

async function refuseExcess(tx: Queryable, login: string): Promise<void> {
  let excess: ExcessRight[];
  try {
    excess = await excessRights(tx, login);
  } catch (error) {
    if ((error as { code?: string }).code !== MISSING) throw error;
    throw new ServiceError('not_found', { detail: `The server has no role ${login}.` });
  }
  if (excess.length === 0) return;
  throw new ServiceError('conflict', {
    detail: `${login} could do more than read the views, so it was not granted: it ${excess.map(({ what }) => what).join('; it ')}. Have a superuser of the database run: ${excess.map(({ fix }) => `${fix};`).join(' ')}`,
  });
}

/** `explain` turns it into a sentence if the server refuses the service's role. */
async function step(tx: Queryable, explain: (names: Names) => string, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.query<Names>('SELECT current_user AS service, current_database() AS database');
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DENIED) throw error;
    throw new ServiceError('forbidden', {
      detail: explain(rows[0] ?? { service: 'the role', database: 'the database' }),
    });
  }
}

interface Names {
  service: string;
  database: string;
}

const NO_SCHEMA = ({ service, database }: Names) =>
  `The service's role ${service} may not create the schema "reporting". Have a superuser of the database run: GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(service)};`;

const NO_ROLE = ({ service }: Names) =>
  `The service's role ${service} may not create roles. Have a superuser of the database run: CREATE ROLE my_reporting LOGIN PASSWORD '…' CONNECTION LIMIT 5; ALTER ROLE my_reporting SET default_transaction_read_only = on; ALTER ROLE my_reporting SET statement_timeout = '60s'; Then: brickwork reporting grant --role my_reporting …`;

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
