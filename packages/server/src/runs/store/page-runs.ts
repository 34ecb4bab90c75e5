/** Pages of whole runs for exports, oldest first, each of about as many bytes as are asked for. */
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { FullRun } from '../run.ts';
import { bounds, exactDates, LISTED, type RunFilter } from './run-conditions.ts';
import { COLUMNS, JOINS, type RunRow, toFullRun } from './run-row.ts';

/** Of an export. */
export interface PageFilter
  extends Pick<RunFilter, 'occurredAfter' | 'occurredBefore' | 'createdAfter' | 'createdBefore'> {
  withInput: boolean;
  bytes: number;
}

/** Runs of one page, however small they are. */
const PAGE_RUNS = 200;

export async function pageRuns(
  on: Queryable,
  scope: Scope,
  after: string | undefined,
  filter: PageFilter,
): Promise<(FullRun & { input?: string })[]> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    'r.workspace_id = $1',
    'r.environment = $2',
    LISTED,
    ...bounds('r.id', { ...filter, before: undefined }, parameter),
    ...exactDates(filter, parameter),
  ];
  if (after !== undefined) conditions.push(`r.id > ${parameter(after)}::uuid`);
  // The length of a stored text is known without reading it. A run belongs to the page when what precedes it leaves room.
  const size = `coalesce(octet_length(e.output), 0)${filter.withInput ? ' + coalesce(octet_length(r.input), 0)' : ''}`;
  const { rows } = await on.query<RunRow>(
    `WITH sizes AS MATERIALIZED (
       SELECT r.id, ${size} AS bytes FROM runs r
       LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
       WHERE ${conditions.join(' AND ')} ORDER BY r.id LIMIT ${PAGE_RUNS}),
     page AS (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM sizes)
     SELECT ${COLUMNS}, e.output${filter.withInput ? ', r.input' : ''} FROM page JOIN runs r ON r.id = page.id ${JOINS}
     WHERE r.workspace_id = $1 AND r.environment = $2 AND page.before < ${parameter(filter.bytes)}::bigint ORDER BY r.id`,
    values,
  );
  return rows.map((row) => ({ ...toFullRun(row), ...(row.input ? { input: row.input } : {}) }));
}
