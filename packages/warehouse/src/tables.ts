/**
 * The tables of the data set, one Parquet file each for every day. A column that is once released keeps its name, its type and its meaning; new
 * ones are added with the next `TABLES_VERSION`, which has everything written again.
 */
import type { ColumnType, Table } from './parquet/table.ts';

export const TABLES_VERSION = 1;

export const TABLE_NAMES = ['runs', 'answers', 'evidence', 'reviews', 'usage'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** What a workspace groups its runs by: each is a column of `runs` and of `answers`. */
export interface DimensionColumn {
  name: string;
  metadata_key: string;
}

const COLUMNS = {
  runs: {
    run_id: 'string',
    external_id: 'string',
    status: 'string',
    kit_id: 'string',
    kit_code: 'string',
    kit_version_id: 'string',
    kit_version: 'integer',
    mode: 'string',
    occurred_at: 'timestamp',
    created_at: 'timestamp',
    started_at: 'timestamp',
    completed_at: 'timestamp',
    duration_ms: 'integer',
    error_code: 'string',
    engine: 'string',
    metadata: 'string',
  },
  answers: {
    run_id: 'string',
    occurred_at: 'timestamp',
    kit_code: 'string',
    kit_version: 'integer',
    brick_key: 'string',
    value: 'string',
    value_number: 'double',
    value_boolean: 'boolean',
    applicability: 'string',
    confidence: 'double',
    reason: 'string',
    reviewed: 'string',
    reviewed_value: 'string',
    reviewed_number: 'double',
    reviewed_boolean: 'boolean',
    reviewed_applicability: 'string',
  },
  evidence: {
    run_id: 'string',
    occurred_at: 'timestamp',
    kit_code: 'string',
    brick_key: 'string',
    position: 'integer',
    text: 'string',
    turn: 'integer',
    speaker: 'string',
    start: 'integer',
    end: 'integer',
  },
  reviews: {
    review_id: 'string',
    run_id: 'string',
    occurred_at: 'timestamp',
    kit_code: 'string',
    kit_version: 'integer',
    brick_key: 'string',
    verdict: 'string',
    value: 'string',
    answer: 'string',
    confidence: 'double',
    reviewer: 'string',
    reviewer_name: 'string',
    note: 'string',
    created_at: 'timestamp',
    superseded: 'boolean',
  },
  usage: {
    run_id: 'string',
    occurred_at: 'timestamp',
    completed_at: 'timestamp',
    kit_code: 'string',
    status: 'string',
    engine: 'string',
    model: 'string',
    calls: 'integer',
    input_tokens: 'integer',
    cached_input_tokens: 'integer',
    output_tokens: 'integer',
    credits: 'double',
    estimated: 'boolean',
  },
} as const satisfies Record<TableName, Record<string, ColumnType>>;

/** A dimension that is named as a column is gets `dimension_` in front. */
export function dimensionColumn(table: 'runs' | 'answers', { name }: DimensionColumn): string {
  return Object.hasOwn(COLUMNS[table], name) ? `dimension_${name}` : name;
}

export function tableOf(name: TableName, dimensions: readonly DimensionColumn[]): Table {
  if (name !== 'runs' && name !== 'answers') return { name, columns: COLUMNS[name] };
  const own = dimensions.map((dimension) => [dimensionColumn(name, dimension), 'string'] as const);
  return { name, columns: { ...COLUMNS[name], ...Object.fromEntries(own) } };
}
