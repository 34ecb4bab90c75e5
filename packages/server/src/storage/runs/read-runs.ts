/** Reading runs, always by index: accepted + result + job, one row each. */
import type { Environment, RunMode, RunStatus, RunType } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import { isFiltering } from '../../runs/answer-filter.ts';
import type { Answers } from '../../runs/answers.ts';
import { type FullRun, isTerminal, type Run, type Waiting } from '../../runs/run.ts';
import type { FoundRuns, LoadedWork, RunFilter, RunUsage, Scope } from '../../runs/run-store.ts';
import type { Queryable } from '../database.ts';
import { answerCondition, metadataCondition, reviewedCondition } from '../insights/answer-conditions.ts';
import { openRunsOf, RUN_STATUS, RUN_WAIT, WITH_JOB, WITHOUT_JOB } from '../jobs/job-of-run.ts';
import { laneOf, scopeOfLane } from '../jobs/lane.ts';
import { searchRuns } from '../search/search-runs.ts';
import { readAgents } from '../speaker-store.ts';

export interface RunRow {
  workspace_id: string;
  environment: Environment;
  id: string;
  status: RunStatus;
  type: RunType;
  mode: RunMode;
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  external_id: string | null;
  metadata: string | null;
  created_at: Date;
  erased_at: Date | null;
  rescored_from: string | null;
  backfill_id: string | null;
  started_at: Date | null;
  completed_at: Date | null;
  duration_ms: number | null;
  warnings: string | null;
  error_code: string | null;
  error_message: string | null;
  error_user_message: string | null;
  engine: string | null;
  model: string | null;
  wait_reason?: string | null;
  wait_attempts?: number | null;
  wait_until?: Date | null;
  output?: string | null;
  input?: string | null;
  answers?: Answers | null;
}

const COLUMNS = `r.workspace_id, r.environment, r.id, ${RUN_STATUS} AS status, r.type, r.mode, r.kit_id, r.kit_code, r.kit_version_id, r.kit_version,
  r.external_id, r.metadata, r.created_at, r.erased_at, r.rescored_from, r.backfill_id, coalesce(e.started_at, j.started_at) AS started_at, e.completed_at, e.duration_ms,
  e.warnings, e.error_code, e.error_message, e.error_user_message, e.engine, e.model, ${RUN_WAIT}`;

const JOINS = `LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
  ${WITH_JOB}`;

export async function findRun(on: Queryable, scope: Scope, uuid: string): Promise<FullRun | undefined> {
  const { rows } = await on.query<RunRow>(
    {
      name: 'find_run',
      text: `SELECT ${COLUMNS}, e.output FROM runs r ${JOINS} WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  return rows[0] && toFullRun(rows[0]);
}

/** Several at once, in no particular order. */
export async function findRuns(on: Queryable, scope: Scope, uuids: readonly string[]): Promise<FullRun[]> {
  if (uuids.length === 0) return [];
  const { rows } = await on.query<RunRow>(
    {
      name: 'find_runs',
      text: `SELECT ${COLUMNS}, e.output FROM runs r ${JOINS} WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = ANY ($3::uuid[])`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuids],
  );
  return rows.map(toFullRun);
}

/** A run of a backfill reads the input of the run that it asks again, until it is erased itself. */
const INPUT = `coalesce(r.input, CASE WHEN r.erased_at IS NULL THEN
  (SELECT s.input FROM runs s WHERE s.workspace_id = r.workspace_id AND s.environment = r.environment AND s.id = r.rescored_from) END)`;

export async function rescoredFrom(on: Queryable, scope: Scope, uuid: string): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>(
    {
      name: 'rescored_from',
      text: 'SELECT id FROM runs WHERE workspace_id = $1 AND environment = $2 AND rescored_from = $3',
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  return rows.map(({ id }) => encodeId('run', id));
}

export async function findInput(on: Queryable, scope: Scope, uuid: string): Promise<string | undefined> {
  const { rows } = await on.query<{ input: string | null }>(
    {
      name: 'find_input',
      text: `SELECT ${INPUT} AS input FROM runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  return rows[0]?.input ?? undefined;
}

export async function loadWork(on: Queryable, lane: string, uuid: string): Promise<LoadedWork | undefined> {
  const scope = scopeOfLane(lane);
  const { rows } = await on.query<{
    type: RunType;
    kit_id: string;
    kit_version_id: string;
    kit_code: string;
    input: string | null;
    engine: 'auto' | 'local' | null;
    may_cost: string | null;
    agents: string | null;
  }>(
    {
      name: 'load_work',
      text: `SELECT type, kit_id, kit_version_id, kit_code, ${INPUT} AS input,
               CASE WHEN backfill_id IS NOT NULL THEN
                 (SELECT b.engine FROM backfills b WHERE b.workspace_id = $1 AND b.environment = $2 AND b.id = r.backfill_id) END AS engine,
               CASE WHEN backfill_id IS NOT NULL THEN
                 (SELECT i.estimate FROM backfill_runs i JOIN backfills b ON b.workspace_id = $1 AND b.environment = $2 AND b.id = i.backfill_id
                  WHERE i.workspace_id = $1 AND i.environment = $2 AND i.backfill_id = r.backfill_id AND i.source_run_id = r.rescored_from
                    AND b.max_micro_credits IS NOT NULL) END AS may_cost,
               (SELECT s.agents FROM workspace_speakers s WHERE s.workspace_id = $1) AS agents
             FROM runs r WHERE workspace_id = $1 AND environment = $2 AND id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const work = {
    ...scope,
    runId: encodeId('run', uuid),
    type: row.type,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    kitVersionId: row.kit_version_id,
    ...(row.engine === 'local' && { engine: row.engine }),
    ...(row.may_cost !== null && { maxMicroCredits: Number(row.may_cost) }),
    agents: readAgents(row.agents),
  };
  return row.input === null ? { ...work, input: undefined } : { ...work, input: row.input };
}

export async function findUsage(on: Queryable, scope: Scope, uuid: string): Promise<RunUsage | undefined> {
  const { rows } = await on.query<{
    status: RunStatus;
    type: RunType;
    engine: string | null;
    model: string | null;
    calls: number;
    input_tokens: string;
    cached_input_tokens: string;
    output_tokens: string;
    micro_credits: string;
    estimated: boolean;
  }>(
    {
      name: 'find_usage',
      text: `SELECT ${RUN_STATUS} AS status, r.type, e.engine, e.model, e.calls, e.input_tokens, e.cached_input_tokens, e.output_tokens, e.micro_credits, e.estimated
             FROM runs r ${JOINS} WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, uuid],
  );
  const row = rows[0];
  return (
    row && {
      runId: encodeId('run', uuid),
      status: row.status,
      type: row.type,
      engine: row.engine ?? undefined,
      model: row.model ?? undefined,
      calls: row.calls ?? 0,
      inputTokens: Number(row.input_tokens),
      cachedInputTokens: Number(row.cached_input_tokens),
      outputTokens: Number(row.output_tokens),
      microCredits: Number(row.micro_credits),
      isEstimated: row.estimated ?? false,
    }
  );
}

/**
 * How many runs one request looks at when it filters by version, answer, metadata or review, for which there is no index: a page then costs the same
 * whatever the filter and however long the history. It ends early where nothing is found, and its cursor says where to go on.
 */
const LOOKED_AT = 5_000;

/**
 * Newest first. The filter decides which index leads: ended statuses have one, runs under way are found through their jobs
 * (a small table), kits and external ids have theirs; everything else is the primary key.
 */
export async function listRuns(on: Queryable, scope: Scope, filter: RunFilter): Promise<FoundRuns> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const withAnswers = filter.withAnswers ? ', a.answers' : '';
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

const WITH_ANSWERS = `LEFT JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id`;

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

const LISTED = `r.type <> 'backfill'`;

/** Literals where a partial index has them. */
function typeConditions(
  { type, backfillId }: Pick<RunFilter, 'type' | 'backfillId'>,
  parameter: (value: unknown) => string,
): string[] {
  // A list of `api` runs takes the index of all that are listed.
  const ofType =
    type === undefined ? [] : type === 'api' ? [`r.type = ${parameter(type)}`, LISTED] : [`r.type = '${type}'`];
  if (backfillId !== undefined)
    return [
      ...ofType,
      `r.backfill_id IS NOT NULL AND r.backfill_id = ${parameter(decodeId('bfl', backfillId) ?? NO_RUN)}::uuid`,
    ];
  return type === undefined ? [LISTED] : ofType;
}

/** An id that nothing has. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** The bounds of a page and of its dates, by id: ids grow with time. */
function bounds(
  id: string,
  { before, createdAfter, createdBefore }: Pick<RunFilter, 'before' | 'createdAfter' | 'createdBefore'>,
  parameter: (value: unknown) => string,
): string[] {
  return [
    ...(before === undefined ? [] : [`${id} < ${parameter(before)}::uuid`]),
    ...(createdAfter === undefined ? [] : [`${id} >= ${parameter(uuidAt(createdAfter))}::uuid`]),
    ...(createdBefore === undefined ? [] : [`${id} <= ${parameter(uuidAt(createdBefore, true))}::uuid`]),
  ];
}

function exactDates(
  { createdAfter, createdBefore }: Pick<RunFilter, 'createdAfter' | 'createdBefore'>,
  parameter: (value: unknown) => string,
): string[] {
  return [
    ...(createdAfter === undefined ? [] : [`r.created_at > ${parameter(createdAfter)}`]),
    ...(createdBefore === undefined ? [] : [`r.created_at < ${parameter(createdBefore)}`]),
  ];
}

function kitOf(code: string, parameter: (value: unknown) => string): string {
  return `(SELECT k.id FROM kits k WHERE k.workspace_id = $1 AND k.code = ${parameter(code)})`;
}

function kitOfVersion(kitVersionId: string, parameter: (value: unknown) => string): string {
  return `(SELECT v.kit_id FROM kit_versions v WHERE v.workspace_id = $1 AND v.id = ${parameter(kitVersionId)}::uuid)`;
}

function versionCondition(
  { kitVersionId }: Pick<RunFilter, 'kitVersionId'>,
  parameter: (value: unknown) => string,
): string[] {
  return kitVersionId === undefined ? [] : [`r.kit_version_id = ${parameter(kitVersionId)}::uuid`];
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
  if (!isByAnswer) inside.push(isOfBackfill ? `type = 'backfill'` : `type <> 'backfill'`);
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
     FROM (SELECT ${id} AS id, metadata${isByAnswer ? ', answers' : ''} ${looked} LIMIT ${LOOKED_AT}) w
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
      ...answers.map((condition) => answerCondition(condition, 'a.answers', parameter)),
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

/** The keys of all bricks that a kit has or had; undefined when there is no such kit. */
export async function findBrickKeys(on: Queryable, scope: Scope, kitCode: string): Promise<string[] | undefined> {
  const { rows } = await on.query<{ keys: string[] }>(
    {
      name: 'find_brick_keys',
      text: `SELECT ARRAY (SELECT DISTINCT b.key FROM bricks b WHERE b.workspace_id = k.workspace_id AND b.kit_id = k.id) AS keys
             FROM kits k WHERE k.workspace_id = $1 AND k.code = $2`,
    },
    [decodeId('ws', scope.workspaceId), kitCode],
  );
  return rows[0]?.keys;
}

/** Runs of one page, however small they are. */
const PAGE_RUNS = 200;

export async function pageRuns(
  on: Queryable,
  scope: Scope,
  after: string | undefined,
  filter: { createdAfter: Date | undefined; createdBefore: Date | undefined; withInput: boolean; bytes: number },
): Promise<(FullRun & { input?: string })[]> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    'r.workspace_id = $1',
    'r.environment = $2',
    LISTED,
    ...bounds('r.id', { ...filter, before: undefined }, parameter),
    ...exactDates(filter, parameter),
  ];
  if (after !== undefined) conditions.push(`r.id > ${parameter(after)}::uuid`);
  // The length of a stored text is known without reading it. A run belongs to the page when what precedes it leaves room.
  const size = `coalesce(octet_length(e.output), 0)${filter.withInput ? ' + coalesce(octet_length(r.input), 0)' : ''}`;
  const { rows } = await on.query<RunRow>(
    `WITH sizes AS MATERIALIZED (
       SELECT r.id, ${size} AS bytes FROM runs r
       LEFT JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
       WHERE ${conditions.join(' AND ')} ORDER BY r.id LIMIT ${PAGE_RUNS}),
     page AS (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM sizes)
     SELECT ${COLUMNS}, e.output${filter.withInput ? ', r.input' : ''} FROM page JOIN runs r ON r.id = page.id ${JOINS}
     WHERE r.workspace_id = $1 AND r.environment = $2 AND page.before < ${parameter(filter.bytes)}::bigint ORDER BY r.id`,
    values,
  );
  return rows.map((row) => ({ ...toFullRun(row), ...(row.input ? { input: row.input } : {}) }));
}

export async function recentDurationMs(on: Queryable, scope: Scope, kitVersionId: string): Promise<number | undefined> {
  const { rows } = await on.query<{ duration: number | null }>(
    {
      name: 'recent_duration',
      text: `SELECT avg(duration_ms)::float AS duration FROM (
               SELECT e.duration_ms, e.run_id FROM run_results e WHERE e.workspace_id = $1 AND e.environment = $2 AND e.status = 'succeeded'
               ORDER BY e.run_id DESC LIMIT 20) recent
             JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = recent.run_id WHERE r.kit_version_id = $3`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, kitVersionId],
  );
  return rows[0]?.duration ?? undefined;
}

/** The first (or last) UUIDv7 of a millisecond: a bound for ids by time. */
export function uuidAt(time: Date, isLast = false): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return isLast
    ? `${hex.slice(0, 8)}-${hex.slice(8)}-ffff-ffff-ffffffffffff`
    : `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function toRun(row: RunRow): Run {
  return {
    runId: encodeId('run', row.id),
    workspaceId: encodeId('ws', row.workspace_id),
    environment: row.environment,
    status: row.status,
    type: row.type,
    mode: row.mode,
    kitId: row.kit_id,
    kitCode: row.kit_code,
    kitVersionId: row.kit_version_id,
    kitVersion: row.kit_version,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    error:
      row.error_code === null
        ? undefined
        : {
            code: row.error_code,
            message: row.error_message ?? undefined,
            userMessage: row.error_user_message ?? undefined,
          },
    externalId: row.external_id ?? undefined,
    metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Record<string, string>),
    warnings: row.warnings === null ? undefined : (JSON.parse(row.warnings) as string[]),
    engine: (row.engine === 'model' ? row.model : row.engine) ?? undefined,
    erasedAt: row.erased_at ?? undefined,
    ...(row.rescored_from !== null && { rescoredFrom: encodeId('run', row.rescored_from) }),
    ...(row.backfill_id !== null && { backfillId: encodeId('bfl', row.backfill_id) }),
    ...(row.status === 'queued' && { waiting: toWaiting(row) }),
    ...(row.answers && { answers: row.answers }),
  };
}

function toWaiting({ wait_reason, wait_attempts, wait_until }: RunRow): Waiting {
  return {
    reason: wait_reason ?? 'retry',
    attempt: (wait_attempts ?? 0) + 1,
    nextAttemptAt: wait_until ?? undefined,
  };
}

export function toFullRun(row: RunRow): FullRun {
  return { ...toRun(row), output: row.output ? (JSON.parse(row.output) as FullRun['output']) : undefined };
}
