/**
 * Counts the runs of groups, in one statement: aggregated days are read from their cells, with the runs that changed since; all other days
 * are read run by run. PostgreSQL does the work, and the result is bounded: the groups of a page, one group for all after it, and for each
 * brick its answers; for numbers, only those that the quantiles need.
 */
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import {
  answersAs,
  metadataCondition,
  occurredOf,
  type Parameter,
} from '../../runs/store/answers/answer-conditions.ts';
import { ALL_NUMBERS, RUNS } from '../answer-labels.ts';
import { linesOf, SUMS } from './answer-lines.ts';
import { changedRuns } from './changed-runs.ts';
import {
  type CountedFilter,
  countedRuns,
  type GroupBy,
  groupOfRun,
  groupValueOf,
  PERIODS,
  periodSql,
  refuseUnknownZone,
  versionSql,
} from './counted-runs.ts';

export interface CountQuery {
  kitId: string;
  /** Days in the time zone, both included, on which conversations took place. */
  from: string;
  to: string;
  timezone: string;
  /** At most two; none counts all runs as one group. */
  groupBy: readonly GroupBy[];
  filter: CountedFilter;
  /** The original answers, or with reviewers' corrections. */
  as: 'given' | 'reviewed';
  /** Keys of bricks whose answers are numbers. */
  numeric: readonly string[];
  /** Groups before this page, and groups on the page. */
  skip: number;
  most: number;
  /** The maximum number of runs read one by one. */
  mostRuns: number;
}

/** A row of the result: how often a brick was given this answer in a group. */
export interface CountedLine {
  /** The number of the group, from 1; 0 for all groups after the page, undefined for all groups together. */
  place: number | undefined;
  brick: string;
  /** As in `answer-lines.ts`; for numbers, `#` for all of them together, or a number that may be a quantile. */
  answer: string;
  count: number;
  total: number;
  squares: number;
  confidence: number;
  confident: number;
  /** For a number: how many values are not larger. */
  upTo: number | undefined;
}

export interface CountedGroup {
  place: number;
  /** One for each grouping; undefined for runs without the metadata key. */
  values: (string | undefined)[];
}

export interface Counted {
  groups: CountedGroup[];
  /** How many groups there are, on this page and others. */
  size: number;
  lines: CountedLine[];
}

/** Ranks that contain a quantile in 95 of 100 samples, as in `intervals.ts`: of `n` numbers, with `root` for the square root of `n`. */
const RANKS = [0.1, 0.25, 0.5, 0.75, 0.9].flatMap((quantile) =>
  [-1, 0, 1].map((side) => {
    const width = side * 1.959964 * Math.sqrt(quantile * (1 - quantile));
    return `least(n, greatest(0.5::float8, ${quantile}::float8 * n + (${width})::float8 * root))`;
  }),
);

/** In floating point: `numeric` takes three times as long, and counts are whole and small enough to stay exact. */
const SUMMED = SUMS.map((name) => `sum(${name}::float8) AS ${name}`).join(', ');

/** `too_many`: runs that would have to be read one by one. */
export async function countGroups(on: Queryable, scope: Scope, query: CountQuery): Promise<Counted | 'too_many'> {
  const { text, values } = statementOf(scope, query);
  const { rows } = await on.query<CountedRow>(text, values).catch(refuseUnknownZone(query.timezone));
  const groups: CountedGroup[] = [];
  const lines: CountedLine[] = [];
  let size = 0;
  for (const row of rows) {
    if (row.kind === 'read' && Number(row.count) > query.mostRuns) return 'too_many';
    if (row.kind === 'group') {
      size = Number(row.size);
      if (row.place !== null && row.place > 0)
        groups.push({ place: row.place, values: [row.g1, row.g2].slice(0, query.groupBy.length).map(groupValueOf) });
    }
    if (row.kind === 'line') lines.push(toLine(row));
  }
  return { groups: groups.toSorted((a, b) => a.place - b.place), size, lines };
}

interface CountedRow {
  kind: 'read' | 'group' | 'line';
  place: number | null;
  g1: string | null;
  g2: string | null;
  size: string | null;
  brick: string | null;
  answer: string | null;
  count: string | null;
  total: number | null;
  squares: number | null;
  confidence: number | null;
  confident: string | null;
  upto: string | null;
}

function toLine(row: CountedRow): CountedLine {
  return {
    place: row.place ?? undefined,
    brick: row.brick ?? '',
    answer: row.answer ?? '',
    count: Number(row.count),
    total: row.total ?? 0,
    squares: row.squares ?? 0,
    confidence: row.confidence ?? 0,
    confident: Number(row.confident),
    upTo: row.upto === null ? undefined : Number(row.upto),
  };
}

/**
 * Part of the grouping: a type that can be hashed but not sorted, so the planner must group by hash. It cannot know how many rows there
 * are, and sorting texts takes twice as long.
 */
const HASHED = `'0'::xid AS hashed`;

/**
 * A limit without effect. The planner assumes that a computed limit keeps a tenth of the rows. It expects a hundred answers of each run
 * that is read one by one, and would divide the groups into files for millions of rows.
 */
const ALL = '(SELECT 1000000000)';

/** The index of all groups together, within the statement. */
const TOTAL = -2;

function statementOf(scope: Scope, query: CountQuery): { text: string; values: unknown[] } {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment, query.kitId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [from, to, zone] = [parameter(query.from), parameter(query.to), `${parameter(query.timezone)}::text`];
  const keys = keysOf(query);
  const needed = keys === undefined ? undefined : `${parameter(keys)}::text[]`;
  const groups = [0, 1].map((index) => query.groupBy[index]);
  const columnsOf = (source: Source) =>
    groups.map((group, index) => `${groupSql(group, source, zone, parameter)} AS g${index + 1}`).join(', ');
  const first = parameter(query.skip + 1);
  const last = parameter(query.skip + query.most);
  // Groups before the page count only in the total.
  const place = `CASE WHEN place BETWEEN ${first} AND ${last} THEN place WHEN place > ${last} THEN 0 WHEN place IS NULL THEN ${TOTAL} ELSE -1 END::integer AS place`;
  const facts = factsSql(query, columnsOf('run'), { from, to, zone, isByDay: needed !== undefined }, parameter);
  const numeric = `${parameter(query.numeric)}::text[]`;
  const shown = `nullif(place, ${TOTAL})`;
  const text = `
    WITH built AS MATERIALIZED (SELECT * FROM (${builtSql(query, from, to, zone, needed ?? `'{}'::text[]`)}) spans WHERE ${needed !== undefined}),
    covered AS MATERIALIZED (SELECT b.day + o AS day FROM built b CROSS JOIN LATERAL generate_series(0, b.days - 1) o),
    facts AS MATERIALIZED (${facts} LIMIT ${query.mostRuns + 1}),
    cells AS MATERIALIZED (SELECT g1, g2, brick, answer, ${SUMMED} FROM (
      SELECT ${HASHED}, ${columnsOf('cell')}, c.brick, c.answer, ${SUMS.map((name) => `c.${name}`).join(', ')}
      FROM built b CROSS JOIN LATERAL (SELECT * FROM insight_cells i WHERE i.workspace_id = $1 AND i.environment = $2 AND i.kit_id = $3 AND i.day = b.day AND i.set = b.set AND i.span = b.span OFFSET 0) c
      WHERE ${['true', ...cellConditions(query, parameter)].join(' AND ')}
      UNION ALL (SELECT ${HASHED}, * FROM (${linesOf(`(SELECT * FROM facts LIMIT ${ALL}) few`, 'g1, g2', 'weight')}) of_runs LIMIT ${ALL})) each
      GROUP BY GROUPING SETS ((hashed, g1, g2, brick, answer), (hashed, brick, answer))),
    sizes AS (SELECT g1, g2, sum(count) AS runs FROM cells WHERE brick = '${RUNS}' AND g1 IS NOT NULL GROUP BY 1, 2),
    ranked AS MATERIALIZED (SELECT concat(g1) AS g1, concat(g2) AS g2, row_number() OVER (ORDER BY ${orderOf(groups)}) AS place, count(*) OVER () AS size FROM (
      SELECT g1, g2, sum(runs) OVER (PARTITION BY g1) AS of_g1, sum(runs) OVER (PARTITION BY g2) AS of_g2 FROM sizes) sized),
    placed AS MATERIALIZED (SELECT ${place}, brick, answer, ${SUMS.join(', ')}, brick = ANY (${numeric}) AND ascii(answer) BETWEEN ascii('-') AND ascii('9') AS is_number
      FROM cells FULL JOIN ranked USING (g1, g2)),
    rest AS MATERIALIZED (SELECT 0 AS place, brick, answer, ${SUMMED}, is_number FROM placed WHERE place = 0 GROUP BY brick, answer, is_number),
    lines AS NOT MATERIALIZED (SELECT * FROM placed WHERE place <> 0 AND place <> -1 UNION ALL SELECT * FROM rest),
    sums AS MATERIALIZED (SELECT *, ARRAY(SELECT rank FROM unnest(ARRAY[${RANKS.join(', ')}]) rank ORDER BY rank) AS ranks FROM (
      SELECT *, count AS n, sqrt(count) AS root FROM (SELECT place, brick, ${SUMMED} FROM lines WHERE is_number GROUP BY 1, 2) summed) sized),
    numbers AS (SELECT place, brick, answer, count, sum(count) OVER (PARTITION BY place, brick ORDER BY answer::float8) AS upto FROM lines WHERE is_number AND count <> 0)
    SELECT 'read' AS kind, NULL::integer AS place, NULL AS g1, NULL AS g2, NULL::bigint AS size, NULL AS brick, NULL AS answer, count(*)::float8 AS count,
      NULL::float8 AS total, NULL::float8 AS squares, NULL::float8 AS confidence, NULL::float8 AS confident, NULL::float8 AS upto FROM facts
    UNION ALL SELECT 'group', ${place.replace(' AS place', '')}, g1, g2, size, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM ranked WHERE place BETWEEN ${first} AND ${last} OR place = 1
    UNION ALL SELECT 'line', ${shown}, NULL, NULL, NULL, brick, answer, count, total, squares, confidence, confident, NULL
      FROM lines WHERE NOT is_number AND (count <> 0 OR confident <> 0)
    UNION ALL SELECT 'line', ${shown}, NULL, NULL, NULL, brick, '${ALL_NUMBERS}', ${SUMS.join(', ')}, NULL FROM sums
    UNION ALL SELECT 'line', ${shown}, NULL, NULL, NULL, brick, answer, numbers.count, NULL, NULL, NULL, 0, upto FROM numbers JOIN sums USING (place, brick)
      WHERE width_bucket(upto, ranks) > width_bucket(upto - numbers.count, ranks)`;
  return { text, values };
}

/** The metadata keys by which cells are needed; undefined if every run has to be read. */
function keysOf({ groupBy, filter }: CountQuery): string[] | undefined {
  const { by, status: _status, type, kitVersionId: _version, ...others } = filter;
  const isPlain =
    by.answers.length === 0 &&
    by.isReviewed === undefined &&
    (type === undefined || type === 'api') &&
    Object.values(others).every((condition) => condition === undefined);
  if (!isPlain) return undefined;
  const grouped = groupBy.flatMap((group) => (typeof group === 'string' ? [] : [group.metadata]));
  return [...new Set([...grouped, ...by.metadata.map(({ key }) => key)])];
}

/**
 * Days, weeks and months aggregated by these keys in this time zone, each with the smallest set that has them: the longest spans that lie
 * within the groups, so that a year needs about fifty.
 */
const builtSql = ({ groupBy }: CountQuery, from: string, to: string, zone: string, needed: string) => {
  const longer = groupBy.includes('day') ? 'day' : groupBy.includes('month') ? 'month' : 'week';
  const spans = (span: string, only: string) => `
    SELECT d.span, d.day, s.set, ${PERIODS.map((period) => `${periodSql(period, 'd.day::timestamp')} AS of_${period}`).join(', ')},
      (d.day + ('1 ' || d.span)::interval)::date - d.day AS days
    FROM insight_days d JOIN workspaces w ON w.id = d.workspace_id AND w.timezone = ${zone}
      CROSS JOIN LATERAL (SELECT (o.number - 1)::smallint AS set FROM jsonb_array_elements(d.sets) WITH ORDINALITY o (own, number)
        WHERE o.own -> 'keys' ?& ${needed} AND (o.own -> 'bricks')::boolean ORDER BY o.number LIMIT 1) s
    WHERE d.workspace_id = $1 AND d.environment = $2 AND d.kit_id = $3 AND d.span = '${span}' AND d.built
      AND d.day >= ${from}::date AND d.day + ('1 ' || d.span)::interval <= ${to}::date + 1 ${only}`;
  if (longer === 'day') return spans('day', '');
  return `WITH longer AS MATERIALIZED (${spans(longer, '')}) SELECT * FROM longer
    UNION ALL ${spans('day', 'AND NOT EXISTS (SELECT 1 FROM longer l WHERE d.day >= l.day AND d.day < l.day + l.days)')}`;
};

type Source = 'run' | 'cell';

function groupSql(group: GroupBy | undefined, source: Source, zone: string, parameter: Parameter): string {
  if (group === undefined) return `''::text`;
  if (source === 'run') return groupOfRun(group, zone, parameter);
  if (typeof group !== 'string') return `coalesce(':' || (c.cell ->> ${parameter(group.metadata)}::text), '')`;
  return group === 'version' ? `':' || c.kit_version` : `b.of_${group}`;
}

function orderOf(groups: readonly (GroupBy | undefined)[]): string {
  return groups
    .flatMap((group, index) => {
      const column = `g${index + 1}`;
      if (group === undefined) return [];
      if (group === 'version') return [`substr(${column}, 2)::integer`];
      return typeof group === 'string' ? [column] : [`of_${column} DESC`, `${column} = ''`, column];
    })
    .concat('g1')
    .join(', ');
}

function cellConditions({ filter: { by, status, kitVersionId }, as }: CountQuery, parameter: Parameter): string[] {
  return [
    ...(as === 'given' ? ['NOT c.correction'] : []),
    ...by.metadata.map((condition) => metadataCondition(condition, 'c.cell', parameter)),
    ...(status === undefined ? [] : [statusOfCell(status, parameter)]),
    ...(kitVersionId === undefined ? [] : [`c.kit_version = ${versionSql(kitVersionId, parameter)}`]),
  ];
}

/** Only runs that succeeded have answers. */
function statusOfCell(status: string, parameter: Parameter): string {
  const isStatus = `(c.brick = '${RUNS}' AND c.answer = ${parameter(status)})`;
  return status === 'succeeded' ? `(${isStatus} OR c.brick <> '${RUNS}')` : isStatus;
}

interface Period {
  from: string;
  to: string;
  zone: string;
  isByDay: boolean;
}

function factsSql(
  query: CountQuery,
  columns: string,
  { from, to, zone, isByDay }: Period,
  parameter: Parameter,
): string {
  const { filter, as } = query;
  const conditions = countedRuns(filter, as, parameter);
  const selected = (weight: string) =>
    `SELECT a.status, ${columns}, ${answersAs(as, 'a')} AS answers, ${weight} AS weight`;
  const between = (start: string, end: string) => `${occurredOf('a')} >= ${start} AND ${occurredOf('a')} < ${end}`;
  const startOf = (day: string, more: number) => `((${day}::date + ${more})::timestamp AT TIME ZONE ${zone})`;
  if (!isByDay)
    return `${selected('1')} FROM run_answers a WHERE ${[...conditions, between(startOf(from, 0), startOf(to, 1))].join(' AND ')}`;
  return `SELECT f.* FROM generate_series(0, ${to}::date - ${from}::date) o
    CROSS JOIN LATERAL (${selected('1')} FROM run_answers a WHERE ${[...conditions, between(startOf(`(${from}::date + o)`, 0), startOf(`(${from}::date + o)`, 1))].join(' AND ')} OFFSET 0) f
    WHERE ${from}::date + o NOT IN (SELECT day FROM covered)
    UNION ALL ${selected('weight')} FROM ${changedRuns('SELECT day FROM covered')} WHERE ${conditions.join(' AND ')}`;
}
