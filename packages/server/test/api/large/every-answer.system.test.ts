/**
 * Every GET endpoint, asked for the most it gives, on a workspace that its owner filled: the answer has a bound, and the main thread is not held up
 * meanwhile. Measured in CPU time of the main thread, so that other processes on the machine do not count; whoever asks does it in another thread. Record 115 has what it found.
 */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { decodeId, encodeId } from '@brickwork/server/core/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asked, startAskingThread } from '../../../../../test/support/asking-thread.ts';
import { exampleRequest, makerOf, rememberIds } from '../../../../../test/support/example-requests.ts';
import { endQuestion, fillWorkspace, ONE } from '../../../../../test/support/large-workspace.ts';
import { longestStretch } from '../../../../../test/support/main-thread.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

const MEGABYTE = 1024 * 1024;
/** What an answer may have that is not a stream; a run with its input, its conversation and its answers is the largest. */
const MOST_BYTES = 8 * MEGABYTE;
/** In one go, in units of parsing 1.3 MB. A loop over all rows is what this is to find, not a slow machine. */
const MOST_STRETCH = 20;

const GETS = ENDPOINTS.filter(({ method }) => method === 'GET');

interface Asking {
  /** Every query that makes the answer large. */
  queries: readonly string[];
  /** What the first of them has at least: else the workspace is not large for this endpoint. */
  least: number;
  /** The answer is as long as what is stored, and read page by page. */
  isStream?: boolean;
}

const ask = (least: number, ...queries: string[]): Asking => ({
  least,
  queries: queries.length === 0 ? [''] : queries,
});
const stream = (least: number, ...queries: string[]): Asking => ({ ...ask(least, ...queries), isStream: true });

/**
 * By operation. One that is not here is asked for what its own group makes: as many as there may be, with texts as long as they may be. Where
 * nothing makes them, the test below fails: whoever adds such an endpoint says how large its answer can be made.
 */
const ASKED: Readonly<Record<string, Asking>> = {
  listRuns: ask(500_000, '?limit=100&include=answers', '?limit=100&include=answers&as=reviewed', '?limit=100&q=hello'),
  countRuns: ask(10, '', '?facets=status,kit_code,u,metadata.key_1'),
  exportRuns: stream(10 * MEGABYTE, '?include=input', '?format=csv&as=reviewed'),
  getRun: ask(10_000, '?include=input,conversation,reviews,evidence_spans,confidence_basis&as=reviewed'),
  listReviews: ask(100_000, '?limit=100'),
  exportReviews: stream(5 * MEGABYTE, '?current=false'),
  getReviewQueue: ask(50),
  previewLocalFirst: ask(500),
  getQuality: ask(1_000, '', '?group_by=metadata.u', '?group_by=metadata.key_1', '?group_by=week'),
  listGoldenSets: ask(10_000),
  getGoldenSet: stream(10 * MEGABYTE),
  listEvaluations: ask(20_000),
  getEvaluation: ask(100),
  listLearnings: ask(100_000),
  getLearning: ask(1_000),
  listBackfills: ask(50_000),
  getBackfill: ask(100),
  compareBackfill: ask(5_000, '', '?flips=1000'),
  getShadow: ask(50),
  getRunUsage: ask(50),
  getUsage: ask(1_000, '', '?group_by=kit', '?from=2026-01-01&to=2026-12-31'),
  getKitSchema: ask(1_000),
  findKitSchema: ask(1_000, '?kit_code=:kitCode'),
  listBricks: ask(100, '?ids=:brickIds'),
  listKits: ask(5_000, '?limit=100'),
  listKitVersions: ask(5_000, '?limit=100'),
  getKitVersion: ask(10_000),
  listDimensions: ask(50),
  listDimensionValues: ask(1_000, '?limit=100', '?limit=100&prefix=value-1'),
  getSettings: ask(10),
  getInsights: ask(
    2_000,
    '?group_by=metadata.u',
    '?group_by=metadata.u,metadata.key_1',
    '?group_by=day',
    '?group_by=metadata.u&format=csv',
    '?group_by=week&as=reviewed',
  ),
  // Entries are chained by their hashes, so they cannot be copied: these are the few of the set-up.
  listAudit: ask(500, '?limit=100'),
  exportAudit: stream(500),
  verifyAudit: ask(10),
  listContrasts: ask(10),
  listErasures: ask(50),
  getErasure: ask(50),
  listQuestions: ask(10_000),
  getQuestion: ask(500),
  listCallsToJudge: ask(50, '', '?limit=100'),
  streamQuestion: stream(500),
  listViews: ask(100_000),
  listAlerts: ask(10_000),
  getAlert: ask(100),
  listAlertChanges: ask(10),
  listCanaries: ask(1_000),
  getCanary: ask(100),
  listCanaryChanges: ask(10),
  listChannels: ask(100),
  getSummary: ask(100),
  getChanges: ask(100),
  getHome: ask(50, '?agent=nobody'),
  getChannel: ask(100),
  listChannelDeliveries: ask(10, '?limit=100'),
  listWarehouseChanges: ask(100),
  getWarehouseExport: ask(10),
  streamWarehouseRuns: stream(MEGABYTE, '?days=:today'),
  listDestinations: ask(1_000),
  getDestination: ask(100),
  listDestinationDeliveries: ask(10, '?limit=100'),
  listDestinationPresets: ask(100),
  getKitTypes: ask(1_000),
  getKitDocumentSchema: ask(1_000),
  listWebhooks: ask(100),
  listDeliveries: ask(50_000, '?limit=100'),
  listEvents: ask(MEGABYTE, '?limit=100'),
  getEvent: ask(1_000),
  listIntakes: ask(10_000),
  getIntake: ask(100),
  listIntakeDeliveries: ask(50_000, '?limit=100'),
  listRecordings: ask(500_000, '?limit=100'),
  getRecording: ask(5_000),
  getMe: ask(50),
  listKeys: ask(10_000),
  getSpeakers: ask(10),
  listAppeals: ask(10),
  listCalibrations: ask(5_000),
  getCalibration: ask(100_000),
  listCoachingNotes: ask(10, '?agent=nobody'),
  listIntakePresets: ask(5_000),
  listMembers: ask(50_000),
  listMemberSessions: ask(5_000),
  listInvitations: ask(10),
  listLinkRequests: ask(10),
  getSignInProvider: ask(10),
  healthz: ask(1),
  readyz: ask(1),
  metrics: ask(1_000),
  openapi: ask(100_000),
};

/** One document each, whose size is bounded where it is written: nothing that is stored beside it makes the answer larger. */
const ONE_DOCUMENT: readonly string[] = [
  'getContrast',
  'getIntakeDelivery',
  'getIntakePayload',
  'answerIntakeHandshake',
  'playRecording',
];

/** What `:name` stands for. */
const NAMED: Readonly<Record<string, string>> = {
  '/v1/kits/:kitId/golden-sets/:name': 'set-0',
  '/v1/alerts/:name': 'alert',
  '/v1/alerts/:name/changes': 'alert',
  '/v1/canaries/:name': 'canary',
  '/v1/canaries/:name/changes': 'canary',
  '/v1/channels/:name': 'ops',
  '/v1/channels/:name/deliveries': 'ops',
  '/v1/destinations/:name': 'crm',
  '/v1/destinations/:name/deliveries': 'crm',
  '/v1/intakes/:name': 'calls',
  '/v1/intakes/:name/deliveries': 'calls',
  '/v1/dimensions/:name/values': 'u',
};

let service: TestService;
let thread: ReturnType<typeof startAskingThread>;
/** What the other parameters stand for, in paths and queries. */
const names = new Map<string, string>();

const KIT = {
  kit: 'large',
  bricks: [
    { key: 'solved', type: 'boolean', question: 'Was it solved?' },
    ...Array.from({ length: 20 }, (_, n) => ({
      key: `text_${n + 1}`,
      type: 'text',
      question: `What about ${'this '.repeat(100)}${n}?`,
    })),
  ],
};
const ALERT = { kit: 'large', brick: 'solved', aggregate: 'share', value: true, below: 0.5, window: '1d' };
const CANARY = { kit: 'large', set: 'first', engine: 'local' };
const DESTINATION = {
  destination: {
    preset: 'hubspot',
    fields: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`b${n}`, `field_${n}`])),
  },
  secrets: { token: 'pat' },
};
const CHANNEL = { kind: 'slack', url: 'https://hooks.slack.com/services/x', topics: ['alerts'] };
const LINE = { input: { transcript: 'Agent: hello' }, expected: { solved: true } };
const INTAKE = {
  description: 'x'.repeat(500),
  auth: { type: 'token' },
  map: { input: '{ "transcript": text }' },
  kits: [{ kit: 'large' }],
};

beforeAll(async () => {
  // Nothing is checked that a user does not pay for.
  service = await startTestService(
    { BRICKWORK_ROLE: 'api', BRICKWORK_TRANSCRIBER: 'whisper/base' },
    { checkResponses: false },
  );
  thread = startAskingThread();
  const { adminKey: key } = service;
  // Written once in the life of a process, whatever is stored.
  await service.call('GET', '/openapi.json');
  const send = async (method: string, path: string, body: object) => {
    const answer = await service.call(method, path, { key, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const kit = await send('POST', '/v1/kits?publish=true', KIT);
  const draft = await send('POST', '/v1/kits', { ...KIT, name: 'A draft' });
  await send('PUT', '/v1/kits/large/golden-sets/first', { lines: [LINE] });
  await send('PUT', '/v1/kits/large/shadow', { kit_version_id: draft.kit_version_id, share: 0.1 });
  await send('PUT', '/v1/alerts/alert', ALERT);
  await send('PUT', '/v1/canaries/canary', CANARY);
  await send('PUT', '/v1/channels/ops', CHANNEL);
  await send('PUT', '/v1/destinations/crm', DESTINATION);
  await send('PUT', '/v1/intakes/calls', { intake: INTAKE });
  const { runId, brickIds } = await fillWorkspace(service.testDatabase.database, {
    workspace: decodeId('ws', service.workspaceId) ?? '',
    kitId: kit.kit_id,
    kitCode: kit.kit_code,
    versionId: kit.kit_version_id,
  });
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`key_${n}`, 'x'.repeat(500)]));
  let recording = { recording_id: '' };
  for (let made = 0; made < 100; made += 1)
    recording = await send('POST', '/v1/recordings', { size_bytes: 1_000, name: 'x'.repeat(255), metadata });
  const question = await send('POST', '/v1/questions', { questions: ['Was it solved?'], by: 'u' });
  const erasure = await send('POST', '/v1/erasures', { run_ids: [encodeId('run', runId)] });
  await endQuestion(service.testDatabase.database, decodeId('qst', question.question_id) ?? '');
  for (const [name, value] of [
    ['questionId', question.question_id],
    ['erasureId', erasure.erasure_id],
    ['kitId', kit.kit_id],
    ['version', '1'],
    ['runId', encodeId('run', runId)],
    ['recordingId', recording.recording_id],
    ['eventId', encodeId('evt', runId)],
    ['evaluationId', encodeId('evl', ONE)],
    ['calibrationId', encodeId('cal', ONE)],
    ['learningId', encodeId('lrn', ONE)],
    ['memberId', encodeId('mem', ONE)],
    ['backfillId', encodeId('bfl', ONE)],
    ['webhookId', encodeId('whe', ONE)],
    ['kitCode', kit.kit_code],
    ['brickIds', brickIds.join(',')],
    ['today', new Date().toISOString().slice(0, 10)],
  ])
    names.set(name, value);
}, 300_000);
afterAll(async () => {
  await thread?.stop();
  await service?.stop();
});

/** The most that are made of anything. */
const MANY = 150;

/** What was made through each endpoint that makes something: how many, and the bytes and the name of the last. */
const makings = new Map<string, Promise<{ made: number; bytes: number; name: string }>>();

/** As many as there may be. */
async function makeMany(maker: Endpoint): Promise<{ made: number; bytes: number; name: string }> {
  let [made, bytes, name] = [0, 0, ''];
  for (; made < MANY; made += 1) {
    const known = new Map([...names, ['kit', 'large']]);
    const { path } = exampleRequest(maker, known);
    const numbered = maker.method === 'PUT' ? `${path}-${made}` : path;
    const send = ({ body }: { body?: unknown }) =>
      service.call(maker.method, numbered, { key: service.adminKey, ...(body !== undefined && { body }) });
    const long = await send(exampleRequest(maker, known, { isLong: true }));
    const answer = long.status < 300 ? long : await send(exampleRequest(maker, known));
    if (answer.status >= 300 && made > 1) break;
    expect(answer.status, `${maker.id}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    rememberIds(answer.body, known);
    for (const [id, value] of known) if (id.endsWith('Id')) names.set(id, value);
    [bytes, name] = [JSON.stringify(answer.body).length, numbered.split('/').at(-1) ?? ''];
  }
  return { made, bytes, name };
}

/** Makes what an endpoint answers with; says how to ask for all of it. */
async function filledByExample(endpoint: Endpoint): Promise<Asking> {
  const maker = makerOf(endpoint);
  if (maker === undefined) throw new Error(`nothing makes what ${endpoint.id} answers with: say above how it is asked`);
  const making = makings.get(maker.id) ?? makeMany(maker);
  makings.set(maker.id, making);
  const { made, bytes, name } = await making;
  names.set(endpoint.path, name);
  const hasLimit =
    endpoint.query?.safeParse({ limit: '100' }).success && !endpoint.query.safeParse({ limit: 'x' }).success;
  // A list may show less of each, and only the newest.
  const least = (/:\w+$/.test(endpoint.path) ? 1 : Math.min(made, 20)) * (bytes / 4);
  return ask(least, hasLimit ? '?limit=100' : '');
}

const standsFor = (path: string, name: string) => {
  const value = name === 'name' ? (NAMED[path] ?? names.get(path)) : names.get(name);
  if (value === undefined) throw new Error(`nothing is known that :${name} of ${path} could stand for`);
  return value;
};

describe('every GET endpoint', () => {
  it('is asked below', () => {
    const known = GETS.map(({ id }) => id);
    expect([...Object.keys(ASKED), ...ONE_DOCUMENT].filter((id) => !known.includes(id))).toEqual([]);
    const made = GETS.filter((endpoint) => makerOf(endpoint) !== undefined).map(({ id }) => id);
    expect(known.filter((id) => !(id in ASKED) && !ONE_DOCUMENT.includes(id) && !made.includes(id))).toEqual([]);
  });

  it.each(GETS.filter(({ id }) => !ONE_DOCUMENT.includes(id)).map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has a bound and leaves others their turn',
    { timeout: 120_000 },
    async (id, endpoint) => {
      const { path } = endpoint;
      const { queries, least, isStream = false } = ASKED[id] ?? (await filledByExample(endpoint));
      for (const [number, query] of queries.entries()) {
        const url = service.url + (path + query).replace(/:([a-z]\w+)/gi, (_, name: string) => standsFor(path, name));
        let answer: Asked | undefined;
        const longest = await longestStretch(MOST_STRETCH, async () => {
          answer = await thread.get(url, service.adminKey);
        });
        const { status, bytes, beginning } = answer ?? { status: 0, bytes: 0, beginning: '' };
        expect(status, `${query}: ${beginning}`).toBe(200);
        if (number === 0) expect(bytes, `${query}: the workspace is not large enough`).toBeGreaterThanOrEqual(least);
        if (!isStream) expect(bytes, `${query}: bytes`).toBeLessThanOrEqual(MOST_BYTES);
        expect(longest, `${query}: the main thread in one go`).toBeLessThan(MOST_STRETCH);
      }
    },
  );
});
