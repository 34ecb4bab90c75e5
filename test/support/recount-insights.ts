/**
 * The counts of insights a second time, from the outputs and reviews alone: SQL groups what was answered, and this file, not the service's
 * own code, says on which line it belongs. Compared with the stored counts by the API tests and after `npm run chaos`.
 */
import type { Database } from '@brickwork/server/database/database';
import type { Queryable } from '@brickwork/server/database/queryable';
import { linesOf as linesSql } from '@brickwork/server/insights/store/answer-lines';
import { answersAs, occurredOf } from '@brickwork/server/runs/store/answers/answer-conditions';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';

interface AnsweredRow {
  /** Workspace, environment, kit, day and version, separated by spaces. */
  key: string;
  brick: string;
  is_text: boolean;
  value: unknown;
  applicability: string | null;
  confidence: number | null;
  reviews: { verdict: string; value: string | null }[] | null;
}

const KEY = `concat_ws(' ', r.workspace_id, r.environment, r.kit_id, (coalesce(r.occurred_at, r.created_at) AT TIME ZONE (SELECT w.timezone FROM workspaces w WHERE w.id = r.workspace_id))::date, r.kit_version)`;
const ENDED = `runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id`;

/** Line → count and sum of confidences; with `reviewed`, as most reviewers see it. */
export type Counts = Map<string, { count: number; confidence: number }>;

export async function recountInsights(database: Queryable, as: 'given' | 'reviewed'): Promise<Counts> {
  const { rows } = await database.query<AnsweredRow>(`
    SELECT ${KEY} AS key, b.key AS brick, b.value -> 'value' AS value, b.value ->> 'applicability' AS applicability,
      (b.value ->> 'confidence')::float8 AS confidence,
      EXISTS (SELECT 1 FROM bricks k WHERE k.workspace_id = r.workspace_id AND k.kit_id = r.kit_id AND k.key = b.key AND k.type = 'text') AS is_text,
      (SELECT jsonb_agg(jsonb_build_object('verdict', w.verdict, 'value', w.value)) FROM reviews w WHERE w.workspace_id = r.workspace_id
         AND w.environment = r.environment AND w.run_id = r.id AND w.brick = b.key AND NOT w.superseded) AS reviews
    FROM ${ENDED} CROSS JOIN LATERAL jsonb_each(e.output::jsonb -> 'bricks') b WHERE r.type = 'api'`);
  const counts: Counts = new Map();
  const add = (line: string, count: number, confidence: number) => {
    const known = counts.get(line) ?? { count: 0, confidence: 0 };
    counts.set(line, { count: known.count + count, confidence: known.confidence + confidence });
  };
  for (const row of rows) {
    const { value, applicability, confidence } = as === 'given' ? row : asReviewed(row);
    const [first = '', ...items] = linesOf(value, applicability, row.is_text);
    add(`${row.key} ${row.brick} ${first}`, 1, confidence ?? 0);
    for (const item of items) add(`${row.key} ${row.brick} ${item}`, 1, 0);
  }
  const { rows: statuses } = await database.query<{ key: string; status: string; count: number }>(
    `SELECT ${KEY} AS key, e.status, count(*)::int FROM ${ENDED} WHERE r.type = 'api' AND r.erased_at IS NULL GROUP BY 1, 2`,
  );
  for (const { key, status, count } of statuses) add(`${key}  ${status}`, count, 0);
  return tidy(counts);
}

/** What the service counts: days that are added up, with the runs that changed since, and the runs of all others, with what waited to be counted. */
export async function storedCounts(database: Database, as: 'given' | 'reviewed'): Promise<Counts> {
  await settleAllAnswers(database, () => false);
  const day = `(${occurredOf('a')} AT TIME ZONE w.timezone)::date`;
  const open = `(SELECT a.workspace_id, a.environment, a.kit_id, ${day} AS day, a.kit_version, a.status, ${answersAs(as, 'a')} AS answers
    FROM run_answers a JOIN workspaces w ON w.id = a.workspace_id WHERE a.type = 'api' AND NOT EXISTS (SELECT 1 FROM insight_days d
      WHERE d.workspace_id = a.workspace_id AND d.environment = a.environment AND d.kit_id = a.kit_id AND d.span = 'day' AND d.day = ${day} AND d.built)) open_days`;
  const kept = 'workspace_id, environment, kit_id, day, kit_version';
  const changed = (row: string, weight: number) =>
    linesSql(
      `(SELECT x.workspace_id, x.environment, x.kit_id, x.day, a.kit_version, a.status, ${answersAs(as, 'a')} AS answers
    FROM insight_changes x JOIN ${row}) changed`,
      kept,
      String(weight),
    );
  const now = 'run_answers a USING (workspace_id, environment, kit_id, run_id)';
  const before = 'LATERAL jsonb_populate_record(NULL::run_answers, x.before) a ON x.before IS NOT NULL';
  const { rows } = await database.query<{ line: string; count: number; confidence: number }>(
    `SELECT concat_ws(' ', workspace_id, environment, kit_id, day, kit_version, brick, answer) AS line,
       sum(count)::float8 AS count, sum(confidence)::float8 AS confidence
     FROM (SELECT c.workspace_id, c.environment, c.kit_id, c.day, c.kit_version, c.brick, c.answer, c.count, c.total, c.squares, c.confidence, c.confident
         FROM insight_cells c JOIN insight_days d USING (workspace_id, environment, kit_id, span, day)
         WHERE d.built AND d.span = 'day' AND c.set = ${WITHOUT_KEYS} AND (NOT c.correction OR ${as === 'reviewed'})
       UNION ALL ${linesSql(open, kept)} UNION ALL ${changed(now, 1)} UNION ALL ${changed(before, -1)}) lines GROUP BY 1`,
  );
  return tidy(new Map(rows.map(({ line, ...sums }) => [line, sums])));
}

/** The set of `build-days.ts` that has no metadata keys. */
const WITHOUT_KEYS = 1;

/** The lines on which the two differ, in words; empty when they are equal. */
export async function differencesOfCounts(database: Database): Promise<string[]> {
  const differences: string[] = [];
  for (const as of ['given', 'reviewed'] as const) {
    const [stored, recounted] = [await storedCounts(database, as), await recountInsights(database, as)];
    for (const line of new Set([...stored.keys(), ...recounted.keys()])) {
      const [is, should] = [stored.get(line), recounted.get(line)].map((sums) => JSON.stringify(sums ?? 'nothing'));
      if (is !== should) differences.push(`insights (${as}) count ${is} for "${line}", a recount ${should}`);
    }
  }
  return differences;
}

function asReviewed(row: AnsweredRow): Pick<AnsweredRow, 'value' | 'applicability' | 'confidence'> {
  const votes: Record<string, number> = {};
  for (const { verdict, value } of row.reviews ?? [])
    if (verdict !== 'unsure') {
      const vote = verdict === 'wrong' ? `wrong ${value ?? 'unknown'}` : verdict;
      votes[vote] = (votes[vote] ?? 0) + 1;
    }
  const [most, next] = Object.entries(votes).sort(([, a], [, b]) => b - a);
  if (most === undefined || most[0] === 'correct' || next?.[1] === most[1]) return row;
  if (most[0] === 'not_applicable') return { value: null, applicability: 'not_applicable', confidence: null };
  const right = most[0].slice('wrong '.length);
  if (right === 'unknown') return { value: null, applicability: 'abstained', confidence: null };
  return { value: JSON.parse(right), applicability: null, confidence: null };
}

function linesOf(value: unknown, applicability: string | null, isText: boolean): string[] {
  if (value === null) return [applicability === null ? 'null' : `null:${applicability}`];
  if (isText) return ['"*"'];
  if (Array.isArray(value)) return ['[]', ...new Set(value.map((item) => `[]${JSON.stringify(item)}`))];
  return [JSON.stringify(typeof value === 'number' ? Number(value.toPrecision(3)) : value)];
}

function tidy(counts: Counts): Counts {
  return new Map(
    [...counts]
      .filter(([, { count }]) => count !== 0)
      .map(([line, { count, confidence }]) => [line, { count, confidence: Math.round(confidence * 1e6) / 1e6 }]),
  );
}
