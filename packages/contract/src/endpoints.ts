/**
 * Every endpoint there is, in the order of the reference, and the schemas of each group (`runsApi` …). The server refuses to start when a route is
 * missing, and a test compares both ways.
 */
import type { Endpoint } from './endpoint.ts';
import * as alertsApi from './endpoints/alerts.ts';
import * as appealsApi from './endpoints/appeals.ts';
import * as auditApi from './endpoints/audit.ts';
import * as backfillsApi from './endpoints/backfills.ts';
import * as batchesApi from './endpoints/batches.ts';
import * as bricksApi from './endpoints/bricks.ts';
import * as canariesApi from './endpoints/canaries.ts';
import * as channelsApi from './endpoints/channels.ts';
import * as contrastsApi from './endpoints/contrasts.ts';
import * as dimensionsApi from './endpoints/dimensions.ts';
import * as erasuresApi from './endpoints/erasures.ts';
import * as evaluationsApi from './endpoints/evaluations.ts';
import * as goldenSetsApi from './endpoints/golden-sets.ts';
import * as insightsApi from './endpoints/insights.ts';
import * as intakesApi from './endpoints/intakes.ts';
import * as keysApi from './endpoints/keys.ts';
import * as kitsApi from './endpoints/kits.ts';
import * as meApi from './endpoints/me.ts';
import * as membersApi from './endpoints/members.ts';
import * as qualityApi from './endpoints/quality.ts';
import * as questionsApi from './endpoints/questions.ts';
import * as reviewQueueApi from './endpoints/review-queue.ts';
import * as reviewsApi from './endpoints/reviews.ts';
import * as runsApi from './endpoints/runs.ts';
import * as serviceApi from './endpoints/service.ts';
import * as settingsApi from './endpoints/settings.ts';
import * as shadowsApi from './endpoints/shadows.ts';
import * as speakersApi from './endpoints/speakers.ts';
import * as spendApi from './endpoints/spend.ts';
import * as summaryApi from './endpoints/summary.ts';
import * as testApi from './endpoints/test.ts';
import * as usageApi from './endpoints/usage.ts';
import * as viewsApi from './endpoints/views.ts';
import * as warehouseApi from './endpoints/warehouse.ts';
import * as webhooksApi from './endpoints/webhooks.ts';

export {
  alertsApi,
  appealsApi,
  auditApi,
  backfillsApi,
  batchesApi,
  bricksApi,
  canariesApi,
  channelsApi,
  contrastsApi,
  dimensionsApi,
  erasuresApi,
  evaluationsApi,
  goldenSetsApi,
  insightsApi,
  intakesApi,
  keysApi,
  kitsApi,
  meApi,
  membersApi,
  qualityApi,
  questionsApi,
  reviewQueueApi,
  reviewsApi,
  runsApi,
  serviceApi,
  settingsApi,
  shadowsApi,
  speakersApi,
  spendApi,
  summaryApi,
  testApi,
  usageApi,
  viewsApi,
  warehouseApi,
  webhooksApi,
};

export const ENDPOINTS: readonly Endpoint[] = [
  runsApi.createRun,
  runsApi.listRuns,
  runsApi.exportRuns,
  runsApi.countRuns,
  runsApi.getRun,
  runsApi.cancelRun,
  runsApi.eraseRun,
  erasuresApi.createErasure,
  erasuresApi.listErasures,
  erasuresApi.getErasure,
  erasuresApi.cancelErasure,
  batchesApi.createBatch,
  reviewsApi.reviewRun,
  reviewsApi.listReviews,
  reviewsApi.exportReviews,
  appealsApi.appealAnswer,
  appealsApi.listAppeals,
  reviewQueueApi.getReviewQueue,
  reviewQueueApi.putReviewPolicy,
  reviewQueueApi.deleteReviewPolicy,
  reviewQueueApi.drawReviews,
  reviewQueueApi.queueRuns,
  reviewQueueApi.nextReviewItem,
  reviewQueueApi.renewReviewItem,
  reviewQueueApi.returnReviewItem,
  qualityApi.getQuality,
  goldenSetsApi.listGoldenSets,
  goldenSetsApi.putGoldenSet,
  goldenSetsApi.addGoldenRuns,
  goldenSetsApi.getGoldenSet,
  goldenSetsApi.deleteGoldenSet,
  evaluationsApi.createEvaluation,
  evaluationsApi.listEvaluations,
  evaluationsApi.getEvaluation,
  evaluationsApi.cancelEvaluation,
  backfillsApi.createBackfill,
  backfillsApi.listBackfills,
  backfillsApi.getBackfill,
  backfillsApi.cancelBackfill,
  backfillsApi.compareBackfill,
  shadowsApi.putShadow,
  shadowsApi.getShadow,
  shadowsApi.deleteShadow,
  questionsApi.createQuestion,
  questionsApi.listQuestions,
  questionsApi.getQuestion,
  questionsApi.streamQuestion,
  questionsApi.deleteQuestion,
  contrastsApi.createContrast,
  contrastsApi.listContrasts,
  contrastsApi.getContrast,
  contrastsApi.deleteContrast,
  usageApi.getRunUsage,
  usageApi.getUsage,
  spendApi.listSpendCaps,
  spendApi.putSpendCap,
  spendApi.deleteSpendCap,
  testApi.testRun,
  kitsApi.getKitSchema,
  kitsApi.findKitSchema,
  bricksApi.listBricks,
  kitsApi.listKits,
  kitsApi.pushKit,
  kitsApi.listKitVersions,
  kitsApi.getKitVersion,
  kitsApi.publishKit,
  kitsApi.archiveKit,
  kitsApi.diffKit,
  dimensionsApi.listDimensions,
  dimensionsApi.putDimension,
  dimensionsApi.deleteDimension,
  dimensionsApi.listDimensionValues,
  settingsApi.getSettings,
  settingsApi.putSettings,
  insightsApi.getInsights,
  summaryApi.getSummary,
  viewsApi.listViews,
  viewsApi.saveView,
  viewsApi.deleteView,
  alertsApi.listAlerts,
  alertsApi.getAlert,
  alertsApi.listAlertChanges,
  alertsApi.putAlert,
  alertsApi.deleteAlert,
  alertsApi.checkAlert,
  canariesApi.listCanaries,
  canariesApi.getCanary,
  canariesApi.listCanaryChanges,
  canariesApi.putCanary,
  canariesApi.deleteCanary,
  channelsApi.listChannels,
  channelsApi.getChannel,
  channelsApi.putChannel,
  channelsApi.deleteChannel,
  channelsApi.testChannel,
  channelsApi.sendSummary,
  channelsApi.listChannelDeliveries,
  warehouseApi.listWarehouseChanges,
  warehouseApi.streamWarehouseRuns,
  kitsApi.getKitTypes,
  kitsApi.getKitDocumentSchema,
  webhooksApi.putWebhook,
  webhooksApi.listWebhooks,
  webhooksApi.deleteWebhook,
  webhooksApi.rotateWebhookSecret,
  webhooksApi.enableWebhook,
  webhooksApi.disableWebhook,
  webhooksApi.testWebhook,
  webhooksApi.listDeliveries,
  webhooksApi.recoverDeliveries,
  webhooksApi.replayDelivery,
  webhooksApi.listEvents,
  webhooksApi.getEvent,
  intakesApi.putIntake,
  intakesApi.listIntakes,
  intakesApi.listIntakePresets,
  intakesApi.getIntake,
  intakesApi.deleteIntake,
  intakesApi.rotateIntakeSecret,
  intakesApi.testIntake,
  intakesApi.listIntakeDeliveries,
  intakesApi.getIntakeDelivery,
  intakesApi.getIntakePayload,
  intakesApi.replayIntakeDeliveries,
  intakesApi.receiveDelivery,
  intakesApi.answerIntakeHandshake,
  meApi.getMe,
  keysApi.listKeys,
  keysApi.createKey,
  keysApi.revokeKey,
  auditApi.listAudit,
  auditApi.exportAudit,
  auditApi.verifyAudit,
  membersApi.listMembers,
  membersApi.changeMember,
  membersApi.removeMember,
  membersApi.resetMember,
  membersApi.listMemberSessions,
  membersApi.endMemberSessions,
  membersApi.listInvitations,
  membersApi.createInvitation,
  membersApi.revokeInvitation,
  speakersApi.getSpeakers,
  speakersApi.setSpeakers,
  serviceApi.healthz,
  serviceApi.readyz,
  serviceApi.metrics,
  serviceApi.openapi,
  serviceApi.docs,
  serviceApi.mcp,
];
