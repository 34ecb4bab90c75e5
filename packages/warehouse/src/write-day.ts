/** The files of one day, one for each table that has rows. */
import { join } from 'node:path';
import { createParquetFile, type ParquetFile } from './parquet/parquet-file.ts';
import { type ExportedRun, rowsOf } from './run-rows.ts';
import { type DimensionColumn, TABLE_NAMES, type TableName, tableOf } from './tables.ts';

export interface WrittenFile {
  path: string;
  rows: number;
  bytes: number;
}

export type WrittenDay = Partial<Record<TableName, WrittenFile>>;

export interface DayWriter {
  /** Runs as JSON, one each. */
  append(lines: readonly string[]): Promise<void>;
  close(): Promise<WrittenDay>;
  discard(): Promise<void>;
}

/** A day is written into files of a folder, under names that begin with it. */
export type OpenDay = (folder: string, day: string, dimensions: readonly DimensionColumn[]) => DayWriter;

export const openDay: OpenDay = (folder, day, dimensions) => {
  const files = new Map<TableName, { path: string; file: ParquetFile }>();
  const fileOf = async (table: TableName): Promise<ParquetFile> => {
    const known = files.get(table);
    if (known !== undefined) return known.file;
    const path = join(folder, `${day}-${table}`);
    const file = await createParquetFile(path, tableOf(table, dimensions));
    files.set(table, { path, file });
    return file;
  };
  return {
    async append(lines) {
      for (const line of lines) {
        const rows = rowsOf(JSON.parse(line) as ExportedRun, dimensions);
        for (const table of TABLE_NAMES) {
          if (rows[table].length === 0) continue;
          const file = await fileOf(table);
          for (const row of rows[table]) await file.append(row);
        }
      }
    },
    async close() {
      const written: WrittenDay = {};
      for (const [table, { path, file }] of files) written[table] = { path, ...(await file.close()) };
      return written;
    },
    async discard() {
      for (const { file } of files.values()) await file.discard();
    },
  };
};
