/** Lists of runs in another order than newest first. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { Run } from '../run.ts';
import type { OrderPosition, RunOrder } from '../run-order.ts';
import { answersAs } from './answers/answer-conditions.ts';
import { conditionsOf } from './page-runs.ts';
import { bounds, exactDates, kitOf, type RunFilter, typeConditions } from './run-conditions.ts';
import { COLUMNS, JOINS, type RunRow, toRun } from './run-row.ts';

export interface SortedRuns {
  runs: Run[];
  /** Where the next page begins; undefined at the end. A page may be short even if there are more. */
  next: OrderPosition | undefined;
  /** Of an order by answer: whether every run that can match was compared. */
  isComplete: boolean;
}

/** Runs that a page in order of time reads, as in filtered lists. */
const LOOKED_AT = 5_000;
/** Runs that an order by answer compares: the newest. There is no index for each brick of each kit. */
export const SORTED_OVER = 20_000;

export function sortRuns(
  on: Queryable,
  scope: Scope,
  order: RunOrder,
  filter: RunFilter,
  after: OrderPosition | undefined,
): Promise<SortedRuns> {
  const { by } = order;
  return typeof by === 'string'
    ? sortByTime(on, scope, { ...order, by }, filter, after)
    : sortByAnswer(on, scope, { ...order, by }, filter, after);
}

const WITH_ANSWERS = `JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id AND a.status = 'succeeded'`;

interface Statement {
  values: unknown[];
  parameter(value: unknown): string;
}

function statementOf(scope: Scope): Statement {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  return { values, parameter: (value) => `$${values.push(value)}` };
}

/** Exact, in the format of a cursor. */
const MICROSECONDS = `(extract(epoch FROM w.at) * 1000000)::bigint::text`;

/** What the candidates are chosen by already. */
const LED_TO = {
  createdAfter: undefined,
  createdBefore: undefined,
  occurredAfter: undefined,
  occurredBefore: undefined,
  externalId: undefined,
};

/** Directly through an index, even with a long history. */
async function sortByTime(
  on: Queryable,
  scope: Scope,
  { by, isDescending }: RunOrder & { by: 'created_at' | 'occurred_at' },
  filter: RunFilter,
  after: OrderPosition | undefined,
): Promise<SortedRuns> {
  const { values, parameter } = statementOf(scope);
  const direction = isDescending ? 'DESC' : 'ASC';
  const isOccurred = by === 'occurred_at';
  const time = 'coalesce(r.occurred_at, r.created_at)';
  const looked = [
    'r.workspace_id = $1',
    'r.environment = $2',
    ...bounds('r.id', { ...filter, before: undefined }, parameter),
    ...typeConditions(filter, parameter),
    ...(isOccurred ? [`${time} > '1969-01-01 00:00:00+00'`] : []),
    ...exactDates(filter, parameter),
    ...(filter.externalId === undefined ? [] : [`r.external_id = ${parameter(filter.externalId)}`]),
    ...(filter.kitCode === undefined ? [] : [`r.kit_id = ${kitOf(filter.kitCode, parameter)}`]),
    ...(after === undefined ? [] : [isAfter(after, isOccurred, isDescending, parameter)]),
  ];
  const orderBy = isOccurred ? `${time} ${direction}, r.id ${direction}` : `r.id ${direction}`;
  const candidates = `SELECT r.id, ${time} AS at FROM runs r WHERE ${looked.join(' AND ')} ORDER BY ${orderBy}`;
  const inCandidates = values.length;
  const conditions = ['true', ...conditionsOf({ ...filter, ...LED_TO }, parameter)];
  // Without further conditions, every candidate is on the page.
  const isPlain = conditions.length === 1 && filter.by.answers.length === 0;
  const { rows } = await on.query<RunRow & { at: string }>(
    `SELECT ${COLUMNS}, ${MICROSECONDS} AS at${shownAnswers(filter)}
     FROM (${candidates} LIMIT ${isPlain ? filter.limit + 1 : LOOKED_AT}) w JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = w.id ${JOINS} ${answersOf(filter)}
     WHERE ${conditions.join(' AND ')} ORDER BY ${isOccurred ? `w.at ${direction}, ` : ''}w.id ${direction} LIMIT ${filter.limit + 1}`,
    values,
  );
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  const found = { runs: page.map(toRun), isComplete: true };
  if (rows.length > filter.limit) return { ...found, next: last && positionAt(last) };
  if (isPlain) return { ...found, next: undefined };
  const { rows: ends } = await on.query<{ id: string; at: string }>(
    `SELECT w.id, ${MICROSECONDS} AS at FROM (${candidates} OFFSET ${LOOKED_AT - 1} LIMIT 1) w`,
    values.slice(0, inCandidates),
  );
  const [end] = ends;
  return { ...found, next: end && positionAt(end) };
}

function positionAt({ id, at }: { id: string; at: string }): OrderPosition {
  return { key: at, runId: encodeId('run', id) };
}

function isAfter(
  { key, runId }: OrderPosition,
  isOccurred: boolean,
  isDescending: boolean,
  parameter: (value: unknown) => string,
): string {
  const compare = isDescending ? '<' : '>';
  const id = `${parameter(decodeId('run', runId))}::uuid`;
  return isOccurred
    ? `(coalesce(r.occurred_at, r.created_at), r.id) ${compare} (timestamptz 'epoch' + ${parameter(key)}::bigint * interval '1 microsecond', ${id})`
    : `r.id ${compare} ${id}`;
}

/** The newest runs of a kit by one of its answers; those without a value come last in both directions. */
async function sortByAnswer(
  on: Queryable,
  scope: Scope,
  { by, isDescending }: RunOrder & { by: { field: 'answer' | 'confidence'; brick: string } },
  filter: RunFilter,
  after: OrderPosition | undefined,
): Promise<SortedRuns> {
  const { values, parameter } = statementOf(scope);
  const direction = isDescending ? 'DESC' : 'ASC';
  const inside = [
    'c.workspace_id = $1',
    'c.environment = $2',
    `c.kit_id = ${kitOf(filter.kitCode ?? '', parameter)}`,
    `c.status = 'succeeded'`,
    ...bounds('c.run_id', { ...filter, before: undefined }, parameter),
    ...answeredTypes(filter, parameter),
    ...occurredBounds(filter, parameter),
  ];
  const newest = `FROM run_answers c WHERE ${inside.join(' AND ')} ORDER BY c.run_id DESC`;
  const inNewest = values.length;
  const key = `nullif(${answersAs(filter.as ?? 'given', 'c')} -> ${parameter(by.brick)}::text -> '${by.field === 'answer' ? 'value' : 'confidence'}', 'null')`;
  const conditions = ['true', ...conditionsOf(filter, parameter), ...afterKey(after, isDescending, parameter)];
  const { rows } = await on.query<RunRow & { sort_key: string | null }>(
    `SELECT ${COLUMNS}, w.key::text AS sort_key${shownAnswers(filter)}
     FROM (SELECT c.run_id AS id, ${key} AS key ${newest} LIMIT ${SORTED_OVER}) w
       JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = w.id ${JOINS} ${answersOf(filter)}
     WHERE ${conditions.join(' AND ')} ORDER BY w.key IS NULL, w.key ${direction}, w.id ${direction} LIMIT ${filter.limit + 1}`,
    values,
  );
  const { rows: more } = await on.query(`SELECT 1 ${newest} OFFSET ${SORTED_OVER} LIMIT 1`, values.slice(0, inNewest));
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return {
    runs: page.map(toRun),
    next: last && { key: last.sort_key, runId: encodeId('run', last.id) },
    isComplete: more.length === 0,
  };
}

function answeredTypes({ type, backfillId }: RunFilter, parameter: (value: unknown) => string): string[] {
  if (type !== undefined) return [`c.type = ${parameter(type)}`];
  return [backfillId === undefined ? `c.type <> 'backfill'` : `c.type = 'backfill'`];
}

/** Before the newest are chosen: those of a period long ago are sorted among themselves. */
function occurredBounds({ occurredAfter, occurredBefore }: RunFilter, parameter: (value: unknown) => string): string[] {
  const time = 'coalesce(c.occurred_at, time_of_run(c.run_id))';
  return [
    ...(occurredAfter === undefined ? [] : [`${time} >= ${parameter(occurredAfter)}`]),
    ...(occurredBefore === undefined ? [] : [`${time} < ${parameter(occurredBefore)}`]),
  ];
}

function afterKey(
  after: OrderPosition | undefined,
  isDescending: boolean,
  parameter: (value: unknown) => string,
): string[] {
  if (after === undefined) return [];
  const compare = isDescending ? '<' : '>';
  const id = `${parameter(decodeId('run', after.runId))}::uuid`;
  if (after.key === null) return [`w.key IS NULL AND w.id ${compare} ${id}`];
  return [`(w.key IS NULL OR (w.key, w.id) ${compare} (${parameter(after.key)}::jsonb, ${id}))`];
}

function shownAnswers({ withAnswers, as }: RunFilter): string {
  return withAnswers ? `, ${answersAs(as ?? 'given', 'a')} AS answers` : '';
}

function answersOf({ withAnswers, by }: RunFilter): string {
  if (by.answers.length > 0) return WITH_ANSWERS;
  return withAnswers ? `LEFT ${WITH_ANSWERS}` : '';
}
