/**
 * Writes the words of runs that have ended, following the events of every workspace: nothing is written when a run is
 * accepted or ends. We wait for a run whose input is being erased, and an erasure waits for us: no word outlives its
 * input.
 */
import type { Environment } from '@brickwork/contract';
import { encodeId, timeOfUuid } from '../../../core/ids.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { AMONG_THESE, hasInput, inputText, sizeOfInput } from '../inputs/run-inputs.ts';
import { bucketLexeme, bucketOf } from './buckets.ts';
import { textOfInput } from './text-of-input.ts';

interface OwnScope {
  /** As a UUID. */
  workspaceId: string;
  environment: Environment;
}

/** Events of one step. */
const BATCH = 200;
/** Inputs in memory at once; a larger one is loaded alone. */
const MOST_BYTES = 4 * 1024 * 1024;

export async function indexTexts(database: Database, isStopped: () => boolean): Promise<void> {
  const { rows } = await database.query<{ workspace_id: string; environment: Environment }>(
    `SELECT c.workspace_id, c.environment FROM event_counters c
     LEFT JOIN search_marks m ON m.workspace_id = c.workspace_id AND m.environment = c.environment
     WHERE c.last > coalesce(m.position, 0)`,
  );
  const failures: unknown[] = [];
  let behind = rows.map(({ workspace_id: workspaceId, environment }) => ({ workspaceId, environment }));
  // Alternately, so that a workspace with a long history does not delay others.
  while (behind.length > 0) {
    const next: OwnScope[] = [];
    for (const scope of behind) {
      if (isStopped()) return;
      // A workspace whose texts cannot be indexed must not delay others; the next round retries it.
      const hasMore = await database
        .transaction((tx) => indexSome(tx, scope))
        .catch((error: unknown) => {
          failures.push(error);
          return false;
        });
      if (hasMore) next.push(scope);
    }
    behind = next;
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether there may be more. */
async function indexSome(tx: Queryable, scope: OwnScope): Promise<boolean> {
  const key = [scope.workspaceId, scope.environment];
  await tx.query(
    'INSERT INTO search_marks (workspace_id, environment, position) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
    key,
  );
  const { rows: marks } = await tx.query<{ position: string }>(
    'SELECT position FROM search_marks WHERE workspace_id = $1 AND environment = $2 FOR UPDATE',
    key,
  );
  // The event of a run that ended has the run's own id. Each run is looked up by itself: joined, a planner that does not know yet how many
  // runs the workspace has reads all of them for every event (160 pages instead of 4).
  const { rows } = await tx.query<{ position: string; run_id: string | null; bytes: number | null }>(
    {
      name: 'events_to_index',
      text: `SELECT e.position, r.id AS run_id, ${sizeOfInput('r')} AS bytes FROM (
               SELECT position, id, type FROM events WHERE workspace_id = $1 AND environment = $2 AND position > $3 ORDER BY position LIMIT ${BATCH}) e
             LEFT JOIN LATERAL (
               SELECT id, input, input_bytes FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = e.id AND e.type IN ('run.succeeded', 'run.failed', 'run.cancelled') LIMIT 1) r ON true
             ORDER BY e.position`,
    },
    [...key, marks[0]?.position ?? 0],
  );
  const last = rows.at(-1);
  if (last === undefined) return false;
  const sized = rows.flatMap(({ run_id, bytes }) => (run_id === null || bytes === null ? [] : [{ run_id, bytes }]));
  for (const group of groupsOf(sized)) await indexGroup(tx, scope, group);
  await tx.query('UPDATE search_marks SET position = $3 WHERE workspace_id = $1 AND environment = $2', [
    ...key,
    last.position,
  ]);
  return rows.length === BATCH;
}

function groupsOf(runs: readonly { run_id: string; bytes: number }[]): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const { run_id, bytes } of runs) {
    if (bytes > room) {
      groups.push([]);
      room = MOST_BYTES;
    }
    groups.at(-1)?.push(run_id);
    room -= bytes;
  }
  return groups;
}

async function indexGroup(tx: Queryable, scope: OwnScope, ids: readonly string[]): Promise<void> {
  const key = [scope.workspaceId, scope.environment];
  const { rows } = await tx.query<{ id: string; input: string }>(
    `SELECT id, ${inputText('r', AMONG_THESE)} AS input FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = ANY ($3::uuid[]) AND ${hasInput('r', AMONG_THESE)} ORDER BY id FOR SHARE`,
    [...key, ids],
  );
  const owner = { workspaceId: encodeId('ws', scope.workspaceId), environment: scope.environment };
  await tx.query(
    `INSERT INTO run_texts (workspace_id, environment, run_id, words)
     SELECT $1, $2, given.id, to_tsvector('english', given.text) || array_to_tsvector(ARRAY[given.bucket])
     FROM unnest($3::uuid[], $4::text[], $5::text[]) AS given (id, text, bucket) ON CONFLICT DO NOTHING`,
    [
      ...key,
      rows.map(({ id }) => id),
      rows.map(({ input }) => textOfInput(input)),
      rows.map(({ id }) => bucketLexeme(owner, bucketOf(timeOfUuid(id)))),
    ],
  );
}
