/** Lists of runs, always by index: by filter, by answers that are looked at one by one, and by words. */
import { decodeId, encodeId, uuidAt } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { laneOf } from '../../queue/lane.ts';
import { openRunsOf, RUN_STATUS, WITHOUT_JOB } from '../../queue/store/job-of-run.ts';
import { isFiltering } from '../answer-filter.ts';
import { isTerminal } from '../run.ts';
import { answerCondition, answersAs, metadataCondition, reviewedCondition } from './answers/answer-conditions.ts';
import {
  bounds,
  exactDates,
  type FoundRuns,
  kitOf,
  kitOfVersion,
  type RunFilter,
  typeConditions,
  versionCondition,
} from './run-conditions.ts';
import { COLUMNS, JOINS, type RunRow, toRun } from './run-row.ts';
import { searchRuns } from './search/search-runs.ts';

/**
 * How many runs one request looks at when it filters by version, answer, metadata or review, for which there is no
 * index: a page then costs the same whatever the filter and however long the history. It ends early if nothing is
 * found, and its cursor says where to continue.
 */
const LOOKED_AT = 5_000;

/**
 * Newest first. The filter decides which index leads: ended statuses have one, runs under way are found through their jobs
 * (a small table), kits and external ids have theirs; everything else is the primary key.
 */
export async function listRuns(on: Queryable, scope: Scope, filter: RunFilter): Promise<FoundRuns> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const withAnswers = filter.withAnswers ? `, ${answersAs(filter.as ?? 'given', 'a')} AS answers` : '';
  const { words } = filter;
  if (words !== undefined) return findByWords(on, scope, { ...filter, words }, withAnswers);
  if (isFiltering(filter.by) || filter.kitVersionId !== undefined) return walkRuns(on, values, filter, withAnswers);
  const { from, order, conditions } = sourceOf(scope, filter, parameter);
  const { rows } = await on.query<RunRow>(
    `SELECT ${COLUMNS}${withAnswers} FROM ${from} ${filter.withAnswers ? WITH_ANSWERS : ''}
     WHERE ${conditions.join(' AND ')} ORDER BY ${order} DESC LIMIT ${filter.limit}`,
    values,
  );
  return { runs: rows.map(toRun), lookedTo: undefined };
}

const WITH_ANSWERS = `LEFT JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id AND a.status = 'succeeded'`;

function sourceOf(
  scope: Scope,
  filter: RunFilter,
  parameter: (value: unknown) => string,
): { from: string; order: string; conditions: string[] } {
  const conditions = ['r.workspace_id = $1', 'r.environment = $2', ...bounds('r.id', filter, parameter)];
  conditions.push(...exactDates(filter, parameter));
  conditions.push(...typeConditions(filter, parameter));
  if (filter.externalId !== undefined) conditions.push(`r.external_id = ${parameter(filter.externalId)}`);
  if (filter.kitCode !== undefined) conditions.push(`r.kit_id = ${kitOf(filter.kitCode, parameter)}`);
  if (filter.status === undefined) return { from: `runs r ${JOINS}`, order: 'r.id', conditions };
  if (isTerminal(filter.status)) {
    conditions.push('e.workspace_id = $1', 'e.environment = $2', `e.status = ${parameter(filter.status)}`);
    if (filter.before !== undefined) conditions.push(`e.run_id < ${parameter(filter.before)}::uuid`);
    const from = `run_results e JOIN runs r ON r.workspace_id = e.workspace_id AND r.environment = e.environment AND r.id = e.run_id
      ${WITHOUT_JOB}`;
    return { from, order: 'e.run_id', conditions };
  }
  conditions.push(`${RUN_STATUS} = ${parameter(filter.status)}`);
  return {
    from: `${openRunsOf(parameter(laneOf(scope)))} LEFT JOIN run_results e ON false`,
    order: 'r.id',
    conditions,
  };
}

/**
 * Filters by version, answer, metadata and review look at runs one by one, newest first, in the narrow rows of a kit's answers (or, without a condition
 * on an answer, in the runs themselves, which also finds those that have not succeeded).
 */
async function walkRuns(on: Queryable, values: unknown[], filter: RunFilter, withAnswers: string): Promise<FoundRuns> {
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { answers, metadata, isReviewed } = filter.by;
  const isByAnswer = answers.length > 0;
  const [table, id] = isByAnswer ? ['run_answers', 'run_id'] : ['runs', 'id'];
  const inside = ['workspace_id = $1', 'environment = $2', ...bounds(id, filter, parameter)];
  if (filter.kitCode !== undefined) inside.push(`kit_id = ${kitOf(filter.kitCode, parameter)}`);
  if (filter.kitVersionId !== undefined) inside.push(`kit_id = ${kitOfVersion(filter.kitVersionId, parameter)}`);
  const isOfBackfill = filter.type === 'backfill' || filter.backfillId !== undefined;
  // As the partial indexes say it.
  if (isByAnswer) inside.push(`status = 'succeeded'`);
  else inside.push(isOfBackfill ? `type = 'backfill'` : `type <> 'backfill'`);
  const looked = `FROM ${table} WHERE ${inside.join(' AND ')} ORDER BY ${id} DESC`;
  const inBounds = values.length;
  const conditions = [
    ...answers.map((condition) => answerCondition(condition, 'w.answers', parameter)),
    ...metadata.map((condition) =>
      metadataCondition(condition, isByAnswer ? 'w.metadata' : 'w.metadata::jsonb', parameter),
    ),
    ...reviewedCondition(isReviewed, 'w.id'),
    ...exactDates(filter, parameter),
    ...typeConditions(filter, parameter),
    ...(filter.externalId === undefined ? [] : [`r.external_id = ${parameter(filter.externalId)}`]),
    ...(filter.status === undefined ? [] : [`${RUN_STATUS} = ${parameter(filter.status)}`]),
    ...versionCondition(filter, parameter),
  ];
  const { rows } = await on.query<RunRow>(
    `SELECT ${COLUMNS}${withAnswers}
     FROM (SELECT ${id} AS id, metadata${isByAnswer ? `, ${answersAs(filter.as ?? 'given')} AS answers` : ''} ${looked} LIMIT ${LOOKED_AT}) w
       JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = w.id ${JOINS} ${withAnswers === '' ? '' : WITH_ANSWERS}
     WHERE ${conditions.join(' AND ')} ORDER BY w.id DESC LIMIT ${filter.limit}`,
    values,
  );
  if (rows.length === filter.limit) return { runs: rows.map(toRun), lookedTo: undefined };
  const last = await on.query<{ id: string }>(
    `SELECT ${id} AS id ${looked} OFFSET ${LOOKED_AT - 1} LIMIT 1`,
    values.slice(0, inBounds),
  );
  return { runs: rows.map(toRun), lookedTo: last.rows[0] && encodeId('run', last.rows[0].id) };
}

/** Runs that have the words, step by step through time, and meet all other conditions. */
async function findByWords(
  on: Queryable,
  scope: Scope,
  filter: RunFilter & { words: string },
  withAnswers: string,
): Promise<FoundRuns> {
  const { answers, metadata, isReviewed } = filter.by;
  const needsAnswers = answers.length > 0 || withAnswers !== '';
  const { rows, lookedTo } = await searchRuns<RunRow>(on, scope, filter, uuidAt, async (found, limit) => {
    const { values } = found;
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const conditions = [
      ...exactDates(filter, parameter),
      ...answers.map((condition) => answerCondition(condition, answersAs(filter.as ?? 'given', 'a'), parameter)),
      ...metadata.map((condition) => metadataCondition(condition, 'r.metadata::jsonb', parameter)),
      ...reviewedCondition(isReviewed, 'r.id'),
      ...(filter.kitCode === undefined ? [] : [`r.kit_id = ${kitOf(filter.kitCode, parameter)}`]),
      ...versionCondition(filter, parameter),
      ...typeConditions(filter, parameter),
      ...(filter.externalId === undefined ? [] : [`r.external_id = ${parameter(filter.externalId)}`]),
      ...(filter.status === undefined ? [] : [`${RUN_STATUS} = ${parameter(filter.status)}`]),
    ];
    // One run at a time, by its id: the planner would rather walk through all runs newer than those that were found.
    const { rows: read } = await on.query<RunRow & { candidates: number; oldest: string | null }>(
      `${found.candidates(bounds('id', filter, parameter))}
       SELECT looked.*, own.* FROM (${found.looked}) looked LEFT JOIN (
         SELECT ${COLUMNS}${withAnswers}
         FROM w CROSS JOIN LATERAL (SELECT * FROM runs WHERE workspace_id = $1 AND environment = $2 AND id = w.id LIMIT 1) r
           ${JOINS} ${needsAnswers ? WITH_ANSWERS : ''}
         WHERE ${['true', ...conditions].join(' AND ')} ORDER BY w.id DESC LIMIT ${limit}) own ON true ORDER BY own.id DESC`,
      values,
    );
    const { candidates = 0, oldest = null } = read[0] ?? {};
    return { rows: read.filter(({ id }) => id !== null), candidates, oldest };
  });
  return { runs: rows.map(toRun), lookedTo };
}
