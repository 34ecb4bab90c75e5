/** The client's types are generated from the contract's schemas; this compares them with what is committed, and with what zod infers. */
import { readdirSync, readFileSync } from 'node:fs';
import * as client from '@brickwork/client';
import type {
  actor,
  alertsApi,
  backfillsApi,
  batchesApi,
  brickOutput,
  bricksApi,
  canariesApi,
  channelsApi,
  contrastsApi,
  dimensionsApi,
  ErrorCode,
  evaluationsApi,
  evidenceSpan,
  goldenSetsApi,
  insightsApi,
  intakeDocument,
  intakesApi,
  keysApi,
  kitsApi,
  learningsApi,
  meApi,
  membersApi,
  qualityApi,
  questionsApi,
  RUN_TYPES,
  reviewQueueApi,
  reviewsApi,
  runsApi,
  settingsApi,
  shadowsApi,
  speakersApi,
  testApi,
  usageApi,
  viewsApi,
  warehouseApi,
  webhooksApi,
} from '@brickwork/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { CLIENT_RESOURCES, clientResources } from '../../../tools/client-resources.ts';
import { CLIENT_TYPES, clientTypes } from '../../../tools/client-types.ts';

/** Zod's optional members allow `undefined`, which JSON cannot say. */
type Json<T> = T extends readonly (infer Item)[]
  ? Json<Item>[]
  : T extends object
    ? { [Key in keyof T]: Json<Said<T, Key>> }
    : T;
type Said<T, Key extends keyof T> = Record<never, never> extends Pick<T, Key> ? Exclude<T[Key], undefined> : T[Key];

type Sent<Schema extends z.ZodType> = Json<z.output<Schema>>;
type Taken<Schema extends z.ZodType> = Json<z.input<Schema>>;

describe('the client’s types', () => {
  it('are as `npm run generate` writes them', () => {
    const generated = clientTypes();
    expect([...generated.keys()].sort()).toEqual(readdirSync(CLIENT_TYPES).sort());
    for (const [name, text] of generated) expect(readFileSync(`${CLIENT_TYPES}/${name}`, 'utf8'), name).toBe(text);
    expect(readFileSync(CLIENT_RESOURCES, 'utf8')).toBe(clientResources());
  });
});

describe('the client’s types are those of the contract', () => {
  it('for runs', () => {
    expectTypeOf<Json<client.RunItem>>().toEqualTypeOf<Sent<typeof runsApi.runItem>>();
    expectTypeOf<Json<client.RunRecord>>().toEqualTypeOf<Sent<typeof runsApi.run>>();
    expectTypeOf<Json<client.BrickOutput>>().toEqualTypeOf<Sent<typeof brickOutput>>();
    expectTypeOf<Json<client.EvidenceSpan>>().toEqualTypeOf<Sent<typeof evidenceSpan>>();
    expectTypeOf<Json<client.AcceptedRun>>().toEqualTypeOf<Sent<typeof runsApi.accepted>>();
    expectTypeOf<Json<client.RunPage>>().toEqualTypeOf<Sent<typeof runsApi.runPage>>();
    expectTypeOf<Json<client.RunCount>>().toEqualTypeOf<Sent<typeof runsApi.runCount>>();
    expectTypeOf<Json<{ data: client.BatchLine[] }>>().toEqualTypeOf<Sent<typeof batchesApi.batchLines>>();
    expectTypeOf<Json<client.TestedRun>>().toEqualTypeOf<Sent<typeof testApi.testedRun>>();
    expectTypeOf<Json<client.CreateRunRequest & { mode?: 'async' | 'sync' }>>().toEqualTypeOf<
      Taken<typeof runsApi.createRunBody>
    >();
    expectTypeOf<client.RunType>().toEqualTypeOf<(typeof RUN_TYPES)[number]>();
  });

  it('for reviews', () => {
    expectTypeOf<Json<client.Review>>().toEqualTypeOf<Sent<typeof reviewsApi.review>>();
    expectTypeOf<Json<client.NewReview>>().toEqualTypeOf<Taken<typeof reviewsApi.newReview>>();
    expectTypeOf<Json<client.ReviewPage>>().toEqualTypeOf<Sent<typeof reviewsApi.reviewPage>>();
  });

  it('for the review queue and quality', () => {
    expectTypeOf<Json<client.ReviewQueue>>().toEqualTypeOf<Sent<typeof reviewQueueApi.reviewQueue>>();
    expectTypeOf<Json<client.ReviewItem>>().toEqualTypeOf<Sent<typeof reviewQueueApi.reviewItem>>();
    expectTypeOf<Json<client.QueuedRuns>>().toEqualTypeOf<Sent<typeof reviewQueueApi.queuedRuns>>();
    expectTypeOf<Json<client.ReviewDraw>>().toEqualTypeOf<Sent<typeof reviewQueueApi.reviewDraw>>();
    expectTypeOf<Json<client.ReviewPolicyRequest>>().toEqualTypeOf<Taken<typeof reviewQueueApi.reviewPolicyBody>>();
    expectTypeOf<Json<client.KitQuality>>().toEqualTypeOf<Sent<typeof qualityApi.quality>>();
  });

  it('for golden sets and evaluations', () => {
    expectTypeOf<Json<client.GoldenSet>>().toEqualTypeOf<Sent<typeof goldenSetsApi.goldenSet>>();
    expectTypeOf<Json<client.AddedGoldenRuns>>().toEqualTypeOf<Sent<typeof goldenSetsApi.addedGoldenRuns>>();
    expectTypeOf<Json<client.GoldenLine>>().toEqualTypeOf<Taken<typeof goldenSetsApi.goldenLineBody>>();
    expectTypeOf<Json<client.Evaluation>>().toEqualTypeOf<Sent<typeof evaluationsApi.evaluation>>();
    expectTypeOf<Json<client.BrickComparison>>().toEqualTypeOf<Sent<typeof evaluationsApi.brickComparison>>();
    expectTypeOf<Json<client.EvaluationEstimate>>().toEqualTypeOf<Sent<typeof evaluationsApi.evaluationEstimate>>();
  });

  it('for learnings', () => {
    expectTypeOf<Json<client.Learning>>().toEqualTypeOf<Sent<typeof learningsApi.learning>>();
    expectTypeOf<Json<client.LearningEstimate>>().toEqualTypeOf<Sent<typeof learningsApi.learningEstimate>>();
  });

  it('for backfills', () => {
    expectTypeOf<Json<client.Backfill>>().toEqualTypeOf<Sent<typeof backfillsApi.backfill>>();
    expectTypeOf<Json<client.BackfillEstimate>>().toEqualTypeOf<Sent<typeof backfillsApi.backfillEstimate>>();
    expectTypeOf<Json<client.ShadowRequest>>().toEqualTypeOf<Taken<typeof shadowsApi.shadowRequest>>();
    expectTypeOf<Json<client.BackfillComparison>>().toEqualTypeOf<Sent<typeof backfillsApi.backfillComparison>>();
  });

  it('for questions', () => {
    expectTypeOf<Json<client.Question>>().toEqualTypeOf<Sent<typeof questionsApi.question>>();
    expectTypeOf<Json<client.QuestionItem>>().toEqualTypeOf<Sent<typeof questionsApi.questionItem>>();
    expectTypeOf<Json<client.Contrast>>().toEqualTypeOf<Sent<typeof contrastsApi.contrast>>();
    expectTypeOf<Json<client.QuestionPrediction>>().toEqualTypeOf<Sent<typeof questionsApi.prediction>>();
  });

  it('tell by the status that there is an output, and take the types of a kit', () => {
    /** As `brickwork kits types` prints it, with an answer that may be missing. */
    interface KitOutput {
      kit_code: string;
      kit_version_id: string;
      bricks: { solved: { value: boolean; confidence: number; basis?: string }; note?: { value: string } };
    }
    const solved = (run: client.Run<KitOutput>) =>
      run.status === 'succeeded' ? run.output.bricks.solved.value : undefined;
    expectTypeOf(solved).returns.toEqualTypeOf<boolean | undefined>();
    expectTypeOf(client.toSignalRows).toBeCallableWith({} as client.Run<KitOutput>);
    expectTypeOf(client.toSignalRows).toBeCallableWith({} as client.Run);
    expectTypeOf(client.verifyWebhook).parameter(0).toEqualTypeOf<string | Uint8Array>();
  });

  it('for usage', () => {
    expectTypeOf<Json<client.RunUsage>>().toEqualTypeOf<Sent<typeof usageApi.runUsage>>();
    expectTypeOf<Json<client.UsageTotals>>().toEqualTypeOf<Sent<typeof usageApi.usageTotals>>();
  });

  it('for alerts', () => {
    expectTypeOf<Json<client.AlertRule>>().toEqualTypeOf<Taken<typeof alertsApi.alertRule>>();
    expectTypeOf<Json<client.View>>().toEqualTypeOf<Sent<typeof viewsApi.view>>();
    expectTypeOf<Json<client.Alert>>().toEqualTypeOf<Sent<typeof alertsApi.alert>>();
    expectTypeOf<Json<client.WarehouseExportSettings>>().toEqualTypeOf<
      Taken<typeof warehouseApi.warehouseExportSettings>
    >();
    expectTypeOf<Json<client.WarehouseExportState>>().toEqualTypeOf<Sent<typeof warehouseApi.warehouseExportState>>();
    expectTypeOf<Json<client.WarehouseChanges>>().toEqualTypeOf<Sent<typeof warehouseApi.warehouseChanges>>();
    expectTypeOf<Json<client.ChannelSettings>>().toEqualTypeOf<Taken<typeof channelsApi.channelSettings>>();
    expectTypeOf<Json<client.Channel>>().toEqualTypeOf<Sent<typeof channelsApi.channel>>();
    expectTypeOf<Json<client.ChannelDelivery>>().toEqualTypeOf<Sent<typeof channelsApi.channelDelivery>>();
    expectTypeOf<Json<client.CanaryRule>>().toEqualTypeOf<Taken<typeof canariesApi.canaryRule>>();
    expectTypeOf<Json<client.Canary>>().toEqualTypeOf<Sent<typeof canariesApi.canary>>();
    expectTypeOf<Json<client.AlertChange>>().toEqualTypeOf<Sent<typeof alertsApi.alertChange>>();
    expectTypeOf<Json<client.CanaryChange>>().toEqualTypeOf<Sent<typeof canariesApi.canaryChange>>();
    expectTypeOf<Json<client.AlertCheck>>().toEqualTypeOf<Sent<typeof alertsApi.alertCheck>>();
  });

  it('for insights', () => {
    expectTypeOf<Json<client.Insights>>().toEqualTypeOf<Sent<typeof insightsApi.insights>>();
    expectTypeOf<Json<client.Dimension>>().toEqualTypeOf<Sent<typeof dimensionsApi.dimension>>();
    expectTypeOf<Json<client.WorkspaceSettings>>().toEqualTypeOf<Sent<typeof settingsApi.workspaceSettings>>();
  });

  it('for kits', () => {
    expectTypeOf<Json<client.KitSchema>>().toEqualTypeOf<Sent<typeof kitsApi.kitSchema>>();
    expectTypeOf<Json<client.KitSummary>>().toEqualTypeOf<Sent<typeof kitsApi.kitSummary>>();
    expectTypeOf<Json<client.KitPage>>().toEqualTypeOf<Sent<typeof kitsApi.kitPage>>();
    expectTypeOf<Json<client.PushedKit>>().toEqualTypeOf<Sent<typeof kitsApi.pushedKit>>();
    expectTypeOf<Json<client.KitVersionPage>>().toEqualTypeOf<Sent<typeof kitsApi.kitVersionPage>>();
    expectTypeOf<Json<client.KitVersionDocument>>().toEqualTypeOf<Sent<typeof kitsApi.kitVersionDocument>>();
    expectTypeOf<Json<client.KitDiff>>().toEqualTypeOf<Sent<typeof kitsApi.kitDiff>>();
    expectTypeOf<Json<{ data: client.BrickMetadata[]; missing: string[] }>>().toEqualTypeOf<
      Sent<typeof bricksApi.brickList>
    >();
  });

  it('for webhooks', () => {
    expectTypeOf<Json<client.WebhookEndpoint>>().toEqualTypeOf<Sent<typeof webhooksApi.webhookEndpoint>>();
    expectTypeOf<Json<client.Delivery>>().toEqualTypeOf<Sent<typeof webhooksApi.delivery>>();
    expectTypeOf<client.WebhookEvent['type']>().toEqualTypeOf<Sent<typeof webhooksApi.webhookEvent>['type']>();
    expectTypeOf<keyof client.WebhookEvent>().toEqualTypeOf<keyof Sent<typeof webhooksApi.webhookEvent>>();
  });

  it('for intakes', () => {
    expectTypeOf<Json<client.IntakeDocument>>().toEqualTypeOf<Taken<typeof intakeDocument>>();
    expectTypeOf<Json<client.Intake>>().toEqualTypeOf<Sent<typeof intakesApi.intake>>();
    expectTypeOf<Json<client.IntakeDelivery>>().toEqualTypeOf<Sent<typeof intakesApi.intakeDelivery>>();
    expectTypeOf<Json<client.IntakePreview>>().toEqualTypeOf<Sent<typeof intakesApi.intakePreview>>();
  });

  it('for members', () => {
    expectTypeOf<Json<client.Actor>>().toEqualTypeOf<Sent<typeof actor>>();
    expectTypeOf<Json<client.Member>>().toEqualTypeOf<Sent<typeof membersApi.member>>();
    expectTypeOf<Json<client.MemberSession>>().toEqualTypeOf<Sent<typeof membersApi.memberSession>>();
    expectTypeOf<Json<client.ShownInvitation>>().toEqualTypeOf<Sent<typeof membersApi.shownInvitation>>();
    expectTypeOf<Json<client.InviteRequest>>().toEqualTypeOf<Taken<typeof membersApi.inviteBody>>();
    expectTypeOf<Json<client.ChangeMemberRequest>>().toEqualTypeOf<Taken<typeof membersApi.changeMemberBody>>();
  });

  it('for keys and errors', () => {
    expectTypeOf<Json<client.Me>>().toEqualTypeOf<Sent<typeof meApi.me>>();
    expectTypeOf<Json<client.KitTypes>>().toEqualTypeOf<Sent<typeof kitsApi.kitTypes>>();
    expectTypeOf<Json<client.ApiKey>>().toEqualTypeOf<Sent<typeof keysApi.apiKey>>();
    expectTypeOf<Json<client.CreatedApiKey>>().toEqualTypeOf<Sent<typeof keysApi.createdKey>>();
    expectTypeOf<Json<client.CreateKeyRequest>>().toEqualTypeOf<Taken<typeof keysApi.createKeyBody>>();
    expectTypeOf<Json<client.WorkspaceSpeakers>>().toEqualTypeOf<Sent<typeof speakersApi.workspaceSpeakers>>();
    expectTypeOf<Json<client.SetWorkspaceSpeakers>>().toEqualTypeOf<Taken<typeof speakersApi.setWorkspaceSpeakers>>();
    expectTypeOf<client.ErrorCode>().toEqualTypeOf<ErrorCode>();
  });
});
