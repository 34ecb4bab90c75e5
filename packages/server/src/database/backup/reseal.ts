/** Secrets at rest from the key of one deployment to that of another. Rows keep their ids, and so what their secrets are bound to. */
import type { SecretBox } from '../../core/secret-box.ts';
import { StartError } from '../embedded/start-error.ts';
import type { Queryable } from '../queryable.ts';

export interface SealedColumn {
  table: string;
  column: string;
  /** The columns of the primary key after the workspace. */
  keys: readonly string[];
  /** Further columns that the binding is made of. */
  more?: readonly string[];
  from: SecretBox;
  to: SecretBox;
  bindingOf(row: Record<string, unknown>): string;
}

/** Rows at a time: some are whole payloads. */
const FETCHED = 100;

export async function reseal(tx: Queryable, workspace: string, sealed: SealedColumn): Promise<void> {
  const { table, column, from, to, bindingOf } = sealed;
  const keys = ['workspace_id', ...sealed.keys];
  const names = [...keys, ...(sealed.more ?? [])].join(', ');
  await tx.query(
    `DECLARE sealed NO SCROLL CURSOR FOR SELECT ${names}, ${column} AS sealed FROM ${table}
     WHERE workspace_id = '${workspace}' AND ${column} IS NOT NULL`,
  );
  for (;;) {
    const { rows } = await tx.query<Record<string, unknown> & { sealed: Buffer }>(`FETCH ${FETCHED} FROM sealed`);
    for (const row of rows) {
      const binding = bindingOf(row);
      const opened = from.open(row.sealed, binding);
      if (opened === undefined) throw new StartError(`A secret in ${table} cannot be decrypted with the given secret.`);
      await tx.query(
        `UPDATE ${table} SET ${column} = $1 WHERE ${keys.map((name, at) => `${name} = $${at + 2}`).join(' AND ')}`,
        [to.seal(opened, binding), ...keys.map((name) => row[name])],
      );
    }
    if (rows.length < FETCHED) break;
  }
  await tx.query('CLOSE sealed');
}
