/** Reviews over HTTP: add, list, export. */
import { Readable } from 'node:stream';
import { reviewsApi } from '@brickwork/contract';
import type { z } from 'zod';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import { everyReview, listReviews } from '../../reviews/list-reviews.ts';
import { previewReview } from '../../reviews/preview-review.ts';
import type { Review } from '../../reviews/review.ts';
import { toReviewDocumentFor } from '../../reviews/review-document.ts';
import { type ReviewRun, reviewRun } from '../../reviews/review-run.ts';
import type { ReviewFilter, ReviewStore } from '../../reviews/store/review-store.ts';
import { ok, type Route, route } from '../route.ts';

export interface ReviewRoutes extends ReviewRun {
  kits: ManageKits;
  reviews: ReviewStore;
}

export function reviewRoutes(deps: ReviewRoutes): Route[] {
  return [
    route(reviewsApi.reviewRun, async ({ principal, params, query, body }) => {
      const stored = await reviewRun(deps, principal, params.runId, {
        reviews: body,
        reviewer: query.reviewer,
        importedFrom: query.imported_from,
      });
      return { status: 201, body: { data: stored.map(toReviewDocumentFor(principal)) } };
    }),
    route(reviewsApi.previewReview, async ({ principal, params, query, body }) => {
      const review = { reviews: body, reviewer: query.reviewer };
      return ok({ data: await previewReview(deps, principal, params.runId, review) });
    }),
    route(reviewsApi.listReviews, async ({ principal, query }) => {
      const filter = await toFilter(deps, principal.workspaceId, query);
      const { reviews, nextCursor } = await listReviews(deps, principal, filter, {
        limit: query.limit,
        cursor: query.cursor,
      });
      return ok({
        data: reviews.map(toReviewDocumentFor(principal)),
        has_more: nextCursor !== undefined,
        next_cursor: nextCursor,
      });
    }),
    route(reviewsApi.exportReviews, async ({ principal, query, signal }) => {
      const filter = await toFilter(deps, principal.workspaceId, query);
      const lines = jsonLines(everyReview(deps, principal, filter, signal()), toReviewDocumentFor(principal));
      return ok(Readable.from(lines), { 'content-type': 'application/x-ndjson; charset=utf-8' });
    }),
  ];
}

async function* jsonLines(
  reviews: AsyncGenerator<Review>,
  toDocument: (review: Review) => Record<string, unknown>,
): AsyncGenerator<string> {
  for await (const review of reviews) yield `${JSON.stringify(toDocument(review))}\n`;
}

type Filters = z.output<NonNullable<typeof reviewsApi.exportReviews.query>>;

async function toFilter({ kits }: ReviewRoutes, workspaceId: string, query: Filters): Promise<ReviewFilter> {
  return {
    kitId: query.kit === undefined ? undefined : (await getKit(kits, workspaceId, query.kit)).kitId,
    runId: query.run_id,
    brick: query.brick,
    verdict: query.verdict,
    reviewer: query.reviewer,
    isCurrent: query.current === 'true',
    createdAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
    createdBefore: query.created_before === undefined ? undefined : new Date(query.created_before),
  };
}
