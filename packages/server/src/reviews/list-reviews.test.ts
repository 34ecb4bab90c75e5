import { describe, expect, it } from 'vitest';
import { everyReview } from './list-reviews.ts';
import type { Review } from './review.ts';
import type { ReviewFilter } from './store/review-store.ts';

const SCOPE = { workspaceId: 'ws_1', environment: 'live' } as const;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `rev_${String(index).padStart(4, '0')}`);

/** Reads all of so many reviews; says which, and after which each page began. */
async function exported(count: number, signal = new AbortController().signal) {
  const asked: (string | undefined)[] = [];
  const page = async (_scope: unknown, _filter: unknown, { after = '', limit }: { after?: string; limit: number }) => {
    asked.push(after);
    const rest = ids(count).filter((id) => id > after);
    return rest.slice(0, limit).map((reviewId) => ({ reviewId }) as Review);
  };
  const found: string[] = [];
  for await (const { reviewId } of everyReview({ reviews: { page } as never }, SCOPE, {} as ReviewFilter, signal))
    found.push(reviewId);
  return { found, asked };
}

describe('everyReview', () => {
  it.each([0, 499, 500, 1_001])('reads each of %i once, page after page', async (count) => {
    expect((await exported(count)).found).toEqual(ids(count));
  });

  it('goes on after the last of a page, and asks for none after a page that is not full', async () => {
    expect((await exported(1_001)).asked).toEqual(['', 'rev_0499', 'rev_0999']);
    expect((await exported(499)).asked).toEqual(['']);
  });

  it('ends where nobody reads any more', async () => {
    expect((await exported(10, AbortSignal.abort())).found).toEqual([]);
  });
});
