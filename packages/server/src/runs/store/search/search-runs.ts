/** Runs whose input has certain words, newest first, with all other filters of a list. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId, encodeId, timeOfUuid } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../database/database.ts';
import type { RunFilter } from '../run-conditions.ts';
import { BUCKET_MS, bucketOf, bucketsQuery, STEPS } from './buckets.ts';

/**
 * Reads the runs of one step, newest first. `candidates` makes the name `w`, with the ids of the runs that have the words; `looked` is one row:
 * how many the index found, and the oldest of `w`.
 */
export type ReadFound<Row> = (
  found: { candidates: (conditions: readonly string[]) => string; looked: string; values: unknown[] },
  limit: number,
) => Promise<{ rows: Row[]; candidates: number; oldest: string | null }>;

/**
 * How many runs with the words one request looks at. Other filters may leave few of them, and words that must not be there are found by looking: a page
 * costs the same however common the words are and however long the history. It then ends early, and its cursor says where to go on.
 */
const LOOKED_AT = 5_000;

export async function searchRuns<Row>(
  on: Queryable,
  scope: Scope,
  filter: RunFilter & { words: string },
  idAt: (time: Date) => string,
  read: ReadFound<Row>,
): Promise<{ rows: Row[]; lookedTo: string | undefined }> {
  const { counted } = await readWords(on, filter.words);
  const span = await spanOf(on, scope, filter);
  if (span === undefined) return { rows: [], lookedTo: undefined };
  const rows: Row[] = [];
  let last = span.last;
  let room = LOOKED_AT;
  let perBucket = 0;
  for (const step of STEPS) {
    if (last < span.first || room <= 0) break;
    const size = Math.max(1, Math.min(step, Math.floor(room / perBucket)));
    const first = Math.max(span.first, last - size + 1);
    const values = [
      decodeId('ws', scope.workspaceId),
      scope.environment,
      bucketsQuery(scope, first, last),
      filter.words,
      ...(counted === undefined ? [] : [counted]),
    ];
    const found = await read({ candidates, looked: lookedSql(counted), values }, filter.limit - rows.length);
    rows.push(...found.rows);
    if (rows.length >= filter.limit) return { rows, lookedTo: undefined };
    if (found.candidates >= LOOKED_AT && found.oldest !== null && counted === undefined)
      return { rows, lookedTo: encodeId('run', found.oldest) };
    room -= found.candidates;
    perBucket = found.candidates / (last - first + 1);
    last = first - 1;
  }
  const lookedTo = last < span.first ? undefined : encodeId('run', idAt(new Date((last + 1) * BUCKET_MS)));
  return { rows, lookedTo };
}

/** The lexemes of the spans name the workspace; the runs are joined by workspace and environment once more. */
function candidates(conditions: readonly string[]): string {
  return `WITH w AS MATERIALIZED (SELECT id FROM runs_with_words($3::tsquery && websearch_to_tsquery('english', $4)) AS id
    WHERE ${['true', ...conditions].join(' AND ')} ORDER BY id DESC LIMIT ${LOOKED_AT})`;
}

function lookedSql(counted: string | undefined): string {
  const found = counted === undefined ? 'w' : `runs_with_words($3::tsquery && $5::tsquery)`;
  return `SELECT (SELECT count(*)::int FROM ${found}) AS candidates, (SELECT id FROM w ORDER BY id LIMIT 1) AS oldest`;
}

/**
 * `counted` is what the index looks at where some words must not be there: the query without them. "the" and "and" are in every text and in no
 * index.
 */
async function readWords(on: Queryable, words: string): Promise<{ counted: string | undefined }> {
  const { rows } = await on.query<{ nodes: number; query: string; counted: string }>(
    {
      name: 'words_of_search',
      text: `SELECT numnode(query) AS nodes, query::text AS query, querytree(query) AS counted FROM websearch_to_tsquery('english', $1) AS query`,
    },
    [words],
  );
  const { nodes, query, counted = '' } = rows[0] ?? {};
  if (nodes === 0)
    throw new ServiceError('invalid_parameter', {
      detail: 'q: must have a word that can be searched for; words such as "the" are left out.',
    });
  if (query === counted) return { counted: undefined };
  return { counted: counted === EVERYTHING ? '' : counted };
}

/** What `querytree` says of a query that only excludes. An empty query beside another one is left out. */
const EVERYTHING = 'T';

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
