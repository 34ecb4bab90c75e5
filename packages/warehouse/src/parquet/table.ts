/** What a Parquet file holds: named columns of one type each. Every column may be empty in a row. */
import type { SchemaElement } from 'hyparquet';

/** `integer` is 64 bits wide; `timestamp` is a moment in UTC with microseconds, which DuckDB, Spark and Trino read alike. */
export type ColumnType = 'string' | 'boolean' | 'integer' | 'double' | 'timestamp';

export interface Table {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
}

export type Cell = string | number | boolean | Date | null | undefined;

/** A column that a row does not name is empty there. */
export type Row = Readonly<Record<string, Cell>>;

const ELEMENTS: Record<ColumnType, Omit<SchemaElement, 'name'>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  timestamp: {
    type: 'INT64',
    // Both, since older readers know the first only.
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
};

export function schemaOf({ name, columns }: Table): SchemaElement[] {
  const entries = Object.entries(columns);
  return [
    { name, num_children: entries.length },
    ...entries.map(
      ([column, type]): SchemaElement => ({ name: column, repetition_type: 'OPTIONAL', ...ELEMENTS[type] }),
    ),
  ];
}

/** The value as the writer takes it. A value of another type is a fault of the caller, and is never written as something else. */
export function toParquet(type: ColumnType, value: Cell): string | number | boolean | bigint | Date | undefined {
  if (value === null || value === undefined) return undefined;
  if (type === 'timestamp' && value instanceof Date && !Number.isNaN(value.getTime())) return value;
  if (type === 'integer' && Number.isSafeInteger(value)) return BigInt(value as number);
  if (type === 'double' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  if (type === 'string' && typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  throw new TypeError(`A column of type ${type} cannot hold a ${value instanceof Date ? 'date' : typeof value}.`);
}
