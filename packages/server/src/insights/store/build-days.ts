/**
 * Adds up the days of kits beforehand, by the metadata keys of the workspace's dimensions: what reads a year of insights then reads some
 * thousand lines instead of a million runs. A day is added up in one transaction that holds its row; triggers of `run_answers` open the day again, in the
 * transaction that changes one of its runs, and wait for us or we for them. Days that are open are counted run by run: figures are exact at
 * every moment, and building only makes them fast.
 */
import { ENVIRONMENTS, type Environment } from '@brickwork/contract';
import type { Database, Queryable } from '../../database/database.ts';
import { answerLinesOf, linesOf, occurredOf, SUMS } from './answer-lines.ts';

interface Kit {
  workspaceId: string;
  environment: Environment;
  kitId: string;
}

/** A day is added up by each of these. Without bricks: only how many runs have each value. */
export interface KeySet {
  keys: string[];
  bricks: boolean;
}

/** More values than that on one day, or combinations of them, are not worth adding up: there are hardly fewer lines than runs. */
const MOST_COMBINATIONS = 256;
/** Of keys that are added up together with all others. */
const FEW_COMBINATIONS = 64;

export interface BuildDays {
  /** The metadata keys by which the workspace (a UUID) groups and filters. */
  keysOf(workspaceId: string): Promise<readonly string[]>;
}

/** Builds up to `limit` days; returns how many. */
export async function buildDays(database: Database, { keysOf }: BuildDays, limit: number): Promise<number> {
  const { rows } = await database.query<{ workspace_id: string; kit_id: string }>(
    'SELECT k.workspace_id, k.id AS kit_id FROM kits k ORDER BY k.workspace_id, k.id',
  );
  let built = 0;
  for (const { workspace_id: workspaceId, kit_id: kitId } of rows)
    for (const environment of ENVIRONMENTS) {
      const keys = (await keysOf(workspaceId)).toSorted();
      const kit = { workspaceId, environment, kitId };
      for (const day of await daysToBuild(database, kit, keys, limit - built)) {
        if (await buildDay(database, kit, day, keys)) built += 1;
      }
      if (built >= limit) return built;
    }
  return built;
}

/** Days that have ended and have runs, the newest first, unless they are built by these keys. Each day is found by one look into the index. */
async function daysToBuild(
  on: Queryable,
  { workspaceId, environment, kitId }: Kit,
  keys: readonly string[],
  limit: number,
): Promise<string[]> {
  const next = (bound: string) => `(SELECT (${occurredOf('a')} AT TIME ZONE w.timezone)::date FROM run_answers a
      WHERE a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = $3 AND a.type = 'api' AND ${occurredOf('a')} < ${bound}
      ORDER BY ${occurredOf('a')} DESC LIMIT 1)`;
  const { rows } = await on.query<{ day: string }>(
    `WITH RECURSIVE days AS (
       SELECT ${next(`((now() AT TIME ZONE w.timezone)::date)::timestamp AT TIME ZONE w.timezone`)} AS day, w.timezone FROM workspaces w WHERE w.id = $1
       UNION ALL SELECT ${next(`(d.day::timestamp AT TIME ZONE d.timezone)`).replaceAll('w.timezone', 'd.timezone')}, d.timezone FROM days d WHERE d.day IS NOT NULL)
     SELECT to_char(day, 'YYYY-MM-DD') AS day FROM days WHERE day IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM insight_days b WHERE b.workspace_id = $1 AND b.environment = $2 AND b.kit_id = $3 AND b.day = days.day AND b.built AND b.sets #> '{0,keys}' = $4::jsonb)
     ORDER BY days.day DESC LIMIT ${Math.max(0, limit)}`,
    [workspaceId, environment, kitId, JSON.stringify(keys)],
  );
  return rows.map(({ day }) => day);
}

async function buildDay(database: Database, kit: Kit, day: string, keys: readonly string[]): Promise<boolean> {
  const key = [kit.workspaceId, kit.environment, kit.kitId, day];
  // From now on everybody who changes a run of the day finds its row: the lock waits for those who could not have.
  await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE waiting_answers IN SHARE ROW EXCLUSIVE MODE');
    await tx.query(
      `INSERT INTO insight_days (workspace_id, environment, kit_id, day, built, sets) VALUES ($1, $2, $3, $4, false, '[]') ON CONFLICT DO NOTHING`,
      key,
    );
  });
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ timezone: string }>(
      `SELECT w.timezone FROM insight_days d JOIN workspaces w ON w.id = d.workspace_id
       WHERE d.workspace_id = $1 AND d.environment = $2 AND d.kit_id = $3 AND d.day = $4 FOR UPDATE OF d`,
      key,
    );
    const [found] = rows;
    if (found === undefined) return false; // The time zone has changed meanwhile.
    const values = [...key, found.timezone];
    await tx.query(
      'DELETE FROM insight_cells WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND day = $4',
      key,
    );
    const sets = await setsOf(tx, values, keys);
    for (const [index, set] of sets.entries()) if (index > 0) await addUp(tx, values, index, set);
    await tx.query(
      `UPDATE insight_days SET built = true, sets = $5 WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND day = $4`,
      [...key, JSON.stringify(sets)],
    );
    return true;
  });
}

/** Parameters: workspace, environment, kit, day and time zone. */
const OF_DAY = `a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = $3 AND a.type = 'api'
  AND ${occurredOf('a')} >= ($4::timestamp AT TIME ZONE $5) AND ${occurredOf('a')} < (($4::date + 1)::timestamp AT TIME ZONE $5)`;

/** The first one names all keys that were looked at, and holds nothing. */
async function setsOf(tx: Queryable, values: readonly unknown[], keys: readonly string[]): Promise<KeySet[]> {
  const combinations = async (some: readonly string[]): Promise<number> => {
    if (some.length === 0) return 1;
    const { rows } = await tx.query<{ count: number }>(
      `SELECT count(*)::int FROM (SELECT DISTINCT ${some.map((_, index) => `a.metadata ->> $${index + 6}::text`).join(', ')}
       FROM run_answers a WHERE ${OF_DAY} LIMIT ${MOST_COMBINATIONS + 1}) found`,
      [...values, ...some],
    );
    return rows[0]?.count ?? 0;
  };
  const sized: { key: string; size: number }[] = [];
  for (const key of keys) sized.push({ key, size: await combinations([key]) });
  sized.sort((a, b) => a.size - b.size);
  const together: string[] = [];
  for (const { key } of sized) if ((await combinations([...together, key])) <= FEW_COMBINATIONS) together.push(key);
  const sets: KeySet[] = [
    { keys: [...keys], bricks: false },
    { keys: [], bricks: true },
  ];
  if (together.length > 0) sets.push({ keys: together, bricks: true });
  for (const { key, size } of sized.filter((each) => !together.includes(each.key))) {
    const wide = [key, ...together];
    if (size > MOST_COMBINATIONS) sets.push({ keys: [key], bricks: false });
    else if (together.length > 0 && (await combinations(wide)) <= MOST_COMBINATIONS)
      sets.push({ keys: wide, bricks: true });
    else sets.push({ keys: [key], bricks: true });
  }
  return sets;
}

async function addUp(
  tx: Queryable,
  values: readonly unknown[],
  index: number,
  { keys, bricks }: KeySet,
): Promise<void> {
  const cell =
    keys.length === 0
      ? `'{}'::jsonb`
      : `jsonb_strip_nulls(jsonb_build_object(${keys.map((_, at) => `$${at + 6}::text, a.metadata ->> $${at + 6}::text`).join(', ')}))`;
  const rowsOf = (answers: string, only: string) =>
    `(SELECT a.kit_version, a.status, ${cell} AS cell, ${answers} AS answers FROM run_answers a WHERE ${OF_DAY} ${only})`;
  const kept = (correction: boolean) => `cell, kit_version, ${correction} AS correction`;
  const corrected = 'AND a.corrections IS NOT NULL';
  const lines = [
    linesOf(`${rowsOf(bricks ? 'a.answers' : `'{}'::jsonb`, '')} given`, kept(false)),
    ...(bricks
      ? [
          answerLinesOf(`${rowsOf('a.answers || a.corrections', corrected)} reviewed`, kept(true)),
          answerLinesOf(`${rowsOf('a.answers', corrected)} before`, kept(true), '-1'),
        ]
      : []),
  ];
  await tx.query(
    `INSERT INTO insight_cells (workspace_id, environment, kit_id, day, set, cell, kit_version, correction, brick, answer, ${SUMS.join(', ')})
     SELECT $1::uuid, $2, $3::uuid, $4::date, ${index}, cell, kit_version, correction, brick, answer, ${SUMS.map((sum) => `sum(${sum})`).join(', ')}
     FROM (${lines.join(' UNION ALL ')}) lines GROUP BY cell, kit_version, correction, brick, answer
     HAVING sum(count) <> 0 OR sum(total) <> 0 OR sum(confident) <> 0 OR sum(confidence) <> 0`,
    [...values, ...keys],
  );
}
