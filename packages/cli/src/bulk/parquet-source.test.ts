import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParquetFile } from '@brickwork/warehouse/parquet/parquet-file';
import { expect, it } from 'vitest';
import { openParquetSource } from './parquet-source.ts';

it('says in which file and after which row reading ended, where pages are damaged', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-damaged-'));
  const path = join(directory, 'calls.parquet');
  const file = await createParquetFile(path, { name: 'calls', columns: { transcript: 'string' } });
  for (let row = 0; row < 100; row += 1) await file.append({ transcript: `Caller: This is call ${row}.` });
  await file.close();
  writeFileSync(path, readFileSync(path).fill(0xff, 20, 200));
  const source = await openParquetSource(path, ['transcript'], ['transcript']);
  await expect(source.read(0, source.rows).next()).rejects.toThrow(
    'calls.parquet cannot be read after row 0: it is damaged.',
  );
  rmSync(directory, { recursive: true });
});
