/** Reads a Parquet file by ranges of rows, a row group at a time: memory is what the largest group takes, however long the file is. */
import * as zlib from 'node:zlib';
import {
  asyncBufferFromFile,
  type Compressors,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';

export interface ParquetReader {
  rows: number;
  /** The names of the outermost columns. */
  columns: readonly string[];
  /** The rows after `from` up to `to`, with these columns where the file has them. */
  read(from: number, to: number, columns: readonly string[]): AsyncGenerator<Record<string, unknown>, void, undefined>;
}

/** Snappy, the default of most writers, is the library's own; Node brings the others. Node has Zstandard from 22.15 on. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes) => zlib.gunzipSync(bytes),
  BROTLI: (bytes) => zlib.brotliDecompressSync(bytes),
  ...('zstdDecompressSync' in zlib && { ZSTD: (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes) }),
};

const decoder = new TextDecoder();
/** A column of JSON stays text: a single value that is not JSON must not fail its whole group. */
const PARSERS = { jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes) };

export async function openParquetFile(path: string): Promise<ParquetReader> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const groups = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
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
        for (const row of await parquetReadObjects({ ...options, ...range }))
          yield plain(row) as Record<string, unknown>;
      }
    },
  };
}

/** As JSON would have it: whole numbers of 64 bits as numbers where they are exact, moments as RFC 3339. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
