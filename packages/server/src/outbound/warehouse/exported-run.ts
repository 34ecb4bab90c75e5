/** A run in an export to a warehouse: a line of `GET /v1/warehouse/runs`. */
import type { BrickOutput } from '@brickwork/contract';
import type { ExportedRun } from '@brickwork/warehouse/run-rows';
import type { Review } from '../../reviews/review.ts';
import type { EndedRun } from './store/warehouse-store.ts';

export function toExportedRun(
  run: EndedRun,
  reviews: readonly Review[],
  reviewed: Readonly<Record<string, BrickOutput>>,
): ExportedRun {
  return {
    run_id: run.runId,
    ...given('external_id', run.externalId),
    status: run.status,
    kit_id: run.kitId,
    kit_code: run.kitCode,
    kit_version_id: run.kitVersionId,
    kit_version: run.kitVersion,
    mode: run.mode,
    occurred_at: run.occurredAt.toISOString(),
    created_at: run.createdAt.toISOString(),
    ...given('started_at', run.startedAt?.toISOString()),
    completed_at: run.completedAt.toISOString(),
    ...given('duration_ms', run.durationMs),
    ...given('error_code', run.errorCode),
    ...given('engine', run.engine === 'model' ? run.model : run.engine),
    ...given('metadata', run.metadata),
    ...given('bricks', run.output && mapValues(run.output.bricks, toAnswer)),
    ...(Object.keys(reviewed).length > 0 && { reviewed: mapValues(reviewed, toReviewedAnswer) }),
    ...(reviews.length > 0 && { reviews: reviews.map(toExportedReview) }),
    usage: {
      ...given('engine', run.engine),
      ...given('model', run.model),
      calls: run.calls,
      input_tokens: run.inputTokens,
      cached_input_tokens: run.cachedInputTokens,
      output_tokens: run.outputTokens,
      credits: run.microCredits / 1_000_000,
      estimated: run.isEstimated,
    },
  };
}

function toAnswer({ value, applicability, confidence, reason, evidence, evidence_spans }: BrickOutput) {
  return {
    value,
    ...given('applicability', applicability),
    ...given('confidence', confidence),
    ...given('reason', reason),
    ...given('evidence', evidence_spans === undefined ? evidence : undefined),
    ...given(
      'evidence_spans',
      evidence_spans?.map(({ text, turn, speaker, start, end }) => ({
        text,
        turn,
        ...given('speaker', speaker),
        start,
        end,
      })),
    ),
  };
}

function toReviewedAnswer({ value, applicability, reviewed }: BrickOutput) {
  return { value, ...given('applicability', applicability), ...given('reviewed', reviewed) };
}

function toExportedReview(review: Review) {
  return {
    review_id: review.reviewId,
    kit_version: review.kitVersion,
    brick: review.brick,
    verdict: review.verdict,
    ...given('value', review.value),
    ...given('answer', review.answer),
    ...given('confidence', review.confidence),
    reviewer: review.reviewer,
    ...given('reviewer_name', review.reviewerName),
    ...given('note', review.note),
    created_at: review.createdAt.toISOString(),
    superseded: review.isSuperseded,
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
