/** Lines of counts as a statement takes them. Lines are written in the order of their key, so that two transactions never wait for each other in a circle. */
import type { Environment } from '@brickwork/contract';
import type { Queryable } from '../../../database/database.ts';
import type { CountedRun, CountLine } from '../../../insights/count-answers.ts';

export interface OwnScope {
  /** As a UUID. */
  workspaceId: string;
  environment: Environment;
}

type ScopedLine = CountLine & OwnScope;

/** Of a run whose answers are counted. */
export interface CountedRow {
  kit_id: string;
  kit_version: number;
  type: string;
  run_id: string;
}

/** Sandbox runs are listed by their answers too, but not counted. */
export const isCounted = ({ type }: { type: string }) => type === 'api';

export const LINE_KEY = 'workspace_id, environment, kit_id, day, kit_version, brick, answer';
export const SUMS = ['count', 'total', 'squares', 'confidence', 'confident'];

/** Of a line, in the order of SUMS. */
export const SIGNED_SUMS = [
  'count * sign',
  'sign * coalesce((SELECT sum(x) FROM unnest(numbers) x), 0)',
  'sign * coalesce((SELECT sum(x * x) FROM unnest(numbers) x), 0)',
  'sign * coalesce((SELECT sum(x) FROM unnest(confidences) x), 0)',
  'sign * cardinality(confidences)',
];

/** `sign` is -1 to take away. Sums are made in decimals: what was added can be taken away without a rest. */
const COUNT_SQL = `
  INSERT INTO insight_counts AS c (${LINE_KEY}, ${SUMS.join(', ')})
  SELECT ${LINE_KEY}, ${SIGNED_SUMS.join(', ')} FROM lines ORDER BY ${LINE_KEY}
  ON CONFLICT (${LINE_KEY}) DO UPDATE SET ${SUMS.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')}`;

export const LINES = `jsonb_to_recordset($1::jsonb) AS l (workspace_id uuid, environment text, kit_id uuid, day date, kit_version integer,
  brick text, answer text, count bigint, sign integer, numbers numeric[], confidences numeric[])`;

export function toCounted({ kit_id, kit_version, run_id }: CountedRow): CountedRun {
  return { kitId: kit_id, kitVersion: kit_version, runId: run_id };
}

function linesJson(lines: readonly ScopedLine[], sign: 1 | -1): string {
  return JSON.stringify(lines.map((line) => lineJson(line, sign)));
}

export function lineJson(line: ScopedLine, sign: 1 | -1): object {
  return {
    workspace_id: line.workspaceId,
    environment: line.environment,
    kit_id: line.kitId,
    day: line.day,
    kit_version: line.kitVersion,
    brick: line.brick,
    answer: line.answer,
    count: line.count,
    sign,
    numbers: line.numbers,
    confidences: line.confidences,
  };
}

/** Adds lines of one workspace and environment to the counts. */
export async function addLines(
  tx: Queryable,
  scope: OwnScope,
  lines: Iterable<CountLine>,
  sign: 1 | -1 = 1,
): Promise<void> {
  const scoped = [...lines].map((line) => ({ ...scope, ...line }));
  if (scoped.length === 0) return;
  await tx.query({ name: 'count_answers', text: `WITH lines AS (SELECT * FROM ${LINES}) ${COUNT_SQL}` }, [
    linesJson(scoped, sign),
  ]);
}

/** Takes away what runs had added; lines of which nothing is left are deleted. */
export async function takeLinesAway(tx: Queryable, scope: OwnScope, lines: Iterable<CountLine>): Promise<void> {
  const all = [...lines];
  if (all.length === 0) return;
  await addLines(tx, scope, all, -1);
  await tx.query(
    `DELETE FROM insight_counts c USING ${LINES}
     WHERE c.workspace_id = l.workspace_id AND c.environment = l.environment AND c.kit_id = l.kit_id AND c.day = l.day
       AND c.kit_version = l.kit_version AND c.brick = l.brick AND c.answer = l.answer AND c.count = 0`,
    [
      linesJson(
        all.map((line) => ({ ...scope, ...line })),
        -1,
      ),
    ],
  );
}
