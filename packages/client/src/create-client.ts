import { type Pause, pause } from './pause.ts';
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
import { createTransport } from './transport.ts';

export interface ClientOptions {
  /** `svc_live_…` or `svc_test_…`. */
  apiKey: string;
  /** Where the service is; a path in front of `/v1` is kept. */
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** For one attempt. Sync runs are answered after about 30 s at the latest. */
  timeoutMs?: number | undefined;
  /** Attempts after the first, for what may be tried again. */
  maxRetries?: number | undefined;
  /** How to wait; for tests, and for runtimes with timers of their own. */
  pause?: Pause | undefined;
}

export interface BrickworkClient {
  runs: RunsResource;
  /** Many runs, erased for good. */
  erasures: ErasuresResource;
  reviews: ReviewsResource;
  reviewQueue: ReviewQueueResource;
  appeals: AppealsResource;
  calibrations: CalibrationsResource;
  coaching: CoachingResource;
  goldenSets: GoldenSetsResource;
  evaluations: EvaluationsResource;
  backfills: BackfillsResource;
  questions: QuestionsResource;
  contrasts: ContrastsResource;
  learnings: LearningsResource;
  shadows: ShadowsResource;
  kits: KitsResource;
  insights: InsightsResource;
  /** What runs are grouped and filtered by. */
  dimensions: DimensionsResource;
  alerts: AlertsResource;
  channels: ChannelsResource;
  destinations: DestinationsResource;
  /** Saved lists of runs. */
  views: ViewsResource;
  canaries: CanariesResource;
  usage: UsageResource;
  /** What may be spent on models. */
  spendCaps: SpendCapsResource;
  /** What exports to a data warehouse read. */
  warehouse: WarehouseResource;
  webhooks: WebhooksResource;
  intakes: IntakesResource;
  keys: KeysResource;
  /** Who did what. */
  audit: AuditResource;
  members: MembersResource;
  service: ServiceResource;
  speakers: SpeakersResource;
  settings: SettingsResource;
}

const DEFAULTS = { baseUrl: 'http://127.0.0.1:8787', timeoutMs: 60_000, maxRetries: 4 };

export function createClient(options: ClientOptions): BrickworkClient {
  const { baseUrl = DEFAULTS.baseUrl, timeoutMs = DEFAULTS.timeoutMs, maxRetries = DEFAULTS.maxRetries } = options;
  if (!/^https?:\/\/\S+$/.test(baseUrl)) throw new TypeError(`baseUrl is not an http(s) URL: ${baseUrl}`);
  if (typeof options.apiKey !== 'string' || options.apiKey === '')
    throw new TypeError('apiKey is missing: pass a key such as svc_live_…, for instance from BRICKWORK_API_KEY');
  if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new TypeError('apiKey must be visible ASCII without spaces');
  const transport = createTransport({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    maxRetries,
    pause: options.pause ?? pause,
  });
  return {
    runs: runsResource(transport),
    erasures: erasuresResource(transport),
    reviews: reviewsResource(transport),
    reviewQueue: reviewQueueResource(transport),
    appeals: appealsResource(transport),
    calibrations: calibrationsResource(transport),
    coaching: coachingResource(transport),
    goldenSets: goldenSetsResource(transport),
    evaluations: evaluationsResource(transport),
    backfills: backfillsResource(transport),
    questions: questionsResource(transport),
    contrasts: contrastsResource(transport),
    learnings: learningsResource(transport),
    shadows: shadowsResource(transport),
    kits: kitsResource(transport),
    insights: insightsResource(transport),
    dimensions: dimensionsResource(transport),
    alerts: alertsResource(transport),
    channels: channelsResource(transport),
    destinations: destinationsResource(transport),
    views: viewsResource(transport),
    canaries: canariesResource(transport),
    usage: usageResource(transport),
    spendCaps: spendCapsResource(transport),
    warehouse: warehouseResource(transport),
    webhooks: webhooksResource(transport),
    intakes: intakesResource(transport),
    keys: keysResource(transport),
    audit: auditResource(transport),
    members: membersResource(transport),
    service: serviceResource(transport),
    speakers: speakersResource(transport),
    settings: settingsResource(transport),
  };
}
