/** The effect of a review, before it is stored: corrections, and the conditions and scores that follow from them. */
import type { Applicability, BrickOutput, BrickValue } from '@brickwork/contract';
import { may, type Principal } from '../access/principal.ts';
import { reviewedOutput, type SaidOfBrick } from './corrections.ts';
import { type NewReview, type ReviewRun, readReview, reviewerOf } from './review-run.ts';
import type { ReviewStore } from './store/review-store.ts';

export interface PreviewReview extends Pick<ReviewRun, 'runs' | 'kits'> {
  reviews: Pick<ReviewStore, 'latestOf'>;
}

interface SeenAnswer {
  value: BrickValue;
  applicability: Applicability | undefined;
  confidence: number | undefined;
}

export interface PreviewedAnswer {
  brick: string;
  before: SeenAnswer;
  after: SeenAnswer;
  reviewed: BrickOutput['reviewed'];
}

export async function previewReview(
  deps: PreviewReview,
  principal: Principal,
  runId: string,
  { reviews, reviewer: name }: { reviews: readonly NewReview[]; reviewer: string | undefined },
): Promise<PreviewedAnswer[]> {
  const { run, bricks, lines } = await readReview(deps, principal, runId, reviews);
  const reviewer = reviewerOf(principal, name);
  const said = (await deps.reviews.latestOf(principal, [runId])).get(runId) ?? [];
  const isReplaced = (each: SaidOfBrick) =>
    each.reviewer === reviewer && lines.some(({ brick }) => brick === each.brick);
  const then = [...said.filter((each) => !isReplaced(each)), ...lines.map((line) => ({ ...line, reviewer }))];
  const before = reviewedOutput(bricks, run.output, said).bricks;
  const after = reviewedOutput(bricks, run.output, then).bricks;
  const maySeeTexts = may(principal, 'identities:read');
  return Object.entries(after).flatMap(([brick, answer]) => {
    const earlier = before[brick];
    if (earlier === undefined || isSeenAlike(earlier, answer)) return [];
    // Texts name people: callers who see placeholders find the answer masked on the run itself.
    if (!maySeeTexts && (typeof earlier.value === 'string' || typeof answer.value === 'string')) return [];
    return [{ brick, before: seen(earlier), after: seen(answer), reviewed: answer.reviewed }];
  });
}

function seen({ value, applicability, confidence }: BrickOutput): SeenAnswer {
  return { value, applicability, confidence };
}

function isSeenAlike(a: BrickOutput, b: BrickOutput): boolean {
  return JSON.stringify([a.value, a.applicability]) === JSON.stringify([b.value, b.applicability]);
}
