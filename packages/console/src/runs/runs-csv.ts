/** A list of runs as CSV: fixed columns, then those that are shown. */
import { csvCell, type RunItem } from '@brickwork/client';
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

/** The others are among the fixed ones. */
const isOwn = ({ kind }: Column): boolean => kind === 'answer' || kind === 'metadata';

export function csvHead(columns: readonly Column[]): string {
  return line([...FIXED, ...columns.filter(isOwn).map(({ id }) => csvCell(id))]);
}

export function csvLine(run: RunItem, columns: readonly Column[]): string {
  return line([
    ...FIXED.map((name) => csvCell(run[name])),
    ...columns
      .filter(isOwn)
      .map(({ keyIn, metadataKey }) =>
        csvCell(metadataKey === undefined ? run.answers?.[keyIn(run) ?? '']?.value : run.metadata?.[metadataKey]),
      ),
  ]);
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
