/** Everything the address of the list of runs says: filters, columns and page. A list can so be shared, saved and returned to. */
import type { RunFilter } from '@brickwork/client';
import { RUN_STATUSES } from '../api/runs.ts';
import { startOfDay } from '../ui/days.ts';

export interface RunsSearch {
  status?: string | undefined;
  kit?: string | undefined;
  q?: string | undefined;
  type?: string | undefined;
  /** Only the new runs of this backfill, which the list leaves out otherwise. */
  backfill?: string | undefined;
  /** Conditions as in an address: `answer.resolved=false&metadata.team=emea&reviewed=false&from=2026-11-01`. */
  where?: string | undefined;
  /** `reviewed`: answers as reviewers see them. */
  as?: string | undefined;
  /** Words to be found in the conversations. */
  words?: string | undefined;
  /** The columns of each run, separated by commas: keys of bricks, `metadata.KEY`. */
  columns?: string | undefined;
  /** The usual columns that are not shown: `kit,team`. */
  hide?: string | undefined;
  /** As the API says it: `-answer.score`; the latest calls first when it is absent. */
  sort?: string | undefined;
  /** The cursors of the pages before and of this one, separated by dots: Back and a shared link lead to the same page. */
  pages?: string | undefined;
}

/**
 * The order that is asked for: the latest calls first. Words, ids and runs that have not succeeded are found by other indexes, whose order
 * is that of their creation.
 */
export function sortOf({ sort, words, q, status, backfill }: RunsSearch): string | undefined {
  if (sort !== undefined) return sort;
  const isPlain = words === undefined && q === undefined && backfill === undefined;
  return isPlain && (status === undefined || status === 'succeeded') ? '-occurred_at' : undefined;
}

export type Condition = readonly [name: string, value: string];

const NAMES = /^(answer|confidence|metadata)\..|^(reviewed|from|to|kit_version_id)$/;
/** What else a list takes is no condition: its own fields hold it, or nothing does. */
const OTHER_PARAMETERS =
  /^(status|type|kit_code|external_id|q|backfill_id|limit|cursor|include|sort|as|mask|(occurred|created)_(after|before))$/;

/** Of an answer, of metadata, or the name of a dimension. */
function isCondition(name: string): boolean {
  return NAMES.test(name) || (/^[a-z][a-z0-9_]{0,31}$/.test(name) && !OTHER_PARAMETERS.test(name));
}

const DAY_MS = 86_400_000;

export function conditionsOf(where = ''): Condition[] {
  return [...new URLSearchParams(where)].filter(([name]) => isCondition(name));
}

export function whereOf(conditions: readonly Condition[]): string | undefined {
  return conditions.length === 0 ? undefined : new URLSearchParams(conditions.map((each) => [...each])).toString();
}

/** Without the conditions that only make sense for one kit: on its bricks and versions. */
export function withoutAnswers(where: string | undefined): string | undefined {
  return whereOf(conditionsOf(where).filter(([name]) => !/^(answer|confidence)\.|^kit_version_id$/.test(name)));
}

/** `timezone` is the workspace's, in which days begin. */
export function filterOf(search: RunsSearch, timezone = 'UTC'): RunFilter {
  const filter: RunFilter = {
    status: RUN_STATUSES.find((each) => each === search.status),
    kit_code: search.kit,
    external_id: search.q,
    q: search.words,
    type: search.type === 'api' || search.type === 'sandbox' ? search.type : undefined,
    backfill_id: search.backfill,
    as: search.as === 'reviewed' ? 'reviewed' : undefined,
  };
  for (const [name, value] of conditionsOf(search.where)) {
    if (name === 'reviewed') filter.reviewed = value === 'true';
    else if (name === 'kit_version_id') filter.kit_version_id = value;
    else if (name === 'from' || name === 'to') Object.assign(filter, dateFilter(name, value, timezone));
    else if (!NAMES.test(name)) filter.dimensions = { ...filter.dimensions, [name]: value };
    else {
      const key = name as `answer.${string}`;
      filter[key] = [...(filter[key] ?? []), value];
    }
  }
  return filter;
}

/** Days include both ends; a period of the API ends before its last moment. */
function dateFilter(
  name: 'from' | 'to',
  day: string,
  timezone: string,
): Pick<RunFilter, 'occurred_after' | 'occurred_before'> {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return {};
  const start = startOfDay(midnight, timezone);
  return name === 'from'
    ? { occurred_after: new Date(start).toISOString() }
    : { occurred_before: new Date(startOfDay(midnight + DAY_MS, timezone)).toISOString() };
}

/** Backfills choose runs of every version. */
export function isOfVersion(where: string | undefined): boolean {
  return conditionsOf(where).some(([name]) => name === 'kit_version_id');
}

/** From the path of a list in the API, such as `/v1/runs?kit_code=K7TQ2MXB&answer.resolved=false`. */
export function searchOfApiPath(path: string): RunsSearch {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const from = query.get('occurred_after') ?? query.get('created_after');
  const to = query.get('occurred_before') ?? query.get('created_before');
  const dayOf = (moment: string, byMs: number) => new Date(Date.parse(moment) + byMs).toISOString().slice(0, 10);
  return {
    kit: query.get('kit_code') ?? undefined,
    status: query.get('status') ?? undefined,
    type: query.get('type') ?? undefined,
    words: query.get('q') ?? undefined,
    where: whereOf([
      ...[...query].filter(([name]) => isCondition(name)),
      ...(from === null ? [] : [['from', dayOf(from, 0)] as const]),
      ...(to === null ? [] : [['to', dayOf(to, -1)] as const]),
    ]),
  };
}

/** Not the words of a search: they come from conversations, and a view is for everybody. */
const SAVED = ['status', 'kit', 'type', 'as', 'where', 'columns', 'hide', 'sort'] as const;

/** What a saved view keeps: filters and columns, not the page. Empty for the plain list. */
export function savedSearchOf(search: RunsSearch): string {
  const given = SAVED.flatMap((name): [string, string][] => {
    const value = search[name];
    return value === undefined ? [] : [[name, value]];
  });
  return new URLSearchParams(given).toString();
}

export function searchOfSaved(text: string): RunsSearch {
  const query = new URLSearchParams(text);
  return Object.fromEntries(SAVED.map((name) => [name, query.get(name) ?? undefined]));
}
