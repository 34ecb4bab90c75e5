/** How many runs a filter finds, and their breakdown: shown next to a list, and before erasing or exporting. */
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { RUN_STATUS } from '../../queue/store/job-of-run.ts';
import { answersAs } from './answers/answer-conditions.ts';
import { joinedConditions, rowConditions } from './page-runs.ts';
import { bounds, kitOf, type RunFilter, typeConditions } from './run-conditions.ts';
import { JOINS } from './run-row.ts';

/** What runs are broken down by: their status, a key of their metadata, or the answer of a brick. */
export type Facet =
  | { name: string; by: 'status' }
  | { name: string; by: 'kit_code' }
  | { name: string; by: 'metadata'; key: string }
  | { name: string; by: 'answer'; brick: string };

export interface CountedRuns {
  count: number;
  /** Of these, those whose contents have been erased. */
  erased: number;
  /** Whether all matching runs were counted. */
  isComplete: boolean;
  facets: { name: string; values: { value: string; count: number }[]; others: number; without: number }[];
}

export type CountFilter = Omit<RunFilter, 'limit' | 'before' | 'withAnswers'>;

/** The newest runs that are counted: the cost does not grow with the history. */
const COUNTED_OVER = 20_000;
/**
 * The newest runs among which those are looked for that meet the conditions on a run's own row, such as one customer.
 * With 100,000 runs, on a busy machine, one customer took 1.0 s, and counting 20,000 of all with two facets 1.2 s.
 */
const LOOKED_OVER = 100_000;
const VALUES_OF_A_FACET = 20;
/** Longer values are not used as facets. */
const LONGEST_VALUE = 200;

const WITH_ANSWERS = `run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id AND a.status = 'succeeded'`;

export async function countRuns(
  on: Queryable,
  scope: Scope,
  filter: CountFilter,
  facets: readonly Facet[],
): Promise<CountedRuns> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const indexed = [
    'r.workspace_id = $1',
    'r.environment = $2',
    ...bounds('r.id', { ...filter, before: undefined }, parameter),
    ...typeConditions(filter, parameter),
    ...(filter.kitCode === undefined ? [] : [`r.kit_id = ${kitOf(filter.kitCode, parameter)}`]),
    ...(filter.externalId === undefined ? [] : [`r.external_id = ${parameter(filter.externalId)}`]),
  ];
  const newest = `FROM runs r WHERE ${indexed.join(' AND ')} ORDER BY r.id DESC`;
  const inRow = rowConditions(filter, parameter);
  const conditions = ['true', ...joinedConditions(filter, parameter)];
  const divided = facets.map((facet, index) => `UNION ALL SELECT ${index}, ${valuesOf(facet, filter, parameter)}`);
  const isByAnswer = filter.by.answers.length > 0;
  const answers = isByAnswer
    ? `JOIN ${WITH_ANSWERS}`
    : facets.some(({ by }) => by === 'answer')
      ? `LEFT JOIN ${WITH_ANSWERS}`
      : '';
  // Without conditions in between, those that are counted tell.
  const isMore = inRow.length === 0 ? 'false' : `EXISTS (SELECT ${newest} OFFSET ${LOOKED_OVER} LIMIT 1)`;
  const isTop = `place <= ${VALUES_OF_A_FACET}`;
  const { rows } = await on.query<CountRow>(
    `WITH looked AS MATERIALIZED (SELECT r.id FROM (SELECT r.id, r.metadata, r.created_at, r.occurred_at, r.kit_version_id ${newest} LIMIT ${LOOKED_OVER}) r
       WHERE ${['true', ...inRow].join(' AND ')} ORDER BY r.id DESC LIMIT ${COUNTED_OVER + 1}),
     found AS MATERIALIZED (SELECT f.facet, left(f.value, ${LONGEST_VALUE}) AS value
       FROM (SELECT id FROM looked LIMIT ${COUNTED_OVER}) w JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = w.id ${JOINS} ${answers}
         CROSS JOIN LATERAL (SELECT -1 AS facet, CASE WHEN r.erased_at IS NOT NULL THEN 'erased' END AS value ${divided.join(' ')}) f
       WHERE ${conditions.join(' AND ')}),
     counted AS (SELECT facet, value, count(*)::int AS count, row_number() OVER (PARTITION BY facet, value IS NULL ORDER BY count(*) DESC, value) AS place
       FROM found GROUP BY facet, value),
     shown AS (SELECT facet, CASE WHEN ${isTop} THEN value END AS value, NOT ${isTop} AS is_rest, sum(count)::int AS count, min(place) AS place
       FROM counted GROUP BY 1, 2, 3)
     SELECT shown.*, n.* FROM (SELECT (SELECT count(*) FROM looked) > ${COUNTED_OVER} OR ${isMore} AS is_more) n LEFT JOIN shown ON true ORDER BY facet, place`,
    values,
  );
  return toCounted(rows, facets);
}

/** Without a facet if nothing was found. */
interface CountRow {
  facet: number | null;
  value: string | null;
  count: number;
  is_more: boolean;
  is_rest: boolean;
}

function toCounted(rows: readonly CountRow[], facets: readonly Facet[]): CountedRuns {
  const sum = (some: readonly CountRow[]) => some.reduce((total, { count }) => total + count, 0);
  return {
    count: sum(rows.filter(({ facet }) => facet === -1)),
    erased: sum(rows.filter(({ facet, value }) => facet === -1 && value !== null)),
    isComplete: rows[0]?.is_more !== true,
    facets: facets.map(({ name }, index) => {
      const own = rows.filter(({ facet }) => facet === index);
      return {
        name,
        values: own.flatMap(({ value, count, is_rest }) => (value === null || is_rest ? [] : [{ value, count }])),
        others: sum(own.filter(({ is_rest }) => is_rest)),
        without: sum(own.filter(({ value, is_rest }) => value === null && !is_rest)),
      };
    }),
  };
}

/** As a filter would name them; of a brick with several values each of them. */
function valuesOf(facet: Facet, { as }: CountFilter, parameter: (value: unknown) => string): string {
  if (facet.by === 'status') return RUN_STATUS;
  if (facet.by === 'kit_code') return 'r.kit_code';
  if (facet.by === 'metadata') return `r.metadata::jsonb ->> ${parameter(facet.key)}::text`;
  const value = `(${answersAs(as ?? 'given', 'a')} -> ${parameter(facet.brick)}::text -> 'value')`;
  return `each.value FROM jsonb_array_elements_text(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE jsonb_build_array(${value}) END) each (value)`;
}
