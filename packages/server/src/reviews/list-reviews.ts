/** Reading reviews: a page of them, newest first, or all of them in pages, oldest first. */
import { pageOf, readCursor } from '../core/cursor.ts';
import { decodeId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import type { Review } from './review.ts';
import type { ReviewFilter, ReviewStore } from './store/review-store.ts';

const EXPORT_PAGE = 500;

export async function listReviews(
  { reviews }: { reviews: Pick<ReviewStore, 'list'> },
  scope: Scope,
  filter: ReviewFilter,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ reviews: Review[]; nextCursor: string | undefined }> {
  const before = cursor === undefined ? undefined : readCursor(cursor, reviewIdOf);
  const found = await reviews.list(scope, filter, { before, limit: limit + 1 });
  const { items, nextCursor } = pageOf(found, limit, ({ reviewId }) => reviewId);
  return { reviews: items, nextCursor };
}

/** Page by page: memory stays small and no transaction stays open. */
export async function* everyReview(
  { reviews }: { reviews: Pick<ReviewStore, 'page'> },
  scope: Scope,
  filter: ReviewFilter,
  signal: AbortSignal,
): AsyncGenerator<Review> {
  let after: string | undefined;
  while (!signal.aborted) {
    const page = await reviews.page(scope, filter, { after, limit: EXPORT_PAGE });
    yield* page;
    after = page.at(-1)?.reviewId;
    if (page.length < EXPORT_PAGE) return;
  }
}

function reviewIdOf(text: string): string | undefined {
  return decodeId('rev', text) === undefined ? undefined : text;
}
