/** Parquet files of somebody who means harm: each is refused, without taking memory for what it claims. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openParquetFile } from './read-parquet.ts';

const ROWS = 100;
const TEXTS = Array.from({ length: ROWS }, (_, row) => `Caller: This is call ${row}, about a refund.`);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brickwork-hostile-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

type Codec = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['codec']>;

function written(codec: Codec = 'SNAPPY', pack?: (page: Uint8Array) => Uint8Array): Uint8Array {
  const columnData = [{ name: 'transcript', data: TEXTS, type: 'STRING' as const }];
  return new Uint8Array(
    parquetWriteBuffer({ columnData, codec, ...(pack !== undefined && { compressors: { [codec]: pack } }) }),
  );
}

/** The same pages under other metadata. */
function claiming(change: (metadata: FileMetaData) => void): Uint8Array {
  const bytes = written();
  const metadata = parquetMetadata(bytes.slice().buffer);
  change(metadata);
  const pages = bytes.slice(0, bytes.length - 8 - new DataView(bytes.buffer).getUint32(bytes.length - 8, true));
  const writer = new ByteWriter();
  writer.appendBytes(pages);
  writeMetadata(writer, metadata);
  writer.appendBytes(new TextEncoder().encode('PAR1'));
  return new Uint8Array(writer.getBuffer());
}

async function read(bytes: Uint8Array): Promise<string[]> {
  const path = join(directory, 'calls.parquet');
  writeFileSync(path, bytes);
  const source = await openParquetFile(path);
  const texts: string[] = [];
  for await (const row of source.read(0, source.rows, ['transcript'])) texts.push(String(row.transcript));
  return texts;
}

describe('a hostile Parquet file', () => {
  it.each(['SNAPPY', 'GZIP', 'UNCOMPRESSED'] as const)('is told from an honest one, %s', async (codec) => {
    expect(await read(written(codec, codec === 'GZIP' ? (page) => gzipSync(page) : undefined))).toEqual(TEXTS);
    expect(await read(claiming(() => undefined))).toEqual(TEXTS);
  });

  it.each([0, 3, 8, 40, 200])('that ends %d bytes after its beginning is refused', async (length) => {
    await expect(read(written().slice(0, length))).rejects.toThrow();
  });

  it('with pages that are missing or changed is refused', async () => {
    const bytes = written();
    await expect(read(bytes.with(60, 0xff).fill(0xff, 20, 200))).rejects.toThrow();
  });

  it.each([
    ['of the file', (metadata: FileMetaData) => (metadata.num_rows = 10n ** 15n)],
    ['of a group', (metadata: FileMetaData) => claim(metadata, 10n ** 9n, 100n)],
    ['of everything', (metadata: FileMetaData) => claim(metadata, 10n ** 12n, 10n ** 12n)],
    ['that is negative', (metadata: FileMetaData) => claim(metadata, -5n, 100n)],
    ['a little above what it has', (metadata: FileMetaData) => claim(metadata, 1_000n, 1_000n)],
  ])('that claims a number of rows %s is refused', async (_, change) => {
    await expect(read(claiming(change))).rejects.toThrow();
  });

  it('whose pages unpack to more than they claim is stopped there', async () => {
    const bomb = written('GZIP', () => gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    await expect(read(bomb)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });

  it('whose texts are of another type is refused, or read as what it has', async () => {
    const asNumbers = claiming((metadata) => {
      const [, column] = metadata.schema;
      const [chunk] = metadata.row_groups[0]?.columns ?? [];
      if (column === undefined || chunk?.meta_data === undefined) throw new Error('no column');
      Object.assign(column, { type: 'DOUBLE', converted_type: undefined, logical_type: undefined });
      chunk.meta_data.type = 'DOUBLE';
      delete chunk.meta_data.statistics;
    });
    const result = await read(asNumbers).catch((error: unknown) => error);
    if (Array.isArray(result)) expect(result).toHaveLength(ROWS);
    else expect(result).toBeInstanceOf(Error);
  });
});

function claim(metadata: FileMetaData, rows: bigint, values: bigint): void {
  metadata.num_rows = rows;
  for (const group of metadata.row_groups) {
    group.num_rows = rows;
    for (const { meta_data } of group.columns) if (meta_data !== undefined) meta_data.num_values = values;
  }
}
