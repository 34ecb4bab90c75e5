/** Pages of whole runs for exports, oldest first, each of about as many bytes as are asked for. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import { RUN_STATUS } from '../../queue/store/job-of-run.ts';
import type { FullRun } from '../run.ts';
import { answerCondition, answersAs, metadataCondition, reviewedCondition } from './answers/answer-conditions.ts';
import { inputText, sizeOfInput } from './inputs/run-inputs.ts';
import { bounds, exactDates, kitOf, type RunFilter, typeConditions, versionCondition } from './run-conditions.ts';
import { COLUMNS, JOINS, type RunRow, toFullRun } from './run-row.ts';

/** Of an export: every filter of a list. */
export interface PageFilter extends Omit<RunFilter, 'limit' | 'before' | 'withAnswers'> {
  withInput: boolean;
  bytes: number;
}

export interface FoundPage {
  runs: (FullRun & { input?: string })[];
  /** Where the next page begins; undefined at the end. A page may be empty although there are more. */
  lookedTo: string | undefined;
}

/** Runs of one page, however small they are. */
const PAGE_RUNS = 200;
/** Runs that one page looks at: a filter that few runs meet must not keep a statement busy. */
const LOOKED_AT = 5_000;

const WITH_ANSWERS = `JOIN run_answers a ON a.workspace_id = r.workspace_id AND a.environment = r.environment AND a.kit_id = r.kit_id AND a.run_id = r.id AND a.status = 'succeeded'`;

export async function pageRuns(
  on: Queryable,
  scope: Scope,
  after: string | undefined,
  filter: PageFilter,
): Promise<FoundPage> {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const looked = [
    'r.workspace_id = $1',
    'r.environment = $2',
    ...bounds('r.id', { ...filter, before: undefined }, parameter),
    ...typeConditions(filter, parameter),
    ...(after === undefined ? [] : [`r.id > ${parameter(after)}::uuid`]),
    ...(filter.kitCode === undefined ? [] : [`r.kit_id = ${kitOf(filter.kitCode, parameter)}`]),
  ];
  const conditions = ['true', ...conditionsOf(filter, parameter)];
  const most = conditions.length === 1 ? PAGE_RUNS : LOOKED_AT;
  // The length of a stored text is known without reading it. A run belongs to the page when what precedes it leaves room.
  const size = `coalesce(octet_length(e.output), 0)${filter.withInput ? ` + coalesce(${sizeOfInput('r')}, 0)` : ''}`;
  const { rows } = await on.query<RunRow & { last: string | null; looked: number; left_out: boolean }>(
    `WITH looked AS MATERIALIZED (SELECT r.id FROM runs r WHERE ${looked.join(' AND ')} ORDER BY r.id LIMIT ${most}),
     sizes AS MATERIALIZED (
       SELECT r.id, ${size} AS bytes FROM looked JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = looked.id ${JOINS}
         ${filter.by.answers.length > 0 ? WITH_ANSWERS : ''}
       WHERE ${conditions.join(' AND ')} ORDER BY r.id LIMIT ${PAGE_RUNS}),
     page AS MATERIALIZED (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM sizes),
     own AS (SELECT ${COLUMNS}, e.output${filter.withInput ? `, ${inputText('r')} AS input` : ''} FROM page JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = page.id ${JOINS}
       WHERE page.before < ${parameter(filter.bytes)}::bigint)
     SELECT own.*, seen.* FROM (SELECT (SELECT id FROM looked ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM looked) AS looked,
         (SELECT count(*) FROM page) = ${PAGE_RUNS} OR EXISTS (SELECT 1 FROM page WHERE before >= ${parameter(filter.bytes)}::bigint) AS left_out) seen
       LEFT JOIN own ON true ORDER BY own.id`,
    values,
  );
  const found = rows.filter(({ id }) => id !== null);
  const [{ last = null, looked: count = 0, left_out = false } = {}] = rows;
  const isMore = left_out || count === most;
  const next = left_out ? found.at(-1)?.id : last;
  return {
    runs: found.map((row) => ({ ...toFullRun(row), ...(row.input ? { input: row.input } : {}) })),
    lookedTo: isMore && next ? encodeId('run', next) : undefined,
  };
}

type Conditions = Omit<PageFilter, 'withInput' | 'bytes'>;

/** Every condition of a filter that no index leads to; those on answers are about `run_answers a`. */
export function conditionsOf(filter: Conditions, parameter: (value: unknown) => string): string[] {
  return [
    ...rowConditions(filter, parameter),
    ...(filter.externalId === undefined ? [] : [`r.external_id = ${parameter(filter.externalId)}`]),
    ...joinedConditions(filter, parameter),
  ];
}

/** Those of them that the run's own row answers. */
export function rowConditions(filter: Conditions, parameter: (value: unknown) => string): string[] {
  return [
    ...exactDates(filter, parameter),
    ...filter.by.metadata.map((condition) => metadataCondition(condition, 'r.metadata::jsonb', parameter)),
    ...versionCondition(filter, parameter),
  ];
}

/** Those that need its answers, reviews, result, job or words. */
export function joinedConditions(filter: Conditions, parameter: (value: unknown) => string): string[] {
  const { answers, isReviewed } = filter.by;
  return [
    ...answers.map((condition) => answerCondition(condition, answersAs(filter.as ?? 'given', 'a'), parameter)),
    ...reviewedCondition(isReviewed, 'r.id'),
    ...(filter.status === undefined ? [] : [`${RUN_STATUS} = ${parameter(filter.status)}`]),
    ...(filter.words === undefined
      ? []
      : [
          `EXISTS (SELECT 1 FROM run_texts t WHERE t.workspace_id = $1 AND t.environment = $2 AND t.run_id = r.id AND t.words @@ websearch_to_tsquery('english', ${parameter(filter.words)}))`,
        ]),
  ];
}
