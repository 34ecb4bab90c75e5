/** How a kit's runs are doing: for each group of runs and each brick, what was answered how often, with 95 % intervals. */

import { itemType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import type { AnswerFilter } from '../runs/answer-filter.ts';
import type { AnswersAs } from '../runs/answers.ts';
import { checkAnswerFilter } from '../runs/check-answer-filter.ts';
import { ANY_LIST, ANY_TEXT, dayOf, NO_VALUE, RUNS } from './count-answers.ts';
import { type Estimate, meanOf, quantileOf, shareOf } from './intervals.ts';
import type { AnswerCount, CountedBrick, GroupBy, InsightsStore } from './store/insights-store.ts';

export interface ReadInsights {
  store: InsightsStore;
  kits: ManageKits;
  clock: Clock;
}

export interface InsightsRequest {
  kit: string;
  groupBy: GroupBy;
  from: string | undefined;
  to: string | undefined;
  by: AnswerFilter;
  backfillId?: string | undefined;
  as: AnswersAs;
}

export interface Insights {
  kitId: string;
  kitCode: string;
  from: string;
  to: string;
  groups: GroupInsights[];
  total: GroupInsights;
}

export interface GroupInsights {
  group: string | undefined;
  /** Of a group by version. */
  kitVersionId?: string | undefined;
  succeeded: number;
  failed: number;
  cancelled: number;
  bricks: BrickInsights[];
}

export interface BrickInsights extends Omit<CountedBrick, 'names'> {
  /** Runs with a value. */
  answered: number;
  notApplicable: number;
  /** Without a value for another reason: not sure, or nothing was said. */
  abstained: number;
  notSure: number;
  noAnswer: number;
  /** The mean, where the brick gives confidences. */
  confidence: number | undefined;
  /** Of yes/no questions and categories, the most frequent first. Shares are of the runs with a value. */
  values: { value: string | number | boolean; name?: string; count: number; share: Estimate }[] | undefined;
  mean: Estimate | undefined;
  quantiles: ({ quantile: number } & Estimate)[] | undefined;
}

const DEFAULT_DAYS = 90;
const LONGEST_DAYS = 1_100;
/** Read one by one where there are conditions; counted beforehand otherwise. */
export const MOST_RUNS = 100_000;
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];

export async function readInsights(deps: ReadInsights, scope: Scope, request: InsightsRequest): Promise<Insights> {
  const { kitId, kitCode } = await getKit(deps.kits, scope.workspaceId, request.kit);
  const span = daysOf(deps.clock.now(), request.from, request.to);
  const bricks = await deps.store.bricks(scope, kitId);
  const by = await checkAnswerFilter(request.by, deps.store.knownAnswers(scope, kitId));
  const { groupBy, backfillId, as } = request;
  const counts = await deps.store.counts(scope, { kitId, ...span, groupBy, by, backfillId, as }, MOST_RUNS);
  if (counts === 'too_many')
    throw new ServiceError('invalid_parameter', {
      detail: `from: with conditions or by metadata, at most ${MOST_RUNS.toLocaleString('en')} runs can be counted at once. Ask for fewer days.`,
    });
  const byGroup = Map.groupBy(counts, ({ group }) => group);
  const versionIds = groupBy === 'version' ? await versionIdsOf(deps, scope, kitId) : undefined;
  const groups = [...byGroup].map(([group, own]) => ({
    ...groupInsights(group, own, bricks),
    kitVersionId: group === undefined ? undefined : versionIds?.get(group),
  }));
  return {
    kitId,
    kitCode,
    ...span,
    groups: groups.toSorted(inOrder(groupBy)),
    total: groupInsights(undefined, counts, bricks),
  };
}

const MOST_VERSIONS = 10_000;

async function versionIdsOf(
  { kits }: ReadInsights,
  { workspaceId }: Scope,
  kitId: string,
): Promise<Map<string, string>> {
  const versions = await kits.store.listVersions(workspaceId, kitId, { before: undefined, limit: MOST_VERSIONS });
  return new Map(versions.map(({ version, kitVersionId }) => [String(version), kitVersionId]));
}

function inOrder(groupBy: GroupBy): (a: GroupInsights, b: GroupInsights) => number {
  if (groupBy === 'version') return (a, b) => Number(a.group) - Number(b.group);
  if (typeof groupBy === 'string') return (a, b) => ((a.group ?? '') < (b.group ?? '') ? -1 : 1);
  return (a, b) => b.succeeded - a.succeeded;
}

function groupInsights(
  group: string | undefined,
  counts: readonly AnswerCount[],
  bricks: readonly CountedBrick[],
): GroupInsights {
  const byBrick = Map.groupBy(counts, ({ brick }) => brick);
  const runs = byBrick.get(RUNS) ?? [];
  const ended = (status: string) => sum(runs.filter(({ answer }) => answer === status));
  return {
    group,
    succeeded: ended('succeeded'),
    failed: ended('failed'),
    cancelled: ended('cancelled'),
    bricks: bricks.flatMap((brick) => {
      const own = byBrick.get(brick.key);
      return own === undefined ? [] : [brickInsights(brick, own)];
    }),
  };
}

export function brickInsights({ names, ...brick }: CountedBrick, counts: readonly AnswerCount[]): BrickInsights {
  const without = counts.filter(({ answer }) => answer === NO_VALUE || answer.startsWith(`${NO_VALUE}:`));
  const notApplicable = sum(without.filter(({ answer }) => answer === `${NO_VALUE}:not_applicable`));
  const given = counts.filter((each) => !without.includes(each));
  // Items of lists have lines of their own: a run with a list counts once, through its list.
  const single = given.filter(({ answer }) => !answer.startsWith(ANY_LIST));
  const answered = sum(single) + sum(given.filter(({ answer }) => answer === ANY_LIST));
  const confident = counts.reduce((all, each) => all + each.confident, 0);
  const common = {
    ...brick,
    answered,
    notApplicable,
    abstained: sum(without) - notApplicable,
    notSure: sum(without.filter(({ answer }) => answer === `${NO_VALUE}:abstained`)),
    noAnswer: sum(without.filter(({ answer }) => answer === NO_VALUE)),
    confidence: confident === 0 ? undefined : counts.reduce((all, each) => all + each.confidence, 0) / confident,
  };
  if (itemType(brick).compareAs === 'numbers') return { ...common, values: undefined, ...numbers(single) };
  return { ...common, values: values(given, answered, names), mean: undefined, quantiles: undefined };
}

function values(
  counts: readonly AnswerCount[],
  answered: number,
  names: CountedBrick['names'] = {},
): BrickInsights['values'] {
  const byAnswer = Map.groupBy(
    counts.filter(({ answer }) => answer !== ANY_TEXT && answer !== ANY_LIST),
    ({ answer }) => (answer.startsWith(ANY_LIST) ? answer.slice(ANY_LIST.length) : answer),
  );
  if (byAnswer.size === 0) return undefined;
  return [...byAnswer]
    .map(([answer, own]) => {
      const value = JSON.parse(answer) as string | number | boolean;
      const name = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
      return { value, ...(name !== undefined && { name }), count: sum(own), share: shareOf(sum(own), answered) };
    })
    .toSorted((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1));
}

function numbers(counts: readonly AnswerCount[]): Pick<BrickInsights, 'mean' | 'quantiles'> {
  const count = sum(counts);
  if (count === 0) return { mean: undefined, quantiles: undefined };
  const total = counts.reduce((all, each) => all + each.total, 0);
  const squares = counts.reduce((all, each) => all + each.squares, 0);
  const sorted = counts
    .map(({ answer, count: own }) => ({ value: Number(answer), count: own }))
    .toSorted((a, b) => a.value - b.value);
  return {
    mean: meanOf(count, total, squares),
    quantiles: QUANTILES.map((quantile) => ({ quantile, ...quantileOf(sorted, quantile) })),
  };
}

function sum(counts: readonly AnswerCount[]): number {
  return counts.reduce((all, { count }) => all + count, 0);
}

/** Both days included; by default the last ninety days. */
function daysOf(now: Date, from: string | undefined, to: string | undefined): { from: string; to: string } {
  const end = to ?? dayOf(now);
  const start = from ?? dayOf(new Date(Date.parse(end) - (DEFAULT_DAYS - 1) * 86_400_000));
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  if (days < 0) throw new ServiceError('invalid_parameter', { detail: 'from: must not be after "to".' });
  if (days > LONGEST_DAYS)
    throw new ServiceError('invalid_parameter', {
      detail: `from: at most ${LONGEST_DAYS.toLocaleString('en')} days can be requested at once.`,
    });
  return { from: start, to: end };
}
