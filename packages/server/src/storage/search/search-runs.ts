/** Runs whose input has certain words, newest first, with all other filters of a list. */
import { decodeId, encodeId, timeOfUuid } from '../../core/ids.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { RunFilter, Scope } from '../../runs/run-store.ts';
import type { Queryable } from '../database.ts';
import { BUCKET_MS, bucketOf, bucketsQuery, STEPS } from './buckets.ts';

/** Reads the runs of one step: `found` is the name of the rows with their ids, the newest of which come first. */
export type ReadFound<Row> = (found: { sql: string; values: unknown[] }, limit: number) => Promise<Row[]>;

export async function searchRuns<Row>(
  on: Queryable,
  scope: Scope,
  filter: RunFilter & { words: string },
  idAt: (time: Date) => string,
  read: ReadFound<Row>,
): Promise<{ rows: Row[]; lookedTo: string | undefined }> {
  await requireWords(on, filter.words);
  const span = await spanOf(on, scope, filter);
  if (span === undefined) return { rows: [], lookedTo: undefined };
  const rows: Row[] = [];
  let last = span.last;
  for (const step of STEPS) {
    if (last < span.first) break;
    const first = Math.max(span.first, last - step + 1);
    const values = [
      decodeId('ws', scope.workspaceId),
      scope.environment,
      bucketsQuery(scope, first, last),
      filter.words,
    ];
    // The lexemes of the spans name the workspace; the runs are joined by workspace and environment once more.
    const sql = `WITH w AS MATERIALIZED (SELECT id FROM runs_with_words($3::tsquery && websearch_to_tsquery('english', $4)) AS id)`;
    rows.push(...(await read({ sql, values }, filter.limit - rows.length)));
    last = first - 1;
    if (rows.length >= filter.limit) return { rows, lookedTo: undefined };
  }
  const lookedTo = last < span.first ? undefined : encodeId('run', idAt(new Date((last + 1) * BUCKET_MS)));
  return { rows, lookedTo };
}

/** "the" and "and" are in every text and in no index. */
async function requireWords(on: Queryable, words: string): Promise<void> {
  const { rows } = await on.query<{ nodes: number }>(
    { name: 'words_of_search', text: `SELECT numnode(websearch_to_tsquery('english', $1)) AS nodes` },
    [words],
  );
  if (rows[0]?.nodes === 0)
    throw new ServiceError('invalid_parameter', {
      detail: 'q: must have a word that can be searched for; words such as "the" are left out.',
    });
}

/** From the oldest run with words to the newest, within the dates and the page of the request. */
async function spanOf(
  on: Queryable,
  scope: Scope,
  { before, createdAfter, createdBefore }: RunFilter,
): Promise<{ first: number; last: number } | undefined> {
  const edge = (order: 'ASC' | 'DESC') =>
    `(SELECT run_id FROM run_texts WHERE workspace_id = $1 AND environment = $2 ORDER BY run_id ${order} LIMIT 1)`;
  const { rows } = await on.query<{ oldest: string | null; newest: string | null }>(
    { name: 'span_of_search', text: `SELECT ${edge('ASC')} AS oldest, ${edge('DESC')} AS newest` },
    [decodeId('ws', scope.workspaceId), scope.environment],
  );
  const { oldest, newest } = rows[0] ?? {};
  if (!oldest || !newest) return undefined;
  const page = before === undefined ? [] : [bucketOf(timeOfUuid(before))];
  const until = createdBefore === undefined ? [] : [bucketOf(createdBefore)];
  const since = createdAfter === undefined ? [] : [bucketOf(createdAfter)];
  return {
    first: Math.max(bucketOf(timeOfUuid(oldest)), ...since),
    last: Math.min(bucketOf(timeOfUuid(newest)), ...until, ...page),
  };
}
