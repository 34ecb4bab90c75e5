/**
 * Draws items for a kit's queue: events since the mark are read in order, and the mark moves in the transaction that
 * stores the drawn items. Two nodes that draw at once wait for each other, and the second finds nothing left.
 */
import type { BrickOutput } from '@brickwork/contract';
import { decodeId, encodeId, newUuid } from '../../core/ids.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { type DimensionKeys, type DrawnItem, drawItem } from '../queue/draw-item.ts';
import type { ReviewPolicy } from '../queue/review-policy.ts';

export const BATCH = 500;
/** Per call; later calls draw the rest. */
const BATCHES = 20;

interface RunRow {
  run_id: string | null;
  metadata: string | null;
  output: string | null;
}

interface EventRow extends RunRow {
  position: string;
}

export async function drawItems(
  database: Database,
  key: readonly unknown[],
  now: Date,
  dimensions: DimensionKeys,
): Promise<void> {
  for (let count = 0; count < BATCHES; count += 1)
    if (!(await database.transaction((tx) => drawBatch(tx, key, now, dimensions)))) return;
}

/** `key` is workspace, environment and kit. Returns whether there may be more. */
async function drawBatch(
  tx: Queryable,
  key: readonly unknown[],
  now: Date,
  dimensions: DimensionKeys,
): Promise<boolean> {
  const marked = await markOf(tx, key);
  if (marked === undefined) return false;
  const { rows } = await tx.query<EventRow>(
    `SELECT e.position, r.id AS run_id, r.metadata, o.output FROM (
       SELECT position, id, type FROM events WHERE workspace_id = $1 AND environment = $2 AND position > $4 ORDER BY position LIMIT ${BATCH}) e
     LEFT JOIN runs r ON e.type = 'run.succeeded' AND r.workspace_id = $1 AND r.environment = $2 AND r.id = e.id
       AND r.kit_id = $3 AND r.type = 'api'
     LEFT JOIN run_results o ON o.workspace_id = $1 AND o.environment = $2 AND o.run_id = r.id
     ORDER BY e.position`,
    [...key, marked.position],
  );
  const last = rows.at(-1);
  if (last === undefined) return false;
  await insertItems(tx, key, drawFrom(marked.policy, rows, dimensions), now);
  await tx.query('UPDATE review_marks SET position = $4 WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3', [
    ...key,
    last.position,
  ]);
  return rows.length === BATCH;
}

export interface Drawn {
  /** As stored. */
  run: string;
  item: DrawnItem;
}

/** The runs that a policy draws from past succeeded runs of the kit, without sandbox runs. */
export async function drawPast(
  on: Queryable,
  key: readonly unknown[],
  policy: ReviewPolicy,
  dimensions: DimensionKeys,
  runIds: readonly string[],
): Promise<Drawn[]> {
  const { rows } = await on.query<RunRow>(
    `SELECT r.id AS run_id, r.metadata, o.output FROM runs r
       JOIN run_results o ON o.workspace_id = r.workspace_id AND o.environment = r.environment AND o.run_id = r.id
     WHERE r.workspace_id = $1 AND r.environment = $2 AND r.kit_id = $3 AND r.id = ANY ($4::uuid[]) AND r.type = 'api'`,
    [...key, runIds.map((runId) => decodeId('run', runId))],
  );
  return drawFrom(policy, rows, dimensions);
}

function drawFrom(policy: ReviewPolicy, rows: readonly RunRow[], dimensions: DimensionKeys): Drawn[] {
  return rows.flatMap(({ run_id, metadata, output }) => {
    if (run_id === null || output === null) return [];
    const run = {
      runId: encodeId('run', run_id),
      metadata: metadata === null ? undefined : (JSON.parse(metadata) as Record<string, string>),
      bricks: (JSON.parse(output) as { bricks: Record<string, BrickOutput> }).bricks,
    };
    const item = drawItem(policy, run, dimensions);
    return item === undefined ? [] : [{ run: run_id, item }];
  });
}

/** Undefined if there is no policy, or nothing new: the second check needs no lock. */
async function markOf(
  tx: Queryable,
  key: readonly unknown[],
): Promise<{ position: string; policy: ReviewPolicy } | undefined> {
  const { rows: found } = await tx.query<{ policy: string; behind: boolean; position: string | null }>(
    `SELECT p.policy, m.position, m.position IS NULL OR m.position < coalesce(c.last, 0) AS behind FROM review_policies p
     LEFT JOIN review_marks m ON m.workspace_id = p.workspace_id AND m.environment = $2 AND m.kit_id = p.kit_id
     LEFT JOIN event_counters c ON c.workspace_id = p.workspace_id AND c.environment = $2
     WHERE p.workspace_id = $1 AND p.kit_id = $3`,
    key,
  );
  const [state] = found;
  if (state === undefined || !state.behind) return undefined;
  if (state.position === null) {
    // The policy may have been deleted since: its row is locked, so that it is either gone or stays until we are done.
    await tx.query(
      `INSERT INTO review_marks (workspace_id, environment, kit_id, position)
       SELECT $1, $2, $3, coalesce((SELECT min(e.position) - 1 FROM events e, review_policies p WHERE e.workspace_id = $1 AND e.environment = $2
           AND p.workspace_id = $1 AND p.kit_id = $3 AND e.created_at >= p.since),
         (SELECT last FROM event_counters WHERE workspace_id = $1 AND environment = $2), 0)
       FROM (SELECT 1 FROM review_policies WHERE workspace_id = $1 AND kit_id = $3 FOR KEY SHARE) still_there
       ON CONFLICT DO NOTHING`,
      key,
    );
  }
  const { rows } = await tx.query<{ position: string }>(
    'SELECT position FROM review_marks WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 FOR UPDATE',
    key,
  );
  return rows[0] && { position: rows[0].position, policy: JSON.parse(state.policy) as ReviewPolicy };
}

/**
 * A run that an earlier policy drew keeps its item; its probability is the larger of the two, since either would have
 * drawn it. A run that somebody chose gets the probability now, because it was drawn too. Returns how many runs were
 * not in the queue before.
 */
export async function insertItems(
  tx: Queryable,
  key: readonly unknown[],
  drawn: readonly Drawn[],
  now: Date,
): Promise<number> {
  const rows = drawn.flatMap(({ run, item }) => (item.needsSecond ? [1, 2] : [1]).map((slot) => ({ run, slot, item })));
  if (rows.length === 0) return 0;
  const { rows: stored } = await tx.query<{ added: number }>(
    `WITH stored AS (
       INSERT INTO review_items (workspace_id, environment, kit_id, created_at, id, run_id, slot, rank, probability, reasons)
       SELECT $1, $2, $3, $4, given.*
       FROM unnest($5::uuid[], $6::uuid[], $7::integer[], $8::double precision[], $9::double precision[], $10::text[]) AS given
       ON CONFLICT (workspace_id, environment, run_id, slot)
         DO UPDATE SET probability = greatest(review_items.probability, excluded.probability)
       RETURNING slot, xmax = 0 AS is_new)
     SELECT count(*) FILTER (WHERE slot = 1 AND is_new)::int AS added FROM stored`,
    [
      ...key,
      now,
      rows.map(() => newUuid(now)),
      rows.map(({ run }) => run),
      rows.map(({ slot }) => slot),
      rows.map(({ item }) => item.rank),
      rows.map(({ item }) => item.probability ?? null),
      rows.map(({ item }) => JSON.stringify(item.reasons)),
    ],
  );
  return stored[0]?.added ?? 0;
}
