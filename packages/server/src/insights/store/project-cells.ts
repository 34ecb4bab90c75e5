/** Reduces cells to fewer keys, or aggregates them to a longer span. */
import type { Queryable } from '../../database/database.ts';
import { SUMS } from './answer-lines.ts';

export interface Projection {
  /** Workspace, environment, kit and the first day of the span. */
  key: readonly string[];
  span: 'day' | 'week' | 'month';
  index: number;
  keys: readonly string[];
  /** SQL: the cells, by the parameters of the key. */
  from: string;
}

export async function projectCells(tx: Queryable, { key, span, index, keys, from }: Projection): Promise<void> {
  const cell =
    keys.length === 0
      ? `'{}'::jsonb`
      : `jsonb_strip_nulls(jsonb_build_object(${keys.map((_, at) => `$${at + 5}::text, c.cell ->> $${at + 5}::text`).join(', ')}))`;
  const columns = 'kit_version, correction, brick, answer';
  await tx.query(
    `INSERT INTO insight_cells (workspace_id, environment, kit_id, day, span, set, cell, ${columns}, ${SUMS.join(', ')})
     SELECT $1::uuid, $2, $3::uuid, $4::date, '${span}', ${index}, ${cell}, ${columns}, ${SUMS.map((sum) => `sum(${sum})`).join(', ')}
     FROM ${from} c GROUP BY 7, ${columns}
     HAVING sum(count) <> 0 OR sum(total) <> 0 OR sum(confident) <> 0 OR sum(confidence) <> 0`,
    [...key, ...keys],
  );
}
