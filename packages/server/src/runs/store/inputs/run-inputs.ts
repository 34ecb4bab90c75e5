/**
 * Where a run's input is: in `runs.input`, or apart, in `run_inputs`, whose partitions retention drops. Every statement that reads or stores one asks
 * here. `runs.input` is null when it was erased or cleared; of an input apart it is empty, and stays so when its partition is dropped: whether
 * there is an input is then for `run_inputs` to say.
 */
import { areInputsApart } from '../../../database/input-partitions.ts';
import type { Queryable } from '../../../database/queryable.ts';

/** What `runs.input` says of an input apart. */
const APART = '';

/** How often a node looks whether inputs are to be stored apart, until they are. */
const LOOK_MS = 5_000;

/** Whether this node stores inputs apart. Until it has noticed, it stores them in `runs`, where every node finds them. */
export function createInputPlace(database: Queryable): () => Promise<boolean> {
  let isApart = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (isApart || performance.now() - lookedAt < LOOK_MS) return isApart;
    isApart = await areInputsApart(database);
    lookedAt = performance.now();
    return isApart;
  };
}

/** For a statement that stores the runs of `fresh`, a table with all their columns: its CTEs, the first of which returns their ids. */
export function storeRunsSql(columns: readonly string[], isApart: boolean): string {
  const names = columns.join(', ');
  if (!isApart) return `stored AS (INSERT INTO runs (${names}) SELECT ${names} FROM fresh RETURNING id)`;
  const values = columns.map((column) => (column === 'input' ? `'${APART}'` : column)).join(', ');
  return `stored AS (INSERT INTO runs (${names}, input_bytes) SELECT ${values}, octet_length(input) FROM fresh RETURNING id),
  apart AS (INSERT INTO run_inputs (workspace_id, environment, run_id, input) SELECT workspace_id, environment, id, input FROM fresh)`;
}

/** Whether a run has its input. `among` is a condition on `run_inputs i` that names the run by parameters: then the planner looks at its partition only. */
export function hasInput(run: string, among: string): string {
  return `(${run}.input IS NOT NULL AND (${run}.input_bytes IS NULL
    OR (${run}.environment, ${run}.id) IN (SELECT i.environment, i.run_id FROM run_inputs i WHERE ${among})))`;
}

/** For `hasInput`, where `$1`, `$2` and `$3` are workspace, environment and ids of the runs. */
export const AMONG_THESE = 'i.workspace_id = $1 AND i.environment = $2 AND i.run_id = ANY ($3::uuid[])';

/** Bytes of an input, where the run has one still: a partition that is dropped leaves the row of the run as it is. */
export function sizeOfInput(run: string): string {
  return `CASE WHEN ${run}.input = '${APART}' THEN ${run}.input_bytes ELSE octet_length(${run}.input) END`;
}

/** The text, wherever it is; null where it is gone. With `among`, as above. */
export function inputText(run: string, among = 'true'): string {
  return `CASE WHEN ${run}.input = '${APART}' THEN (SELECT i.input FROM run_inputs i
    WHERE i.workspace_id = ${run}.workspace_id AND i.environment = ${run}.environment AND i.run_id = ${run}.id AND ${among}) ELSE ${run}.input END`;
}

/** In a statement of its own: the one before it keeps its plan, and for this one the planner looks at one partition. `key`: workspace and environment. */
export async function inputApart(
  on: Queryable,
  key: readonly unknown[],
  id: string | null,
): Promise<string | undefined> {
  const { rows } = await on.query<{ input: string }>(
    {
      name: 'find_input_apart',
      text: 'SELECT input FROM run_inputs WHERE workspace_id = $1 AND environment = $2 AND run_id = $3',
    },
    [...key, id],
  );
  return rows[0]?.input;
}

/** The text behind what `runs.input` says of the run `id`. */
export async function inputOf(
  on: Queryable,
  key: readonly unknown[],
  { id, input }: { id: string | null; input: string | null },
): Promise<string | undefined> {
  return input === APART ? inputApart(on, key, id) : (input ?? undefined);
}
