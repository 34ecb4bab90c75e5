/**
 * What is in a data set and how far it goes. Everything up to `cursor` is in its files, except for the days in `pending`: these have to be
 * written again, because an export was interrupted there. A data set without pending days is complete.
 */
import { isDeepStrictEqual } from 'node:util';
import { ExportError } from './export-error.ts';
import { type DimensionColumn, TABLE_NAMES, TABLES_VERSION, type TableName } from './tables.ts';

export const MANIFEST = '_manifest.json';

/** What the files were made from. When it changes, all of them are written again. */
export interface Shape {
  workspace_id: string;
  environment: string;
  masked: boolean;
  dimensions: readonly DimensionColumn[];
}

export type DayEntry = Partial<Record<TableName, { rows: number; bytes: number }>>;

export interface Manifest extends Shape {
  tables_version: number;
  cursor: string;
  updated_at: string;
  complete: boolean;
  pending: readonly string[];
  totals: Record<TableName, number>;
  days: Record<string, DayEntry>;
}

export function toManifest(
  shape: Shape,
  { cursor, pending, days, now }: { cursor: string; pending: Iterable<string>; days: Map<string, DayEntry>; now: Date },
): Manifest {
  const left = [...pending].sort();
  const sum = (table: TableName) => [...days.values()].reduce((rows, day) => rows + (day[table]?.rows ?? 0), 0);
  return {
    tables_version: TABLES_VERSION,
    ...shape,
    cursor,
    updated_at: now.toISOString(),
    complete: left.length === 0,
    pending: left,
    totals: Object.fromEntries(TABLE_NAMES.map((table) => [table, sum(table)])) as Record<TableName, number>,
    days: Object.fromEntries([...days].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

export function readManifest(text: string): Manifest {
  const parsed = parseObject(text);
  if (
    parsed === undefined ||
    typeof parsed.cursor !== 'string' ||
    !isListOfDays(parsed.pending) ||
    !isPlainObject(parsed.days) ||
    !isListOfDays(Object.keys(parsed.days)) ||
    !Object.values(parsed.days).every(isPlainObject)
  )
    throw new ExportError(
      `${MANIFEST} is not one that an export has written. Choose another destination, or delete what is there.`,
    );
  return parsed as unknown as Manifest;
}

/** More than a century: each is looked up. */
const MOST_DAYS = 40_000;

/** Days are part of the names of files, and whoever has the place may have written something else there. */
function isListOfDays(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MOST_DAYS) return false;
  return value.every((day) => typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Two workspaces in one place would overwrite each other's files. */
export function requireSameOwner(manifest: Manifest, shape: Shape): void {
  if (manifest.workspace_id === shape.workspace_id && manifest.environment === shape.environment) return;
  throw new ExportError(
    'The destination holds the data set of another workspace or environment. Choose another directory or prefix.',
  );
}

export function hasSameShape(manifest: Manifest, shape: Shape): boolean {
  return (
    manifest.tables_version === TABLES_VERSION &&
    manifest.masked === shape.masked &&
    isDeepStrictEqual(manifest.dimensions, shape.dimensions)
  );
}
