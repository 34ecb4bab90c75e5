/** Creates the features of the service: the only module that knows all of them. */

import { createSessionStore } from '../../access/store/session-store.ts';
import { systemClock } from '../../core/clock.ts';
import { usageRoutes } from '../../http/endpoints/usage.ts';
import { createInsightsStore } from '../../insights/store/insights-store.ts';
import { rememberHeads } from '../../kits/head-cache.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { KITS_CHANGED } from '../../kits/store/kit-store.ts';
import { alsoNotify, tellDeadWrite, tellFailing } from '../../outbound/channels/make-notifications.ts';
import { createRecordNotifications } from '../../outbound/channels/store/record-notifications.ts';
import { alsoWrite } from '../../outbound/destinations/store/record-writes.ts';
import type { ResolveHost } from '../../outbound/webhooks/guard/check-webhook-url.ts';
import { LaneClock } from '../../queue/lane-clock.ts';
import { readAppealTexts } from '../../reviews/store/appeal-store.ts';
import { createReviewStore } from '../../reviews/store/review-store.ts';
import { countModelCalls } from '../../runs/run-metrics.ts';
import { createDimensionStore } from '../../runs/store/dimension-store.ts';
import { createRunReader } from '../../runs/store/run-store.ts';
import { createUsageStore } from '../../usage/store/usage-store.ts';
import type { CheckThreads } from '../checks/check-threads.ts';
import type { Operator } from '../compose-operator.ts';
import type { Feature, Node } from '../feature.ts';
import { rotationFeature } from '../rotate-secret.ts';
import { accessFeature } from './access.ts';
import { alertsFeature } from './alerts.ts';
import { auditFeature } from './audit.ts';
import { backfillsFeature } from './backfills.ts';
import { channelsFeature } from './channels.ts';
import { destinationsFeature } from './destinations.ts';
import { type GoldenOptions, goldenFeature } from './golden.ts';
import { insightsFeature } from './insights.ts';
import { type IntakeOptions, intakeFeature } from './intake.ts';
import { type LearningOptions, learningFeature } from './learning.ts';
import { membersFeature } from './members.ts';
import { type QuestionsOptions, questionsFeature } from './questions.ts';
import { recordingsFeature } from './recordings.ts';
import { reviewsFeature } from './reviews.ts';
import { type RunsOptions, runsFeature } from './runs.ts';
import { spendFeature } from './spend.ts';
import { summaryFeature } from './summary.ts';
import { warehouseFeature } from './warehouse.ts';
import { webhooksFeature } from './webhooks.ts';

/** What tests replace. */
export interface Testing {
  checkResponses?: boolean;
  evaluate?: RunsOptions['evaluate'];
  pool?: RunsOptions['pool'];
  checks?: CheckThreads;
  mapper?: IntakeOptions['mapper'];
  answerLine?: GoldenOptions['answer'];
  answerCall?: QuestionsOptions['answer'];
  learner?: LearningOptions['learner'];
  resolve?: ResolveHost;
  /** How often the leader looks for work, at most: otherwise after seconds. */
  roundMs?: number;
}

/** In the order in which they start; they stop in reverse. */
export function composeFeatures(node: Node, operator: Operator, checks: CheckThreads, testing: Testing) {
  const { config, database, metrics } = node;
  const sessions = createSessionStore(database);
  const access = accessFeature(node, operator.access, sessions);
  const members = membersFeature(node, { sessions, forget: access.authenticator.forget });
  const audit = auditFeature(node);
  const { rateLimits, quota } = access;
  const insights = createInsightsStore(database);
  const dimensions = createDimensionStore(database);
  const kits = kitsOfNode(node, operator.kits, checks);
  const notify = createRecordNotifications(new LaneClock());
  const webhooks = webhooksFeature(node, {
    resolve: testing.resolve,
    hide: checks.hide,
    runs: createRunReader(database),
    tellFailing: tellFailing(notify),
  });
  const recordEvents = alsoWrite(alsoNotify(webhooks.recordEvents, notify), new LaneClock());
  const reviews = createReviewStore(database, { recordEvents, maxEventBytes: config.webhookPayloadBytes });
  const onModelCall = countModelCalls(metrics, config.models);
  const { evaluate, pool } = testing;
  const spend = spendFeature(node, { kits, recordEvents });
  const shared = { kits, checks, quota, onModelCall, dimensions, openPurse: spend.openPurse };
  const runs = runsFeature(node, {
    ...shared,
    rateLimits,
    recordEvents,
    reviews,
    evaluate,
    pool,
    prices: spend.prices,
  });
  const { store } = runs.runs;
  const questions = questionsFeature(node, {
    ...shared,
    insights,
    runs: store,
    pool: runs.pool,
    answer: testing.answerCall,
  });
  const { judgedCalls } = questions;
  const golden = goldenFeature(node, { ...shared, judgedCalls, pool: runs.pool, answer: testing.answerLine });
  const summary = summaryFeature(node, { insights, dimensions, kits, clock: systemClock, prices: spend.prices });
  const recordings = recordingsFeature(node, {
    runs: runs.runs,
    outbound: webhooks.outbound,
    masks: checks,
  });
  const intake = intakeFeature(node, {
    runs: runs.runs,
    kits,
    outbound: webhooks.outbound,
    recordings: recordings.recordings,
    mapper: testing.mapper,
  });
  const features: Feature[] = [
    access,
    audit,
    members,
    intake,
    webhooks,
    channelsFeature(node, {
      ...webhooks.outbound,
      writeSummary: summary.write,
      appealTexts: (scope, ids) => readAppealTexts(database, scope, ids),
    }),
    summary,
    destinationsFeature(node, {
      runs: store,
      kits,
      reviews,
      dimensions,
      expressions: intake.expressions,
      outbound: webhooks.outbound,
      hide: checks.hide,
      tellDead: tellDeadWrite(notify),
    }),
    runs,
    recordings,
    reviewsFeature(node, { reviews, runs: store, kits, dimensions, insights, quota, recordEvents }),
    golden,
    learningFeature(node, { ...shared, golden: golden.golden, runs: store, pool: runs.pool, learner: testing.learner }),
    backfillsFeature(node, { kits, quota, runs: store, runClock: runs.laneClock, dimensions }),
    questions,
    alertsFeature(node, { kits, insights, dimensions, golden, recordEvents }),
    insightsFeature(node, { insights, dimensions, kits, access: operator.access.store, prices: spend.prices }),
    spend,
    rotationFeature(node),
    warehouseFeature(node, { dimensions, kits, hide: checks.hide, outbound: webhooks.outbound }),
    {
      routes: usageRoutes({
        store: createUsageStore(database),
        storage: access.storageMeter,
        plans: config.plans,
        clock: systemClock,
        prices: spend.prices,
      }),
    },
  ];
  const endWaits = () => {
    runs.endWaits();
    questions.endStreams();
  };
  return { access, audit, members, features, endWaits };
}

/** Names of kits are cached until a node reports that they have changed. */
function kitsOfNode({ notifications }: Node, kits: ManageKits, checks: CheckThreads): ManageKits {
  const store = rememberHeads(kits.store, systemClock);
  notifications.subscribe(KITS_CHANGED, {
    onMessage: (workspaceId) => store.forget(workspaceId),
    onReconnect: () => store.forget(),
  });
  return { ...kits, store, checks };
}
