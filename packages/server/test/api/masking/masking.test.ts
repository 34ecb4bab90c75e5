/** Identities in what is read: `mask=1`, roles without identities:read, exports, webhooks, and filters that would probe for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';

const SECRET = /Penhale|Geoffrey|Nadia|7911|geoff@/i;
const INPUT = {
  transcript: 'Nadia: Good morning, Nadia speaking.\nCaller: Geoffrey Penhale here, on 07911 123456.\nNadia: Thanks.',
  tell: {
    solved: { value: true, reason: 'Penhale confirms it to Nadia.', evidence: ['Geoffrey Penhale here'] },
    caller: {
      value: 'penhale',
      evidence: ['Geoffrey Penhale here'],
      evidence_spans: [{ text: 'Geoffrey Penhale here', turn: 1, speaker: 'Caller', start: 44, end: 65 }],
    },
  },
};

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let admin: string;
let reviewer: string;
let workspaceId: string;
let code: string;
let runId: string;
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: tellingEvaluator });
  receiver = await startReceiver();
  receiver.behave(answer(200));
  workspaceId = await service.workspace('masking');
  admin = await service.key(workspaceId, 'live', 'admin');
  reviewer = await service.key(workspaceId, 'live', 'reviewer');
  code = (await publishedKit(service, kitDocument('masked'), admin)).kit_code;
  runId = await makeRun();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

function makeRun(): Promise<string> {
  return toldRun(service, admin, code, undefined, {
    input: INPUT,
    external_id: 'geoff@example.org',
    metadata: { agent: 'Nadia', team: 'Porto' },
  });
}

const get = (path: string, key = admin) => service.call('GET', path, { key });
const hideFrom = (roles: string[]) =>
  service.call('PUT', '/v1/settings', { key: admin, body: { identities_hidden_from: roles } });

describe('mask=1', () => {
  it('shows a run with placeholders, the same in answers, input and metadata', async () => {
    const { body, headers } = await get(`/v1/runs/${runId}?mask=1&include=input,evidence_spans,conversation`);
    expect(JSON.stringify(body)).not.toMatch(SECRET);
    expect(headers.get('masked')).toBe('true');
    expect(body).toMatchObject({ run_id: runId, masked: true, kit_code: code, metadata: { team: 'Porto' } });
    const { solved, caller } = body.output.bricks;
    expect(solved.evidence[0]).toBe(`${caller.value} here`);
    for (const { start, end, turn, text } of caller.evidence_spans) {
      const { start: from, text: said } = body.conversation.turns[turn];
      expect(said.slice(start - from, end - from)).toBe(text);
    }
  });

  it('masks lists with their answers, and exports in both formats', async () => {
    const list = await get(`/v1/runs?kit_code=${code}&include=answers&mask=1`);
    expect(list.body.data[0]).toMatchObject({ run_id: runId, masked: true });
    expect(JSON.stringify(list.body)).not.toMatch(SECRET);
    for (const format of ['jsonl', 'csv']) {
      const { body } = await get(`/v1/runs/export?mask=1&include=input&format=${format}`);
      expect(String(body)).toContain('<PERSON_');
      expect(String(body)).not.toMatch(SECRET);
    }
  });

  it('leaves everything as it is without it', async () => {
    const { body } = await get(`/v1/runs/${runId}`);
    expect(body.output.bricks.caller.value).toBe('penhale');
    expect(body.masked).toBeUndefined();
  });

  it('is refused as anything but yes or no', async () => {
    expect((await get(`/v1/runs/${runId}?mask=maybe`)).body.error).toBe('invalid_parameter');
  });
});

describe('a role without identities:read', () => {
  beforeAll(() => hideFrom(['reviewer']));
  afterAll(() => hideFrom([]));

  it('has lost the permission', async () => {
    expect((await get('/v1/me', reviewer)).body.permissions).not.toContain('identities:read');
    expect((await get('/v1/me')).body.permissions).toContain('identities:read');
  });

  it.each([
    () => `/v1/runs/${runId}?include=input,conversation,evidence_spans`,
    () => `/v1/runs?include=answers&kit_code=${code}`,
    () => '/v1/runs/export?include=input',
    () => '/v1/dimensions/agent/values',
    () => '/v1/events',
    () => `/v1/kits/${code}/insights?group_by=agent`,
  ])('sees every read masked (%#)', async (path) => {
    const { status, body, headers } = await get(path(), reviewer);
    expect(status).toBe(200);
    expect(headers.get('masked')).toBe('true');
    expect(JSON.stringify(body)).not.toMatch(SECRET);
  });

  it.each([
    'q=penhale',
    'q=07911',
    'agent=Nadia',
    'external_id=geoff@example.org',
    'metadata.agent=Nadia',
    'answer.caller=penhale',
  ])('cannot probe with %s', async (filter) => {
    const { status, body } = await get(`/v1/runs?kit_code=${code}&${filter}`, reviewer);
    expect([status, body.error]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('identities:read');
  });

  it('cannot probe with the conditions of a rule', async () => {
    const rule = { kit: code, brick: 'solved', aggregate: 'share', value: true, window: '7d', above: 0.5 };
    const check = (where: object) =>
      service.call('POST', '/v1/alerts/check', { key: reviewer, body: { ...rule, where } });
    expect((await check({ agent: 'Nadia' })).status).toBe(403);
    expect((await check({ team: 'Porto' })).status).toBe(200);
    const developer = await service.key(workspaceId, 'live', 'developer');
    await hideFrom(['reviewer', 'developer']);
    const draw = (match: object) =>
      service.call('PUT', `/v1/kits/${code}/review-policy`, { key: developer, body: { match: [match] } });
    expect((await draw({ dimension: 'agent', value: 'Nadia' })).status).toBe(403);
    expect((await draw({ metadata: 'agent', value: 'Nadia' })).status).toBe(403);
    expect((await draw({ dimension: 'team', value: 'Porto' })).status).toBe(200);
    const collect = { from_reviews: { where: { agent: 'Nadia' } } };
    const path = `/v1/kits/${code}/golden-sets/nadia`;
    expect((await service.call('PUT', path, { key: developer, body: collect })).status).toBe(403);
    await hideFrom(['reviewer']);
  });

  it('cannot probe with the beginning of a name', async () => {
    expect((await get('/v1/dimensions/agent/values?prefix=nad', reviewer)).status).toBe(403);
  });

  it.each(['q=good%20morning', 'team=Porto', 'answer.solved=true', 'status=succeeded'])(
    'may filter by %s',
    async (filter) => {
      expect((await get(`/v1/runs?kit_code=${code}&${filter}`, reviewer)).status).toBe(200);
    },
  );

  it('sees kits as they are', async () => {
    expect((await get(`/v1/kits/${code}/schema`, reviewer)).body.name).toBe('Review');
  });
});

describe('the settings', () => {
  it('are changed by admins, one by one', async () => {
    const put = (key: string, body: object) => service.call('PUT', '/v1/settings', { key, body });
    const developer = await service.key(workspaceId, 'live', 'developer');
    expect((await put(developer, { mask: ['person'] })).status).toBe(403);
    expect((await put(developer, { timezone: 'UTC' })).status).toBe(200);
    expect((await put(admin, { mask: ['person', 'card', 'card'] })).body).toMatchObject({
      timezone: 'UTC',
      mask: ['person', 'card'],
      identities_hidden_from: [],
    });
    expect((await put(admin, { mask: ['names'] })).status).toBe(400);
    expect((await put(admin, { identities_hidden_from: ['admin'] })).status).toBe(400);
    expect((await put(admin, { mask: [] })).body.mask).toEqual([]);
  });
});

describe('a masked webhook endpoint', () => {
  it('gets placeholders, signed as they are sent, and keeps them when its URL is set again', async () => {
    const save = (body: object) =>
      service.call('POST', '/v1/webhooks', { key: admin, body: { url: receiver.url, ...body } });
    expect((await save({ mask: true })).body.mask).toBe(true);
    const made = await makeRun();
    const [first] = await receiver.until(1);
    expect(first?.body.toString()).not.toMatch(SECRET);
    expect(first?.event).toMatchObject({
      type: 'run.succeeded',
      data: { run_id: made, output: { bricks: { solved: { value: true } } } },
    });
    expect((await save({})).body.mask).toBe(true);
    expect((await save({ mask: false })).body.mask).toBe(false);
  });
});
