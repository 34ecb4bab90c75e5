/**
 * Writes one Parquet file row by row. Rows are encoded in groups, so memory stays small however long the file gets. The file has its
 * name only once it is complete: until then it is a hidden file beside it, which no reader of the folder picks up.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Row, schemaOf, type Table, toParquet } from './table.ts';

/** A group is encoded in one step: 16,384 answers take 0.3 s, so a service writes in a thread of its own. Larger ones compress hardly better. */
const GROUP_ROWS = 16_384;
/** Long texts end a group earlier. */
const GROUP_CHARACTERS = 4_000_000;
/** What a file that was not finished ends in. */
const PARTIAL = '.partial';

export interface ParquetFile {
  append(row: Row): Promise<void>;
  /** Completes the file and gives it its name, in place of any file that had it. */
  close(): Promise<{ rows: number; bytes: number }>;
  /** Removes what was written. Does nothing after `close`. */
  discard(): Promise<void>;
}

export async function createParquetFile(path: string, table: Table): Promise<ParquetFile> {
  await mkdir(dirname(path), { recursive: true });
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}${PARTIAL}`);
  const file = await open(partial, 'wx');
  const bytes = new ByteWriter(64 * 1024);
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(table), createdBy: 'brickwork' });
  const columns = Object.entries(table.columns).map(([name, type]) => ({ name, type }));
  let group: ReturnType<typeof toParquet>[][] = columns.map(() => []);
  let rows = 0;
  let characters = 0;
  let isOpen = true;
  let hasName = false;

  async function flush(): Promise<void> {
    const encoded = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    for (let written = 0; written < encoded.length; )
      written += (await file.write(encoded, written, encoded.length - written)).bytesWritten;
  }

  async function writeGroup(): Promise<void> {
    const columnData = columns.map(({ name }, at) => ({ name, data: group[at] ?? [] }));
    group = columns.map(() => []);
    characters = 0;
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    await flush();
  }

  return {
    async append(row) {
      for (const [at, { name, type }] of columns.entries()) {
        const value = toParquet(type, row[name]);
        group[at]?.push(value);
        if (typeof value === 'string') characters += value.length;
      }
      rows++;
      if (rows % GROUP_ROWS === 0 || characters >= GROUP_CHARACTERS) await writeGroup();
    },
    async close() {
      if ((group[0]?.length ?? 0) > 0) await writeGroup();
      await writer.finish();
      await flush();
      await file.sync();
      isOpen = false;
      await file.close();
      await rename(partial, path);
      hasName = true;
      return { rows, bytes: bytes.offset };
    },
    async discard() {
      if (hasName) return;
      if (isOpen) await file.close();
      isOpen = false;
      await rm(partial, { force: true });
    },
  };
}
