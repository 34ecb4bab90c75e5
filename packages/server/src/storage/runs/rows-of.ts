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

export function rowsOf(types: readonly string[], rows: readonly (readonly unknown[])[]): Rows {
  let size = 1;
  while (size < rows.length) size *= 2;
  const values = rows.flat();
  for (let missing = (size - rows.length) * types.length; missing > 0; missing -= 1) values.push(null);
  return { size, sql: tuplesOf(types, size), values };
}

/** Two thousand placeholders take longer to write than to send: once per shape and size. */
const known = new WeakMap<readonly string[], Map<number, string>>();

function tuplesOf(types: readonly string[], size: number): string {
  const bySize = known.get(types) ?? new Map<number, string>();
  known.set(types, bySize);
  const ready = bySize.get(size);
  if (ready !== undefined) return ready;
  const tuples: string[] = [];
  for (let row = 0; row < size; row += 1) {
    const cells = types.map((type, column) => `$${1 + row * types.length + column}${row === 0 ? `::${type}` : ''}`);
    tuples.push(`(${cells.join(', ')})`);
  }
  bySize.set(size, tuples.join(', '));
  return tuples.join(', ');
}
