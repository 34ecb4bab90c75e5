/** Conditions of lists of runs, with their parameters. */
import type { RunStatus, RunType } from '@brickwork/contract';
import { decodeId, uuidAt } from '../../core/ids.ts';
import type { AnswerFilter } from '../answer-filter.ts';
import type { AnswersAs } from '../answers.ts';
import type { Run } from '../run.ts';

export interface RunFilter {
  limit: number;
  /** Runs before this one, newest first. */
  before: string | undefined;
  status: RunStatus | undefined;
  /** Runs of backfills are left out unless type or backfill asks for them. */
  type: RunType | undefined;
  backfillId?: string | undefined;
  kitCode: string | undefined;
  kitVersionId?: string | undefined;
  externalId: string | undefined;
  occurredAfter?: Date | undefined;
  occurredBefore?: Date | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  /** To be found in the input, as in a search engine: `refund "late delivery" -invoice`. */
  words: string | undefined;
  /** Conditions on answers need a kit. */
  by: AnswerFilter;
  /** Whether the runs come with their answers. */
  withAnswers: boolean;
  /** Which answers are shown and used by conditions. */
  as?: AnswersAs;
}

export interface FoundRuns {
  runs: Run[];
  /** The run at which the search stopped before the page was full, although there are more; the next page begins after it. */
  lookedTo: string | undefined;
}

/** Runs of backfills are in no list but their own. */
export const LISTED = `r.type <> 'backfill'`;

/** Literals for conditions of partial indexes. */
export function typeConditions(
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

/** An id that does not exist. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** The bounds of a page and of its dates, by id: ids grow with time. */
export function bounds(
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

/** When the conversation of a run took place; as the index says it. */
const OCCURRED = 'coalesce(r.occurred_at, r.created_at)';
/** True for every run: the index is partial on this condition, so only queries with a period use it. */
const IN_INDEX = `${OCCURRED} > '1969-01-01 00:00:00+00'`;

export function exactDates(
  {
    createdAfter,
    createdBefore,
    occurredAfter,
    occurredBefore,
  }: Pick<RunFilter, 'createdAfter' | 'createdBefore' | 'occurredAfter' | 'occurredBefore'>,
  parameter: (value: unknown) => string,
): string[] {
  return [
    ...(createdAfter === undefined ? [] : [`r.created_at >= ${parameter(createdAfter)}`]),
    ...(createdBefore === undefined ? [] : [`r.created_at < ${parameter(createdBefore)}`]),
    ...(occurredAfter === undefined && occurredBefore === undefined ? [] : [IN_INDEX]),
    ...(occurredAfter === undefined ? [] : [`${OCCURRED} >= ${parameter(occurredAfter)}`]),
    ...(occurredBefore === undefined ? [] : [`${OCCURRED} < ${parameter(occurredBefore)}`]),
  ];
}

/** By code or slug, which never look alike: a filter that ignored slugs would claim that there are no runs. */
export function kitOf(code: string, parameter: (value: unknown) => string): string {
  const name = parameter(code);
  return `(SELECT k.id FROM kits k WHERE k.workspace_id = $1 AND (k.code = ${name}::text OR k.slug = ${name}::text))`;
}

export function kitOfVersion(kitVersionId: string, parameter: (value: unknown) => string): string {
  return `(SELECT v.kit_id FROM kit_versions v WHERE v.workspace_id = $1 AND v.id = ${parameter(kitVersionId)}::uuid)`;
}

export function versionCondition(
  { kitVersionId }: Pick<RunFilter, 'kitVersionId'>,
  parameter: (value: unknown) => string,
): string[] {
  return kitVersionId === undefined ? [] : [`r.kit_version_id = ${parameter(kitVersionId)}::uuid`];
}
