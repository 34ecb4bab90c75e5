/** Conversations to evaluate in bulk: a JSON-lines or Parquet file, or a directory of them, whose rows are counted through in the order of their names. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { BulkFile, BulkRow } from './bulk-file.ts';

export type SourceRow = BulkRow & { file: string };

export interface BulkSource {
  rows: number;
  read(from: number, to: number): AsyncGenerator<SourceRow, void, undefined>;
}

const JSON_LINES = /\.(jsonl|ndjson)$/i;
const PARQUET = /\.parquet$/i;

/** For a Parquet file: the columns to read, and of which columns it must have one. */
export interface SourceColumns {
  columns: readonly string[];
  needed: readonly string[];
}

export async function openBulkSource(path: string, columns: SourceColumns): Promise<BulkSource> {
  const files: { name: string; file: BulkFile }[] = [];
  for (const each of await filesOf(path)) files.push({ name: basename(each), file: await openFile(each, columns) });
  return {
    rows: files.reduce((sum, { file }) => sum + file.rows, 0),
    async *read(from, to) {
      let before = 0;
      for (const { name, file } of files) {
        const first = Math.max(0, from - before);
        const end = Math.min(file.rows, to - before);
        if (first < end) for await (const row of file.read(first, end)) yield { file: name, ...row };
        before += file.rows;
      }
    },
  };
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new UsageError(`${path} cannot be read.`);
  if (!found.isDirectory()) return [path];
  // What starts with . or _ is not data: temporary files, and markers such as Spark's _SUCCESS.
  const names = (await readdir(path)).filter(
    (name) => !/^[._]/.test(name) && (JSON_LINES.test(name) || PARQUET.test(name)),
  );
  if (names.length === 0) throw new UsageError(`${path} has no .jsonl or .parquet files.`);
  return names.sort().map((name) => join(path, name));
}

async function openFile(path: string, { columns, needed }: SourceColumns): Promise<BulkFile> {
  if (JSON_LINES.test(path)) return (await import('./json-lines-file.ts')).openJsonLines(path);
  if (PARQUET.test(path)) return (await import('./parquet-source.ts')).openParquetSource(path, columns, needed);
  throw new UsageError(`${path} is neither a .jsonl nor a .parquet file.`);
}
