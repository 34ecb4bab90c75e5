import { openParquetFile } from '@brickwork/warehouse/parquet/read-parquet';
import { UsageError } from '../usage-error.ts';
import type { BulkFile } from './bulk-file.ts';

/** `columns` are read if they exist; of `needed`, one must exist, or it would be unclear which column is meant. */
export async function openParquetSource(
  path: string,
  columns: readonly string[],
  needed: readonly string[],
): Promise<BulkFile> {
  const file = await openParquetFile(path).catch((cause: unknown) => {
    throw new UsageError(`${path} is not a Parquet file that can be read.`, { cause });
  });
  if (!needed.some((name) => file.columns.includes(name)))
    throw new UsageError(`${path} has no column ${needed.join(' or ')}. Its columns are ${file.columns.join(', ')}.`);
  return {
    rows: file.rows,
    async *read(from, to) {
      let row = from;
      const values = file.read(from, to, columns);
      for (;;) {
        const next = await values.next().catch((cause: unknown) => {
          throw new UsageError(`${path} cannot be read after row ${row}: it is damaged.`, { cause });
        });
        if (next.done) return;
        row += 1;
        yield { row, value: next.value };
      }
    },
  };
}
