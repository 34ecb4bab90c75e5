/**
 * SQL that turns runs into lines: a line is a brick and its answer, with the run's contribution to the sums. It is used both for aggregated days and for runs
 * counted at query time, so both always agree.
 *
 * A line's `answer` is JSON text. Numbers are rounded to three significant digits, so a brick has a bounded number of
 * lines; sums use the exact ones.
 */
import { ANY_LIST, ANY_TEXT, NO_VALUE, RUNS } from '../answer-labels.ts';

export const SUMS = ['count', 'total', 'squares', 'confidence', 'confident'] as const;

const VALUE = `(e.value -> 'value')`;
const NUMBER = `(${VALUE} #>> '{}')::numeric`;
/** Three significant digits. Most numbers are small and whole, and need no logarithm. */
const ROUNDED = `CASE WHEN abs(${NUMBER}) < 1000 AND ${NUMBER} = trunc(${NUMBER}) THEN ${NUMBER}::bigint::text
  ELSE trim_scale(round(${NUMBER}, 2 - floor(log(abs(${NUMBER})))::integer))::text END`;
const CONFIDENCE = `(e.value ->> 'confidence')::numeric`;

/**
 * Lines of the runs in `from`, which has the columns `status` and `answers` and those in `kept`. `weight` is the contribution of each: 1,
 * or -1 to subtract it.
 */
export function linesOf(from: string, kept: string, weight = '1'): string {
  return `SELECT ${kept}, '${RUNS}'::text AS brick, status AS answer, (${weight})::bigint AS count, 0::numeric AS total, 0::numeric AS squares,
      0::numeric AS confidence, 0::bigint AS confident FROM ${from}
    UNION ALL ${answerLinesOf(from, kept, weight)}`;
}

/** Without the lines of the runs themselves. */
export function answerLinesOf(from: string, kept: string, weight = '1'): string {
  return `SELECT ${kept}, e.key, CASE jsonb_typeof(${VALUE})
        WHEN 'null' THEN '${NO_VALUE}' || coalesce(':' || (e.value ->> 'applicability'), '')
        WHEN 'boolean' THEN ${VALUE}::text
        WHEN 'number' THEN CASE WHEN e.value ? 'text' THEN '${ANY_TEXT}' ELSE ${ROUNDED} END
        WHEN 'array' THEN CASE WHEN e.value ? 'text' THEN '${ANY_TEXT}' ELSE '${ANY_LIST}' END
        ELSE CASE WHEN e.value ? 'text' THEN '${ANY_TEXT}' ELSE ${VALUE}::text END END,
      (${weight})::bigint, CASE jsonb_typeof(${VALUE}) WHEN 'number' THEN (${weight}) * ${NUMBER} ELSE 0 END,
      CASE jsonb_typeof(${VALUE}) WHEN 'number' THEN (${weight}) * ${NUMBER} * ${NUMBER} ELSE 0 END,
      coalesce((${weight}) * ${CONFIDENCE}, 0), CASE WHEN e.value ? 'confidence' THEN (${weight})::bigint ELSE 0 END
    FROM ${from} CROSS JOIN LATERAL jsonb_each(answers) e
    UNION ALL SELECT ${kept}, e.key, '${ANY_LIST}' || i.item, (${weight})::bigint, 0, 0, 0, 0
    FROM ${from} CROSS JOIN LATERAL jsonb_each(answers) e CROSS JOIN LATERAL (SELECT DISTINCT item::text AS item FROM jsonb_array_elements(${VALUE}) item) i
    WHERE answers @? 'strict $.*.value ? (@.type() == "array")' AND jsonb_typeof(${VALUE}) = 'array' AND NOT e.value ? 'text'`;
}
