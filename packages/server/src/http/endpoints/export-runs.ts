/** Results as a stream, one row per brick, read in pages: however long the history, memory stays small and no transaction stays open. */
import { Readable } from 'node:stream';
import { csvCell } from '@brickwork/client';
import { runsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { requirePermission } from '../../access/principal.ts';
import { createCountedSlots } from '../../core/counted-slots.ts';
import type { Hide } from '../../core/hide.ts';
import type { Scope } from '../../core/scope.ts';
import { type AsReviewed, asReviewed } from '../../reviews/as-reviewed.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import { checkFilter } from '../../runs/read-runs.ts';
import type { FullRun } from '../../runs/run.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { MASKED, seesMasked } from '../mask-answer.ts';
import { ok, type Route, route } from '../route.ts';
import { listedRunsOf } from '../run-filter-wire.ts';

/** What one export holds in memory at a time: at least one run, which may be 5 MB. */
const PAGE_BYTES = 4 * 1024 * 1024;
const EXPORTS_AT_ONCE = 2;
const COLUMNS = [
  'run_id',
  'external_id',
  'status',
  'type',
  'kit_code',
  'kit_version',
  'occurred_at',
  'created_at',
  'completed_at',
  'duration_ms',
  'error_code',
  'engine',
  'metadata',
  'brick_key',
  'value',
  'confidence',
  'reason',
  'evidence',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number] | 'input' | 'applicability' | 'reviewed', unknown>>;
type Filter = Parameters<RunStore['page']>[2];

export interface ExportRoutes extends AsReviewed {
  checks: { hide: Hide };
  store: Pick<RunStore, 'page' | 'knownAnswers' | 'hasVersion'>;
  dimensions: DimensionStore;
}

export function exportRoutes(deps: ExportRoutes): Route[] {
  const slots = createCountedSlots();
  return [
    route(runsApi.exportRuns, async ({ principal, query, signal }) => {
      const withInput = query.include.includes('input');
      if (withInput) requirePermission(principal, 'runs:read_input');
      const isMasked = seesMasked(principal, query.mask);
      const filter: Filter = {
        ...(await listedRunsOf(deps, principal, runsApi.exportRuns, query)),
        kitCode: query.kit_code,
        as: query.as,
        // Names from the conversation are masked in the answers too.
        withInput: withInput || isMasked,
        bytes: PAGE_BYTES,
      };
      filter.by = await checkFilter(deps.store, principal, filter);
      const giveBack = slots.take(principal.workspaceId, EXPORTS_AT_ONCE);
      if (giveBack === undefined) {
        const detail = `A workspace may run ${EXPORTS_AT_ONCE} exports at once. Wait until one has ended.`;
        throw new ServiceError('rate_limited', { detail, retryAfterSeconds: 10 });
      }
      const toRows = isMasked ? (run: ExportedRun) => maskedRows(deps, run, withInput) : bricksOf;
      const rows = rowsOf({ ...deps, toRows }, principal, filter, query.as, signal());
      const headers = isMasked ? MASKED : {};
      const answer =
        query.format === 'csv'
          ? ok(streamOf(csv(rows, columnsOf(query)), giveBack), {
              ...headers,
              'content-type': 'text/csv; charset=utf-8',
            })
          : ok(streamOf(jsonLines(rows), giveBack), {
              ...headers,
              'content-type': 'application/x-ndjson; charset=utf-8',
            });
      return { ...answer, isMasked };
    }),
  ];
}

/** Fastify closes the stream when the response ends, even if the caller disconnects. */
function streamOf(text: AsyncGenerator<string>, onClose: () => void): Readable {
  return Readable.from(text).once('close', onClose);
}

async function* rowsOf(
  deps: ExportRoutes & { toRows(run: ExportedRun): Iterable<Row> | AsyncIterable<Row> },
  scope: Scope,
  filter: Filter,
  as: AnswersAs,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  let after: string | undefined;
  // With a fast reader, a whole page would otherwise be written in one step.
  const turns = takeTurns();
  while (!signal.aborted) {
    const { runs, lookedTo } = await deps.store.page(scope, after, filter);
    for (const run of as === 'reviewed' ? await asReviewed(deps, scope, runs) : runs)
      for await (const row of deps.toRows(run)) {
        yield row;
        if (turns.isOver()) await turns.pass();
      }
    after = lookedTo;
    if (after === undefined) return;
  }
}

type ExportedRun = FullRun & { input?: string };

/** All rows of a run are masked together, so that a placeholder means the same in each. */
async function* maskedRows({ checks }: ExportRoutes, run: ExportedRun, withInput: boolean): AsyncGenerator<Row> {
  const { input, ...rest } = run;
  const rows = [...bricksOf(withInput && input !== undefined ? { ...rest, input } : rest)];
  const named = rows.map((row) => (row.brick_key === undefined ? row : { [String(row.brick_key)]: row }));
  const hidden = (await checks.hide(JSON.parse(JSON.stringify(named)), run.workspaceId, input)) as Row[];
  for (const [at, row] of hidden.entries())
    yield rows[at]?.brick_key === undefined ? row : ((row as Record<string, Row>)[String(rows[at]?.brick_key)] ?? {});
}

function* bricksOf(run: ExportedRun): Generator<Row> {
  const common: Row = {
    run_id: run.runId,
    external_id: run.externalId,
    status: run.status,
    type: run.type,
    kit_code: run.kitCode,
    kit_version: run.kitVersion,
    occurred_at: run.occurredAt.toISOString(),
    created_at: run.createdAt.toISOString(),
    completed_at: run.completedAt?.toISOString(),
    duration_ms: run.durationMs,
    error_code: run.error?.code,
    engine: run.engine,
    metadata: run.metadata,
    ...(run.input === undefined ? {} : { input: JSON.parse(run.input) as unknown }),
  };
  const bricks = Object.entries(run.output?.bricks ?? {});
  if (bricks.length === 0) yield common;
  for (const [brick_key, { value, applicability, confidence, reason, evidence, reviewed }] of bricks)
    yield { ...common, brick_key, value, confidence, reason, evidence, applicability, reviewed };
}

async function* jsonLines(rows: AsyncGenerator<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** In addition to the columns of every CSV: requested columns; with `as=reviewed`, why a value is empty and which values were changed. */
function columnsOf({ include, as }: { include: readonly string[]; as: AnswersAs }): (keyof Row)[] {
  const isReviewed = as === 'reviewed';
  return [
    ...COLUMNS,
    ...(include.includes('input') ? (['input'] as const) : []),
    ...(include.includes('applicability') || isReviewed ? (['applicability'] as const) : []),
    ...(isReviewed ? (['reviewed'] as const) : []),
  ];
}

async function* csv(rows: AsyncGenerator<Row>, columns: readonly (keyof Row)[]): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const row of rows) yield `${columns.map((column) => csvCell(row[column])).join(',')}\r\n`;
}
