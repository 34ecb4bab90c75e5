/** All tools. Nothing here publishes a kit, erases anything, or spends more than a small limit: that is left to people. */
import {
  alertsApi,
  appealsApi,
  auditApi,
  backfillsApi,
  canariesApi,
  channelsApi,
  contrastsApi,
  destinationsApi,
  dimensionsApi,
  evaluationsApi,
  insightsApi,
  intakesApi,
  kitsApi,
  learningsApi,
  qualityApi,
  questionsApi,
  reviewQueueApi,
  reviewsApi,
  runsApi,
  speakersApi,
  spendApi,
} from '@brickwork/contract';
import { askTool } from './ask-tool.ts';
import { type EndpointTool, endpointTool } from './endpoint-tool.ts';
import { evaluateTool } from './evaluate-tool.ts';
import { kitFileTools } from './kit-file-tools.ts';
import type { Tool } from './tool.ts';

/** Of runs that a list or a figure is about: those that assistants do without. */
const RARE_FILTERS = ['backfill_id', 'type', 'created_after', 'created_before', 'sort', 'format'];

const FROM_ENDPOINTS: Record<string, EndpointTool> = {
  list_kits: { toolset: 'core', endpoint: kitsApi.listKits },
  get_kit_schema: {
    toolset: 'core',
    endpoint: kitsApi.getKitSchema,
    about: 'What a kit takes as input and which bricks it returns. `kit` is its slug, code, id or version id',
  },
  get_run: {
    toolset: 'core',
    endpoint: runsApi.getRun,
    about: 'A run with its status and, once it has succeeded, its answers',
  },
  list_runs: {
    toolset: 'core',
    endpoint: runsApi.listRuns,
    about: 'Runs, newest first; filter them by their answers with `where` and `kit_code`',
    without: RARE_FILTERS,
  },
  get_insights: {
    toolset: 'core',
    endpoint: insightsApi.getInsights,
    about:
      'How often each answer of a kit was given, with shares, means, quantiles and 95 % intervals, by week, team and more',
    without: RARE_FILTERS,
  },
  get_question: { toolset: 'core', endpoint: questionsApi.getQuestion },
  list_questions: { toolset: 'figures', endpoint: questionsApi.listQuestions },
  start_contrast: {
    toolset: 'figures',
    endpoint: contrastsApi.createContrast,
    about: 'Phrases that come up in more of the calls of `filter` than of the others; read them with get_contrast',
  },
  get_contrast: { toolset: 'figures', endpoint: contrastsApi.getContrast },
  list_dimensions: { toolset: 'figures', endpoint: dimensionsApi.listDimensions },
  list_dimension_values: { toolset: 'figures', endpoint: dimensionsApi.listDimensionValues },
  list_alerts: { toolset: 'figures', endpoint: alertsApi.listAlerts },
  list_canaries: { toolset: 'figures', endpoint: canariesApi.listCanaries },
  check_alert: {
    toolset: 'figures',
    endpoint: alertsApi.checkAlert,
    isRead: true,
    about:
      'The figure of a rule now, with its 95 % interval, and whether it would raise an alert. A person stores rules',
  },
  list_backfills: { toolset: 'figures', endpoint: backfillsApi.listBackfills },
  compare_backfill: { toolset: 'figures', endpoint: backfillsApi.compareBackfill },
  next_review_item: {
    toolset: 'review',
    endpoint: reviewQueueApi.nextReviewItem,
    about:
      'Takes the next item of a kit’s review queue for 15 minutes. Read its run with get_run and include=conversation,reviews; answer with review_run or hand it back with return_review_item. No item: nothing is left',
  },
  review_run: {
    toolset: 'review',
    endpoint: reviewsApi.reviewRun,
    bodyAs: 'reviews',
    without: ['imported_from'],
    about:
      'Says which answers of a run are right. Judge by the conversation alone, and name yourself as `reviewer`. The answers themselves never change',
  },
  return_review_item: { toolset: 'review', endpoint: reviewQueueApi.returnReviewItem },
  queue_runs_for_review: { toolset: 'review', endpoint: reviewQueueApi.queueRuns },
  get_quality: { toolset: 'review', endpoint: qualityApi.getQuality, without: RARE_FILTERS },
  list_appeals: { toolset: 'review', endpoint: appealsApi.listAppeals },
  appeal_answer: {
    toolset: 'review',
    endpoint: appealsApi.appealAnswer,
    about: 'Appeals an answer of a run, in the words of the person who asks for it; it waits for a reviewer',
  },
  list_learnings: { toolset: 'review', endpoint: learningsApi.listLearnings },
  learn_from_reviews: {
    toolset: 'review',
    endpoint: learningsApi.createLearning,
    about:
      'Fits bricks to at least ten reviewed answers each; improvements become a draft. Follow it with list_learnings',
  },
  cancel_evaluation: { toolset: 'review', endpoint: evaluationsApi.cancelEvaluation, isDestructive: true },
  list_intakes: { toolset: 'connect', endpoint: intakesApi.listIntakes },
  list_intake_deliveries: { toolset: 'connect', endpoint: intakesApi.listIntakeDeliveries },
  replay_intake_deliveries: { toolset: 'connect', endpoint: intakesApi.replayIntakeDeliveries },
  test_intake: { toolset: 'connect', endpoint: intakesApi.testIntake, isRead: true },
  list_destinations: { toolset: 'connect', endpoint: destinationsApi.listDestinations },
  list_destination_deliveries: { toolset: 'connect', endpoint: destinationsApi.listDestinationDeliveries },
  preview_destination: { toolset: 'connect', endpoint: destinationsApi.previewDestination, isRead: true },
  replay_destination: { toolset: 'connect', endpoint: destinationsApi.replayDestination },
  list_channels: { toolset: 'connect', endpoint: channelsApi.listChannels },
  test_channel: { toolset: 'connect', endpoint: channelsApi.testChannel },
  get_speakers: { toolset: 'admin', endpoint: speakersApi.getSpeakers },
  set_speakers: {
    toolset: 'admin',
    endpoint: speakersApi.setSpeakers,
    isDestructive: true,
    about: 'Replaces the list of agents and, if given, the rules: read them first and send all of them',
  },
  list_spend_caps: { toolset: 'admin', endpoint: spendApi.listSpendCaps },
  list_audit: { toolset: 'admin', endpoint: auditApi.listAudit },
};

export const TOOLS: readonly Tool[] = [
  evaluateTool,
  ...kitFileTools,
  askTool,
  ...Object.entries(FROM_ENDPOINTS).map(([name, tool]) => endpointTool(name, tool)),
];
