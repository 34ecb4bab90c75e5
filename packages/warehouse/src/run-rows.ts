/** One run as it is exported, and the rows that it makes in each table. */
import type { Row } from './parquet/table.ts';
import { type DimensionColumn, dimensionColumn, type TableName } from './tables.ts';

type Value = string | number | boolean | null | readonly string[];

interface BrickAnswer {
  value: Value;
  applicability?: string;
  confidence?: number;
  reason?: string;
  evidence?: readonly string[];
  evidence_spans?: readonly { text: string; turn: number; speaker?: string; start: number; end: number }[];
  /** As its reviewers see it: `corrected`, or `recomputed` from a correction. */
  reviewed?: string;
}

/** A line of `GET /v1/warehouse/runs`. Times are RFC 3339. */
export interface ExportedRun {
  run_id: string;
  external_id?: string;
  status: string;
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  mode: string;
  occurred_at: string;
  created_at: string;
  started_at?: string;
  completed_at?: string;
  duration_ms?: number;
  error_code?: string;
  engine?: string;
  metadata?: Readonly<Record<string, string>>;
  bricks?: Readonly<Record<string, BrickAnswer>>;
  /** Only answers that reviewers corrected. */
  reviewed?: Readonly<Record<string, BrickAnswer>>;
  reviews?: readonly {
    review_id: string;
    kit_version: number;
    brick: string;
    verdict: string;
    value?: Value;
    answer?: Value;
    confidence?: number;
    reviewer: string;
    reviewer_name?: string;
    note?: string;
    created_at: string;
    superseded: boolean;
  }[];
  usage: {
    engine?: string;
    model?: string;
    calls: number;
    input_tokens: number;
    cached_input_tokens: number;
    output_tokens: number;
    credits: number;
    estimated: boolean;
  };
}

export function rowsOf(run: ExportedRun, dimensions: readonly DimensionColumn[]): Record<TableName, Row[]> {
  const occurred_at = new Date(run.occurred_at);
  const own = { run_id: run.run_id, occurred_at, kit_code: run.kit_code };
  return {
    runs: [runRow(run, dimensions)],
    answers: answerRows(run, { ...own, kit_version: run.kit_version }, dimensions),
    evidence: evidenceRows(run, own),
    reviews: (run.reviews ?? []).map(({ brick, value, answer, created_at, ...review }) => ({
      ...own,
      ...review,
      brick_key: brick,
      value: textOf(value),
      answer: textOf(answer),
      created_at: new Date(created_at),
    })),
    usage: [{ ...own, ...run.usage, status: run.status, completed_at: dateOf(run.completed_at) }],
  };
}

function runRow(run: ExportedRun, dimensions: readonly DimensionColumn[]): Row {
  const { bricks, reviewed, reviews, usage, metadata, ...columns } = run;
  return {
    ...columns,
    ...dimensionsOf(run, 'runs', dimensions),
    occurred_at: new Date(run.occurred_at),
    created_at: new Date(run.created_at),
    started_at: dateOf(run.started_at),
    completed_at: dateOf(run.completed_at),
    metadata: metadata && JSON.stringify(metadata),
  };
}

function answerRows(run: ExportedRun, own: Row, dimensions: readonly DimensionColumn[]): Row[] {
  const groups = dimensionsOf(run, 'answers', dimensions);
  return Object.entries(run.bricks ?? {}).map(([brick_key, answer]) => {
    const seen = run.reviewed?.[brick_key] ?? answer;
    const given = typed(answer.value);
    const reviewed = typed(seen.value);
    return {
      ...own,
      ...groups,
      brick_key,
      value: given.text,
      value_number: given.number,
      value_boolean: given.boolean,
      applicability: answer.applicability,
      confidence: answer.confidence,
      reason: answer.reason,
      reviewed: seen.reviewed,
      reviewed_value: reviewed.text,
      reviewed_number: reviewed.number,
      reviewed_boolean: reviewed.boolean,
      reviewed_applicability: seen.applicability,
    };
  });
}

function evidenceRows(run: ExportedRun, own: Row): Row[] {
  return Object.entries(run.bricks ?? {}).flatMap(([brick_key, { evidence = [], evidence_spans }]) =>
    (evidence_spans ?? evidence.map((text) => ({ text }))).map((span, position) => ({
      ...own,
      ...span,
      brick_key,
      position,
    })),
  );
}

function dimensionsOf(
  { metadata = {} }: ExportedRun,
  table: 'runs' | 'answers',
  dimensions: readonly DimensionColumn[],
): Row {
  return Object.fromEntries(
    dimensions.map((dimension) => [
      dimensionColumn(table, dimension),
      Object.hasOwn(metadata, dimension.metadata_key) ? metadata[dimension.metadata_key] : undefined,
    ]),
  );
}

function typed(value: Value) {
  return {
    text: textOf(value),
    number: typeof value === 'number' ? value : undefined,
    boolean: typeof value === 'boolean' ? value : undefined,
  };
}

/** A list is JSON; everything else is as people write it. */
function textOf(value: Value | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
