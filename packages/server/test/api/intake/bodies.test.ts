/** Bodies that are no JSON, envelopes, handshakes, and two secrets during a rotation. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { setUpIntake } from './support/intake.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const INTAKE = {
  auth: { type: 'token' },
  map: { input: '{ "transcript": text }', external_id: 'id' },
  kits: [{ kit: 'calls' }],
};

describe('a body', () => {
  it('that is a form is an object of its fields', async () => {
    const { push } = await setUpIntake(service, INTAKE);
    const form = new URLSearchParams({ id: 'f-1', text: TRANSCRIPT }).toString();
    const settled = await push(form, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(settled).toMatchObject({ outcome: 'accepted', external_id: 'f-1' });
  });

  it('that is multipart gives a transcript file as its text', async () => {
    const intake = { ...INTAKE, map: { input: '{ "transcript": file.text }', external_id: 'call_id' } };
    const { push, call } = await setUpIntake(service, intake);
    const parts = [
      `--x\r\ncontent-disposition: form-data; name="call_id"\r\n\r\nm-1\r\n`,
      `--x\r\ncontent-disposition: form-data; name="file"; filename="call.txt"\r\ncontent-type: text/plain\r\n\r\n${TRANSCRIPT}\r\n`,
      `--x\r\ncontent-disposition: form-data; name="audio"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\nID3\r\n--x--\r\n`,
    ];
    const settled = await push(parts.join(''), { 'content-type': 'multipart/form-data; boundary=x' });
    expect(settled).toMatchObject({ outcome: 'accepted', external_id: 'm-1' });
    const run = await call('GET', `/v1/runs/${settled.runs[0].run_id}?include=input`);
    expect(run.body.input.transcript).toBe(TRANSCRIPT);
    expect(await push('nothing', { 'content-type': 'multipart/form-data; boundary=x' })).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/boundary/),
    });
  });

  it('that is a text is its text', async () => {
    const intake = { ...INTAKE, map: { input: '{ "transcript": text }' } };
    const { push } = await setUpIntake(service, intake);
    expect(await push(TRANSCRIPT, { 'content-type': 'text/plain; charset=utf-8' })).toMatchObject({
      outcome: 'accepted',
    });
  });

  it('with several conversations makes a run of each, and the log has what became of each', async () => {
    const intake = { ...INTAKE, each: 'calls', when: 'id != "b"' };
    const { push, runs, call } = await setUpIntake(service, intake);
    const calls = [
      { id: 'a', text: TRANSCRIPT },
      { id: 'b', text: TRANSCRIPT },
      { id: 'c' },
      { id: 'd', text: TRANSCRIPT },
    ];
    const settled = await push({ calls });
    expect(settled).toMatchObject({
      outcome: 'accepted',
      reason: '4 conversations: 2 accepted, 1 skipped, 1 failed.',
      runs: [{ kit: 'calls' }, { kit: 'calls' }],
      items: [
        { outcome: 'accepted', external_id: 'a', runs: [{ replayed: false }] },
        { outcome: 'skipped', external_id: 'b', runs: [] },
        { outcome: 'failed', external_id: 'c', failed: [{ error: 'kit_input_invalid' }] },
        { outcome: 'accepted', external_id: 'd' },
      ],
    });
    const tried = await call('POST', '/v1/intakes/calls/test', { payload: { calls } });
    expect(tried.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'accepted',
      'skipped',
      'failed',
      'accepted',
    ]);
    expect(await push({ calls })).toMatchObject({ outcome: 'failed', items: [{ outcome: 'replayed' }, {}, {}, {}] });
    expect(await runs()).toHaveLength(2);
    expect(await push({ calls: [] })).toMatchObject({ outcome: 'skipped', reason: 'It contains no conversation.' });
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `${index}` }));
    expect((await push({ calls: many })).reason).toMatch(/^each gives 101 conversations/);
    const [first] = settled.runs;
    await call('DELETE', `/v1/runs/${first.run_id}`);
    const erased = (await call('GET', `/v1/intakes/calls/deliveries/${settled.delivery_id}`)).body;
    expect([erased.items, erased.kept]).toEqual([undefined, false]);
  });
});

describe('a definition', () => {
  it.each([
    [
      'a secret for whoever the payload names',
      { fetch: [{ as: 'a', url: '{url}', headers: { A: '{secret:k}' } }] },
      /fixed host/,
    ],
    [
      'a secret that is not given',
      { fetch: [{ as: 'a', url: 'https://example.com/{id}', headers: { A: '{secret:k}' } }] },
      /^secrets: k must be given/,
    ],
    [
      'four steps',
      { fetch: Array.from({ length: 4 }, (_, index) => ({ as: `a${index}`, url: 'https://example.com/' })) },
      /fetch/,
    ],
    [
      'a template that is no expression',
      { fetch: [{ as: 'a', url: 'https://example.com/{1 +}' }] },
      /^fetch\[0\]\.url: JSONata error/,
    ],
  ])('422: %s', async (_what, more, detail) => {
    const { call } = await setUpIntake(service, INTAKE);
    const { status, body } = await call('PUT', '/v1/intakes/calls', { intake: { ...INTAKE, ...more } });
    expect([status, body.error]).toEqual([422, 'intake_invalid']);
    expect(body.detail).toMatch(detail);
  });
});

describe('a rotation', () => {
  it('leaves the old secret working for a while, or not at all', async () => {
    const { send, call, secret } = await setUpIntake(service, INTAKE);
    const statusOf = async (token: string) =>
      (await send({ id: 'a', text: TRANSCRIPT }, { authorization: `Bearer ${token}` })).status;
    const first = (await call('POST', '/v1/intakes/calls/rotate', {})).body;
    expect(Date.parse(first.old_secret_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect([await statusOf(secret), await statusOf(first.secret)]).toEqual([202, 202]);
    const second = (await call('POST', '/v1/intakes/calls/rotate', { grace_hours: 0 })).body;
    expect([await statusOf(secret), await statusOf(first.secret), await statusOf(second.secret)]).toEqual([
      401, 401, 202,
    ]);
  });
});

describe('a handshake', () => {
  const ask = async (
    handshake: string,
    question: { query?: string; headers?: Record<string, string>; body?: object; method?: string },
  ) => {
    const { path, secret, call, runs } = await setUpIntake(service, { ...INTAKE, handshake });
    const stored = (await call('GET', '/v1/intakes/calls')).body;
    const response = await fetch(
      `${service.url}${path}${(question.query ?? '').replace('{verify_token}', stored.verify_token)}`,
      {
        method: question.method ?? 'POST',
        headers: { ...(question.body && { 'content-type': 'application/json' }), ...question.headers },
        ...(question.body && { body: JSON.stringify(question.body) }),
      },
    );
    expect(await runs()).toEqual([]);
    return {
      secret,
      status: response.status,
      type: response.headers.get('content-type'),
      headers: response.headers,
      text: await response.text(),
    };
  };

  it('of Zoom: the token and its HMAC', async () => {
    const body = { event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' }, event_ts: 1 };
    const { secret, status, text } = await ask('zoom', { body });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
        encryptedToken: createHmac('sha256', secret).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
      },
    ]);
  });

  it('of Zoom signs nothing that could be a delivery', async () => {
    const body = { event: 'endpoint.url_validation', payload: { plainToken: 'v0:1763193600:{"event":"x"}' } };
    expect((await ask('zoom', { body })).status).toBe(401);
  });

  it.each([
    [
      'slack',
      {
        body: {
          type: 'url_verification',
          token: 'x',
          challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
        },
      },
      '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
    ],
    [
      'microsoft_graph',
      { query: '?validationToken=Validation%3A%20Testing%20client%20application' },
      'Validation: Testing client application',
    ],
    ['front', { body: { type: 'sync' }, headers: { 'x-front-challenge': 'abc123' } }, '{"challenge":"abc123"}'],
    [
      'meta',
      { method: 'GET', query: '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token={verify_token}' },
      '1158201444',
    ],
  ])('of %s', async (handshake, question, answer) => {
    const { status, text } = await ask(handshake, question);
    expect([status, text]).toEqual([200, answer]);
  });

  it('of RingCentral: the header comes back', async () => {
    const { status, headers } = await ask('ringcentral', { headers: { 'validation-token': 'd6e7-1' } });
    expect([status, headers.get('validation-token')]).toEqual([200, 'd6e7-1']);
  });

  it('404 and 401: a wrong verify token, and a question to an intake without a handshake', async () => {
    const wrong = { method: 'GET', query: '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=no' };
    expect((await ask('meta', wrong)).status).toBe(404);
    const { path } = await setUpIntake(service, INTAKE);
    expect((await service.call('POST', `${path}?validationToken=x`, { body: {} })).status).toBe(401);
  });
});
