/** Moves secrets at rest from one secret of the deployment to another. Rows keep their ids, so the binding stays the same. */
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
const PAGE = 100;

export interface SealedPage {
  /** The key of the last row; undefined at the end of the table. */
  last: unknown[] | undefined;
  /** How many can be opened only with `from`. They are sealed again, unless they are only counted. */
  old: number;
  /** How many can be opened with neither. */
  unreadable: number;
}

export interface PageRequest {
  /** The key of a row: continues after it. */
  after: unknown[] | undefined;
  /** Of one workspace only. */
  workspace?: string;
  isCount?: boolean;
}

export async function resealPage(
  tx: Queryable,
  sealed: SealedColumn,
  { after, workspace, isCount = false }: PageRequest,
): Promise<SealedPage> {
  const { table, column, from, to, bindingOf } = sealed;
  const keys = ['workspace_id', ...sealed.keys];
  const values = [...(after ?? []), ...(workspace === undefined ? [] : [workspace])];
  const conditions = [
    `${column} IS NOT NULL`,
    ...(after === undefined ? [] : [`(${keys.join(', ')}) > (${keys.map((_, at) => `$${at + 1}`).join(', ')})`]),
    ...(workspace === undefined ? [] : [`workspace_id = $${values.length}`]),
  ];
  const { rows } = await tx.query<Record<string, unknown> & { sealed: Buffer }>(
    `SELECT ${[...keys, ...(sealed.more ?? [])].join(', ')}, ${column} AS sealed FROM ${table}
     WHERE ${conditions.join(' AND ')} ORDER BY ${keys.join(', ')} LIMIT ${PAGE}`,
    values,
  );
  const page: SealedPage = { last: undefined, old: 0, unreadable: 0 };
  for (const row of rows) {
    const binding = bindingOf(row);
    if (to.open(row.sealed, binding) !== undefined) continue;
    const opened = from.open(row.sealed, binding);
    page[opened === undefined ? 'unreadable' : 'old'] += 1;
    if (opened === undefined || isCount) continue;
    // Only if nobody has changed it meanwhile: newer values were sealed by a node.
    await tx.query(
      `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${keys.map((name, at) => `${name} = $${at + 3}`).join(' AND ')}`,
      [to.seal(opened, binding), row.sealed, ...keys.map((name) => row[name])],
    );
  }
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return { ...page, last: last && keys.map((name) => last[name]) };
}

/** All or nothing. */
export async function resealWorkspace(tx: Queryable, workspace: string, sealed: SealedColumn): Promise<void> {
  let after: unknown[] | undefined;
  do {
    const page = await resealPage(tx, sealed, { after, workspace });
    if (page.unreadable > 0)
      throw new StartError(`A secret in ${sealed.table} cannot be decrypted with the given secret.`);
    after = page.last;
  } while (after !== undefined);
}
