/**
 * SQL for the runs that count, as rows `a` of `run_answers`, and for their groups: one definition for insights and
 * everything shown beside them. Workspace, environment and kit are the first three parameters of the statement.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../core/ids.ts';
import type { AnswerFilter } from '../../runs/answer-filter.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import {
  answerCondition,
  answersAs,
  metadataCondition,
  occurredOf,
  type Parameter,
  reviewedCondition,
} from '../../runs/store/answers/answer-conditions.ts';
import type { RunFilter } from '../../runs/store/run-conditions.ts';

export type GroupBy = 'day' | 'week' | 'month' | 'version' | { metadata: string };

/** Which runs are counted: every filter of a list of runs. */
export type CountedFilter = Pick<RunFilter, 'status' | 'type'> &
  Partial<
    Pick<
      RunFilter,
      | 'backfillId'
      | 'kitVersionId'
      | 'externalId'
      | 'occurredAfter'
      | 'occurredBefore'
      | 'createdAfter'
      | 'createdBefore'
      | 'words'
    >
  > & { by: AnswerFilter };

/** Conditions that must all hold. Sandbox and backfill runs are excluded unless requested. */
export function countedRuns(filter: CountedFilter, as: AnswersAs, parameter: Parameter): string[] {
  const type = filter.backfillId === undefined ? (filter.type ?? 'api') : 'backfill';
  return [
    'a.workspace_id = $1',
    'a.environment = $2',
    'a.kit_id = $3',
    `a.type = '${type}'`,
    ...filter.by.answers.map((condition) => answerCondition(condition, answersAs(as, 'a'), parameter)),
    ...filter.by.metadata.map((condition) => metadataCondition(condition, 'a.metadata', parameter)),
    ...reviewedCondition(filter.by.isReviewed, 'a.run_id'),
    ...(filter.status === undefined ? [] : [`a.status = ${parameter(filter.status)}`]),
    ...(filter.kitVersionId === undefined ? [] : [`a.kit_version = ${versionSql(filter.kitVersionId, parameter)}`]),
    ...(filter.occurredAfter === undefined ? [] : [`${occurredOf('a')} >= ${parameter(filter.occurredAfter)}`]),
    ...(filter.occurredBefore === undefined ? [] : [`${occurredOf('a')} < ${parameter(filter.occurredBefore)}`]),
    ...(filter.createdAfter === undefined ? [] : [`time_of_run(a.run_id) >= ${parameter(filter.createdAfter)}`]),
    ...(filter.createdBefore === undefined ? [] : [`time_of_run(a.run_id) < ${parameter(filter.createdBefore)}`]),
    ...ofRun(filter, parameter),
  ];
}

function ofRun({ externalId, backfillId, words }: CountedFilter, parameter: Parameter): string[] {
  const its = (condition: string) =>
    `EXISTS (SELECT 1 FROM runs r WHERE r.workspace_id = $1 AND r.environment = $2 AND r.id = a.run_id AND ${condition})`;
  return [
    ...(externalId === undefined ? [] : [its(`r.external_id = ${parameter(externalId)}`)]),
    ...(backfillId === undefined
      ? []
      : [its(`r.backfill_id = ${parameter(decodeId('bfl', backfillId) ?? null)}::uuid`)]),
    ...(words === undefined
      ? []
      : [
          `EXISTS (SELECT 1 FROM run_texts t WHERE t.workspace_id = $1 AND t.environment = $2 AND t.run_id = a.run_id AND t.words @@ websearch_to_tsquery('english', ${parameter(words)}))`,
        ]),
  ];
}

export function versionSql(kitVersionId: string, parameter: Parameter): string {
  return `(SELECT v.version FROM kit_versions v WHERE v.workspace_id = $1 AND v.kit_id = $3 AND v.id = ${parameter(kitVersionId)}::uuid)`;
}

export const PERIODS = ['day', 'week', 'month'] as const;

/** The group of a run, for `groupValueOf`. Days begin in `zone`, which is SQL. */
export function groupOfRun(group: GroupBy, zone: string, parameter: Parameter): string {
  if (typeof group !== 'string') return `coalesce(':' || (a.metadata ->> ${parameter(group.metadata)}::text), '')`;
  return group === 'version' ? `':' || a.kit_version` : periodSql(group, `(${occurredOf('a')} AT TIME ZONE ${zone})`);
}

export const periodSql = (period: (typeof PERIODS)[number], time: string) =>
  `':' || to_char(date_trunc('${period}', ${time}), 'YYYY-MM-DD')`;

/** In SQL, a value is prefixed with a colon, so that a missing value can be joined too. */
export function groupValueOf(text: string | null): string | undefined {
  return text === null || text === '' ? undefined : text.slice(1);
}

/** For a statement that uses a time zone: Node may know one that this PostgreSQL does not. */
export const refuseUnknownZone =
  (timezone: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code !== '22023') throw error;
    throw new ServiceError('invalid_parameter', { detail: `timezone: ${timezone} is not known to the database.` });
  };
