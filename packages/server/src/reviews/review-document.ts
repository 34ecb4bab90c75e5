/** The public shape of a review: in API responses, in the lines of an export and in events. */
import { may, type Principal } from '../access/principal.ts';
import type { Run, RunOutput } from '../runs/run.ts';
import { selectFields } from '../runs/run-document.ts';
import type { Review } from './review.ts';

/** Limited to what the caller may see: a note is about the conversation, so it needs the permission to read it. */
export function toReviewDocumentFor(principal: Principal): (review: Review) => Record<string, unknown> {
  const mayReadNotes = may(principal, 'runs:read_input');
  return (review) => toReviewDocument(mayReadNotes ? review : { ...review, note: undefined });
}

function toReviewDocument(review: Review): Record<string, unknown> {
  return {
    review_id: review.reviewId,
    run_id: review.runId,
    kit_id: review.kitId,
    kit_version: review.kitVersion,
    brick: review.brick,
    verdict: review.verdict,
    value: review.value,
    note: review.note,
    answer: review.answer,
    confidence: review.confidence,
    reviewer: review.reviewer,
    reviewer_name: review.reviewerName,
    created_at: review.createdAt.toISOString(),
    superseded: review.isSuperseded,
  };
}

/**
 * The data of the event `run.reviewed`: the reviews of one request, and the run's output as reviewed after them. A thin one has no values, no notes
 * and no output.
 */
export function toReviewedData(
  run: Pick<Run, 'runId' | 'kitId' | 'kitCode' | 'kitVersionId' | 'kitVersion'>,
  reviews: readonly Review[],
  output: RunOutput | undefined,
): Record<string, unknown> {
  return {
    run_id: run.runId,
    kit_id: run.kitId,
    kit_code: run.kitCode,
    kit_version_id: run.kitVersionId,
    kit_version: run.kitVersion,
    reviews: reviews.map((review) => toReviewDocument(output === undefined ? withoutContents(review) : review)),
    output: output && selectFields(output, {}),
  };
}

function withoutContents(review: Review): Review {
  return { ...review, value: undefined, note: undefined, answer: undefined };
}
