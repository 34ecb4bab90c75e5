import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryParquet } from '../../../../test/support/duckdb.ts';
import { createParquetFile } from './parquet-file.ts';
import type { Row, Table } from './table.ts';

const TABLE = {
  name: 'calls',
  columns: { id: 'string', good: 'boolean', turns: 'integer', confidence: 'double', at: 'timestamp' },
} as const satisfies Table;

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'brickwork-parquet-'));
  path = join(directory, 'calls.parquet');
});
afterEach(() => rmSync(directory, { recursive: true }));

async function write(rows: Iterable<Row>) {
  const file = await createParquetFile(path, TABLE);
  for (const row of rows) await file.append(row);
  return file.close();
}

const query = (sql: string) => queryParquet(sql.replace('$calls', `'${path}'`));

describe('createParquetFile', () => {
  it('gives every column its type, which DuckDB reads back', async () => {
    await write([
      { id: 'a', good: true, turns: 12, confidence: 0.75, at: new Date('2026-11-01T23:59:59.999Z') },
      { id: 'käse 🧀', good: false, turns: Number.MAX_SAFE_INTEGER, confidence: 1 },
      { id: '\ud800' },
    ]);
    expect(await query('SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM $calls)')).toEqual([
      { column_name: 'id', column_type: 'VARCHAR' },
      { column_name: 'good', column_type: 'BOOLEAN' },
      { column_name: 'turns', column_type: 'BIGINT' },
      { column_name: 'confidence', column_type: 'DOUBLE' },
      { column_name: 'at', column_type: 'TIMESTAMP WITH TIME ZONE' },
    ]);
    expect(await query(`SELECT * REPLACE ("at" AT TIME ZONE 'UTC' AS "at") FROM $calls`)).toEqual([
      { id: 'a', good: true, turns: '12', confidence: 0.75, at: '2026-11-01 23:59:59.999' },
      { id: 'käse 🧀', good: false, turns: '9007199254740991', confidence: 1, at: null },
      { id: '�', good: null, turns: null, confidence: null, at: null },
    ]);
  });

  it('writes rows in groups, and any number of them', async () => {
    function* rows() {
      for (let turns = 0; turns < 40_000; turns++) yield { id: `call ${turns}`, turns, confidence: turns / 40_000 };
    }
    expect((await write(rows())).rows).toBe(40_000);
    expect(await query('SELECT count(*) AS rows, sum(turns) AS turns, count(DISTINCT id) AS ids FROM $calls')).toEqual([
      { rows: '40000', turns: '799980000', ids: '40000' },
    ]);
    const groups = await query('SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata($calls)');
    expect(groups).toEqual([{ groups: '3' }]);
  });

  it('writes a file without rows that still has its columns', async () => {
    await write([]);
    expect(await query('SELECT count(*) AS rows, max(confidence) AS confidence FROM $calls')).toEqual([
      { rows: '0', confidence: null },
    ]);
  });

  it('ends a group early when its texts are long', async () => {
    await write(Array.from({ length: 6 }, () => ({ id: 'x'.repeat(1_500_000) })));
    const groups = await query('SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata($calls)');
    expect(groups).toEqual([{ groups: '2' }]);
  });

  it('has its name only when it is complete, and leaves nothing when it is discarded', async () => {
    const file = await createParquetFile(path, TABLE);
    await file.append({ id: 'a' });
    expect(readdirSync(directory).filter((name) => name.endsWith('.parquet'))).toEqual([]);
    await file.discard();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('takes the place of the file of the same name', async () => {
    await write([{ id: 'old' }, { id: 'older' }]);
    await write([{ id: 'new' }]);
    expect(readdirSync(directory)).toEqual(['calls.parquet']);
    expect(await query('SELECT id FROM $calls')).toEqual([{ id: 'new' }]);
  });

  it('leaves nothing behind when it cannot get its name', async () => {
    mkdirSync(join(path, 'folder'), { recursive: true });
    const file = await createParquetFile(path, TABLE);
    await expect(file.close()).rejects.toThrow();
    await file.discard();
    expect(readdirSync(directory)).toEqual(['calls.parquet']);
  });

  it('refuses a value of another type', async () => {
    const file = await createParquetFile(path, TABLE);
    await expect(file.append({ id: 7 })).rejects.toThrow('A column of type string cannot hold a number.');
    await expect(file.append({ turns: 1.5 })).rejects.toThrow('A column of type integer cannot hold a number.');
    await expect(file.append({ at: new Date('never') })).rejects.toThrow('of type timestamp');
    await file.discard();
  });
});
