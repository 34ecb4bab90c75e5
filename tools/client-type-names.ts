/** Which schema of the contract has which name in the client, and in which file. What a caller sends is `isTaken`. */
import * as contract from '@brickwork/contract';
import {
  ALERT_STATES,
  AUDIT_ACTIONS,
  actor,
  alertsApi,
  appealsApi,
  auditApi,
  BACKFILL_STATUSES,
  BRICK_LEARNINGS,
  BRICK_TYPES,
  backfillsApi,
  batchesApi,
  brickOutput,
  bricksApi,
  brickValue,
  CHANNEL_KINDS,
  CHANNEL_SIDES,
  CHANNEL_TOPICS,
  CONTRAST_STATUSES,
  calibrationsApi,
  canariesApi,
  changesApi,
  channelsApi,
  contrastsApi,
  DELIVERY_STATUSES,
  DESTINATION_STATUSES,
  destinationDocument,
  destinationsApi,
  dimensionsApi,
  ENDPOINTS,
  ENVIRONMENTS,
  ERASURE_STATUSES,
  erasuresApi,
  evaluationsApi,
  evidenceSpan,
  goldenSetsApi,
  homeApi,
  INTAKE_OUTCOMES,
  importsApi,
  insightsApi,
  intakeDocument,
  intakesApi,
  keysApi,
  kitsApi,
  knowledgeRef,
  learningsApi,
  meApi,
  membersApi,
  NEW_RUN_TYPES,
  PERMISSIONS,
  PERSON_ROLES,
  QUESTION_STATUSES,
  QUESTION_TYPES,
  qualityApi,
  questionsApi,
  RECORDING_STATUSES,
  ROLE_MEANINGS,
  ROLES,
  RUN_MODES,
  RUN_STATUSES,
  RUN_TYPES,
  recordingsApi,
  reviewQueueApi,
  reviewsApi,
  runsApi,
  settingsApi,
  shadowsApi,
  signInApi,
  speakersApi,
  spendApi,
  summaryApi,
  TERMINAL_STATUSES,
  testApi,
  usageApi,
  VERDICTS,
  viewsApi,
  WORK_STATUSES,
  warehouseApi,
  webhooksApi,
} from '@brickwork/contract';
import { z } from 'zod';

export interface NamedType {
  name: string;
  schema: z.ZodType;
  /** A request: members with a default are optional, and may be `undefined`. */
  isTaken?: boolean;
  /** Instead of the schema's description. */
  about?: string;
  /** Members that the other type has alike are left out. */
  extends?: { name: string; without?: readonly string[] };
  /** Members that the client does not let callers send this way. */
  omit?: readonly string[];
  /** The member whose type the caller may choose. */
  generic?: { member: string; name: string; fallback: string };
}

/** The closed sets of words; those with a `list` can be looked through, too. */
interface Words {
  values: readonly string[];
  about?: string;
  list?: string;
  /** A sentence about each, for those who choose one. */
  meanings?: { list: string; of: Readonly<Record<string, string>> };
}

export const WORDS: Readonly<Record<string, Words>> = {
  RunStatus: { values: RUN_STATUSES },
  DefaultDimension: {
    values: dimensionsApi.DEFAULT_DIMENSIONS.map(({ name }) => name),
    list: 'DEFAULT_DIMENSIONS',
    about: 'Dimensions that every workspace has, with the metadata keys of the same names.',
  },
  TerminalStatus: { values: TERMINAL_STATUSES, list: 'TERMINAL_STATUSES', about: 'A status that never changes again.' },
  NewRunType: { values: NEW_RUN_TYPES, about: 'What a request may ask for.' },
  RunType: { values: RUN_TYPES },
  RunMode: { values: RUN_MODES },
  RecordingStatus: { values: RECORDING_STATUSES },
  ChannelSide: { values: CHANNEL_SIDES, about: 'Who speaks on a channel of a recording.' },
  BackfillStatus: { values: BACKFILL_STATUSES },
  WorkStatus: { values: WORK_STATUSES, about: 'Of work in the background: evaluations and learnings.' },
  BrickLearningStatus: { values: BRICK_LEARNINGS, about: 'What became of one brick when its kit learned.' },
  ContrastStatus: { values: CONTRAST_STATUSES },
  QuestionStatus: { values: QUESTION_STATUSES },
  QuestionType: { values: QUESTION_TYPES, about: 'What a question across calls asks for.' },
  ErasureStatus: { values: ERASURE_STATUSES },
  BrickType: { values: BRICK_TYPES },
  KitStatus: { values: ['draft', 'published', 'archived'] },
  Environment: { values: ENVIRONMENTS },
  AuditAction: { values: Object.keys(AUDIT_ACTIONS), list: 'AUDIT_ACTIONS', about: 'What the audit log records.' },
  Permission: { values: PERMISSIONS },
  Role: { values: ROLES, list: 'ROLES', meanings: { list: 'ROLE_MEANINGS', of: ROLE_MEANINGS } },
  PersonRole: { values: PERSON_ROLES, list: 'PERSON_ROLES', about: 'The roles that a person can have.' },
  Verdict: { values: VERDICTS },
  AppealStatus: { values: appealsApi.APPEAL_STATUSES },
  AlertState: { values: ALERT_STATES },
  DeliveryStatus: { values: DELIVERY_STATUSES },
  ChannelKind: { values: CHANNEL_KINDS, list: 'CHANNEL_KINDS', about: 'How a channel tells people.' },
  ChannelTopic: { values: CHANNEL_TOPICS, list: 'CHANNEL_TOPICS', about: 'What a channel tells of.' },
  IntakeOutcome: { values: INTAKE_OUTCOMES },
  DestinationStatus: { values: DESTINATION_STATUSES },
};

/** A schema inside another one: `inside(runsApi.run, 'reviews', '[]')`. */
function inside(schema: z.ZodType, ...path: readonly string[]): z.ZodType {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  if (def.innerType !== undefined) return inside(def.innerType as z.ZodType, ...path);
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const next =
    step === '[]' ? def.element : step === '{}' ? def.valueType : (def.shape as Record<string, unknown>)[step];
  if (next === undefined) throw new Error(`The contract has no ${step} where the client's types look for it.`);
  return inside(next as z.ZodType, ...rest);
}

/** What an endpoint answers with. */
function answerOf(id: string, status = 200): z.ZodType {
  return known(ENDPOINTS.find((endpoint) => endpoint.id === id)?.responses[status]?.schema, id);
}

function bodyOf(id: string): z.ZodType {
  return known(ENDPOINTS.find((endpoint) => endpoint.id === id)?.body, id);
}

function known(schema: z.ZodType | undefined, id: string): z.ZodType {
  if (schema === undefined)
    throw new Error(`The contract has no schema for ${id} where the client's types look for it.`);
  return schema;
}

const NAMED: Readonly<Record<string, readonly NamedType[]>> = {
  'brick-output': [
    { name: 'BrickValue', schema: brickValue, about: 'A list for a brick with `many`; null where there is no value.' },
    { name: 'EvidenceSpan', schema: evidenceSpan },
    { name: 'KnowledgeRef', schema: knowledgeRef },
    { name: 'BrickOutput', schema: brickOutput },
  ],
  run: [
    { name: 'RunOutput', schema: inside(runsApi.run, 'output') },
    { name: 'RunAnswer', schema: runsApi.runAnswer, about: 'An answer without what proves it.' },
    { name: 'RunItem', schema: runsApi.runItem, about: 'A run as lists show it: everything but the output.' },
    {
      name: 'RunRecord',
      schema: runsApi.run,
      about: 'A run as it is sent.',
      extends: { name: 'RunItem', without: ['answers'] },
      generic: { member: 'output', name: 'Output', fallback: 'RunOutput' },
    },
    { name: 'ConversationTurn', schema: inside(runsApi.conversationTurns, 'turns', '[]') },
    { name: 'ConversationSpeaker', schema: inside(runsApi.conversationTurns, 'speakers', '[]') },
    { name: 'Conversation', schema: runsApi.conversationTurns },
    { name: 'AcceptedRun', schema: runsApi.accepted },
    { name: 'CreateRunRequest', schema: runsApi.createRunBody, isTaken: true, omit: ['mode'] },
    { name: 'RunPage', schema: runsApi.runPage },
    { name: 'RunCount', schema: runsApi.runCount },
    { name: 'Erasure', schema: erasuresApi.erasure },
    { name: 'StartedErasure', schema: erasuresApi.startedErasure },
    { name: 'ErasureCount', schema: erasuresApi.erasureCount },
    { name: 'RunCancellation', schema: runsApi.runCancellation },
    { name: 'ImportedRun', schema: importsApi.importedRun, isTaken: true },
    { name: 'ImportResult', schema: importsApi.importLines },
    { name: 'BatchLine', schema: inside(batchesApi.batchLines, 'data', '[]') },
    { name: 'Tokens', schema: inside(usageApi.runUsage, 'tokens') },
    { name: 'RunUsage', schema: usageApi.runUsage },
    { name: 'UsageTotals', schema: usageApi.usageTotals },
  ],
  recording: [
    { name: 'SpokenTurn', schema: recordingsApi.spokenTurn },
    { name: 'Recording', schema: recordingsApi.recording },
    { name: 'RecordingRequest', schema: recordingsApi.recordingRequest, isTaken: true },
  ],
  review: [
    { name: 'Review', schema: reviewsApi.review },
    { name: 'NewReview', schema: reviewsApi.newReview, isTaken: true },
    { name: 'ReviewPage', schema: reviewsApi.reviewPage },
    { name: 'PreviewedAnswer', schema: reviewsApi.previewedAnswer },
    { name: 'Calibration', schema: calibrationsApi.calibration },
    { name: 'ComparedCall', schema: calibrationsApi.comparedCall },
    { name: 'CalibrationDetail', schema: calibrationsApi.calibrationDetail },
    { name: 'NewCalibration', schema: calibrationsApi.createCalibrationBody, isTaken: true },
    { name: 'Appeal', schema: appealsApi.appeal },
    { name: 'NewAppeal', schema: appealsApi.appealBody, isTaken: true },
    { name: 'AppealPage', schema: appealsApi.appealPage },
  ],
  'review-queue': [
    { name: 'ReviewMatch', schema: inside(reviewQueueApi.reviewPolicyBody, 'match', '[]') },
    {
      name: 'ReviewPolicyRequest',
      schema: reviewQueueApi.reviewPolicyBody,
      isTaken: true,
      about: 'Which runs of a kit people should review.',
    },
    { name: 'ReviewPolicy', schema: reviewQueueApi.reviewPolicy },
    { name: 'ReviewQueue', schema: reviewQueueApi.reviewQueue },
    { name: 'ReviewItem', schema: reviewQueueApi.reviewItem },
    { name: 'QueuedRuns', schema: reviewQueueApi.queuedRuns },
    { name: 'ReviewDraw', schema: reviewQueueApi.reviewDraw },
    { name: 'NextReviewItem', schema: answerOf('nextReviewItem') },
    { name: 'BrickQuality', schema: qualityApi.brickQuality },
    { name: 'KitQuality', schema: qualityApi.quality },
  ],
  'golden-set': [
    { name: 'GoldenSet', schema: goldenSetsApi.goldenSet },
    { name: 'AddedGoldenRuns', schema: goldenSetsApi.addedGoldenRuns },
    {
      name: 'GoldenLine',
      schema: goldenSetsApi.goldenLineBody,
      isTaken: true,
      about: 'An input and the values that a person considers right.',
    },
    { name: 'GoldenSetRequest', schema: goldenSetsApi.putGoldenSetBody, isTaken: true },
    { name: 'BrickScore', schema: evaluationsApi.brickScore },
    { name: 'Evaluation', schema: evaluationsApi.evaluation },
    { name: 'BrickComparison', schema: evaluationsApi.brickComparison },
    { name: 'ComparedEvaluation', schema: answerOf('getEvaluation'), extends: { name: 'Evaluation' } },
    { name: 'EvaluationRequest', schema: bodyOf('createEvaluation'), isTaken: true, omit: ['dry_run'] },
    { name: 'EvaluationEstimate', schema: evaluationsApi.evaluationEstimate },
  ],
  learning: [
    { name: 'BrickLearning', schema: learningsApi.brickLearning },
    { name: 'Learning', schema: learningsApi.learning },
    { name: 'LearningRequest', schema: learningsApi.learningRequest, isTaken: true, omit: ['dry_run'] },
    { name: 'LearningEstimate', schema: learningsApi.learningEstimate },
  ],
  question: [
    { name: 'QuestionAccuracy', schema: questionsApi.accuracy },
    { name: 'QuestionShare', schema: inside(questionsApi.questionAnswer, 'share') },
    { name: 'QuestionFigure', schema: inside(questionsApi.questionAnswer, 'mean') },
    { name: 'QuestionQuote', schema: inside(questionsApi.questionAnswer, 'quotes', 'for', '[]') },
    { name: 'QuestionThemes', schema: questionsApi.questionThemes },
    { name: 'QuestionTheme', schema: questionsApi.questionTheme },
    { name: 'QuestionGroup', schema: questionsApi.questionGroup },
    { name: 'QuestionDifference', schema: questionsApi.questionDifference },
    { name: 'QuestionJudging', schema: questionsApi.questionJudging },
    { name: 'JudgeRequest', schema: questionsApi.judgeRequest, isTaken: true },
    { name: 'JudgedAnswer', schema: questionsApi.judgedAnswer },
    { name: 'CallToJudge', schema: inside(questionsApi.callsToJudge, 'calls', '[]') },
    { name: 'CallsToJudge', schema: questionsApi.callsToJudge },
    { name: 'QuestionAnswer', schema: questionsApi.questionAnswer },
    { name: 'QuestionPrediction', schema: questionsApi.prediction },
    { name: 'Question', schema: questionsApi.question },
    { name: 'QuestionItem', schema: questionsApi.questionItem },
    { name: 'ContrastPhrase', schema: contrastsApi.contrastPhrase },
    { name: 'Contrast', schema: contrastsApi.contrast },
    { name: 'ContrastRequest', schema: contrastsApi.contrastRequest, isTaken: true },
    { name: 'QuestionRequest', schema: questionsApi.questionRequest, isTaken: true, omit: ['dry_run'] },
  ],
  backfill: [
    { name: 'ShadowRequest', schema: shadowsApi.shadowRequest, isTaken: true },
    { name: 'BackfillEstimate', schema: backfillsApi.backfillEstimate },
    { name: 'Backfill', schema: backfillsApi.backfill },
    { name: 'ComparedBrick', schema: backfillsApi.comparedBrick },
    { name: 'BackfillComparison', schema: backfillsApi.backfillComparison },
  ],
  insights: [
    {
      name: 'Estimate',
      schema: insightsApi.estimate,
      about: 'A figure with its 95 % interval; without one where too little was counted.',
    },
    { name: 'BrickInsights', schema: insightsApi.brickInsights },
    { name: 'InsightsGroup', schema: insightsApi.insightsGroup },
    { name: 'Insights', schema: insightsApi.insights },
    { name: 'Changes', schema: changesApi.changes },
    { name: 'KitWeek', schema: summaryApi.kitWeek },
    { name: 'Summary', schema: summaryApi.summary },
    { name: 'Home', schema: homeApi.home },
  ],
  alert: [
    {
      name: 'AlertRule',
      schema: alertsApi.alertRule,
      isTaken: true,
      about: 'A rule about a figure of a kit. It has either `above` or `below`.',
    },
    { name: 'AlertFinding', schema: alertsApi.alertFinding },
    { name: 'Alert', schema: alertsApi.alert },
    {
      name: 'AlertChange',
      schema: alertsApi.alertChange,
      about: 'When it was raised or resolved, and what was found then.',
    },
    {
      name: 'AlertCheck',
      schema: alertsApi.alertCheck,
      extends: { name: 'AlertFinding' },
      about: 'What a rule finds in current figures.',
    },
  ],
  canary: [
    {
      name: 'CanaryRule',
      schema: canariesApi.canaryRule,
      isTaken: true,
      about: 'A golden set that is evaluated every night on the live version of its kit.',
    },
    { name: 'CanaryFinding', schema: canariesApi.canaryFinding },
    {
      name: 'CanaryChange',
      schema: canariesApi.canaryChange,
      about: 'When it was raised or resolved, and what was found then.',
    },
    { name: 'Canary', schema: canariesApi.canary },
  ],
  channel: [
    { name: 'ChannelSettings', schema: channelsApi.channelSettings, isTaken: true },
    { name: 'ChannelDelivery', schema: channelsApi.channelDelivery },
    { name: 'Channel', schema: channelsApi.channel },
  ],
  warehouse: [
    { name: 'WarehouseChanges', schema: warehouseApi.warehouseChanges },
    { name: 'WarehouseExportSettings', schema: warehouseApi.warehouseExportSettings, isTaken: true },
    { name: 'WarehouseExport', schema: warehouseApi.warehouseExport },
    { name: 'WarehouseExportState', schema: warehouseApi.warehouseExportState },
  ],
  destination: [
    {
      name: 'DestinationDocument',
      schema: destinationDocument,
      isTaken: true,
      about: 'The definition of a destination: which answers go to which fields of which record.',
    },
    { name: 'StoredDestinationDocument', schema: destinationDocument, about: 'With all defaults filled in.' },
    { name: 'DestinationDelivery', schema: destinationsApi.destinationDelivery },
    { name: 'Destination', schema: destinationsApi.destination },
    { name: 'DestinationPreset', schema: destinationsApi.destinationPreset },
    { name: 'DestinationPreview', schema: destinationsApi.destinationPreview },
  ],
  kit: [
    { name: 'Condition', schema: inside(kitsApi.kitSchema, 'bricks', '[]', 'applies_when') },
    {
      name: 'KitScore',
      schema: inside(kitsApi.kitSchema, 'bricks', '[]', 'score'),
      about: 'How a score is computed from other bricks.',
    },
    { name: 'BrickSchema', schema: inside(kitsApi.kitSchema, 'bricks', '[]') },
    { name: 'KitSchema', schema: kitsApi.kitSchema },
    { name: 'KitTypes', schema: kitsApi.kitTypes },
    { name: 'KitSummary', schema: kitsApi.kitSummary },
    { name: 'KitPage', schema: kitsApi.kitPage },
    { name: 'PushedKit', schema: kitsApi.pushedKit },
    { name: 'KitVersion', schema: inside(kitsApi.kitVersionPage, 'data', '[]') },
    { name: 'KitVersionPage', schema: kitsApi.kitVersionPage },
    { name: 'KitVersionDocument', schema: kitsApi.kitVersionDocument, extends: { name: 'KitVersion' } },
    { name: 'KitChange', schema: inside(kitsApi.kitDiff, 'kit', '[]') },
    { name: 'KitDiff', schema: kitsApi.kitDiff },
    { name: 'BrickMetadata', schema: inside(bricksApi.brickList, 'data', '[]') },
    { name: 'TestedRun', schema: testApi.testedRun, extends: { name: 'KitSchema' } },
  ],
  webhook: [
    { name: 'WebhookEndpoint', schema: webhooksApi.webhookEndpoint },
    {
      name: 'WebhookEndpointWithSecret',
      schema: answerOf('putWebhook', 201),
      extends: { name: 'WebhookEndpoint' },
      about: 'What registering and rotating return: nothing else contains the secret.',
    },
    { name: 'DeliveryAttempt', schema: inside(webhooksApi.delivery, 'attempts', '[]') },
    { name: 'Delivery', schema: webhooksApi.delivery },
  ],
  intake: [
    {
      name: 'IntakeAuth',
      schema: inside(intakeDocument, 'auth'),
      isTaken: true,
      about: 'How a pushing service proves who it is: it sends the intake’s secret, or signs the body with it.',
    },
    {
      name: 'IntakeRule',
      schema: inside(intakeDocument, 'kits', '[]'),
      isTaken: true,
      about: 'Makes a run with a kit when all of its conditions are met.',
    },
    {
      name: 'IntakeFetch',
      schema: inside(intakeDocument, 'fetch', '[]'),
      isTaken: true,
      about: 'A request for what a payload only names: `{…}` is filled in.',
    },
    {
      name: 'IntakeDocument',
      schema: intakeDocument,
      isTaken: true,
      about: 'The definition of an intake; `when` and `map` are JSONata over the payload.',
    },
    { name: 'StoredIntakeDocument', schema: intakeDocument, about: 'With all defaults filled in.' },
    { name: 'Intake', schema: intakesApi.intake },
    { name: 'IntakeWithSecret', schema: answerOf('putIntake', 201), extends: { name: 'Intake' } },
    { name: 'IntakeWithChanges', schema: answerOf('getIntake'), extends: { name: 'Intake' } },
    { name: 'IntakeDelivery', schema: intakesApi.intakeDelivery },
    { name: 'IntakePayload', schema: intakesApi.intakePayload },
    { name: 'IntakePreset', schema: intakesApi.intakePreset },
    { name: 'IntakePreview', schema: intakesApi.intakePreview },
  ],
  member: [
    { name: 'Actor', schema: actor, about: 'Who did something.' },
    { name: 'Member', schema: membersApi.member },
    { name: 'MemberSession', schema: membersApi.memberSession },
    { name: 'ChangeMemberRequest', schema: membersApi.changeMemberBody, isTaken: true },
    { name: 'Invitation', schema: membersApi.invitation },
    { name: 'ShownInvitation', schema: membersApi.shownInvitation, extends: { name: 'Invitation' } },
    { name: 'InviteRequest', schema: membersApi.inviteBody, isTaken: true },
  ],
  'sign-in': [
    { name: 'SignInProvider', schema: signInApi.signInProvider },
    { name: 'LinkRequest', schema: signInApi.linkRequest },
  ],
  'api-key': [
    { name: 'ApiKey', schema: keysApi.apiKey },
    { name: 'CreatedApiKey', schema: keysApi.createdKey, extends: { name: 'ApiKey' } },
    { name: 'CreateKeyRequest', schema: keysApi.createKeyBody, isTaken: true },
    { name: 'Me', schema: meApi.me, about: 'What the key of a request is and may do; `null` stands for no limit.' },
  ],
  speakers: [
    { name: 'SpeakerRule', schema: speakersApi.speakerRule },
    { name: 'WorkspaceSpeakers', schema: speakersApi.workspaceSpeakers },
    { name: 'SetWorkspaceSpeakers', schema: speakersApi.setWorkspaceSpeakers, isTaken: true },
  ],
  dimension: [
    { name: 'Dimension', schema: dimensionsApi.dimension },
    { name: 'DimensionValue', schema: inside(dimensionsApi.dimensionValues, 'data', '[]') },
    { name: 'WorkspaceSettings', schema: settingsApi.workspaceSettings },
    { name: 'SettingsChange', schema: settingsApi.settingsChange, isTaken: true },
  ],
  spend: [
    { name: 'SpendCap', schema: spendApi.spendCap },
    { name: 'NewSpendCap', schema: spendApi.newSpendCap, isTaken: true },
  ],
  audit: [
    { name: 'AuditEntry', schema: auditApi.auditEntry },
    { name: 'AuditPage', schema: auditApi.auditPage },
    { name: 'AuditFinding', schema: auditApi.auditFinding },
    { name: 'AuditVerification', schema: auditApi.auditVerification },
  ],
  view: [{ name: 'View', schema: viewsApi.view, about: 'A list of runs that the workspace has given a name.' }],
};

const SCHEMAS_NAMED = new Set(
  Object.values(NAMED)
    .flat()
    .map(({ schema }) => schema),
);

/**
 * A group of endpoints of which nothing is named above has its types under the names that its schemas have in the contract, in a file of
 * the group's name: a new group needs no line here.
 */
function unnamedGroups(): Record<string, NamedType[]> {
  const bodies = new Set(ENDPOINTS.map(({ body }) => body));
  const files: Record<string, NamedType[]> = {};
  for (const [group, api] of Object.entries(contract)) {
    if (!group.endsWith('Api')) continue;
    const schemas = Object.values(api).filter((each) => each instanceof z.ZodType);
    if (schemas.some((schema) => SCHEMAS_NAMED.has(schema))) continue;
    const types = schemas.flatMap((schema) => {
      const name = z.globalRegistry.get(schema)?.id;
      return name === undefined ? [] : [{ name, schema, ...(bodies.has(schema) && { isTaken: true }) }];
    });
    const file = group.slice(0, -'Api'.length).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (types.length > 0) files[file] = types;
  }
  return files;
}

export const FILES: Readonly<Record<string, readonly NamedType[]>> = { ...NAMED, ...unnamedGroups() };

/** Types that callers give as body or query, where they are easier to write than what the contract takes: of `requests.ts`, or of `wire/`. */
export const WRITTEN_TYPES: Readonly<Record<string, string>> = {
  createBackfill: 'BackfillRequest',
  createErasure: 'ErasureRequest',
  drawReviews: 'ReviewDrawRequest',
  getChanges: 'ChangesQuery',
  exportAudit: 'AuditFilter',
  exportReviews: 'ReviewFilter',
  exportRuns: 'ExportFilter',
  getInsights: 'InsightsQuery',
  getQuality: 'QualityQuery',
  listAudit: 'AuditFilter',
  listDestinationDeliveries: 'DestinationLogFilter',
  listIntakeDeliveries: 'DeliveryQuery',
  listReviews: 'ReviewFilter',
  listRuns: 'RunFilter',
  replayIntakeDeliveries: 'ReplayRequest',
  testRun: 'CreateRunRequest',
};
