/** Destinations over HTTP: what is stored and refused, previews, the test button, writing again, and requests of one's own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { type Crm, HUBSPOT_TOKEN, startCrm } from './support/crm.ts';

let service: TestService;
let crm: Crm;
let key: string;
let kitCode: string;
let workspaces = 0;

beforeAll(async () => {
  service = await startTestService({ ...WEBHOOK_ENVIRONMENT }, { evaluate: tellingEvaluator });
  crm = await startCrm();
});
beforeEach(async () => {
  workspaces += 1;
  key = await service.key(await service.workspace(`crm-${workspaces}`));
  kitCode = (await publishedKit(service, kitDocument('review'), key)).kit_code;
});
afterAll(async () => {
  await service.stop();
  crm.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, `/v1/destinations${path}`, { key, ...(body === undefined ? {} : { body }) });
const hubspot = (more: object = {}) => ({
  preset: 'hubspot',
  base_url: crm.url,
  kits: ['review'],
  fields: { solved: 'solved' },
  ...more,
});
const secrets = { token: HUBSPOT_TOKEN };
const put = (destination: object, given: object = secrets, name = 'crm') =>
  call('PUT', `/${name}`, { destination, secrets: given });
const run = (record: string | undefined, more: object = {}) =>
  toldRun(service, key, kitCode, { solved: { value: true, confidence: 0.9 } }, { external_id: record, ...more });
const log = async () => (await call('GET', '/crm/deliveries')).body.data;
const untilLog = (matches: object) =>
  vi.waitFor(async () => expect((await log())[0]).toMatchObject(matches), { timeout: 20_000, interval: 50 });

describe('PUT /v1/destinations/:name', () => {
  it('200: stores it with its defaults; secrets are never shown, nor stored in the open', async () => {
    const { status, body } = await put(hubspot());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      name: 'crm',
      host: new URL(crm.url).host,
      secrets: ['token'],
      destination: { preset: 'hubspot', record: 'external_id', not_sure: 'skip', mask: false, enabled: true },
    });
    expect((await call('GET', '')).body.data).toEqual([(await call('GET', '/crm')).body]);
    const { rows } = await service.testDatabase.database.query('SELECT d::text AS row FROM destinations d');
    expect(JSON.stringify([rows, (await call('GET', '')).body])).not.toContain(HUBSPOT_TOKEN);
  });

  it('keeps secrets that are left out, unless they would go elsewhere', async () => {
    await put(hubspot());
    expect((await put(hubspot({ min_confidence: 0.5 }), {})).status).toBe(200);
    const moved = await put(hubspot({ base_url: 'https://api.example.com' }), {});
    expect([moved.status, moved.body.detail]).toEqual([400, expect.stringContaining('another address')]);
  });

  it.each([
    [{ preset: 'hubspott' }, 400, /Did you mean "hubspot"/],
    [{ settings: { objekt: 'deals' } }, 400, /settings.objekt: hubspot has object, id_property/],
    [{ settings: { object: '../x' } }, 400, /settings.object: must be an object type/],
    [{ fields: { solved: 'Not A Name' } }, 400, /fields.solved: must be the internal name/],
    [{ fields: { slved: 'solved' } }, 400, /no.* brick “slved”; did you mean "solved"/],
    [{ fields: { solved: 'a', mood: 'a' } }, 400, /two answers go to “a”/],
    [{ fields: {} }, 400, /fields/],
    [{ record: 'external_id &' }, 400, /record: .*JSONata|record: the expression/],
    [{ base_url: 'https://10.0.0.1' }, 422, /public/],
    [{ kits: ['nowhere'] }, 404, undefined],
    [{ request: { path: '/x', body: '{}' } }, 400, /request/],
    [{ preset: undefined }, 400, /request/],
    [{ preset: 'zendesk', fields: { solved: '1' } }, 400, /settings.email: is required/],
    [{ preset: 'salesforce', base_url: undefined, fields: { solved: 'S__c' } }, 400, /base_url: is required/],
  ])('refuses %j', async (more, status, detail) => {
    const refused = await put(hubspot(more));
    expect(refused.status, JSON.stringify(refused.body)).toBe(status);
    if (detail !== undefined) expect(refused.body.detail).toMatch(detail);
    expect((await call('GET', '')).body.data).toEqual([]);
  });

  it('400: secrets that are missing or not sent', async () => {
    expect((await put(hubspot(), {})).body.detail).toBe('secrets: give token.');
    expect((await put(hubspot(), { ...secrets, password: 'x' })).body.detail).toMatch(/password: is not used/);
  });
});

describe('POST /v1/destinations/:name/preview', () => {
  it('200: the request for a past run, without secrets and without sending it', async () => {
    const runId = await run('501');
    const before = crm.got.length;
    const tried = await call('POST', '/crm/preview', { destination: hubspot({ fields: { solved: 'a', score: 'b' } }) });
    expect(tried.body).toEqual({
      outcome: 'request',
      run_id: runId,
      record: '501',
      method: 'PATCH',
      url: `${crm.url}/crm/v3/objects/contacts/501`,
      headers: { 'content-type': 'application/json' },
      body: { properties: { a: 'true' } },
      fields: [
        { answer: 'solved', field: 'a', value: true, reviewed: false },
        { answer: 'score', field: 'b', left_out: 'The kit of this run has no such brick.', reviewed: false },
      ],
    });
    expect(crm.got).toHaveLength(before);
  });

  it('looks for a run with a record; a record cannot become another path', async () => {
    const withRecord = await run('501');
    await run(undefined);
    await put(hubspot({ enabled: false }));
    expect((await call('POST', '/crm/preview')).body).toMatchObject({ outcome: 'request', run_id: withRecord });
    const odd = await run('..');
    expect((await call('POST', '/crm/preview', { run_id: odd })).body).toMatchObject({
      outcome: 'failed',
      reason: 'request.path returns a path that is not valid in a URL.',
    });
    const encoded = await run('a/b?c#d');
    expect((await call('POST', '/crm/preview', { run_id: encoded })).body.url).toMatch(/\/contacts\/a%2Fb%3Fc%23d$/);
  });

  it('404 and 409: no such destination or run, and no run yet', async () => {
    expect((await call('POST', '/crm/preview')).status).toBe(404);
    await put(hubspot());
    expect((await call('POST', '/crm/preview')).body.error).toBe('conflict');
    expect((await call('POST', '/crm/preview', { run_id: 'run_x' })).body.error).toBe('run_not_found');
  });
});

describe('POST /v1/destinations/:name/test', () => {
  it('200: writes a past run while the caller waits, also where it is disabled; the log has it', async () => {
    await run('501');
    await put(hubspot({ enabled: false }));
    const { body } = await call('POST', '/crm/test');
    expect(body).toMatchObject({ status: 'succeeded', outcome: 'succeeded', cause: 'test', attempts: 1 });
    expect(await log()).toEqual([body]);
    await put(hubspot({ enabled: false }), { token: 'wrong' });
    expect((await call('POST', '/crm/test')).body).toMatchObject({
      status: 'dead',
      outcome: 'http_401',
      detail: 'VALIDATION_ERROR: Authentication credentials not found.',
    });
  });
});

describe('POST /v1/destinations/:name/replay', () => {
  it('202: dead deliveries again, one by its id, and runs from before the destination', async () => {
    const early = await run('501');
    await put(hubspot());
    const nobody = await run('nobody');
    await untilLog({ status: 'dead', run_id: nobody });
    expect((await call('POST', '/crm/replay', { run_ids: [early] })).body).toEqual({ replayed: 1, has_more: false });
    await untilLog({ status: 'succeeded', cause: 'replay', run_id: early });
    const [, dead] = await log();
    crm.answerWith({ status: 200, body: {} });
    expect((await call('POST', '/crm/replay')).body).toEqual({ replayed: 1, has_more: false });
    await vi.waitFor(async () => expect((await log())[1]).toMatchObject({ status: 'succeeded', attempts: 1 }), 20_000);
    expect((await call('POST', '/crm/replay', { delivery_ids: [dead.delivery_id] })).status).toBe(202);
    await vi.waitFor(
      async () => expect((await log())[1]).toMatchObject({ status: 'dead', outcome: 'http_404' }),
      20_000,
    );
    expect((await call('POST', '/crm/replay', { delivery_ids: ['dsd_x'] })).status).toBe(404);
    expect((await call('POST', '/crm/replay', { run_ids: ['run_x'] })).body.error).toBe('run_not_found');
    const first = await call('GET', '/crm/deliveries?limit=1');
    expect(first.body).toMatchObject({ has_more: true, data: [{ run_id: early }] });
    const second = await call('GET', `/crm/deliveries?limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body.data).toMatchObject([{ run_id: nobody }]);
    expect((await call('GET', `/crm/deliveries?run_id=${early}&status=dead`)).body.data).toEqual([]);
  });
});

describe('a request of one’s own', () => {
  it('is made by expressions, and its host is not theirs to choose', async () => {
    const own = {
      base_url: `${crm.url}/crm/v3`,
      fields: { solved: 'solved' },
      record: "metadata.kind & ':' & external_id",
      request: {
        method: 'PATCH',
        path: '/objects/contacts/{$split(record, ":")[1]}',
        body: '{ "properties": { "solved": $string(values.solved) } }',
      },
      auth: { type: 'header', header: 'Authorization' },
    };
    expect((await put(own, { token: `Bearer ${HUBSPOT_TOKEN}` })).status).toBe(200);
    await run('501', { metadata: { kind: 'contact' } });
    await untilLog({ status: 'succeeded' });
    expect(crm.written['501']).toMatchObject({ solved: 'true' });
    const slow = { ...own, request: { ...own.request, body: '($f := function($n) { $f($n + 1) }; $f(0))' } };
    expect((await put(slow, {})).status).toBe(200);
    await run('501', { metadata: { kind: 'contact' } });
    await untilLog({
      status: 'dead',
      outcome: 'request_invalid',
      detail: expect.stringMatching(/^request\..*(long|memory|error)/i),
    });
  });
});

describe('DELETE /v1/destinations/:name', () => {
  it('200, then 404, also for the rest', async () => {
    await put(hubspot());
    expect((await call('DELETE', '/crm')).body).toEqual({ name: 'crm', deleted: true });
    for (const [method, path] of [
      ['GET', '/crm'],
      ['DELETE', '/crm'],
      ['GET', '/crm/deliveries'],
      ['POST', '/crm/test'],
      ['POST', '/crm/replay'],
    ] as const)
      expect((await call(method, path)).status).toBe(404);
  });
});
