/**
 * What a login could do beyond reading the views, each with the statement that revokes it. Checked before a login is granted and by
 * `brickwork doctor`: rights may come from anywhere, for example from PUBLIC, to which PostgreSQL grants some by default.
 */
import type { Queryable } from '../../../../database/database.ts';

export interface ExcessRight {
  what: string;
  /** The statement, for somebody with the right to execute it. */
  fix: string;
}

/** Objects of extensions are left out: their grants are their own concern. */
const OWN = (catalogue: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = '${catalogue}'::regclass AND x.objid = ${oid} AND x.deptype = 'e')`;
const ELSEWHERE = `n.nspname NOT IN ('reporting', 'information_schema') AND n.nspname !~ '^pg_'`;

const FIND = `
  SELECT 'is superuser, or may bypass row security, replicate, or create roles or databases' AS what,
    format('ALTER ROLE %I NOSUPERUSER NOBYPASSRLS NOREPLICATION NOCREATEROLE NOCREATEDB', r.rolname) AS fix
  FROM pg_roles r WHERE r.rolname = $1::name AND (r.rolsuper OR r.rolbypassrls OR r.rolreplication OR r.rolcreaterole OR r.rolcreatedb)
  UNION ALL SELECT format('is a member of the role %s', g.rolname), format('REVOKE %I FROM %I', g.rolname, r.rolname)
  FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid JOIN pg_roles g ON g.oid = m.roleid WHERE r.rolname = $1::name
  UNION ALL SELECT 'may create temporary tables', format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database())
  WHERE has_database_privilege($1::name, current_database(), 'TEMPORARY')
  UNION ALL SELECT 'may create schemas', format('REVOKE CREATE ON DATABASE %I FROM PUBLIC, %I', current_database(), $1::name)
  WHERE has_database_privilege($1::name, current_database(), 'CREATE')
  UNION ALL SELECT format('may create objects in the schema %s', n.nspname), format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, %I', n.nspname, $1::name)
  FROM pg_namespace n WHERE has_schema_privilege($1::name, n.oid, 'CREATE')
  UNION ALL (SELECT format('may use the table %s', c.oid::regclass), format('REVOKE ALL ON %s FROM PUBLIC, %I', c.oid::regclass, $1::name)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${ELSEWHERE} AND ${OWN('pg_class', 'c.oid')}
    AND (has_any_column_privilege($1::name, c.oid, 'SELECT, INSERT, UPDATE, REFERENCES') OR has_table_privilege($1::name, c.oid, 'DELETE, TRUNCATE, TRIGGER'))
  ORDER BY 1 LIMIT 3)
  UNION ALL (SELECT format('may call %s with the rights of its owner', p.oid::regprocedure), format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC, %I', p.oid::regprocedure, $1::name)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE p.prosecdef AND ${ELSEWHERE} AND ${OWN('pg_proc', 'p.oid')} AND has_function_privilege($1::name, p.oid, 'EXECUTE') ORDER BY 1 LIMIT 3)`;

/** Of a role that exists. */
export async function excessRights(on: Queryable, login: string): Promise<ExcessRight[]> {
  const { rows } = await on.query<ExcessRight>(FIND, [login]);
  return rows;
}

/**
 * Revokes PostgreSQL's default grants to everybody, as far as the service's role may: temporary tables, and before version 15 also objects
 * in the schema `public`.
 */
export async function endDefaultRights(tx: Queryable): Promise<void> {
  await tx.query(`DO $$ BEGIN
    IF (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) THEN
      EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
    IF (SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = 'public') THEN
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END IF;
  END $$`);
}

/**
 * In the embedded database, which only we use: only the service takes advisory locks and stores large objects. Otherwise anybody could hold
 * the leader's lock, or fill the disk.
 */
export async function endSharedFunctions(tx: Queryable): Promise<void> {
  await tx.query(`DO $$ DECLARE called regprocedure; BEGIN
    FOR called IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^(pg_(try_)?advisory_|lo_|lowrite$|pg_notify$)' LOOP
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', called);
    END LOOP;
  END $$`);
}
