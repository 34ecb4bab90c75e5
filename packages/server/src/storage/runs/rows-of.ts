/**
 * Many rows in one prepared statement: `VALUES ($1::uuid, $2::text), ($3, $4) …`. The row count is rounded up to a power of two
 * and the rest filled with nulls (to be filtered by the statement), so that a handful of prepared statements serve every batch.
 * Parameters travel raw: no array literal to escape for a conversation.
 */
export interface Rows {
  /** For the statement's name. */
  size: number;
  sql: string;
  values: unknown[];
}

export function rowsOf(types: readonly string[], rows: readonly (readonly unknown[])[], firstParameter = 1): Rows {
  let size = 1;
  while (size < rows.length) size *= 2;
  const tuples: string[] = [];
  const values: unknown[] = [];
  for (let row = 0; row < size; row += 1) {
    const cells = types.map(
      (type, column) => `$${firstParameter + row * types.length + column}${row === 0 ? `::${type}` : ''}`,
    );
    tuples.push(`(${cells.join(', ')})`);
    values.push(...(rows[row] ?? types.map(() => null)));
  }
  return { size, sql: tuples.join(', '), values };
}
