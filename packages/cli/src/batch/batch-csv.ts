/** Results as CSV, one row per brick; a record without answers has one row with the reason. */
import { csvCell, toSignalRows } from '@brickwork/client';
import type { BatchLine } from './batch-line.ts';

const COLUMNS = [
  'id',
  'run_id',
  'status',
  'kit_code',
  'kit_version',
  'created_at',
  'completed_at',
  'duration_ms',
  'brick_key',
  'value',
  'confidence',
  'reason',
  'evidence',
  'error_code',
  'error_detail',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number] | 'applicability', unknown>>;

/** `read` is called twice: the column `applicability` is there only if a brick of these runs has one. */
export async function* csvOf(read: () => AsyncIterable<BatchLine>): AsyncGenerator<string, void, undefined> {
  const columns = (await hasApplicability(read())) ? [...COLUMNS, 'applicability' as const] : COLUMNS;
  yield `${columns.join(',')}\r\n`;
  for await (const line of read()) {
    for (const row of rowsOf(line)) yield `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`;
  }
}

async function hasApplicability(lines: AsyncIterable<BatchLine>): Promise<boolean> {
  for await (const line of lines) {
    const bricks = 'run' in line ? Object.values(line.run.output?.bricks ?? {}) : [];
    if (bricks.some(({ applicability }) => applicability !== undefined)) return true;
  }
  return false;
}

function rowsOf(line: BatchLine): Row[] {
  const { id } = line;
  if ('error' in line) return [{ id, status: 'refused', error_code: line.error.code, error_detail: line.error.detail }];
  const { run } = line;
  const rows = toSignalRows(run).map(({ value_number, value_boolean, value_text, value_list, ...row }) => ({
    ...row,
    id,
    value: value_number ?? value_boolean ?? value_text ?? value_list,
  }));
  return rows.length > 0 ? rows : [{ ...run, id, error_code: run.error_code, error_detail: run.error_message }];
}
