/** Reads a Parquet file by ranges of rows, a row group at a time: memory is what the largest group takes, however long the file is. */
import * as zlib from 'node:zlib';
import {
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  snappyUncompress,
} from 'hyparquet';

export interface ParquetReader {
  rows: number;
  /** The names of the outermost columns. */
  columns: readonly string[];
  /** The rows after `from` up to `to`, with these columns where the file has them. */
  read(from: number, to: number, columns: readonly string[]): AsyncGenerator<Record<string, unknown>, void, undefined>;
}

/** A group is read in one step; writers make groups of at most a million rows or so. */
const MOST_GROUP_ROWS = 5_000_000n;
/** A page of most writers has 1 MiB. */
const MOST_PAGE_BYTES = 256 * 1024 * 1024;

/** Nothing is unpacked to more than its page claims, nor a page that claims too much. Node has Zstandard from 22.15 on. */
const COMPRESSORS: Compressors = {
  SNAPPY: (bytes, length) => {
    limitOf(length);
    const page = new Uint8Array(length);
    snappyUncompress(bytes, page);
    return page;
  },
  GZIP: (bytes, length) => zlib.gunzipSync(bytes, limitOf(length)),
  BROTLI: (bytes, length) => zlib.brotliDecompressSync(bytes, limitOf(length)),
  ...('zstdDecompressSync' in zlib && {
    ZSTD: (bytes: Uint8Array, length: number) => zlib.zstdDecompressSync(bytes, limitOf(length)),
  }),
};

function limitOf(claimed: number): { maxOutputLength: number } {
  if (!(claimed >= 0 && claimed <= MOST_PAGE_BYTES)) throw new Error(`A page claims ${claimed} bytes.`);
  // Of a page without a byte, too, Node wants a limit above zero.
  return { maxOutputLength: Math.max(1, claimed) };
}

const decoder = new TextDecoder();
/** A column of JSON stays text: a single value that is not JSON must not fail its whole group. */
const PARSERS = { jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes) };

export async function openParquetFile(path: string): Promise<ParquetReader> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const groups = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
  checkRows(metadata);
  return {
    rows: Number(metadata.num_rows),
    columns: names,
    async *read(from, to, wanted) {
      const columns = names.filter((name) => wanted.includes(name));
      let before = 0;
      for (const rows of groups) {
        const range = { rowStart: Math.max(from, before), rowEnd: Math.min(to, before + rows) };
        before += rows;
        if (range.rowStart >= range.rowEnd) continue;
        const options = {
          file,
          metadata,
          columns,
          compressors: COMPRESSORS,
          parsers: PARSERS,
          rowFormat: 'object' as const,
        };
        const ends = new Map<string, number>();
        const onChunk = ({ columnName, rowEnd }: { columnName: string; rowEnd: number }) =>
          ends.set(columnName, Math.max(rowEnd, ends.get(columnName) ?? 0));
        const found = await parquetReadObjects({ ...options, ...range, onChunk });
        // The library makes empty rows of those that are claimed and not there.
        if (columns.some((name) => (ends.get(name) ?? 0) < range.rowEnd))
          throw new Error('A group has fewer rows than it claims.');
        for (const row of found) yield plain(row) as Record<string, unknown>;
      }
    },
  };
}

/** A file may claim any number of rows: it must be that of its groups, and no column may have fewer values than rows. */
function checkRows({ num_rows, row_groups }: FileMetaData): void {
  let sum = 0n;
  for (const { num_rows: rows, columns } of row_groups) {
    const isTold = columns.every(({ meta_data }) => meta_data !== undefined && meta_data.num_values >= rows);
    if (rows < 0n || rows > MOST_GROUP_ROWS || !isTold)
      throw new Error('The number of rows is not that of the columns.');
    sum += rows;
  }
  if (sum !== num_rows) throw new Error('The number of rows is not that of the groups.');
}

/** As JSON would have it: whole numbers of 64 bits as numbers where they are exact, moments as RFC 3339. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
