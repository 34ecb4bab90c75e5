/** Generated from the files of `resources/` by `npm run generate`. */
import { type AlertsResource, alertsResource } from './resources/alerts.ts';
import { type AppealsResource, appealsResource } from './resources/appeals.ts';
import { type AuditResource, auditResource } from './resources/audit.ts';
import { type BackfillsResource, backfillsResource } from './resources/backfills.ts';
import { type CalibrationsResource, calibrationsResource } from './resources/calibrations.ts';
import { type CanariesResource, canariesResource } from './resources/canaries.ts';
import { type ChannelsResource, channelsResource } from './resources/channels.ts';
import { type CoachingResource, coachingResource } from './resources/coaching.ts';
import { type ContrastsResource, contrastsResource } from './resources/contrasts.ts';
import { type DestinationsResource, destinationsResource } from './resources/destinations.ts';
import { type DimensionsResource, dimensionsResource } from './resources/dimensions.ts';
import { type ErasuresResource, erasuresResource } from './resources/erasures.ts';
import {
  type EvaluationsResource,
  evaluationsResource,
  type GoldenSetsResource,
  goldenSetsResource,
} from './resources/golden.ts';
import { type InsightsResource, insightsResource } from './resources/insights.ts';
import { type IntakesResource, intakesResource } from './resources/intakes.ts';
import { type KeysResource, keysResource } from './resources/keys.ts';
import { type KitsResource, kitsResource } from './resources/kits.ts';
import { type LearningsResource, learningsResource } from './resources/learnings.ts';
import { type MembersResource, membersResource } from './resources/members.ts';
import { type QuestionsResource, questionsResource } from './resources/questions.ts';
import { type ReviewQueueResource, reviewQueueResource } from './resources/review-queue.ts';
import { type ReviewsResource, reviewsResource } from './resources/reviews.ts';
import { type RunsResource, runsResource } from './resources/runs.ts';
import { type ServiceResource, serviceResource } from './resources/service.ts';
import { type SettingsResource, settingsResource } from './resources/settings.ts';
import { type ShadowsResource, shadowsResource } from './resources/shadows.ts';
import { type SpeakersResource, speakersResource } from './resources/speakers.ts';
import { type SpendCapsResource, spendCapsResource } from './resources/spend-caps.ts';
import { type UsageResource, usageResource } from './resources/usage.ts';
import { type ViewsResource, viewsResource } from './resources/views.ts';
import { type WarehouseResource, warehouseResource } from './resources/warehouse.ts';
import { type WebhooksResource, webhooksResource } from './resources/webhooks.ts';
import type { Transport } from './transport.ts';

export interface BrickworkClient {
  alerts: AlertsResource;
  appeals: AppealsResource;
  /** Who did what. */
  audit: AuditResource;
  backfills: BackfillsResource;
  calibrations: CalibrationsResource;
  canaries: CanariesResource;
  channels: ChannelsResource;
  coaching: CoachingResource;
  contrasts: ContrastsResource;
  destinations: DestinationsResource;
  /** What runs are grouped and filtered by. */
  dimensions: DimensionsResource;
  /** Many runs, erased for good. */
  erasures: ErasuresResource;
  evaluations: EvaluationsResource;
  goldenSets: GoldenSetsResource;
  insights: InsightsResource;
  intakes: IntakesResource;
  keys: KeysResource;
  kits: KitsResource;
  learnings: LearningsResource;
  /** The people of the workspace. */
  members: MembersResource;
  questions: QuestionsResource;
  reviewQueue: ReviewQueueResource;
  reviews: ReviewsResource;
  runs: RunsResource;
  service: ServiceResource;
  settings: SettingsResource;
  /** A shadow is a backfill that goes on: `backfills.compare(backfill_id)` compares it with the live version. */
  shadows: ShadowsResource;
  speakers: SpeakersResource;
  /** What may be spent on models. */
  spendCaps: SpendCapsResource;
  usage: UsageResource;
  /** Saved lists of runs. */
  views: ViewsResource;
  /** What exports to a data warehouse read. */
  warehouse: WarehouseResource;
  webhooks: WebhooksResource;
}

export function resourcesOf(transport: Transport): BrickworkClient {
  return {
    alerts: alertsResource(transport),
    appeals: appealsResource(transport),
    audit: auditResource(transport),
    backfills: backfillsResource(transport),
    calibrations: calibrationsResource(transport),
    canaries: canariesResource(transport),
    channels: channelsResource(transport),
    coaching: coachingResource(transport),
    contrasts: contrastsResource(transport),
    destinations: destinationsResource(transport),
    dimensions: dimensionsResource(transport),
    erasures: erasuresResource(transport),
    evaluations: evaluationsResource(transport),
    goldenSets: goldenSetsResource(transport),
    insights: insightsResource(transport),
    intakes: intakesResource(transport),
    keys: keysResource(transport),
    kits: kitsResource(transport),
    learnings: learningsResource(transport),
    members: membersResource(transport),
    questions: questionsResource(transport),
    reviewQueue: reviewQueueResource(transport),
    reviews: reviewsResource(transport),
    runs: runsResource(transport),
    service: serviceResource(transport),
    settings: settingsResource(transport),
    shadows: shadowsResource(transport),
    speakers: speakersResource(transport),
    spendCaps: spendCapsResource(transport),
    usage: usageResource(transport),
    views: viewsResource(transport),
    warehouse: warehouseResource(transport),
    webhooks: webhooksResource(transport),
  };
}
