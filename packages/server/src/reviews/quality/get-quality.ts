/** The quality of a kit's answers, in total or by time, version, dimension or metadata, for the runs that insights count. */
import { type LearnedSummary, summariseLearned } from '@brickwork/engine/bricks/learned-document';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Scope } from '../../core/scope.ts';
import type { CountedFilter, GroupBy } from '../../insights/store/counted-runs.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import { loadContent } from '../../kits/resolve-kit.ts';
import { NO_ANSWER_FILTER } from '../../runs/answer-filter.ts';
import type { AnswersAs } from '../../runs/answers.ts';
import { checkAnswerFilter } from '../../runs/check-answer-filter.ts';
import { compareGroups, largestGroups } from './largest-groups.ts';
import { type BrickQuality, groupInTurns, measureQuality, type ReviewedAnswer } from './measure-quality.ts';

export interface QualityFilter {
  version: number | undefined;
  /** When the conversations took place. */
  since: Date | undefined;
  until: Date | undefined;
  /** Which runs: any filter of a list of runs. */
  runs: CountedFilter;
  /** Which answers the conditions use. */
  as: AnswersAs;
}

export const ALL_REVIEWED: QualityFilter = {
  version: undefined,
  since: undefined,
  until: undefined,
  runs: { status: undefined, type: undefined, by: NO_ANSWER_FILTER },
  as: 'given',
};

export interface QualityStore {
  /** Current verdicts about the kit's answers, of the newest runs first. */
  reviewedAnswers(
    scope: Scope,
    kitId: string,
    filter: QualityFilter,
    read: { limit: number; groupBy?: QualityGrouping | undefined },
  ): Promise<ReviewedAnswer[]>;
}

export interface QualityGrouping {
  by: GroupBy;
  /** The time zone in which days begin. */
  timezone: string;
}

export interface GetQuality {
  quality: QualityStore;
  insights: InsightsStore;
  kits: ManageKits;
}

export interface KitQuality {
  kitId: string;
  threshold: number;
  groups: QualityGroup[];
}

export interface QualityGroup {
  group: string | undefined;
  /** For the group that combines the rest: how many it combines. */
  size?: number;
  bricks: (BrickQuality & { learned?: LearnedSummary | undefined })[];
}

const MOST_REVIEWS = 200_000;
const DEFAULT_THRESHOLD = 0.8;
const MOST_CONFUSED = 100;
const MOST_CONFUSED_OF_GROUP = 5;

export async function getQuality(
  deps: GetQuality,
  scope: Scope,
  kit: string,
  {
    groupBy,
    timezone,
    threshold = DEFAULT_THRESHOLD,
    ...asked
  }: QualityFilter & {
    groupBy?: GroupBy | undefined;
    /** Undefined: the workspace's. */
    timezone?: string | undefined;
    threshold?: number | undefined;
  },
): Promise<KitQuality> {
  const { kitId, live } = await getKit(deps.kits, scope.workspaceId, kit);
  const by = await checkAnswerFilter(asked.runs.by, deps.insights.knownAnswers(scope, kitId));
  const reviews = await deps.quality.reviewedAnswers(
    scope,
    kitId,
    { ...asked, runs: { ...asked.runs, by } },
    {
      limit: MOST_REVIEWS,
      groupBy: groupBy && {
        by: groupBy,
        timezone: timezone ?? (await deps.insights.timezoneOf(scope.workspaceId)),
      },
    },
  );
  if (groupBy === undefined) {
    const learned = await learnedBy(deps.kits, scope.workspaceId, live?.kitVersionId);
    const measured = await measureQuality(reviews, { threshold, mostConfused: MOST_CONFUSED });
    const bricks = measured.map((quality) => ({
      ...quality,
      learned: learned.get(quality.brick),
    }));
    return { kitId, threshold, groups: [{ group: undefined, bricks }] };
  }
  const turns = takeTurns();
  const found = [...(await groupInTurns(reviews, ({ group }) => group, turns))];
  const { shown, rest } = largestGroups(found, new Set(reviews.map(({ brick }) => brick)).size);
  const measure = { threshold, mostConfused: MOST_CONFUSED_OF_GROUP };
  const groups: QualityGroup[] = [];
  for (const [group, own] of shown.sort(([a], [b]) => compareGroups(groupBy, a, b)))
    groups.push({ group, bricks: await measureQuality(own, measure) });
  if (rest.length > 0) {
    const others = rest.flatMap(([, own]) => own);
    groups.push({ group: 'other', size: rest.length, bricks: await measureQuality(others, measure) });
  }
  return { kitId, threshold, groups };
}

/** What the bricks of a version learned, by key. */
async function learnedBy(
  kits: ManageKits,
  workspaceId: string,
  kitVersionId: string | undefined,
): Promise<Map<string, LearnedSummary>> {
  const content = kitVersionId === undefined ? undefined : await loadContent(kits, workspaceId, kitVersionId);
  return new Map(
    (content?.kit.bricks ?? []).flatMap(({ key, learned }): [string, LearnedSummary][] => {
      const summary = summariseLearned(learned);
      return summary === undefined ? [] : [[key, summary]];
    }),
  );
}
