/** A list of runs as CSV: fixed columns, then those that are shown. */
import { csvCell } from '@brickwork/client';
import type { RunItem } from '../api/runs.ts';
import type { Column } from './columns.ts';

const FIXED = [
  'run_id',
  'status',
  'external_id',
  'kit_code',
  'kit_version',
  'occurred_at',
  'created_at',
  'duration_ms',
] as const;

export function csvHead(columns: readonly Column[]): string {
  return line([...FIXED, ...columns.map(({ id }) => csvCell(id))]);
}

export function csvLine(run: RunItem, columns: readonly Column[]): string {
  return line([
    ...FIXED.map((name) => csvCell(run[name])),
    ...columns.map(({ id, metadataKey }) =>
      csvCell(metadataKey === undefined ? run.answers?.[id]?.value : run.metadata?.[metadataKey]),
    ),
  ]);
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Hands a file to the browser. */
export function saveFile(parts: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
