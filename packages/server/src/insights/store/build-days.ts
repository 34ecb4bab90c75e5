/**
 * Aggregates the days of kits in advance, by the metadata keys of the workspace's dimensions: a year of insights then needs a few thousand
 * lines instead of a million runs. Triggers on `run_answers` record in `insight_changes` which runs were added or corrected since, in the
 * same transaction; these are counted one by one until there are enough to be worth adding. An erasure reopens the day: it is counted run
 * by run until it is built again. Builds, changes and erasures all lock the day's row, so figures are exact at every moment, and building
 * only makes them fast.
 */
import { ENVIRONMENTS } from '@brickwork/contract';
import type { Database, Queryable } from '../../database/database.ts';
import { occurredOf } from '../../runs/store/answers/answer-conditions.ts';
import { answerLinesOf, linesOf, SUMS } from './answer-lines.ts';
import { buildSpans } from './build-spans.ts';
import { changedRuns } from './changed-runs.ts';
import type { CountedKit, KeySet } from './key-set.ts';
import { projectCells } from './project-cells.ts';

/** If a day has more values (or combinations of them), aggregating is not worth it: there are almost as many lines as runs. */
const MOST_COMBINATIONS = 256;
/** Of keys that are aggregated together with all others. */
const FEW_COMBINATIONS = 64;
/** How many runs of a day, or of all days of a kit, may remain to be counted one by one: about 30 ms of a response. */
const MOST_CHANGES: Required<BuildDays>['mostChanges'] = { day: 200, kit: 1_000 };

export interface BuildDays {
  /** The metadata keys by which the workspace (a UUID) groups and filters. */
  keysOf(workspaceId: string): Promise<readonly string[]>;
  mostChanges?: { day: number; kit: number };
}

/** Builds up to `limit` days; returns how many. */
export async function buildDays(database: Database, options: BuildDays, limit: number): Promise<number> {
  const { keysOf, mostChanges = MOST_CHANGES } = options;
  const { rows } = await database.query<{ workspace_id: string; kit_id: string }>(
    'SELECT k.workspace_id, k.id AS kit_id FROM kits k ORDER BY k.workspace_id, k.id',
  );
  let built = 0;
  for (const { workspace_id: workspaceId, kit_id: kitId } of rows)
    for (const environment of ENVIRONMENTS) {
      const keys = (await keysOf(workspaceId)).toSorted();
      const kit = { workspaceId, environment, kitId };
      for (const day of await daysToBuild(database, kit, { keys, mostChanges, limit: limit - built })) {
        if (await buildDay(database, kit, day, keys)) built += 1;
      }
      if (built < limit)
        built += await buildSpans(database, kit, keys, limit - built, (day) => buildDay(database, kit, day, keys));
      if (built >= limit) return built;
    }
  return built;
}

/** Days with runs, the newest first, except those already built by these keys with few changes since. Each day needs one index lookup. */
async function daysToBuild(
  on: Queryable,
  { workspaceId, environment, kitId }: CountedKit,
  { keys, mostChanges, limit }: { keys: readonly string[]; mostChanges: typeof MOST_CHANGES; limit: number },
): Promise<string[]> {
  const next = (bound: string) => `(SELECT (${occurredOf('a')} AT TIME ZONE w.timezone)::date FROM run_answers a
      WHERE a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = $3 AND a.type = 'api' AND ${occurredOf('a')} < ${bound}
      ORDER BY ${occurredOf('a')} DESC LIMIT 1)`;
  const { rows } = await on.query<{ day: string }>(
    `WITH RECURSIVE days AS (
       SELECT ${next(`'infinity'`)} AS day, w.timezone FROM workspaces w WHERE w.id = $1
       UNION ALL SELECT ${next(`(d.day::timestamp AT TIME ZONE d.timezone)`).replaceAll('w.timezone', 'd.timezone')}, d.timezone FROM days d WHERE d.day IS NOT NULL),
     changes AS MATERIALIZED (SELECT day, count(*) AS runs, sum(count(*)) OVER () AS of_kit FROM insight_changes
       WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 GROUP BY day)
     SELECT to_char(day, 'YYYY-MM-DD') AS day FROM days LEFT JOIN changes USING (day)
     WHERE day IS NOT NULL AND (changes.runs >= ${mostChanges.day} OR changes.of_kit >= ${mostChanges.kit} OR NOT EXISTS (
       SELECT 1 FROM insight_days b WHERE b.workspace_id = $1 AND b.environment = $2 AND b.kit_id = $3 AND b.span = 'day' AND b.day = days.day AND b.built AND b.sets #> '{0,keys}' = $4::jsonb))
     ORDER BY day DESC LIMIT ${Math.max(0, limit)}`,
    [workspaceId, environment, kitId, JSON.stringify(keys)],
  );
  return rows.map(({ day }) => day);
}

async function buildDay(database: Database, kit: CountedKit, day: string, keys: readonly string[]): Promise<boolean> {
  const key = [kit.workspaceId, kit.environment, kit.kitId, day];
  await makeRow(database, key);
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ built: boolean; sets: KeySet[]; runs: string }>(
      `SELECT d.built, d.sets, d.runs FROM insight_days d WHERE ${OF_KEY} FOR UPDATE`,
      key,
    );
    const [found] = rows;
    if (found === undefined) return false; // The time zone has changed meanwhile.
    const isByKeys = JSON.stringify(found.sets[0]?.keys) === JSON.stringify(keys);
    // Key sets chosen for the first runs of a day may not suit it when it has twice as many.
    if (found.built && isByKeys && (await runsOf(tx, key)) < 2 * Number(found.runs)) {
      for (const [index, set] of found.sets.entries()) if (index > 0) await addUp(tx, key, index, set, 'changes');
    } else {
      await tx.query(`DELETE FROM insight_cells d WHERE ${OF_KEY}`, key);
      const sets = await setsOf(tx, key, keys);
      await addUpAll(tx, key, sets);
      await tx.query(`UPDATE insight_days d SET built = true, sets = $5, runs = $6 WHERE ${OF_KEY}`, [
        ...key,
        JSON.stringify(sets),
        await runsOf(tx, key),
      ]);
    }
    await tx.query(`DELETE FROM insight_changes d WHERE ${OF_CHANGES}`, key);
    // The month first: all transactions lock in this order.
    for (const span of ['month', 'week'])
      await tx.query(
        `UPDATE insight_days d SET built = false WHERE d.workspace_id = $1 AND d.environment = $2 AND d.kit_id = $3
           AND d.span = '${span}' AND d.day = date_trunc('${span}', $4::date)::date`,
        key,
      );
    return true;
  });
}

/** From now on, every change to a run of the day finds its row: the lock waits for transactions that could not have seen it. */
async function makeRow(database: Database, key: readonly string[]): Promise<void> {
  const { rows } = await database.query(`SELECT 1 FROM insight_days d WHERE ${OF_KEY}`, key);
  if (rows.length > 0) return;
  await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE waiting_answers IN SHARE ROW EXCLUSIVE MODE');
    await tx.query(
      `INSERT INTO insight_days (workspace_id, environment, kit_id, day, built, sets) VALUES ($1, $2, $3, $4, false, '[]') ON CONFLICT DO NOTHING`,
      key,
    );
  });
}

/** Parameters: workspace, environment, kit and day. */
const OF_CHANGES = 'd.workspace_id = $1 AND d.environment = $2 AND d.kit_id = $3 AND d.day = $4';
const OF_KEY = `${OF_CHANGES} AND d.span = 'day'`;

async function runsOf(tx: Queryable, key: readonly string[]): Promise<number> {
  const { rows } = await tx.query<{ runs: string }>(`SELECT count(*) AS runs FROM run_answers a WHERE ${OF_DAY}`, key);
  return Number(rows[0]?.runs);
}

const ZONE = '(SELECT w.timezone FROM workspaces w WHERE w.id = $1)';
const OF_DAY = `a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = $3 AND a.type = 'api'
  AND ${occurredOf('a')} >= ($4::timestamp AT TIME ZONE ${ZONE}) AND ${occurredOf('a')} < (($4::date + 1)::timestamp AT TIME ZONE ${ZONE})`;

/** The first one contains all considered keys, and has no sums. */
async function setsOf(tx: Queryable, ofDay: readonly string[], keys: readonly string[]): Promise<KeySet[]> {
  const combinations = async (some: readonly string[]): Promise<number> => {
    if (some.length === 0) return 1;
    const { rows } = await tx.query<{ count: number }>(
      `SELECT count(*)::int FROM (SELECT DISTINCT ${some.map((_, index) => `a.metadata ->> $${index + 5}::text`).join(', ')}
       FROM run_answers a WHERE ${OF_DAY} LIMIT ${MOST_COMBINATIONS + 1}) found`,
      [...ofDay, ...some],
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
  // A single key is requested most often, and has far fewer cells.
  if (together.length > 1) for (const key of together) sets.push({ keys: [key], bricks: true });
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

/** Where runs come from, with the contribution of each: all of the day, or the changes since it was aggregated. */
const SOURCES = {
  day: `(SELECT a.*, 1 AS weight FROM run_answers a WHERE ${OF_DAY})`,
  changes: `(SELECT a.*, weight FROM ${changedRuns(`SELECT $4::date AS day`)})`,
};

/** The largest sets are built from the runs; smaller ones from the cells of a set with all their keys, which are fewer. */
async function addUpAll(tx: Queryable, key: readonly string[], sets: readonly KeySet[]): Promise<void> {
  const done = new Map<number, KeySet>();
  for (const [index, set] of [...sets.entries()].slice(1).reverse()) {
    const [wider] =
      [...done].findLast(([, other]) => other.bricks && set.keys.every((each) => other.keys.includes(each))) ?? [];
    await (wider === undefined ? addUp(tx, key, index, set, 'day') : addUpCells(tx, key, index, set, wider));
    done.set(index, set);
  }
}

async function addUpCells(
  tx: Queryable,
  key: readonly string[],
  index: number,
  { keys }: KeySet,
  wider: number,
): Promise<void> {
  const from = `(SELECT * FROM insight_cells d WHERE ${OF_KEY} AND d.set = ${wider})`;
  await projectCells(tx, { key, span: 'day', index, keys, from });
}

/** Adds them to the existing cells of the set. */
async function addUp(
  tx: Queryable,
  key: readonly string[],
  index: number,
  { keys, bricks }: KeySet,
  source: keyof typeof SOURCES,
): Promise<void> {
  const cell =
    keys.length === 0
      ? `'{}'::jsonb`
      : `jsonb_strip_nulls(jsonb_build_object(${keys.map((_, at) => `$${at + 5}::text, a.metadata ->> $${at + 5}::text`).join(', ')}))`;
  const rowsOf = (answers: string, only: string) =>
    `(SELECT a.kit_version, a.status, ${cell} AS cell, ${answers} AS answers, a.weight FROM ${SOURCES[source]} a ${only})`;
  const kept = (correction: boolean) => `cell, kit_version, ${correction} AS correction`;
  const corrected = 'WHERE a.corrections IS NOT NULL';
  const lines = [
    linesOf(`${rowsOf(bricks ? 'a.answers' : `'{}'::jsonb`, '')} given`, kept(false), 'weight'),
    ...(bricks
      ? [
          answerLinesOf(`${rowsOf('a.answers || a.corrections', corrected)} reviewed`, kept(true), 'weight'),
          answerLinesOf(`${rowsOf('a.answers', corrected)} before`, kept(true), '-weight'),
        ]
      : []),
  ];
  const columns = `cell, kit_version, correction, brick, answer`;
  await tx.query(
    `WITH held AS (DELETE FROM insight_cells d WHERE ${OF_KEY} AND d.set = ${index} RETURNING ${columns}, ${SUMS.join(', ')})
     INSERT INTO insight_cells (workspace_id, environment, kit_id, day, set, ${columns}, ${SUMS.join(', ')})
     SELECT $1::uuid, $2, $3::uuid, $4::date, ${index}, ${columns}, ${SUMS.map((sum) => `sum(${sum})`).join(', ')}
     FROM (SELECT ${columns}, ${SUMS.join(', ')} FROM held UNION ALL ${lines.join(' UNION ALL ')}) lines GROUP BY ${columns}
     HAVING sum(count) <> 0 OR sum(total) <> 0 OR sum(confident) <> 0 OR sum(confidence) <> 0`,
    [...key, ...keys],
  );
}
