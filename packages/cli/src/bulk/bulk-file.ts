/** The contents of a row, or why it could not be read. */
export type RowContent = { value: unknown } | { fault: string };

export type BulkRow = RowContent & { row: number };

export interface BulkFile {
  rows: number;
  /** The rows after `from` up to `to`; `row` counts from 1. */
  read(from: number, to: number): AsyncGenerator<BulkRow, void, undefined>;
}
