/** Every endpoint there is. The server refuses to start when a route is missing, and a test compares both ways. */
import type { Endpoint } from './endpoint.ts';
import * as alerts from './endpoints/alerts.ts';
import * as backfills from './endpoints/backfills.ts';
import * as batches from './endpoints/batches.ts';
import * as bricks from './endpoints/bricks.ts';
import * as canaries from './endpoints/canaries.ts';
import * as evaluations from './endpoints/evaluations.ts';
import * as goldenSets from './endpoints/golden-sets.ts';
import * as insights from './endpoints/insights.ts';
import * as intakes from './endpoints/intakes.ts';
import * as keys from './endpoints/keys.ts';
import * as kits from './endpoints/kits.ts';
import * as me from './endpoints/me.ts';
import * as quality from './endpoints/quality.ts';
import * as reviewQueue from './endpoints/review-queue.ts';
import * as reviews from './endpoints/reviews.ts';
import * as runs from './endpoints/runs.ts';
import * as service from './endpoints/service.ts';
import * as shadows from './endpoints/shadows.ts';
import * as speakers from './endpoints/speakers.ts';
import * as test from './endpoints/test.ts';
import * as usage from './endpoints/usage.ts';
import * as views from './endpoints/views.ts';
import * as webhooks from './endpoints/webhooks.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  runs.createRun,
  runs.listRuns,
  runs.exportRuns,
  runs.getRun,
  runs.cancelRun,
  runs.eraseRun,
  batches.createBatch,
  reviews.reviewRun,
  reviews.listReviews,
  reviews.exportReviews,
  reviewQueue.getReviewQueue,
  reviewQueue.putReviewPolicy,
  reviewQueue.deleteReviewPolicy,
  reviewQueue.nextReviewItem,
  reviewQueue.renewReviewItem,
  reviewQueue.returnReviewItem,
  quality.getQuality,
  goldenSets.listGoldenSets,
  goldenSets.putGoldenSet,
  goldenSets.getGoldenSet,
  goldenSets.deleteGoldenSet,
  evaluations.createEvaluation,
  evaluations.listEvaluations,
  evaluations.getEvaluation,
  evaluations.cancelEvaluation,
  backfills.createBackfill,
  backfills.listBackfills,
  backfills.getBackfill,
  backfills.cancelBackfill,
  backfills.compareBackfill,
  shadows.putShadow,
  shadows.getShadow,
  shadows.deleteShadow,
  usage.getRunUsage,
  usage.getUsage,
  test.testRun,
  kits.getKitSchema,
  kits.findKitSchema,
  bricks.listBricks,
  kits.listKits,
  kits.pushKit,
  kits.listKitVersions,
  kits.getKitVersion,
  kits.publishKit,
  kits.archiveKit,
  kits.diffKit,
  insights.getInsights,
  views.listViews,
  views.saveView,
  views.deleteView,
  alerts.listAlerts,
  alerts.getAlert,
  alerts.listAlertChanges,
  alerts.putAlert,
  alerts.deleteAlert,
  alerts.checkAlert,
  canaries.listCanaries,
  canaries.getCanary,
  canaries.listCanaryChanges,
  canaries.putCanary,
  canaries.deleteCanary,
  kits.getKitTypes,
  kits.getKitDocumentSchema,
  webhooks.putWebhook,
  webhooks.listWebhooks,
  webhooks.deleteWebhook,
  webhooks.rotateWebhookSecret,
  webhooks.enableWebhook,
  webhooks.disableWebhook,
  webhooks.testWebhook,
  webhooks.listDeliveries,
  webhooks.recoverDeliveries,
  webhooks.replayDelivery,
  webhooks.listEvents,
  webhooks.getEvent,
  intakes.putIntake,
  intakes.listIntakes,
  intakes.getIntake,
  intakes.deleteIntake,
  intakes.rotateIntakeSecret,
  intakes.testIntake,
  intakes.listIntakeDeliveries,
  intakes.receiveDelivery,
  me.getMe,
  keys.listKeys,
  keys.createKey,
  keys.revokeKey,
  speakers.getSpeakers,
  speakers.setSpeakers,
  service.healthz,
  service.readyz,
  service.metrics,
  service.openapi,
  service.docs,
  service.mcp,
];
