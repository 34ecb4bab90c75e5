/** Reviews: people's verdicts on answers, the queue that gives them runs, and the accuracy of the answers. */

import type { StorageQuota } from '../../access/storage-quota.ts';
import { systemClock } from '../../core/clock.ts';
import { appealRoutes } from '../../http/endpoints/appeals.ts';
import { calibrationRoutes } from '../../http/endpoints/calibrations.ts';
import { localFirstRoutes } from '../../http/endpoints/local-first.ts';
import { reviewQueueRoutes } from '../../http/endpoints/review-queue.ts';
import { reviewRoutes } from '../../http/endpoints/reviews.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import type { RecordEvents } from '../../outbound/webhooks/event.ts';
import { createAppealStore } from '../../reviews/store/appeal-store.ts';
import { createCalibrationStore } from '../../reviews/store/calibration-store.ts';
import { createLocalAnswersStore } from '../../reviews/store/local-answers-store.ts';
import { createQualityStore } from '../../reviews/store/quality-store.ts';
import { countOpenItems, createReviewQueueStore } from '../../reviews/store/review-queue-store.ts';
import type { ReviewStore } from '../../reviews/store/review-store.ts';
import { requireOwnCall } from '../../runs/dimensions/own-calls.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { priceOfRun } from '../../usage/price-of-run.ts';
import type { Feature, Node } from '../feature.ts';

export interface ReviewsOptions {
  reviews: ReviewStore;
  runs: RunStore;
  kits: ManageKits;
  dimensions: DimensionStore;
  insights: InsightsStore;
  quota: StorageQuota;
  recordEvents: RecordEvents;
}

export function reviewsFeature(
  { config, database, metrics }: Node,
  { reviews, runs, kits, dimensions, insights, quota, recordEvents }: ReviewsOptions,
): Feature {
  const appeals = createAppealStore(database, { recordEvents });
  const quality = createQualityStore(database);
  metrics.gauge('brickwork_reviews_waiting', 'Runs drawn for review that nobody has reviewed yet.', () =>
    countOpenItems(database),
  );
  return {
    routes: [
      ...reviewRoutes({ runs, kits, reviews, clock: systemClock }),
      ...appealRoutes({
        runs,
        appeals,
        clock: systemClock,
        requireOwn: (principal, run) => requireOwnCall({ dimensions }, principal, run),
      }),
      ...calibrationRoutes({ calibrations: createCalibrationStore(database), kits, runs, clock: systemClock }),
      ...reviewQueueRoutes({
        appeals,
        runs,
        queue: createReviewQueueStore(database),
        quality,
        kits,
        dimensions,
        insights,
        clock: systemClock,
      }),
      ...localFirstRoutes({
        ...{ kits, quality, quota },
        localAnswers: createLocalAnswersStore(database),
        priceOf: priceOfRun(config),
      }),
    ],
  };
}
