/** The quality of a kit's answers, whole or by week, version or metadata. */
import { type LearnedSummary, summariseLearned } from '@brickwork/engine/bricks/learned-document';
import type { Principal } from '../../access/principal.ts';
import type { Scope } from '../../core/scope.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import { loadContent } from '../../kits/resolve-kit.ts';
import { type BrickQuality, measureQuality, type ReviewedAnswer } from './measure-quality.ts';

export interface QualityFilter {
  version: number | undefined;
  /** When the conversations took place. */
  since: Date | undefined;
  until: Date | undefined;
}

export interface QualityStore {
  /** Current verdicts about the kit's answers, of the newest runs first. */
  reviewedAnswers(scope: Scope, kitId: string, filter: QualityFilter, limit: number): Promise<ReviewedAnswer[]>;
}

export interface GetQuality {
  quality: QualityStore;
  kits: ManageKits;
}

export interface KitQuality {
  kitId: string;
  threshold: number;
  groups: { group: string | undefined; bricks: (BrickQuality & { learned?: LearnedSummary | undefined })[] }[];
}

const MOST_REVIEWS = 200_000;
const DEFAULT_THRESHOLD = 0.8;

export async function getQuality(
  deps: GetQuality,
  principal: Principal,
  kit: string,
  {
    groupBy,
    threshold = DEFAULT_THRESHOLD,
    ...filter
  }: QualityFilter & { groupBy?: string | undefined; threshold?: number | undefined },
): Promise<KitQuality> {
  const { kitId, live } = await getKit(deps.kits, principal.workspaceId, kit);
  const reviews = await deps.quality.reviewedAnswers(principal, kitId, filter, MOST_REVIEWS);
  if (groupBy === undefined) {
    const learned = await learnedBy(deps.kits, principal.workspaceId, live?.kitVersionId);
    const bricks = measureQuality(reviews, threshold).map((quality) => ({
      ...quality,
      learned: learned.get(quality.brick),
    }));
    return { kitId, threshold, groups: [{ group: undefined, bricks }] };
  }
  const groups = [...Map.groupBy(reviews, (review) => groupOf(groupBy, review))]
    .sort(([a], [b]) => compare(groupBy, a, b))
    .map(([group, own]) => ({ group, bricks: measureQuality(own, threshold) }));
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

function groupOf(groupBy: string, { kitVersion, occurredAt, metadata }: ReviewedAnswer): string | undefined {
  if (groupBy === 'version') return String(kitVersion);
  if (groupBy === 'week') return mondayOf(occurredAt);
  return metadata?.[groupBy.slice('metadata.'.length)];
}

function mondayOf(time: Date): string {
  const monday = new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * 86_400_000);
  return monday.toISOString().slice(0, 10);
}

/** Versions as numbers, all else as text; what has no group comes last. */
function compare(groupBy: string, a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return groupBy === 'version' ? Number(a) - Number(b) : a < b ? -1 : 1;
}
