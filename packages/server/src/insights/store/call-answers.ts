/** Single calls behind a figure: their answers, and those worth listening to. */
import type { BrickValue } from '@brickwork/contract/kit';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import { answersAs, occurredOf } from '../../runs/store/answers/answer-conditions.ts';
import { type CountedFilter, countedRuns, refuseUnknownZone } from './counted-runs.ts';

export interface CallAnswers {
  answers: Readonly<Record<string, { value: BrickValue; applicability?: 'not_applicable' | 'abstained' }>>;
}

export interface CallsQuery {
  kitId: string;
  from: string;
  to: string;
  timezone: string;
  filter: CountedFilter;
  as: AnswersAs;
}

export interface CallToHear {
  runId: string;
  externalId: string | undefined;
  occurredAt: Date;
  agent: string | undefined;
  score: number | undefined;
}

export function createCallAnswersStore(database: Database) {
  return {
    /** Undefined if there are more than `most`. */
    async answers(
      scope: Scope,
      query: CallsQuery,
      bricks: readonly string[],
      most: number,
    ): Promise<CallAnswers[] | undefined> {
      const { values, parameter, conditions } = partsOf(scope, query);
      const { rows } = await database.stale
        .query<CallAnswers>(
          `SELECT (SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(${answersAs(query.as, 'a')}) e WHERE e.key = ANY (${parameter([...bricks])}::text[])) AS answers
           FROM run_answers a WHERE a.status = 'succeeded' AND ${conditions} LIMIT ${most + 1}`,
          values,
        )
        .catch(refuseUnknownZone(query.timezone));
      return rows.length > most ? undefined : rows.map(({ answers }) => ({ answers: answers ?? {} }));
    },
    /** Calls with the most confident answer to `brick` first, or with the lowest or highest one if `order` says so. */
    async toHear(
      scope: Scope,
      query: CallsQuery,
      {
        brick,
        order,
        main,
        agentKey,
      }: { brick: string; order: 'sure' | 'low' | 'high'; main: string; agentKey: string },
      limit: number,
    ): Promise<CallToHear[]> {
      const { values, parameter, conditions } = partsOf(scope, query);
      const answers = answersAs(query.as, 'a');
      const answer = `(${answers} -> ${parameter(brick)}::text)`;
      const rank = order === 'sure' ? `(${answer} ->> 'confidence')::float8` : `(${answer} ->> 'value')::float8`;
      const ranked = `ORDER BY rank ${order === 'low' ? 'ASC' : 'DESC'} NULLS LAST, occurred_at DESC`;
      const { rows } = await database.stale
        .query<{ run_id: string; external_id: string | null; occurred_at: Date; agent: string | null; score: unknown }>(
          `SELECT c.run_id, c.occurred_at, c.agent, c.score, r.external_id FROM (
             SELECT a.run_id, ${occurredOf('a')} AS occurred_at, a.metadata ->> ${parameter(agentKey)}::text AS agent,
               ${answers} -> ${parameter(main)}::text -> 'value' AS score, ${rank} AS rank
             FROM run_answers a WHERE a.status = 'succeeded' AND ${conditions} AND ${answer} -> 'value' <> 'null'::jsonb
             ${ranked} LIMIT ${limit}) c
           LEFT JOIN runs r ON r.workspace_id = $1 AND r.environment = $2 AND r.id = c.run_id ${ranked}`,
          values,
        )
        .catch(refuseUnknownZone(query.timezone));
      return rows.map((row) => ({
        runId: encodeId('run', row.run_id),
        externalId: row.external_id ?? undefined,
        occurredAt: row.occurred_at,
        agent: row.agent ?? undefined,
        score: typeof row.score === 'number' ? row.score : undefined,
      }));
    },
  };
}

export type CallAnswersStore = ReturnType<typeof createCallAnswersStore>;

function partsOf(scope: Scope, { kitId, from, to, timezone, filter, as }: CallsQuery) {
  const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment, kitId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const zone = `${parameter(timezone)}::text`;
  const startOf = (day: string, more: number) =>
    `((${parameter(day)}::date + ${more})::timestamp AT TIME ZONE ${zone})`;
  const conditions = [
    ...countedRuns(filter, as, parameter),
    `${occurredOf('a')} >= ${startOf(from, 0)}`,
    `${occurredOf('a')} < ${startOf(to, 1)}`,
  ].join(' AND ');
  return { values, parameter, conditions };
}
