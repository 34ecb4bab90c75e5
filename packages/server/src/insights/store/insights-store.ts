/**
 * Counts of answers in PostgreSQL. Without conditions, groups are added up from `insight_counts`, which is exact at every commit; with
 * conditions, or by metadata, the answers of the days are read and counted by the same function that counts a run when it ends. What
 * reviewers corrected is in `insight_corrections`, as differences.
 */
import type { BrickType } from '@brickwork/contract';
import { decodeId, timeOfUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { type AnswerFilter, isFiltering } from '../../runs/answer-filter.ts';
import type { Answers, AnswersAs } from '../../runs/answers.ts';
import type { KnownAnswers } from '../../runs/check-answer-filter.ts';
import {
  answerCondition,
  answersAs,
  metadataCondition,
  reviewedCondition,
} from '../../runs/store/answers/answer-conditions.ts';
import { settleAnswers } from '../../runs/store/answers/waiting-answers.ts';
import { knownAnswers } from '../../runs/store/known-answers.ts';
import { uuidAt } from '../../runs/store/run-conditions.ts';
import { type CountLine, countAnswers, countStatus, dayOf } from '../count-answers.ts';

export type GroupBy = 'day' | 'week' | 'month' | 'version' | { metadata: string };

export interface InsightsQuery {
  kitId: string;
  /** Days (UTC) on which runs were created, both included. */
  from: string;
  to: string;
  /** Within the first day: runs that were created later only. They are then read one by one. */
  since?: Date;
  groupBy: GroupBy;
  by: AnswerFilter;
  /** Only runs of this backfill; they are then read one by one, and count for the day of the run that they ask again. */
  backfillId?: string | undefined;
  /** As they were given, or with the corrections of reviewers. */
  as: AnswersAs;
}

/** How often an answer was given in a group. `answer` is as in `count-answers.ts`. */
export interface AnswerCount {
  /** A day, the first day of a week or month, a version, or a metadata value; undefined for runs without the metadata key. */
  group: string | undefined;
  brick: string;
  answer: string;
  count: number;
  total: number;
  squares: number;
  confidence: number;
  confident: number;
}

export interface CountedBrick {
  key: string;
  name: string;
  type: BrickType;
  /** Names of categories, by their values, as the newest version has them. */
  names?: Readonly<Record<string, string>> | undefined;
}

export function createInsightsStore(database: Database) {
  return {
    /** `too_many` when the query has conditions or groups by metadata, and more runs than `mostRuns` would have to be read. */
    async counts(scope: Scope, query: InsightsQuery, mostRuns: number): Promise<AnswerCount[] | 'too_many'> {
      await settleAnswers(database, scope);
      const { groupBy, by, since, backfillId } = query;
      const isCounted =
        typeof groupBy === 'string' && !isFiltering(by) && since === undefined && backfillId === undefined;
      return isCounted
        ? addUp(database.stale, scope, query, groupBy)
        : countMatching(database.stale, scope, query, mostRuns);
    },
    /** Every brick that the kit has or had, in the order of its newest version. */
    bricks: (scope: Scope, kitId: string): Promise<CountedBrick[]> => findBricks(database.stale, scope, kitId),
    /** What the answers of the kit can be. */
    knownAnswers: (scope: Scope, kitId: string): KnownAnswers => knownAnswers(database.stale, scope, { kitId }),
  };
}

export type InsightsStore = ReturnType<typeof createInsightsStore>;

const GROUPS = {
  day: `to_char(day, 'YYYY-MM-DD')`,
  week: `to_char(date_trunc('week', day), 'YYYY-MM-DD')`,
  month: `to_char(date_trunc('month', day), 'YYYY-MM-DD')`,
  version: 'kit_version::text',
} as const;

async function addUp(
  on: Queryable,
  scope: Scope,
  { kitId, from, to, as }: InsightsQuery,
  groupBy: keyof typeof GROUPS,
): Promise<AnswerCount[]> {
  const { rows } = await on.query<Record<'group' | 'brick' | 'answer' | (typeof SUMS)[number], string>>(
    {
      name: `add_up_${as}_answers_by_${groupBy}`,
      text: `SELECT ${GROUPS[groupBy]} AS group, brick, answer, ${SUMS.map((name) => `sum(${name})::float8 AS ${name}`).join(', ')}
             FROM (${COUNTED_IN[as].map(linesOfDays).join(' UNION ALL ')}) lines GROUP BY 1, 2, 3 HAVING sum(count) <> 0`,
    },
    [decodeId('ws', scope.workspaceId), scope.environment, kitId, from, to],
  );
  return rows.map((row) => ({
    group: row.group,
    brick: row.brick,
    answer: row.answer,
    count: Number(row.count),
    total: Number(row.total),
    squares: Number(row.squares),
    confidence: Number(row.confidence),
    confident: Number(row.confident),
  }));
}

const COUNTED_IN = { given: ['insight_counts'], reviewed: ['insight_counts', 'insight_corrections'] } as const;

function linesOfDays(table: string): string {
  return `SELECT day, kit_version, brick, answer, ${SUMS.join(', ')} FROM ${table}
    WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND day BETWEEN $4 AND $5`;
}

const SUMS = ['count', 'total', 'squares', 'confidence', 'confident'] as const;

/** Small enough that counting a page does not keep other requests waiting. */
const PAGE = 1_000;

interface AnswersRow {
  run_id: string;
  kit_version: number;
  answers: Answers;
  value: string | null;
}

async function countMatching(
  on: Queryable,
  scope: Scope,
  query: InsightsQuery,
  mostRuns: number,
): Promise<AnswerCount[] | 'too_many'> {
  const groups = new Map<string | undefined, Map<string, CountLine>>();
  let after = uuidAt(query.since ?? new Date(query.from));
  for (let read = 0; ; read += PAGE) {
    if (read >= mostRuns) return 'too_many';
    const rows = await readPage(on, scope, query, after);
    for (const row of rows) {
      const group = groupOf(query.groupBy, row);
      const lines = groups.get(group) ?? new Map<string, CountLine>();
      groups.set(group, lines);
      const run = { kitId: query.kitId, kitVersion: row.kit_version, runId: row.run_id };
      countStatus(lines, run, 'succeeded');
      countAnswers(lines, run, row.answers);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.run_id;
  }
  return [...groups].flatMap(([group, lines]) => [...lines.values()].map((line) => toCount(group, line)));
}

async function readPage(
  on: Queryable,
  scope: Scope,
  { kitId, to, groupBy, by, backfillId, as }: InsightsQuery,
  after: string,
): Promise<AnswersRow[]> {
  const end = new Date(Date.parse(to) + 86_400_000 - 1);
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment, kitId, after, uuidAt(end, true)];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const value = typeof groupBy === 'string' ? 'NULL' : `metadata ->> ${parameter(groupBy.metadata)}::text`;
  const [type, run] = backfillId === undefined ? ['api', 'run_id'] : ['backfill', 'source_run_id'];
  const ofBackfill =
    backfillId === undefined
      ? ''
      : `JOIN (SELECT run_id AS asked_again_by, source_run_id FROM backfill_runs
           WHERE workspace_id = $1 AND environment = $2 AND backfill_id = ${parameter(decodeId('bfl', backfillId) ?? null)}::uuid) asked
         ON asked_again_by = run_id`;
  const conditions = [
    ...by.answers.map((condition) => answerCondition(condition, answersAs(as), parameter)),
    ...by.metadata.map((condition) => metadataCondition(condition, 'metadata', parameter)),
    ...reviewedCondition(by.isReviewed, 'run_answers.run_id'),
  ];
  const { rows } = await on.query<AnswersRow>(
    `SELECT ${run} AS run_id, kit_version, ${answersAs(as)} AS answers, ${value} AS value FROM run_answers ${ofBackfill}
     WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND ${run} > $4::uuid AND ${run} <= $5::uuid AND type = '${type}'
       ${conditions.map((condition) => `AND ${condition}`).join(' ')} ORDER BY 1 LIMIT ${PAGE}`,
    values,
  );
  return rows;
}

function groupOf(groupBy: GroupBy, { value, kit_version, run_id }: AnswersRow): string | undefined {
  if (typeof groupBy !== 'string') return value ?? undefined;
  if (groupBy === 'version') return String(kit_version);
  const day = new Date(dayOf(timeOfUuid(run_id)));
  if (groupBy === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (groupBy === 'month') day.setUTCDate(1);
  return day.toISOString().slice(0, 10);
}

function toCount(group: string | undefined, { brick, answer, count, numbers, confidences }: CountLine): AnswerCount {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    group,
    brick,
    answer,
    count,
    total: sum(numbers),
    squares: sum(numbers.map((value) => value ** 2)),
    confidence: sum(confidences),
    confident: confidences.length,
  };
}

/** In the order of the newest version; those that only older versions have come last. */
async function findBricks(on: Queryable, scope: Scope, kitId: string): Promise<CountedBrick[]> {
  // A brick that changed its type has two rows; the newer one counts.
  const { rows } = await on.query<Omit<CountedBrick, 'names'> & { names: Record<string, string> | null }>(
    {
      name: 'find_counted_bricks',
      text: `SELECT b.key, b.name, b.type, n.names FROM (
               SELECT DISTINCT ON (key) key, name, type FROM bricks WHERE workspace_id = $1 AND kit_id = $2 ORDER BY key, id DESC) b
             LEFT JOIN (
               SELECT d.brick ->> 'key' AS key, d.position,
                 (SELECT json_object_agg(c ->> 'value', c ->> 'name') FROM json_array_elements(d.brick -> 'categories') c WHERE c ->> 'name' IS NOT NULL) AS names FROM kits k
                 JOIN kit_versions v ON v.workspace_id = k.workspace_id AND v.kit_id = k.id AND v.version = k.newest_version
                 CROSS JOIN LATERAL json_array_elements(v.document -> 'bricks') WITH ORDINALITY AS d (brick, position)
               WHERE k.workspace_id = $1 AND k.id = $2) n ON n.key = b.key
             ORDER BY n.position NULLS LAST, b.key`,
    },
    [decodeId('ws', scope.workspaceId), kitId],
  );
  return rows.map((row) => ({ ...row, names: row.names ?? undefined }));
}
