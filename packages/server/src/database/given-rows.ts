/**
 * Rows that are passed to a statement, with each column's name, SQL type and value in one declaration per row type:
 *
 *   const PEOPLE = givenRows<Person>({
 *     id: ['uuid', (person) => person.id],
 *     name: ['text', (person) => person.name],
 *   });
 *   const rows = PEOPLE.of(people);
 *   await tx.query({ name: `save_people_${rows.size}`, text: `
 *     WITH ${rows.sql} INSERT INTO people (id, name) SELECT id, name FROM given WHERE id IS NOT NULL` }, rows.values);
 *
 * All rows travel in one prepared statement: `given (id, name) AS (VALUES ($1::uuid, $2::text), ($3, $4) …)`. The row count is
 * rounded up to a power of two and the rest is filled with nulls, which the statement filters out, so a handful of prepared
 * statements serve every batch. Parameters travel raw: no array literal in which a conversation would have to be escaped.
 *
 * `rows.column('id')` and `givenList` write arrays parameter by parameter. Their length stands in the statement, so the planner
 * estimates the same with and without the values, and PostgreSQL keeps the prepared plan. Of an array that is one parameter it
 * supposes ten elements, finds every plan for the actual ones cheaper, and plans each execution again (0.5 ms to end a delivery).
 */
type SqlType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'timestamptz';

export type Columns<Item> = Readonly<Record<string, readonly [type: SqlType, value: (item: Item) => unknown]>>;

interface Given {
  /** The number of rows including the empty ones; belongs in the statement's name. */
  size: number;
  /** A CTE named `given`, to be used after WITH. */
  sql: string;
  values: unknown[];
  /** The values of a column as an SQL array, nulls included. */
  column(name: string): string;
}

export interface GivenRows<Item> {
  of(items: readonly Item[]): Given;
}

export function givenRows<Item>(columns: Columns<Item>, sizeOf = powerOfTwoFrom): GivenRows<Item> {
  const entries = Object.values(columns);
  const names = Object.keys(columns);
  const head = `given (${namesOf(columns)}) AS (VALUES `;
  /** Writing two thousand placeholders takes longer than sending them: done once per size. */
  const bySize = new Map<number, string>();
  const sqlOf = (size: number): string => {
    const known = bySize.get(size);
    if (known !== undefined) return known;
    const tuples = Array.from({ length: size }, (_, row) => {
      const cells = entries.map(([type], column) => {
        const parameter = `$${1 + row * entries.length + column}`;
        return row === 0 ? `${parameter}::${type}` : parameter;
      });
      return `(${cells.join(', ')})`;
    });
    const sql = `${head}${tuples.join(', ')})`;
    bySize.set(size, sql);
    return sql;
  };
  return {
    of(items) {
      const size = sizeOf(items.length);
      const values: unknown[] = [];
      for (const item of items) for (const [, value] of entries) values.push(value(item));
      while (values.length < size * entries.length) values.push(null);
      const column = (name: string): string => {
        const index = names.indexOf(name);
        const parameters = Array.from({ length: size }, (_, row) => `$${1 + row * entries.length + index}`);
        return `ARRAY[${parameters.join(', ')}]::${entries[index]?.[0]}[]`;
      };
      return { size, sql: sqlOf(size), values, column };
    },
  };
}

/** The distinct values as an SQL array, in parameters that follow the first `after`; its size belongs in the statement's name, too. */
export function givenList(type: SqlType, all: readonly string[], after: number): Omit<Given, 'column'> {
  const values: unknown[] = [...new Set(all)];
  const size = powerOfTwoFrom(values.length);
  while (values.length < size) values.push(null);
  const parameters = values.map((_, index) => `$${after + index + 1}`);
  return { size, sql: `ARRAY[${parameters.join(', ')}]::${type}[]`, values };
}

/** For long statements of few columns: empty rows cost less than planning further sizes, on every connection. */
export function powerOfEightFrom(count: number): number {
  let size = 1;
  while (size < count) size *= 8;
  return size;
}

function powerOfTwoFrom(count: number): number {
  let size = 1;
  while (size < count) size *= 2;
  return size;
}

/** For a statement's column list: `namesOf({ id: …, name: … }, 'p')` is `p.id, p.name`. */
export function namesOf(columns: Readonly<Record<string, unknown>>, table?: string): string {
  const names = Object.keys(columns);
  return (table === undefined ? names : names.map((name) => `${table}.${name}`)).join(', ');
}
