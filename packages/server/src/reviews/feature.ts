/** Reviews: what people say about answers, the queue that hands them runs, and how right the answers are. */
import { systemClock } from '../core/clock.ts';
import { reviewQueueRoutes } from '../http/endpoints/review-queue.ts';
import { reviewRoutes } from '../http/endpoints/reviews.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import type { Feature, Node } from '../main/feature.ts';
import type { RunStore } from '../runs/store/run-store.ts';
import { createQualityStore } from './store/quality-store.ts';
import { countOpenItems, createReviewQueueStore } from './store/review-queue-store.ts';
import type { ReviewStore } from './store/review-store.ts';

export interface ReviewsOptions {
  reviews: ReviewStore;
  runs: RunStore;
  kits: ManageKits;
}

export function reviewsFeature({ database, metrics }: Node, { reviews, runs, kits }: ReviewsOptions): Feature {
  metrics.gauge('brickwork_reviews_waiting', 'Runs drawn for review that nobody has reviewed yet.', () =>
    countOpenItems(database),
  );
  return {
    routes: [
      ...reviewRoutes({ runs, kits, reviews, clock: systemClock }),
      ...reviewQueueRoutes({
        queue: createReviewQueueStore(database),
        quality: createQualityStore(database),
        kits,
        clock: systemClock,
      }),
    ],
  };
}
