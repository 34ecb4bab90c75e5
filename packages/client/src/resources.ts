/** Generated from the contract's endpoints and `helpers/` by `npm run generate`. */
import { filterQuery } from './filter-query.ts';
import { auditHelpers } from './helpers/audit.ts';
import { coachingHelpers } from './helpers/coaching.ts';
import { goldenSetsHelpers } from './helpers/golden-sets.ts';
import { insightsHelpers } from './helpers/insights.ts';
import { intakesHelpers } from './helpers/intakes.ts';
import {
  backfillsHelpers,
  contrastsHelpers,
  evaluationsHelpers,
  learningsHelpers,
  questionsHelpers,
} from './helpers/jobs.ts';
import { kitsHelpers } from './helpers/kits.ts';
import { recordingsHelpers } from './helpers/recordings.ts';
import { reviewQueueHelpers } from './helpers/review-queue.ts';
import { reviewsHelpers } from './helpers/reviews.ts';
import { runsHelpers } from './helpers/runs.ts';
import { serviceHelpers } from './helpers/service.ts';
import { warehouseHelpers } from './helpers/warehouse.ts';
import { webhooksHelpers } from './helpers/webhooks.ts';
import { type List, type Paging, paginate } from './paginate.ts';
import type {
  AuditFilter,
  BackfillRequest,
  ChangesQuery,
  DeliveryQuery,
  DestinationLogFilter,
  ErasureRequest,
  ExportFilter,
  InsightsQuery,
  QualityQuery,
  ReplayRequest,
  ReviewDrawRequest,
  ReviewFilter,
  RunFilter,
} from './requests.ts';
import { asking, type CallOptions, type Transport } from './transport.ts';
import type { Alert, AlertChange, AlertCheck, AlertRule } from './wire/alert.ts';
import type { ApiKey, CreatedApiKey, CreateKeyRequest, Me } from './wire/api-key.ts';
import type { AuditEntry, AuditPage } from './wire/audit.ts';
import type { Backfill, BackfillComparison, BackfillEstimate, ShadowRequest } from './wire/backfill.ts';
import type { Canary, CanaryChange, CanaryRule } from './wire/canary.ts';
import type { Channel, ChannelDelivery, ChannelSettings } from './wire/channel.ts';
import type { CoachingNote, NewCoachingNote } from './wire/coaching.ts';
import type { ReadConversation } from './wire/conversations.ts';
import type {
  Destination,
  DestinationDelivery,
  DestinationDocument,
  DestinationPreset,
  DestinationPreview,
} from './wire/destination.ts';
import type { Dimension, DimensionValue, SettingsChange, WorkspaceSettings } from './wire/dimension.ts';
import type {
  ComparedEvaluation,
  Evaluation,
  EvaluationEstimate,
  EvaluationRequest,
  GoldenSet,
  GoldenSetRequest,
} from './wire/golden-set.ts';
import type { Changes, Home, Insights, Summary } from './wire/insights.ts';
import type { Intake, IntakeDelivery, IntakePayload, IntakePreset, IntakeWithChanges } from './wire/intake.ts';
import type {
  KitDiff,
  KitPage,
  KitSchema,
  KitSummary,
  KitTypes,
  KitVersion,
  KitVersionPage,
  PushedKit,
  TestedRun,
} from './wire/kit.ts';
import type { Learning, LearningEstimate, LearningRequest } from './wire/learning.ts';
import type { LocalFirst } from './wire/local-first.ts';
import type {
  ChangeMemberRequest,
  Invitation,
  InviteRequest,
  Member,
  MemberSession,
  ShownInvitation,
} from './wire/member.ts';
import type {
  CallsToJudge,
  Contrast,
  ContrastRequest,
  JudgedAnswer,
  JudgeRequest,
  Question,
  QuestionItem,
  QuestionPrediction,
  QuestionRequest,
} from './wire/question.ts';
import type { Recording, RecordingRequest } from './wire/recording.ts';
import type {
  Appeal,
  AppealPage,
  Calibration,
  CalibrationDetail,
  NewAppeal,
  NewCalibration,
  NewReview,
  PreviewedAnswer,
  Review,
  ReviewPage,
} from './wire/review.ts';
import type {
  KitQuality,
  NextReviewItem,
  ReviewDraw,
  ReviewItem,
  ReviewPolicyRequest,
  ReviewQueue,
} from './wire/review-queue.ts';
import type {
  CreateRunRequest,
  Erasure,
  ErasureCount,
  RunItem,
  RunPage,
  RunUsage,
  StartedErasure,
  UsageTotals,
} from './wire/run.ts';
import type { LinkRequest, SignInProvider } from './wire/sign-in.ts';
import type { SetWorkspaceSpeakers, WorkspaceSpeakers } from './wire/speakers.ts';
import type { NewSpendCap, SpendCap } from './wire/spend.ts';
import type { View } from './wire/view.ts';
import type { AppealStatus, DeliveryStatus, NewRunType, QuestionStatus, RecordingStatus } from './wire/vocabulary.ts';
import type { WarehouseExportSettings, WarehouseExportState } from './wire/warehouse.ts';
import type { Delivery, WebhookEndpoint, WebhookEndpointWithSecret } from './wire/webhook.ts';

export interface BrickworkClient {
  alerts: ReturnType<typeof alertsResource>;
  appeals: ReturnType<typeof appealsResource>;
  audit: ReturnType<typeof auditResource>;
  backfills: ReturnType<typeof backfillsResource>;
  calibrations: ReturnType<typeof calibrationsResource>;
  canaries: ReturnType<typeof canariesResource>;
  channels: ReturnType<typeof channelsResource>;
  coaching: ReturnType<typeof coachingResource>;
  contrasts: ReturnType<typeof contrastsResource>;
  conversations: ReturnType<typeof conversationsResource>;
  destinations: ReturnType<typeof destinationsResource>;
  dimensions: ReturnType<typeof dimensionsResource>;
  erasures: ReturnType<typeof erasuresResource>;
  evaluations: ReturnType<typeof evaluationsResource>;
  goldenSets: ReturnType<typeof goldenSetsResource>;
  home: ReturnType<typeof homeResource>;
  insights: ReturnType<typeof insightsResource>;
  intakes: ReturnType<typeof intakesResource>;
  keys: ReturnType<typeof keysResource>;
  kits: ReturnType<typeof kitsResource>;
  learnings: ReturnType<typeof learningsResource>;
  members: ReturnType<typeof membersResource>;
  questions: ReturnType<typeof questionsResource>;
  recordings: ReturnType<typeof recordingsResource>;
  reviewQueue: ReturnType<typeof reviewQueueResource>;
  reviews: ReturnType<typeof reviewsResource>;
  runs: ReturnType<typeof runsResource>;
  service: ReturnType<typeof serviceResource>;
  settings: ReturnType<typeof settingsResource>;
  shadows: ReturnType<typeof shadowsResource>;
  signIn: ReturnType<typeof signInResource>;
  speakers: ReturnType<typeof speakersResource>;
  spendCaps: ReturnType<typeof spendCapsResource>;
  usage: ReturnType<typeof usageResource>;
  views: ReturnType<typeof viewsResource>;
  warehouse: ReturnType<typeof warehouseResource>;
  webhooks: ReturnType<typeof webhooksResource>;
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
    conversations: conversationsResource(transport),
    destinations: destinationsResource(transport),
    dimensions: dimensionsResource(transport),
    erasures: erasuresResource(transport),
    evaluations: evaluationsResource(transport),
    goldenSets: goldenSetsResource(transport),
    home: homeResource(transport),
    insights: insightsResource(transport),
    intakes: intakesResource(transport),
    keys: keysResource(transport),
    kits: kitsResource(transport),
    learnings: learningsResource(transport),
    members: membersResource(transport),
    questions: questionsResource(transport),
    recordings: recordingsResource(transport),
    reviewQueue: reviewQueueResource(transport),
    reviews: reviewsResource(transport),
    runs: runsResource(transport),
    service: serviceResource(transport),
    settings: settingsResource(transport),
    shadows: shadowsResource(transport),
    signIn: signInResource(transport),
    speakers: speakersResource(transport),
    spendCaps: spendCapsResource(transport),
    usage: usageResource(transport),
    views: viewsResource(transport),
    warehouse: warehouseResource(transport),
    webhooks: webhooksResource(transport),
  };
}

function alertsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** All alerts, by name. */
    list: async (options?: CallOptions): Promise<Alert[]> =>
      (await ask<{ data: Alert[] }>({ method: 'GET', path: '/v1/alerts' }, options)).data,

    /** Read an alert and its last check. */
    get: (name: string, options?: CallOptions): Promise<Alert> =>
      ask({ method: 'GET', path: `/v1/alerts/${encodeURIComponent(name)}` }, options),

    /** List when an alert was raised and resolved. Newest first, at most 100, with the result of each check. */
    changes: async (name: string, options?: CallOptions): Promise<AlertChange[]> =>
      (
        await ask<{ data: AlertChange[] }>(
          { method: 'GET', path: `/v1/alerts/${encodeURIComponent(name)}/changes` },
          options,
        )
      ).data,

    /** Store an alert. Replaces the rule of this name; the same rule changes nothing. */
    put: (name: string, body: AlertRule, options?: CallOptions): Promise<Alert> =>
      ask({ method: 'PUT', path: `/v1/alerts/${encodeURIComponent(name)}`, body }, options),

    /** Delete an alert. If it is raised, it is resolved first: `alert.resolved` is recorded. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/alerts/${encodeURIComponent(name)}` }, options),

    /** Check a rule without storing it. Stores nothing and records no event. */
    check: (body: AlertRule, options?: CallOptions): Promise<AlertCheck> =>
      ask({ method: 'POST', path: '/v1/alerts/check', body, isRepeatable: true }, options),
  };
}

function appealsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Appeal an answer. It is listed in the review queue with its text, and sends `run.appealed`. */
    create: (runId: string, body: NewAppeal, options?: CallOptions): Promise<Appeal> =>
      ask({ method: 'POST', path: `/v1/runs/${encodeURIComponent(runId)}/appeals`, body }, options),

    /** List appeals, newest first. One page. */
    page: (
      query: {
        status?: AppealStatus | undefined;
        run_id?: string | undefined;
        limit?: number | undefined;
        cursor?: string | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<AppealPage> => ask({ method: 'GET', path: '/v1/appeals', query: { ...query } }, options),
  };
}

function auditResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * List who did what, newest first. Changes are recorded in the same transaction, reads of conversations before
     * they are answered. `await` gives the first page, `for await` all items.
     */
    list: (query: AuditFilter & Paging = {}, options?: CallOptions): List<AuditEntry, AuditPage> =>
      paginate(
        (cursor) => ask({ method: 'GET', path: '/v1/audit', query: { limit: 100, ...query, cursor } }, options),
        query.cursor,
      ),

    /**
     * List who did what, newest first. Changes are recorded in the same transaction, reads of conversations before
     * they are answered. One page.
     */
    page: (query: AuditFilter & Paging = {}, options?: CallOptions): Promise<AuditPage> =>
      ask({ method: 'GET', path: '/v1/audit', query: { ...query } }, options),

    /** Stream the audit log as JSON lines, oldest first. Leaves its own entry. */
    export: (query: AuditFilter = {}, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/audit/export', query: { ...query } }, options),
  };
  return { ...plain, ...auditHelpers(transport) };
}

function backfillsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Evaluate past runs again with another version or engine. In the background, after everything else. A dry run:
     * nothing is started.
     */
    estimate: (body: Omit<BackfillRequest, 'max_credits'>, options?: CallOptions): Promise<BackfillEstimate> =>
      ask({ method: 'POST', path: '/v1/backfills', body: { ...body, dry_run: true }, isRepeatable: true }, options),

    /** Evaluate past runs again with another version or engine. In the background, after everything else. */
    start: (body: BackfillRequest, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'POST', path: '/v1/backfills', body }, options),

    /** Backfills, newest first, 100 at most. */
    list: async (options?: CallOptions): Promise<Backfill[]> =>
      (await ask<{ data: Backfill[] }>({ method: 'GET', path: '/v1/backfills' }, options)).data,

    /** Read a backfill and its progress. */
    get: (backfillId: string, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'GET', path: `/v1/backfills/${encodeURIComponent(backfillId)}` }, options),

    /** Cancel a backfill. No more runs are started, and those in progress are cancelled. */
    cancel: (backfillId: string, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'POST', path: `/v1/backfills/${encodeURIComponent(backfillId)}/cancel` }, options),

    /**
     * Show what a backfill changed, brick by brick. Shares before and after, the runs whose answer changed, and
     * whether that may be chance.
     */
    compare: (
      backfillId: string,
      { flips, ...options }: CallOptions & { flips?: number | undefined } = {},
    ): Promise<BackfillComparison> =>
      ask(
        { method: 'GET', path: `/v1/backfills/${encodeURIComponent(backfillId)}/comparison`, query: { flips } },
        options,
      ),
  };
  return { ...plain, ...backfillsHelpers(transport, plain) };
}

function calibrationsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Start a calibration session. Gives the same calls to everybody who may review. */
    start: (kitId: string, body: NewCalibration, options?: CallOptions): Promise<Calibration> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/calibrations`, body }, options),

    /** The calibration sessions of a kit, newest first. */
    list: async (kitId: string, options?: CallOptions): Promise<Calibration[]> =>
      (
        await ask<{ data: Calibration[] }>(
          { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/calibrations` },
          options,
        )
      ).data,

    /** Read a calibration session, and where people differ. */
    get: (calibrationId: string, options?: CallOptions): Promise<CalibrationDetail> =>
      ask({ method: 'GET', path: `/v1/calibrations/${encodeURIComponent(calibrationId)}` }, options),

    /** Close a calibration session. Everybody sees the results from then on. */
    close: (calibrationId: string, options?: CallOptions): Promise<Calibration> =>
      ask(
        { method: 'POST', path: `/v1/calibrations/${encodeURIComponent(calibrationId)}/close`, isRepeatable: true },
        options,
      ),

    /** Delete a calibration session. Its results are deleted; the reviews stay, and count like any others. */
    delete: (
      calibrationId: string,
      options?: CallOptions,
    ): Promise<{
      calibration_id: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/calibrations/${encodeURIComponent(calibrationId)}` }, options),
  };
}

function canariesResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** All canaries, by name. */
    list: async (options?: CallOptions): Promise<Canary[]> =>
      (await ask<{ data: Canary[] }>({ method: 'GET', path: '/v1/canaries' }, options)).data,

    /** Read a canary and its last evaluation. */
    get: (name: string, options?: CallOptions): Promise<Canary> =>
      ask({ method: 'GET', path: `/v1/canaries/${encodeURIComponent(name)}` }, options),

    /** List when a canary was raised and resolved. Newest first, at most 100, with the result of each evaluation. */
    changes: async (name: string, options?: CallOptions): Promise<CanaryChange[]> =>
      (
        await ask<{ data: CanaryChange[] }>(
          { method: 'GET', path: `/v1/canaries/${encodeURIComponent(name)}/changes` },
          options,
        )
      ).data,

    /**
     * Store a canary. A golden set is evaluated every night on the live version of its kit, with the engine and
     * model that runs use.
     */
    put: (name: string, body: CanaryRule, options?: CallOptions): Promise<Canary> =>
      ask({ method: 'PUT', path: `/v1/canaries/${encodeURIComponent(name)}`, body }, options),

    /** Delete a canary. If it is raised, it is resolved first. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/canaries/${encodeURIComponent(name)}` }, options),
  };
}

function channelsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** List channels. Those of the key’s environment, by name, at most 50. */
    list: async (options?: CallOptions): Promise<Channel[]> =>
      (await ask<{ data: Channel[] }>({ method: 'GET', path: '/v1/channels' }, options)).data,

    /** Read a channel. */
    get: (name: string, options?: CallOptions): Promise<Channel> =>
      ask({ method: 'GET', path: `/v1/channels/${encodeURIComponent(name)}` }, options),

    /**
     * Store a channel. Replaces the settings of this name; a URL and a secret that are left out stay as they are
     * while the kind is the same.
     */
    put: (name: string, body: ChannelSettings, options?: CallOptions): Promise<Channel> =>
      ask({ method: 'PUT', path: `/v1/channels/${encodeURIComponent(name)}`, body }, options),

    /** Delete a channel. With its log; pending messages are dropped. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/channels/${encodeURIComponent(name)}` }, options),

    /** Send a test message. Sends it once, immediately, even in quiet hours and to a disabled channel. */
    test: (name: string, options?: CallOptions): Promise<ChannelDelivery> =>
      ask({ method: 'POST', path: `/v1/channels/${encodeURIComponent(name)}/test` }, options),

    /**
     * Send last week’s summary now. Sends what a channel with the topic `summary` gets on a Monday: once,
     * immediately, even in quiet hours and to a disabled channel.
     */
    sendSummary: (name: string, options?: CallOptions): Promise<ChannelDelivery> =>
      ask({ method: 'POST', path: `/v1/channels/${encodeURIComponent(name)}/summary` }, options),

    /** The log of a channel. Messages of the last 30 days, newest first. */
    deliveries: async (
      name: string,
      { limit, ...options }: CallOptions & { limit?: number | undefined } = {},
    ): Promise<ChannelDelivery[]> =>
      (
        await ask<{ data: ChannelDelivery[] }>(
          { method: 'GET', path: `/v1/channels/${encodeURIComponent(name)}/deliveries`, query: { limit } },
          options,
        )
      ).data,
  };
}

function coachingResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /** Coaching notes about an agent. The newest 20, each with how the agent’s calls went before and after it. */
    list: async (
      query: { agent?: string | undefined; kit?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<CoachingNote[]> =>
      (await ask<{ data: CoachingNote[] }>({ method: 'GET', path: '/v1/coaching-notes', query: { ...query } }, options))
        .data,

    /** Write a coaching note. The agent’s later calls are compared with the earlier ones. */
    create: (body: NewCoachingNote, options?: CallOptions): Promise<CoachingNote> =>
      ask({ method: 'POST', path: '/v1/coaching-notes', body }, options),

    /** Delete a coaching note. */
    delete: (
      noteId: string,
      options?: CallOptions,
    ): Promise<{
      note_id: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/coaching-notes/${encodeURIComponent(noteId)}` }, options),
  };
  return { ...plain, ...coachingHelpers(transport) };
}

function contrastsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Find what comes up in some calls and not in others. Finds phrases that are more frequent in the calls of
     * `filter` than in the others, by log-odds with a prior, in the background.
     */
    start: (body: ContrastRequest, options?: CallOptions): Promise<Contrast> =>
      ask({ method: 'POST', path: '/v1/contrasts', body }, options),

    /** Contrasts, newest first, without their phrases. */
    list: async (options?: CallOptions): Promise<Contrast[]> =>
      (await ask<{ data: Contrast[] }>({ method: 'GET', path: '/v1/contrasts' }, options)).data,

    /** Read the phrases of a contrast, or its progress. */
    get: (contrastId: string, options?: CallOptions): Promise<Contrast> =>
      ask({ method: 'GET', path: `/v1/contrasts/${encodeURIComponent(contrastId)}` }, options),

    /** Delete a contrast; a running one is stopped. */
    delete: (
      contrastId: string,
      options?: CallOptions,
    ): Promise<{
      contrast_id: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/contrasts/${encodeURIComponent(contrastId)}` }, options),
  };
  return { ...plain, ...contrastsHelpers(transport, plain) };
}

function conversationsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /**
     * Show how conversations are read. Up to 100 inputs, each read as a run of this kit would read it: format, date,
     * speakers, sides, warnings, or why it would be refused.
     */
    read: async (
      body: {
        /** 8-character Kit code. Required unless `kit_version_id` is given. */
        kit_code?: string | null | undefined;
        /** Pins a version; takes precedence over `kit_code`. */
        kit_version_id?: string | null | undefined;
        /** `sandbox` may also address a draft by `kit_version_id`. */
        type?: NewRunType | undefined;
        conversations: {
          /** As in `POST /v1/runs`. */
          input: Record<string, unknown>;
          /** Rules for speakers may depend on it. */
          metadata?: Record<string, string> | undefined;
        }[];
      },
      options?: CallOptions,
    ): Promise<ReadConversation[]> =>
      (
        await ask<{ data: ReadConversation[] }>(
          { method: 'POST', path: '/v1/conversations/read', body, isRepeatable: true },
          options,
        )
      ).data,
  };
}

function destinationsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** List destinations. Those of the key’s environment, by name, at most 20. */
    list: async (options?: CallOptions): Promise<Destination[]> =>
      (await ask<{ data: Destination[] }>({ method: 'GET', path: '/v1/destinations' }, options)).data,

    /** Services that answers can be written to. What each of them needs. */
    presets: async (options?: CallOptions): Promise<DestinationPreset[]> =>
      (await ask<{ data: DestinationPreset[] }>({ method: 'GET', path: '/v1/destination-presets' }, options)).data,

    /** Read a destination. */
    get: (name: string, options?: CallOptions): Promise<Destination> =>
      ask({ method: 'GET', path: `/v1/destinations/${encodeURIComponent(name)}` }, options),

    /** Store a destination. From now on, every run that succeeds or is reviewed is written to its record. */
    put: (
      name: string,
      body: {
        destination: DestinationDocument;
        /** Credentials for the service, by name. Stored encrypted and never shown again. */
        secrets?: Record<string, string> | undefined;
      },
      options?: CallOptions,
    ): Promise<Destination> =>
      ask({ method: 'PUT', path: `/v1/destinations/${encodeURIComponent(name)}`, body }, options),

    /** Delete a destination. With its log and secrets; pending deliveries are dropped. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/destinations/${encodeURIComponent(name)}` }, options),

    /** The request that would be sent for a run. Sends nothing. */
    preview: (
      name: string,
      body: {
        destination?: DestinationDocument | undefined;
        /** A run that succeeded. Default: the newest one of the kits that has a record. */
        run_id?: string | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<DestinationPreview> =>
      ask({ method: 'POST', path: `/v1/destinations/${encodeURIComponent(name)}/preview`, body }, options),

    /**
     * Write one run now. Writes the answers of a past run to its record, once, while you wait, even if the
     * destination is disabled.
     */
    test: (
      name: string,
      body: {
        /** A run that succeeded. Default: the newest one of the kits that has a record. */
        run_id?: string | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<DestinationDelivery> =>
      ask({ method: 'POST', path: `/v1/destinations/${encodeURIComponent(name)}/test`, body }, options),

    /** The log of a destination. What was written in the last 30 days, newest first. One page. */
    deliveries: (
      name: string,
      query: DestinationLogFilter & Paging = {},
      options?: CallOptions,
    ): Promise<{
      data: DestinationDelivery[];
      has_more: boolean;
      next_cursor?: string;
    }> =>
      ask(
        { method: 'GET', path: `/v1/destinations/${encodeURIComponent(name)}/deliveries`, query: { ...query } },
        options,
      ),

    /**
     * Write again, or write past runs. The named deliveries or runs, up to 100, or all `dead` deliveries since a
     * time, 1,000 per request; repeat while `has_more` is true.
     */
    replay: (
      name: string,
      body: {
        delivery_ids?: string[] | undefined;
        run_ids?: string[] | undefined;
        /** `dead` deliveries since then; by default all of them. */
        since?: string | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<{
      replayed: number;
      has_more: boolean;
    }> => ask({ method: 'POST', path: `/v1/destinations/${encodeURIComponent(name)}/replay`, body }, options),
  };
}

function dimensionsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** List what runs are grouped and filtered by. */
    list: async (options?: CallOptions): Promise<Dimension[]> =>
      (await ask<{ data: Dimension[] }>({ method: 'GET', path: '/v1/dimensions' }, options)).data,

    /**
     * Declare a dimension, or change one. A workspace has `agent`, `team`, `channel` and `customer` from the start
     * and may declare eight more.
     */
    put: (
      name: string,
      body: {
        metadata_key: string;
        /** The name by default. */
        label?: string | undefined;
      },
      options?: CallOptions,
    ): Promise<Dimension> => ask({ method: 'PUT', path: `/v1/dimensions/${encodeURIComponent(name)}`, body }, options),

    /** Delete a dimension. Runs keep their metadata; `metadata.KEY` still filters and groups by it. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/dimensions/${encodeURIComponent(name)}` }, options),

    /** The values of a dimension, the most frequent first. */
    values: async (
      name: string,
      query: { prefix?: string | undefined; limit?: number | undefined; kit?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<DimensionValue[]> =>
      (
        await ask<{ data: DimensionValue[] }>(
          { method: 'GET', path: `/v1/dimensions/${encodeURIComponent(name)}/values`, query: { ...query } },
          options,
        )
      ).data,
  };
}

function erasuresResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Erase many runs. A dry run: nothing is started. */
    count: (body: Omit<ErasureRequest, 'expected'>, options?: CallOptions): Promise<ErasureCount> =>
      ask({ method: 'POST', path: '/v1/erasures', body: { ...body, dry_run: true }, isRepeatable: true }, options),

    /** Erase many runs. */
    create: (body: ErasureRequest, options?: CallOptions): Promise<StartedErasure> =>
      ask({ method: 'POST', path: '/v1/erasures', body }, options),

    /** The newest erasures. */
    list: async (options?: CallOptions): Promise<Erasure[]> =>
      (await ask<{ data: Erasure[] }>({ method: 'GET', path: '/v1/erasures' }, options)).data,

    /** The progress of an erasure. */
    get: (erasureId: string, options?: CallOptions): Promise<Erasure> =>
      ask({ method: 'GET', path: `/v1/erasures/${encodeURIComponent(erasureId)}` }, options),

    /** Stop an erasure. Erased runs stay erased. */
    cancel: (erasureId: string, options?: CallOptions): Promise<Erasure> =>
      ask({ method: 'POST', path: `/v1/erasures/${encodeURIComponent(erasureId)}/cancel` }, options),
  };
}

function evaluationsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Score a version of a kit on a golden set. In the background: read its progress with GET
     * /v1/evaluations/:evaluationId. A dry run: nothing is started.
     */
    estimate: (kitId: string, body: EvaluationRequest, options?: CallOptions): Promise<EvaluationEstimate> =>
      ask(
        {
          method: 'POST',
          path: `/v1/kits/${encodeURIComponent(kitId)}/evaluations`,
          body: { ...body, dry_run: true },
          isRepeatable: true,
        },
        options,
      ),

    /**
     * Score a version of a kit on a golden set. In the background: read its progress with GET
     * /v1/evaluations/:evaluationId.
     */
    start: (kitId: string, body: EvaluationRequest, options?: CallOptions): Promise<Evaluation> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/evaluations`, body }, options),

    /** Evaluations of a kit, newest first, 100 at most. */
    list: async (kitId: string, options?: CallOptions): Promise<Evaluation[]> =>
      (
        await ask<{ data: Evaluation[] }>(
          { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/evaluations` },
          options,
        )
      ).data,

    /** Read an evaluation with its report, alone or compared with another. */
    get: (
      evaluationId: string,
      { against, ...options }: CallOptions & { against?: string | undefined } = {},
    ): Promise<ComparedEvaluation> =>
      ask({ method: 'GET', path: `/v1/evaluations/${encodeURIComponent(evaluationId)}`, query: { against } }, options),

    /** Cancel an evaluation. It ends immediately, without a report; what its lines cost so far stays charged. */
    cancel: (evaluationId: string, options?: CallOptions): Promise<Evaluation> =>
      ask({ method: 'POST', path: `/v1/evaluations/${encodeURIComponent(evaluationId)}/cancel` }, options),
  };
  return { ...plain, ...evaluationsHelpers(transport, plain) };
}

function goldenSetsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /** The golden sets of a kit. */
    list: async (kitId: string, options?: CallOptions): Promise<GoldenSet[]> =>
      (
        await ask<{ data: GoldenSet[] }>(
          { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/golden-sets` },
          options,
        )
      ).data,

    /** Store a golden set, or build one from reviews. Replaces the set of this name; the same lines change nothing. */
    put: (kitId: string, name: string, body: GoldenSetRequest, options?: CallOptions): Promise<GoldenSet> =>
      ask(
        { method: 'PUT', path: `/v1/kits/${encodeURIComponent(kitId)}/golden-sets/${encodeURIComponent(name)}`, body },
        options,
      ),

    /**
     * The lines of a golden set. JSON lines of `external_id`, `input` and `expected`, as `brickwork evaluate` reads
     * them.
     */
    lines: (kitId: string, name: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.stream(
        { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/golden-sets/${encodeURIComponent(name)}` },
        options,
      ),

    /** Delete a golden set with all its versions. Reports of evaluations on it stay. */
    delete: (
      kitId: string,
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> =>
      ask(
        { method: 'DELETE', path: `/v1/kits/${encodeURIComponent(kitId)}/golden-sets/${encodeURIComponent(name)}` },
        options,
      ),
  };
  return { ...plain, ...goldenSetsHelpers(transport) };
}

function homeResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /**
     * Show how an agent’s own calls are going. This month against the one before and against the median of the team,
     * week by week, and what would improve the score most.
     */
    get: (query: { agent?: string | undefined } = {}, options?: CallOptions): Promise<Home> =>
      ask({ method: 'GET', path: '/v1/home', query: { ...query } }, options),
  };
}

function insightsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Show how often each answer was given. Counts, shares and quantiles of a kit’s answers with 95 % intervals, by
     * the days on which conversations took place.
     */
    get: (kitId: string, query: InsightsQuery = {}, options?: CallOptions): Promise<Insights> =>
      ask(
        { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/insights`, query: { ...filterQuery(query) } },
        options,
      ),

    /**
     * Show what changed, why, and who needs help. Compares days with days before them: by default the last calendar
     * week that has ended with the four weeks before it, in the workspace’s time zone.
     */
    changes: (kitId: string, query: ChangesQuery = {}, options?: CallOptions): Promise<Changes> =>
      ask(
        { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/changes`, query: { ...filterQuery(query) } },
        options,
      ),

    /** Show how a week went. */
    summary: (query: { week?: string | undefined } = {}, options?: CallOptions): Promise<Summary> =>
      ask({ method: 'GET', path: '/v1/summary', query: { ...query } }, options),
  };
  return { ...plain, ...insightsHelpers(transport) };
}

function intakesResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /** List intakes. */
    list: async (options?: CallOptions): Promise<Intake[]> =>
      (await ask<{ data: Intake[] }>({ method: 'GET', path: '/v1/intakes' }, options)).data,

    /** Ready-made definitions for common services. Signature, handshake, mapping and what to enter at the service. */
    presets: async (options?: CallOptions): Promise<IntakePreset[]> =>
      (await ask<{ data: IntakePreset[] }>({ method: 'GET', path: '/v1/intake-presets' }, options)).data,

    /** An intake and who changed it. */
    get: (name: string, options?: CallOptions): Promise<IntakeWithChanges> =>
      ask({ method: 'GET', path: `/v1/intakes/${encodeURIComponent(name)}` }, options),

    /** Delete an intake and its log. Its path returns 404 from now on. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/intakes/${encodeURIComponent(name)}` }, options),

    /** List what was pushed, newest first. The last 30 days, with the reason for each that created no run. One page. */
    deliveryPage: (
      name: string,
      query: DeliveryQuery & Paging = {},
      options?: CallOptions,
    ): Promise<{
      data: IntakeDelivery[];
      next_cursor?: string;
    }> =>
      ask({ method: 'GET', path: `/v1/intakes/${encodeURIComponent(name)}/deliveries`, query: { ...query } }, options),

    /** One delivery and its result. */
    delivery: (name: string, deliveryId: string, options?: CallOptions): Promise<IntakeDelivery> =>
      ask(
        { method: 'GET', path: `/v1/intakes/${encodeURIComponent(name)}/deliveries/${encodeURIComponent(deliveryId)}` },
        options,
      ),

    /**
     * The payload of a delivery, while it is kept. For fixing a mapping: try it with POST /v1/intakes/:name/test,
     * then replay the delivery.
     */
    payload: (name: string, deliveryId: string, options?: CallOptions): Promise<IntakePayload> =>
      ask(
        {
          method: 'GET',
          path: `/v1/intakes/${encodeURIComponent(name)}/deliveries/${encodeURIComponent(deliveryId)}/payload`,
        },
        options,
      ),

    /** Erase a delivery. Deletes its payload and its external id permanently; its entry in the log stays. */
    eraseDelivery: (name: string, deliveryId: string, options?: CallOptions): Promise<IntakeDelivery> =>
      ask(
        {
          method: 'DELETE',
          path: `/v1/intakes/${encodeURIComponent(name)}/deliveries/${encodeURIComponent(deliveryId)}`,
        },
        options,
      ),

    /** Replay stored payloads. Reads the named deliveries, or all since a time, again with the current definition. */
    replay: (
      name: string,
      body: ReplayRequest,
      options?: CallOptions,
    ): Promise<{
      /** Number of payloads that are replayed. */
      replayed: number;
      /** There may be more: call again. */
      more: boolean;
    }> => ask({ method: 'POST', path: `/v1/intakes/${encodeURIComponent(name)}/replay`, body }, options),
  };
  return { ...plain, ...intakesHelpers(transport, plain) };
}

function keysResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Show what this key is, and what it may do. For tools that show only what a key may do. */
    me: (options?: CallOptions): Promise<Me> => ask({ method: 'GET', path: '/v1/me' }, options),

    /** List the workspace’s API keys. A live key sees all keys of the workspace, a test key the test keys. */
    list: async (options?: CallOptions): Promise<ApiKey[]> =>
      (await ask<{ data: ApiKey[] }>({ method: 'GET', path: '/v1/keys' }, options)).data,

    /** Create an API key. Only this response shows the key. */
    create: (body: CreateKeyRequest = {}, options?: CallOptions): Promise<CreatedApiKey> =>
      ask({ method: 'POST', path: '/v1/keys', body }, options),

    /** Revoke an API key. The key stops working immediately, on every node. */
    revoke: (
      keyId: string,
      options?: CallOptions,
    ): Promise<{
      id: string;
      revoked: true;
    }> => ask({ method: 'DELETE', path: `/v1/keys/${encodeURIComponent(keyId)}` }, options),
  };
}

function kitsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Show what could be answered without a model. With `engine: auto` and a model, answers of the built-in model
     * from `local_from` on are kept and the model answers the rest.
     */
    localFirst: (
      kitId: string,
      query: { target?: number | undefined } = {},
      options?: CallOptions,
    ): Promise<LocalFirst> =>
      ask({ method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/local-first`, query: { ...query } }, options),

    /**
     * Write the proposed thresholds into a draft. Creates a version of the kit in which each brick has the
     * `local_from` that the preview proposes: a draft like any other, so publish it to use it.
     */
    applyLocalFirst: (
      kitId: string,
      body: {
        /** How many of the kept answers should be right. */
        target?: number | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<PushedKit> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/local-first`, body }, options),

    /** Get a Kit’s output schema. All Bricks and their configured output fields. */
    schema: (kitId: string, options?: CallOptions): Promise<KitSchema> =>
      ask({ method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/schema` }, options),

    /** List the workspace’s Kits. `await` gives the first page, `for await` all items. */
    list: (query: { archived?: boolean | undefined } & Paging = {}, options?: CallOptions): List<KitSummary, KitPage> =>
      paginate(
        (cursor) => ask({ method: 'GET', path: '/v1/kits', query: { limit: 100, ...query, cursor } }, options),
        query.cursor,
      ),

    /** List a Kit’s versions. `await` gives the first page, `for await` all items. */
    versions: (kitId: string, query: Paging = {}, options?: CallOptions): List<KitVersion, KitVersionPage> =>
      paginate(
        (cursor) =>
          ask(
            {
              method: 'GET',
              path: `/v1/kits/${encodeURIComponent(kitId)}/versions`,
              query: { limit: 100, ...query, cursor },
            },
            options,
          ),
        query.cursor,
      ),

    /** Archive a Kit. New runs cannot use it; past runs keep it. */
    archive: (kitId: string, options?: CallOptions): Promise<KitSummary> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/archive`, isRepeatable: true }, options),

    /** Compare two versions, or a version with a document. */
    diff: (
      kitId: string,
      body: {
        /** Default: the live version, or the newest if none is live. */
        from?: number | undefined;
        /** Default: the newest version. */
        to?: number | undefined;
        /** A kit document to compare with, instead of `to`. */
        document?: unknown | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<KitDiff> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/diff`, body, isRepeatable: true }, options),

    /**
     * Get TypeScript types of a Kit’s output. What `brickwork kits types` prints, for the version that the schema
     * endpoint describes.
     */
    types: (kitId: string, options?: CallOptions): Promise<KitTypes> =>
      ask({ method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/types` }, options),
  };
  return { ...plain, ...kitsHelpers(transport) };
}

function learningsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Learn from reviews or a golden set. In the background: read its progress with GET /v1/learnings/:learningId. A
     * dry run: nothing is started.
     */
    estimate: (kitId: string, body: LearningRequest = {}, options?: CallOptions): Promise<LearningEstimate> =>
      ask(
        {
          method: 'POST',
          path: `/v1/kits/${encodeURIComponent(kitId)}/learnings`,
          body: { ...body, dry_run: true },
          isRepeatable: true,
        },
        options,
      ),

    /** Learn from reviews or a golden set. In the background: read its progress with GET /v1/learnings/:learningId. */
    start: (kitId: string, body: LearningRequest = {}, options?: CallOptions): Promise<Learning> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/learnings`, body }, options),

    /** List what a kit learned, newest first, 50 at most. */
    list: async (kitId: string, options?: CallOptions): Promise<Learning[]> =>
      (
        await ask<{ data: Learning[] }>(
          { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/learnings` },
          options,
        )
      ).data,

    /** One learning run, brick by brick. */
    get: (learningId: string, options?: CallOptions): Promise<Learning> =>
      ask({ method: 'GET', path: `/v1/learnings/${encodeURIComponent(learningId)}` }, options),

    /** Cancel a learning run. It ends immediately and changes nothing. */
    cancel: (learningId: string, options?: CallOptions): Promise<Learning> =>
      ask({ method: 'POST', path: `/v1/learnings/${encodeURIComponent(learningId)}/cancel` }, options),

    /** Undo what a live kit learned. */
    undo: (
      kitId: string,
      body: {
        /** Keys of the bricks to reset to how they were originally written. All by default. */
        bricks?: string[] | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<PushedKit> =>
      ask({ method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/unlearn`, body }, options),
  };
  return { ...plain, ...learningsHelpers(transport, plain) };
}

function membersResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** List the people of the workspace. */
    list: async (options?: CallOptions): Promise<Member[]> =>
      (await ask<{ data: Member[] }>({ method: 'GET', path: '/v1/members' }, options)).data,

    /** Change somebody’s role or name. Their sessions end immediately, on every node. */
    change: (memberId: string, body: ChangeMemberRequest, options?: CallOptions): Promise<Member> =>
      ask({ method: 'PATCH', path: `/v1/members/${encodeURIComponent(memberId)}`, body }, options),

    /** Remove somebody from the workspace. Their sessions end immediately and their credentials are deleted. */
    remove: (
      memberId: string,
      options?: CallOptions,
    ): Promise<{
      id: string;
      removed: true;
    }> => ask({ method: 'DELETE', path: `/v1/members/${encodeURIComponent(memberId)}` }, options),

    /** Let somebody choose a new password and new codes. For a lost phone or a forgotten password. */
    reset: (memberId: string, options?: CallOptions): Promise<ShownInvitation> =>
      ask({ method: 'POST', path: `/v1/members/${encodeURIComponent(memberId)}/reset` }, options),

    /** List where somebody is signed in. */
    sessions: async (memberId: string, options?: CallOptions): Promise<MemberSession[]> =>
      (
        await ask<{ data: MemberSession[] }>(
          { method: 'GET', path: `/v1/members/${encodeURIComponent(memberId)}/sessions` },
          options,
        )
      ).data,

    /** Sign somebody out everywhere. */
    endSessions: (
      memberId: string,
      options?: CallOptions,
    ): Promise<{
      id: string;
      ended: number;
    }> => ask({ method: 'DELETE', path: `/v1/members/${encodeURIComponent(memberId)}/sessions` }, options),

    /** List open invitations. */
    invitations: async (options?: CallOptions): Promise<Invitation[]> =>
      (await ask<{ data: Invitation[] }>({ method: 'GET', path: '/v1/invitations' }, options)).data,

    /** Invite somebody. Only this response shows the link; the service does not send e-mail. */
    invite: (body: InviteRequest, options?: CallOptions): Promise<ShownInvitation> =>
      ask({ method: 'POST', path: '/v1/invitations', body }, options),

    /** Revoke an invitation. */
    revokeInvitation: (
      invitationId: string,
      options?: CallOptions,
    ): Promise<{
      id: string;
      revoked: true;
    }> => ask({ method: 'DELETE', path: `/v1/invitations/${encodeURIComponent(invitationId)}` }, options),
  };
}

function questionsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Ask a question across calls. One to five questions in plain words, put to a random sample of past calls in the
     * background, after everything else. A dry run: nothing is started.
     */
    predict: (body: QuestionRequest, options?: CallOptions): Promise<QuestionPrediction> =>
      ask({ method: 'POST', path: '/v1/questions', body: { ...body, dry_run: true }, isRepeatable: true }, options),

    /**
     * Ask a question across calls. One to five questions in plain words, put to a random sample of past calls in the
     * background, after everything else.
     */
    ask: (body: QuestionRequest, options?: CallOptions): Promise<Question> =>
      ask({ method: 'POST', path: '/v1/questions', body }, options),

    /** Questions, newest first, 100 at most. */
    list: async (options?: CallOptions): Promise<QuestionItem[]> =>
      (await ask<{ data: QuestionItem[] }>({ method: 'GET', path: '/v1/questions' }, options)).data,

    /** The estimate so far, with its evidence and cost. */
    get: (questionId: string, options?: CallOptions): Promise<Question> =>
      ask({ method: 'GET', path: `/v1/questions/${encodeURIComponent(questionId)}` }, options),

    /**
     * Cancel a question, or delete one that has ended. A running question is `cancelled`: no more calls are read,
     * and the estimate so far is kept.
     */
    delete: (
      questionId: string,
      options?: CallOptions,
    ): Promise<{
      question_id: string;
      status: QuestionStatus;
      deleted: boolean;
    }> => ask({ method: 'DELETE', path: `/v1/questions/${encodeURIComponent(questionId)}` }, options),

    /**
     * Calls to judge, so that the interval narrows. Calls that were read for the question and not judged yet, with
     * the passage that the engine’s answer is based on.
     */
    toJudge: (
      questionId: string,
      query: { key?: string | undefined; limit?: number | undefined } = {},
      options?: CallOptions,
    ): Promise<CallsToJudge> =>
      ask(
        { method: 'GET', path: `/v1/questions/${encodeURIComponent(questionId)}/judgements`, query: { ...query } },
        options,
      ),

    /** Say what is right for some calls. All are stored, or none; the newest judgement of a call counts. */
    judge: (
      questionId: string,
      body: JudgeRequest,
      { reviewer, ...options }: CallOptions & { reviewer?: string | undefined } = {},
    ): Promise<JudgedAnswer> =>
      ask(
        {
          method: 'POST',
          path: `/v1/questions/${encodeURIComponent(questionId)}/judgements`,
          body,
          query: { reviewer },
          isRepeatable: true,
        },
        options,
      ),
  };
  return { ...plain, ...questionsHelpers(transport, plain) };
}

function recordingsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * Send a recording. WAV, FLAC, MP3, M4A or AAC, Ogg with Opus, and WebM, one or two channels, at most three
     * hours and 500 MB.
     */
    create: (body: RecordingRequest, options?: CallOptions): Promise<Recording> =>
      ask({ method: 'POST', path: '/v1/recordings', body }, options),

    /** List recordings, newest first. `await` gives the first page, `for await` all items. */
    list: (
      query: {
        status?: RecordingStatus | undefined;
        run_id?: string | undefined;
        external_id?: string | undefined;
      } & Paging = {},
      options?: CallOptions,
    ): List<
      Recording,
      {
        data: Recording[];
        next_cursor?: string;
      }
    > =>
      paginate(
        (cursor) => ask({ method: 'GET', path: '/v1/recordings', query: { limit: 100, ...query, cursor } }, options),
        query.cursor,
      ),

    /** List recordings, newest first. One page. */
    page: (
      query: {
        status?: RecordingStatus | undefined;
        run_id?: string | undefined;
        external_id?: string | undefined;
        limit?: number | undefined;
        cursor?: string | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<{
      data: Recording[];
      next_cursor?: string;
    }> => ask({ method: 'GET', path: '/v1/recordings', query: { ...query } }, options),

    /** Read a recording and its progress. */
    get: (
      recordingId: string,
      query: { include?: 'conversation' | undefined } = {},
      options?: CallOptions,
    ): Promise<Recording> =>
      ask({ method: 'GET', path: `/v1/recordings/${encodeURIComponent(recordingId)}`, query: { ...query } }, options),

    /** Transcribe a failed recording again. Continues where it failed. */
    retry: (recordingId: string, options?: CallOptions): Promise<Recording> =>
      ask(
        { method: 'POST', path: `/v1/recordings/${encodeURIComponent(recordingId)}/retry`, isRepeatable: true },
        options,
      ),

    /**
     * Delete a recording and its audio; stops its processing. Runs created from it stay: erase them to erase the
     * transcript too.
     */
    delete: (
      recordingId: string,
      options?: CallOptions,
    ): Promise<{
      recording_id: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/recordings/${encodeURIComponent(recordingId)}` }, options),
  };
  return { ...plain, ...recordingsHelpers(transport, plain) };
}

function reviewQueueResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /** The review queue of a kit: policy, progress, what is left. */
    get: (kitId: string, options?: CallOptions): Promise<ReviewQueue> =>
      ask({ method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/review-queue` }, options),

    /** Set which runs people should review. Replaces the policy. */
    setPolicy: (kitId: string, body: ReviewPolicyRequest = {}, options?: CallOptions): Promise<ReviewQueue> =>
      ask({ method: 'PUT', path: `/v1/kits/${encodeURIComponent(kitId)}/review-policy`, body }, options),

    /** Stop drawing runs, and drop unreviewed items. */
    deletePolicy: (kitId: string, options?: CallOptions): Promise<ReviewQueue> =>
      ask({ method: 'DELETE', path: `/v1/kits/${encodeURIComponent(kitId)}/review-policy` }, options),

    /**
     * Draw past runs for review, or see what a policy would draw. Goes through past runs of the kit that have
     * succeeded, as the policy does with runs that end from now on: the same runs are drawn each time. A dry run:
     * nothing is started.
     */
    previewDraw: (kitId: string, body: ReviewDrawRequest = {}, options?: CallOptions): Promise<ReviewDraw> =>
      ask(
        {
          method: 'POST',
          path: `/v1/kits/${encodeURIComponent(kitId)}/review-policy/draw`,
          body: { ...body, dry_run: true },
          isRepeatable: true,
        },
        options,
      ),

    /**
     * Draw past runs for review, or see what a policy would draw. Goes through past runs of the kit that have
     * succeeded, as the policy does with runs that end from now on: the same runs are drawn each time.
     */
    draw: (kitId: string, body: ReviewDrawRequest = {}, options?: CallOptions): Promise<ReviewDraw> =>
      ask(
        { method: 'POST', path: `/v1/kits/${encodeURIComponent(kitId)}/review-policy/draw`, body, isRepeatable: true },
        options,
      ),

    /** Take the next item to review, under a lease. Nobody else gets the item while the lease lasts. */
    next: (
      kitId: string,
      { reviewer, ...options }: CallOptions & { reviewer?: string | undefined } = {},
    ): Promise<NextReviewItem> =>
      ask(
        {
          method: 'POST',
          path: `/v1/kits/${encodeURIComponent(kitId)}/review-queue/next`,
          query: { reviewer },
          isRepeatable: true,
        },
        options,
      ),

    /** Keep an item for another 15 minutes. */
    renew: (
      itemId: string,
      { reviewer, ...options }: CallOptions & { reviewer?: string | undefined } = {},
    ): Promise<ReviewItem> =>
      ask(
        {
          method: 'POST',
          path: `/v1/review-items/${encodeURIComponent(itemId)}/renew`,
          query: { reviewer },
          isRepeatable: true,
        },
        options,
      ),

    /** Give an item back without reviewing it. */
    giveBack: (
      itemId: string,
      { reviewer, ...options }: CallOptions & { reviewer?: string | undefined } = {},
    ): Promise<{
      item_id: string;
      returned: true;
    }> =>
      ask(
        {
          method: 'POST',
          path: `/v1/review-items/${encodeURIComponent(itemId)}/return`,
          query: { reviewer },
          isRepeatable: true,
        },
        options,
      ),

    /** Show how accurate the answers are. */
    quality: (kitId: string, query: QualityQuery = {}, options?: CallOptions): Promise<KitQuality> =>
      ask(
        { method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/quality`, query: { ...filterQuery(query) } },
        options,
      ),
  };
  return { ...plain, ...reviewQueueHelpers(transport) };
}

function reviewsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /** Preview what a review would change. Stores nothing. */
    preview: async (
      runId: string,
      body: readonly NewReview[],
      { reviewer, ...options }: CallOptions & { reviewer?: string | undefined } = {},
    ): Promise<PreviewedAnswer[]> =>
      (
        await ask<{ data: PreviewedAnswer[] }>(
          {
            method: 'POST',
            path: `/v1/runs/${encodeURIComponent(runId)}/reviews/preview`,
            body,
            query: { reviewer },
            isRepeatable: true,
          },
          options,
        )
      ).data,

    /** List reviews, newest first. `await` gives the first page, `for await` all items. */
    list: (query: ReviewFilter & Paging = {}, options?: CallOptions): List<Review, ReviewPage> =>
      paginate(
        (cursor) => ask({ method: 'GET', path: '/v1/reviews', query: { limit: 100, ...query, cursor } }, options),
        query.cursor,
      ),

    /** List reviews, newest first. One page. */
    page: (query: ReviewFilter & Paging = {}, options?: CallOptions): Promise<ReviewPage> =>
      ask({ method: 'GET', path: '/v1/reviews', query: { ...query } }, options),

    /** Stream reviews as JSON lines, oldest first. One review per line, in the shape of GET /v1/reviews. */
    export: (query: ReviewFilter = {}, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/reviews/export', query: { ...query } }, options),
  };
  return { ...plain, ...reviewsHelpers(transport) };
}

function runsResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * List runs, newest first or in another order. In the order of `created_at` unless `sort` asks for another.
     * `await` gives the first page, `for await` all items.
     */
    list: (query: RunFilter & Paging = {}, options?: CallOptions): List<RunItem, RunPage> =>
      paginate(
        (cursor) =>
          ask({ method: 'GET', path: '/v1/runs', query: { limit: 100, ...filterQuery(query), cursor } }, options),
        query.cursor,
      ),

    /**
     * List runs, newest first or in another order. In the order of `created_at` unless `sort` asks for another. One
     * page.
     */
    page: (query: RunFilter & Paging = {}, options?: CallOptions): Promise<RunPage> =>
      ask({ method: 'GET', path: '/v1/runs', query: { ...filterQuery(query) } }, options),

    /** Stream results, one row per brick. Oldest first, with every filter of the list of runs. */
    export: (query: ExportFilter = {}, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/runs/export', query: { ...filterQuery(query) } }, options),

    /**
     * Erase a run’s contents. Deletes input, output, external id and metadata permanently; the record that the run
     * existed and how it ended is kept.
     */
    erase: (
      runId: string,
      options?: CallOptions,
    ): Promise<{
      run_id: string;
      erased: true;
    }> => ask({ method: 'DELETE', path: `/v1/runs/${encodeURIComponent(runId)}` }, options),

    /** Tokens, credits and money of a completed run. */
    usage: (runId: string, options?: CallOptions): Promise<RunUsage> =>
      ask({ method: 'GET', path: `/v1/runs/${encodeURIComponent(runId)}/usage` }, options),

    /**
     * Try a run request without running it. Checks the request as POST /v1/runs does, finds the kit, checks the
     * input against it, and returns the shape of the output.
     */
    test: (body: CreateRunRequest, options?: CallOptions): Promise<TestedRun> =>
      ask({ method: 'POST', path: '/v1/test', body, isRepeatable: true }, options),
  };
  return { ...plain, ...runsHelpers(transport) };
}

function serviceResource(transport: Transport) {
  return serviceHelpers(transport);
}

function settingsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** The workspace’s settings. */
    get: (options?: CallOptions): Promise<WorkspaceSettings> => ask({ method: 'GET', path: '/v1/settings' }, options),

    /** Change the workspace’s settings. Omitted settings stay as they are. */
    set: (body: SettingsChange = {}, options?: CallOptions): Promise<WorkspaceSettings> =>
      ask({ method: 'PUT', path: '/v1/settings', body }, options),
  };
}

function shadowsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Let a version answer a share of live runs alongside the live one. */
    put: (kitId: string, body: ShadowRequest, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'PUT', path: `/v1/kits/${encodeURIComponent(kitId)}/shadow`, body }, options),

    /** The shadow of a kit, or the last one it had. */
    get: (kitId: string, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'GET', path: `/v1/kits/${encodeURIComponent(kitId)}/shadow` }, options),

    /** Stop the shadow of a kit. It follows no more runs, and its runs in progress are cancelled. */
    stop: (kitId: string, options?: CallOptions): Promise<Backfill> =>
      ask({ method: 'DELETE', path: `/v1/kits/${encodeURIComponent(kitId)}/shadow` }, options),
  };
}

function signInResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Show how sign-in with the identity provider is set up, and its last results. */
    provider: (options?: CallOptions): Promise<SignInProvider> =>
      ask({ method: 'GET', path: '/v1/sign-in-provider' }, options),

    /**
     * Requests to link accounts at the identity provider to members. Somebody signed in at the provider with the
     * verified address of a member who does not sign in with that account.
     */
    linkRequests: async (options?: CallOptions): Promise<LinkRequest[]> =>
      (await ask<{ data: LinkRequest[] }>({ method: 'GET', path: '/v1/link-requests' }, options)).data,

    /**
     * Link the account to the member. The member signs in with the provider from then on, with the role of their
     * groups; their password, codes and sessions stop working.
     */
    approveLink: (linkId: string, options?: CallOptions): Promise<Member> =>
      ask({ method: 'POST', path: `/v1/link-requests/${encodeURIComponent(linkId)}/approve` }, options),

    /** Refuse to link the account. The member is unchanged. */
    refuseLink: (
      linkId: string,
      options?: CallOptions,
    ): Promise<{
      id: string;
      refused: true;
    }> => ask({ method: 'DELETE', path: `/v1/link-requests/${encodeURIComponent(linkId)}` }, options),
  };
}

function speakersResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Show the workspace’s agents and rules for speakers. */
    get: (options?: CallOptions): Promise<WorkspaceSpeakers> => ask({ method: 'GET', path: '/v1/speakers' }, options),

    /** Set the workspace’s agents and rules for speakers. Replaces the lists. */
    set: (body: SetWorkspaceSpeakers, options?: CallOptions): Promise<WorkspaceSpeakers> =>
      ask({ method: 'POST', path: '/v1/speakers', body }, options),
  };
}

function spendCapsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** List spend caps, and how much of each is spent. */
    list: async (options?: CallOptions): Promise<SpendCap[]> =>
      (await ask<{ data: SpendCap[] }>({ method: 'GET', path: '/v1/spend-caps' }, options)).data,

    /**
     * Set a spend cap, or change one. Before each call to a model, its maximum cost is reserved; no node makes a
     * call that could exceed a cap.
     */
    put: (name: string, body: NewSpendCap, options?: CallOptions): Promise<SpendCap> =>
      ask({ method: 'PUT', path: `/v1/spend-caps/${encodeURIComponent(name)}`, body }, options),

    /** Delete a spend cap. Runs that it holds continue. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/spend-caps/${encodeURIComponent(name)}` }, options),
  };
}

function usageResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /**
     * Usage totals by day or kit. Sandbox runs are left out of `data`; `sandbox` has the usage of sandbox runs with
     * a model.
     */
    totals: (
      query: { from?: string | undefined; to?: string | undefined; group_by?: 'day' | 'kit' | undefined } = {},
      options?: CallOptions,
    ): Promise<UsageTotals> => ask({ method: 'GET', path: '/v1/usage', query: { ...query } }, options),
  };
}

function viewsResource(transport: Transport) {
  const ask = asking(transport);
  return {
    /** The workspace’s saved views, by name. */
    list: async (options?: CallOptions): Promise<View[]> =>
      (await ask<{ data: View[] }>({ method: 'GET', path: '/v1/views' }, options)).data,

    /** Save a list of runs under a name. Replaces the list of that name. */
    save: (
      body: {
        name: string;
        search: string;
      },
      options?: CallOptions,
    ): Promise<View> => ask({ method: 'POST', path: '/v1/views', body, isRepeatable: true }, options),

    /** Delete a saved list of runs. */
    delete: (
      name: string,
      options?: CallOptions,
    ): Promise<{
      name: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/views/${encodeURIComponent(name)}` }, options),
  };
}

function warehouseResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /**
     * The scheduled export. For the key’s environment: where it writes, the result of the last one, and when the
     * next one begins.
     */
    getExport: (options?: CallOptions): Promise<WarehouseExportState> =>
      ask({ method: 'GET', path: '/v1/warehouse/export' }, options),

    /** Schedule the export. One for each environment; the service runs it and the first begins immediately. */
    putExport: (body: WarehouseExportSettings, options?: CallOptions): Promise<WarehouseExportState> =>
      ask({ method: 'PUT', path: '/v1/warehouse/export', body }, options),

    /** Cancel the scheduled export. Exported files stay where they are. */
    deleteExport: (
      options?: CallOptions,
    ): Promise<{
      deleted: true;
    }> => ask({ method: 'DELETE', path: '/v1/warehouse/export' }, options),

    /** Export now. Begins within seconds, unless one is running. */
    exportNow: (options?: CallOptions): Promise<WarehouseExportState> =>
      ask({ method: 'POST', path: '/v1/warehouse/export/run' }, options),
  };
  return { ...plain, ...warehouseHelpers(transport) };
}

function webhooksResource(transport: Transport) {
  const ask = asking(transport);
  const plain = {
    /** List webhook endpoints. */
    list: async (options?: CallOptions): Promise<WebhookEndpoint[]> =>
      (await ask<{ data: WebhookEndpoint[] }>({ method: 'GET', path: '/v1/webhooks' }, options)).data,

    /** Delete a webhook endpoint. Pending deliveries are cancelled. */
    delete: (
      webhookId: string,
      options?: CallOptions,
    ): Promise<{
      id: string;
      deleted: true;
    }> => ask({ method: 'DELETE', path: `/v1/webhooks/${encodeURIComponent(webhookId)}` }, options),

    /**
     * Rotate the secret. `Service-Signature` is made with the new secret from now on; for 24 hours,
     * `Service-Signature-Previous` holds the signature of the old one.
     */
    rotate: (webhookId: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> =>
      ask({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(webhookId)}/rotate` }, options),

    /** Enable an endpoint and send its held events. */
    enable: (webhookId: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      ask(
        { method: 'POST', path: `/v1/webhooks/${encodeURIComponent(webhookId)}/enable`, isRepeatable: true },
        options,
      ),

    /** Disable an endpoint; its events are held. */
    disable: (webhookId: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      ask(
        { method: 'POST', path: `/v1/webhooks/${encodeURIComponent(webhookId)}/disable`, isRepeatable: true },
        options,
      ),

    /** Send a test event. A `webhook.test` event, signed, sent and logged like any other. */
    test: (
      webhookId: string,
      options?: CallOptions,
    ): Promise<{
      event_id: string;
      delivery_id: string;
    }> => ask({ method: 'POST', path: `/v1/webhooks/${encodeURIComponent(webhookId)}/test` }, options),

    /** The delivery log, newest first. `await` gives the first page, `for await` all items. */
    deliveries: (
      webhookId: string,
      query: { status?: DeliveryStatus | undefined } & Paging = {},
      options?: CallOptions,
    ): List<
      Delivery,
      {
        data: Delivery[];
        has_more: boolean;
        next_cursor?: string;
      }
    > =>
      paginate(
        (cursor) =>
          ask(
            {
              method: 'GET',
              path: `/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries`,
              query: { limit: 100, ...query, cursor },
            },
            options,
          ),
        query.cursor,
      ),

    /** Retry all dead-lettered deliveries. At most 1,000 deliveries per request; repeat while `has_more` is true. */
    recover: (
      webhookId: string,
      body: {
        /** Only deliveries dead-lettered since then; default: all. */
        since?: string | undefined;
      } = {},
      options?: CallOptions,
    ): Promise<{
      recovered: number;
      has_more: boolean;
    }> =>
      ask(
        { method: 'POST', path: `/v1/webhooks/${encodeURIComponent(webhookId)}/recover`, body, isRepeatable: true },
        options,
      ),

    /** Send a delivery again. By the id of the delivery or of any of its attempts. */
    replay: (deliveryId: string, options?: CallOptions): Promise<Delivery> =>
      ask({ method: 'POST', path: `/v1/deliveries/${encodeURIComponent(deliveryId)}/replay` }, options),
  };
  return { ...plain, ...webhooksHelpers(transport) };
}
