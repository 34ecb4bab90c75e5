/**
 * Every endpoint of the contract, called with the ids of another workspace: all of them answer as if the id were unknown. In `npm test`
 * with the kind of id that it is about, or with a tenth of all kinds where there is none.
 */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, draws } from '../../../../../test/support/draws.ts';
import { fakeLearner } from '../../../../../test/support/fake-learner.ts';
import { KIT, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

const CHANNEL = { kind: 'slack', url: 'https://hooks.slack.com/services/secret', topics: ['alerts'] };

let service: TestService;
let stranger: string;
/** The owner's own test key: it must not reach runs, webhooks and deliveries of the other environment either. */
let testKey: string;
/** Of the workspace `default`; the stranger has another workspace. */
const owned: Record<string, string> = {};
/** What belongs to one environment of a workspace; kits, bricks and keys are shared by both. */
const OF_ONE_ENVIRONMENT = [
  'run',
  'review',
  'item',
  'evaluation',
  'backfill',
  'shadow',
  'webhook',
  'delivery',
  'event',
  'intake',
  'alert',
  'canary',
  'calibration',
  'note',
  'learning',
  'question',
  'erasure',
  'appeal',
  'imported',
  'pushed',
];
/** Cursors of the owner's lists. */
const cursors: { path: string; cursor: string }[] = [];
const UNKNOWN: Readonly<Record<string, string>> = {
  run: 'run_01hqz0000000000000000000zz',
  uuid: '019a1111-2222-7333-8444-555566667777',
  code: 'ZZZZZZZZ',
  key: 'key_01hqz0000000000000000000zz',
  whe: 'whe_01hqz0000000000000000000zz',
  dlv: 'dlv_01hqz0000000000000000000zz',
  bfl: 'bfl_01hqz0000000000000000000zz',
  evl: 'evl_01hqz0000000000000000000zz',
  rvi: 'rvi_01hqz0000000000000000000zz',
  rev: 'rev_01hqz0000000000000000000zz',
  evt: 'evt_01hqz0000000000000000000zz',
  cal: 'cal_01hqz0000000000000000000zz',
  cno: 'cno_01hqz0000000000000000000zz',
  lrn: 'lrn_01hqz0000000000000000000zz',
  qst: 'qst_01hqz0000000000000000000zz',
  ers: 'ers_01hqz0000000000000000000zz',
  apl: 'apl_01hqz0000000000000000000zz',
  itd: 'itd_01hqz0000000000000000000zz',
  inv: 'inv_01hqz0000000000000000000zz',
};

beforeAll(async () => {
  service = await startTestService({}, { learner: fakeLearner() });
  const { adminKey } = service;
  const kit = await publishKit(service);
  const webhook = await service.call('POST', '/v1/webhooks', {
    key: adminKey,
    body: { url: 'https://receiver.example.com/hook' },
  });
  const run = await service.call('POST', '/v1/runs', {
    key: adminKey,
    body: {
      kit_code: kit.kit_code,
      input: { transcript: TRANSCRIPT },
      external_id: 'secret-external-id',
      mode: 'sync',
    },
  });
  const keys = await service.call('GET', '/v1/keys', { key: adminKey });
  const schema = await service.call('GET', `/v1/kits/${kit.kit_id}/schema`, { key: adminKey });
  for (let count = 0; count < 2; count += 1)
    await service.call('POST', '/v1/runs', {
      key: adminKey,
      body: { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync' },
    });
  const path = `/v1/kits/${kit.kit_id}`;
  await service.call('PUT', `${path}/review-policy`, {
    key: adminKey,
    body: { random: 1, since: '2020-01-01T00:00:00Z' },
  });
  const next = await service.call('POST', `${path}/review-queue/next`, { key: adminKey });
  await service.call('PUT', `${path}/golden-sets/regression`, {
    key: adminKey,
    body: { lines: [{ input: { transcript: TRANSCRIPT }, expected: { turns: 3 } }] },
  });
  await service.call('PUT', `${path}/golden-sets/live-set`, {
    key: adminKey,
    body: { lines: [{ input: { transcript: 'Agent: secret-golden-words' }, expected: { turns: 1 } }] },
  });
  await service.call('POST', '/v1/views', { key: adminKey, body: { name: 'live-view', search: 'q=secret-search' } });
  await service.call('PUT', '/v1/alerts/secret-alert', {
    key: adminKey,
    body: { kit: kit.kit_id, brick: 'turns', aggregate: 'mean', window: '7d', above: 100 },
  });
  await service.call('PUT', '/v1/canaries/secret-canary', {
    key: adminKey,
    body: { kit: kit.kit_id, set: 'regression' },
  });
  const channel = await service.call('PUT', '/v1/channels/secret-channel', { key: adminKey, body: CHANNEL });
  expect(channel.status, JSON.stringify(channel.body)).toBe(200);
  const destination = await service.call('PUT', '/v1/destinations/secret-destination', {
    key: adminKey,
    body: { destination: { preset: 'hubspot', fields: { turns: 'turns' } }, secrets: { token: 'pat-of-the-owner' } },
  });
  expect(destination.status, JSON.stringify(destination.body)).toBe(200);
  const evaluation = await service.call('POST', `${path}/evaluations`, { key: adminKey, body: { set: 'regression' } });
  const backfill = await service.call('POST', '/v1/backfills', {
    key: adminKey,
    body: { kit_version_id: kit.kit_version_id, max_credits: 0 },
  });
  expect(backfill.status, JSON.stringify(backfill.body)).toBe(202);
  const draft = await service.call('POST', '/v1/kits', { key: adminKey, body: { ...KIT, name: 'Draft' } });
  const shadow = await service.call('PUT', `${path}/shadow`, {
    key: adminKey,
    body: { kit_version_id: draft.body.kit_version_id, share: 1 },
  });
  expect(shadow.status, JSON.stringify(shadow.body)).toBe(200);
  const review = await service.call('POST', `/v1/runs/${run.body.run_id}/reviews`, {
    key: adminKey,
    body: [
      { brick: 'turns', verdict: 'correct' },
      { brick: 'agent_words', verdict: 'unsure' },
    ],
  });
  const intake = await service.call('PUT', '/v1/intakes/pushed-by-the-owner', {
    key: adminKey,
    body: {
      intake: {
        auth: { type: 'token' },
        map: { input: '$' },
        kits: [{ kit: kit.kit_code, metadata: { a: 'secret' } }],
      },
    },
  });
  const made = async (method: string, path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await service.call(method, path, { key: adminKey, body });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const asked = { kit: 'secret_kit', bricks: [{ key: 'solved', type: 'boolean', question: 'Was it solved?' }] };
  const second = await publishKit(service, adminKey, asked);
  const lines = Array.from({ length: 10 }, (_, at) => ({
    input: { transcript: `Agent: It is solved, number ${at}.` },
    expected: { solved: at % 2 === 0 },
  }));
  await made('PUT', '/v1/kits/secret_kit/golden-sets/labels', { lines });
  const learning = await made('POST', '/v1/kits/secret_kit/learnings', { set: 'labels' });
  const calibration = await made('POST', `${path}/calibrations`, { name: 'secret-calibration' });
  const about = { agent: 'secret-agent', kit: kit.kit_id, bricks: ['turns'], text: 'secret-note' };
  const note = await made('POST', '/v1/coaching-notes', about);
  const appeal = await made('POST', `/v1/runs/${run.body.run_id}/appeals`, { brick: 'turns', text: 'secret-appeal' });
  const question = await made('POST', '/v1/questions', { questions: ['secret-question?'], engine: 'local' });
  const bricks = { solved: { value: true } };
  const loaded = {
    kit_code: second.kit_code,
    runs: ['secret-words', 'secret-other'].map((transcript) => ({ input: { transcript }, bricks })),
  };
  await made('POST', '/v1/imports', loaded);
  const loadedRuns = await service.call('GET', `/v1/runs?kit_code=${second.kit_code}`, { key: adminKey });
  const [imported, erased] = loadedRuns.body.data;
  const erasure = await made('POST', '/v1/erasures', { run_ids: [erased.run_id] });
  await made('PUT', '/v1/warehouse/export', {
    to: 's3://secret-bucket/live',
    region: 'eu-west-1',
    access_key_id: 'AKID',
    secret_access_key: 'secret-of-a-bucket',
    enabled: false,
  });
  const invitation = await made('POST', '/v1/invitations', { email: 'secret@example.com', role: 'viewer' });
  const pushed = await service.call('POST', intake.body.path, {
    body: { transcript: 'secret-words' },
    headers: { authorization: `Bearer ${intake.body.secret}` },
  });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(202);
  const deliveries = await service.call('GET', `/v1/webhooks/${webhook.body.id}/deliveries`, { key: adminKey });
  for (const path of ['/v1/runs', '/v1/events', '/v1/reviews', `/v1/webhooks/${webhook.body.id}/deliveries`]) {
    const page = await service.call('GET', `${path}?limit=1`, { key: adminKey });
    cursors.push({ path, cursor: page.body.next_cursor });
  }
  Object.assign(owned, {
    webhook: webhook.body.id,
    delivery: deliveries.body.data[0].id,
    event: deliveries.body.data[0].event_id,
    run: run.body.run_id,
    review: review.body.data[0].review_id,
    item: next.body.item.item_id,
    evaluation: evaluation.body.evaluation_id,
    backfill: backfill.body.backfill_id,
    shadow: shadow.body.backfill_id,
    draft: draft.body.kit_version_id,
    kit: kit.kit_id,
    version: kit.kit_version_id,
    code: kit.kit_code,
    key: keys.body.data[0].id,
    intake: intake.body.name,
    alert: 'secret-alert',
    canary: 'secret-canary',
    channel: 'secret-channel',
    destination: 'secret-destination',
    brick: schema.body.bricks[0].brick_id,
    learning: learning.learning_id,
    calibration: calibration.calibration_id,
    note: note.note_id,
    appeal: appeal.appeal_id,
    question: question.question_id,
    erasure: erasure.erasure_id,
    imported: imported.run_id,
    invitation: invitation.id,
    pushed: pushed.body.delivery_id,
  });
  stranger = await service.key(await service.workspace('stranger'));
  testKey = await service.key(service.workspaceId, 'test');
});
afterAll(() => service.stop());

/** Makes a channel of the caller's own, whatever it is called; the channel of the owner is looked at in the end. */
const OF_THE_CALLER = ['putChannel'];
const withParameters = ENDPOINTS.filter(({ id, path }) => path.includes(':') && !OF_THE_CALLER.includes(id));
const withoutParameters = ENDPOINTS.filter(({ path, access }) => !path.includes(':') && access !== 'public');

function unknownLike(id: string): string {
  const [, prefix = ''] = /^([a-z]{3})_/.exec(id) ?? [];
  if (prefix !== '') return UNKNOWN[prefix] ?? '';
  return id.length === 8 ? (UNKNOWN.code ?? '') : (UNKNOWN.uuid ?? '');
}

async function answer(key: string, { method, path, body, bodyExample }: Endpoint, id: string): Promise<string> {
  let isFirst = true;
  const filled = path.replace(/:\w+/g, () => {
    const value = isFirst ? id : '1';
    isFirst = false;
    return value;
  });
  const { status, body: said } = await service.call(method, filled, {
    key,
    ...(body === undefined ? {} : { body: bodyExample ?? {} }),
  });
  return `${status} ${JSON.stringify(said)}`;
}

/** `run` of `/v1/runs/:runId`, `alert` of `/v1/alerts/:name`. */
function kindOf(path: string): string {
  const [, parameter = ''] = /:(\w+)/.exec(path) ?? [];
  if (parameter !== 'name') return parameter.replace(/Id$/, '');
  return (path.split('/')[2] ?? '').replace(/ies$/, 'y').replace(/s$/, '');
}

/** Of these kinds of ids, the ones that the endpoint is called with. */
function idsFor(endpoint: Endpoint, kinds: readonly string[]): string[] {
  const own = kinds.filter((kind) => kind === kindOf(endpoint.path));
  const isEnough = own.length > 0 && draws(kinds.length) < kinds.length;
  const others = isEnough ? [] : drawn(kinds, withParameters.indexOf(endpoint));
  return [...new Set([...own, ...others])].map((kind) => owned[kind] ?? '');
}

/** What the key is told about an id that nobody has: asked once, since several ids of the owner look like the same one. */
function unknownAnswers(key: string, endpoint: Endpoint): (id: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (id) => {
    const unknown = unknownLike(id);
    const said = known.get(unknown) ?? answer(key, endpoint, unknown);
    known.set(unknown, said);
    return said;
  };
}

describe('the ids of another workspace', () => {
  it.each(withParameters.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s: are the same as unknown ones',
    async (_name, endpoint) => {
      const ofUnknown = unknownAnswers(stranger, endpoint);
      for (const id of idsFor(endpoint, Object.keys(owned))) {
        const foreign = await answer(stranger, endpoint, id);
        expect(foreign).toBe(await ofUnknown(id));
        expect(foreign).toMatch(/^4(04|00|09|22) /);
      }
    },
  );

  it.each(withParameters.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s: those of the other environment neither',
    async (_name, endpoint) => {
      const ofUnknown = unknownAnswers(testKey, endpoint);
      for (const id of idsFor(endpoint, OF_ONE_ENVIRONMENT)) {
        const foreign = await answer(testKey, endpoint, id);
        expect(foreign).toBe(await ofUnknown(id));
        expect(foreign).toMatch(/^4(03|04|00|22) /);
      }
    },
  );

  it('cursors of another workspace give no access to it', async () => {
    for (const { path, cursor } of cursors) {
      expect(cursor, path).toEqual(expect.any(String));
      for (const key of [stranger, testKey]) {
        const { status, body } = await service.call('GET', `${path}?cursor=${cursor}&after=${cursor}`, { key });
        expect(status).toBeLessThan(500);
        expect(body.data ?? []).toEqual([]);
      }
    }
  });

  it.each(withoutParameters.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s: never come out of it',
    async (_name, { method, path, body, bodyExample }) => {
      const query = path === '/v1/bricks' ? `?ids=${owned.brick}` : '';
      const { status, body: said } = await service.call(method, path + query, {
        key: stranger,
        ...(body === undefined ? {} : { body: { ...(bodyExample as object), kit_code: owned.code } }),
      });
      expect(status).toBeLessThan(500);
      const text = JSON.stringify({ ...said, missing: undefined });
      for (const id of [
        ...Object.values(owned).filter((value) => value !== owned.code && value !== owned.brick),
        'secret-',
      ])
        expect(text).not.toContain(id);
    },
  );

  it.each(
    ENDPOINTS.filter(({ access }) => access !== 'public').map(
      (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
    ),
  )('%s: with a test key, nothing of live comes out of it', async (_name, { method, path, body, bodyExample }) => {
    const shared: Record<string, string | undefined> = { kitId: owned.kit, kitVersionId: owned.version, version: '1' };
    const named = path.includes('golden-sets') ? 'live-set' : path.startsWith('/v1/views') ? 'live-view' : 'nothing';
    const url = path.replace(/:(\w+)/g, (_, name: string) => shared[name] ?? named);
    const { status, body: said } = await service.call(method, url, {
      key: testKey,
      ...(body === undefined ? {} : { body: bodyExample ?? {} }),
    });
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(said)).not.toMatch(/secret-/);
  });

  it('sets and views of live are what they were', async () => {
    const key = service.adminKey;
    const set = await service.call('GET', `/v1/kits/${owned.kit}/golden-sets/live-set`, { key });
    expect([set.status, set.body]).toEqual([200, expect.stringContaining('secret-golden-words')]);
    const { body: views } = await service.call('GET', '/v1/views', { key });
    expect(views.data).toMatchObject([{ name: 'live-view', search: 'q=secret-search' }]);
  });

  it('channels of the same name are apart', async () => {
    const saved = await service.call('PUT', '/v1/channels/secret-channel', {
      key: stranger,
      body: { ...CHANNEL, url: 'https://hooks.slack.com/services/other' },
    });
    expect(saved.status).toBe(200);
    expect((await service.call('DELETE', '/v1/channels/secret-channel', { key: stranger })).status).toBe(200);
    const own = await service.call('GET', '/v1/channels/secret-channel', { key: service.adminKey });
    expect(own.body).toMatchObject({ name: 'secret-channel', topics: ['alerts'] });
  });

  it('all still exist', async () => {
    const { status, body } = await service.call('GET', `/v1/runs/${owned.run}`, { key: service.adminKey });
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect((await service.call('GET', `/v1/kits/${owned.kit}/schema`, { key: service.adminKey })).status).toBe(200);
  });
});
