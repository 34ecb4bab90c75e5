/** `/v1/intakes` and `/v1/intake/:name`: definitions as code, deliveries of services that have no API key, the log and the dry run. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { isSampled } from '../../../src/intake/choose-kits.ts';
import { INTAKE, KIT, payload, pushing, STRICT } from './support/pushing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const setUp = (intake?: object, secret?: string) => pushing(service, intake, secret);

describe('PUT, GET and DELETE /v1/intakes/:name', () => {
  it('201 and 200: creates it with a secret that is shown once, replaces it, and records who did what', async () => {
    const { made, put, call } = await setUp();
    expect([made.status, made.body]).toEqual([
      201,
      {
        name: 'calls',
        path: expect.stringMatching(/^\/v1\/intake\/calls\.[0-9a-f]{20}$/),
        revision: 1,
        intake: { enabled: true, ...INTAKE, keep_days: 14 },
        secrets: [],
        secret_hint: expect.stringMatching(/^bwi_….{4}$/),
        secret: expect.stringMatching(/^bwi_[\w-]{43}$/),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { secret, ...stored } = made.body;
    expect(await put()).toMatchObject({ status: 200, body: stored });
    expect((await put()).body).not.toHaveProperty('secret');
    const changed = await put({ ...INTAKE, description: 'From the phone system.' });
    expect(changed.body).toMatchObject({ path: stored.path, revision: 2, secret_hint: stored.secret_hint });
    expect(
      (await put({ ...INTAKE, description: 'From the phone system.' }, { secret: 'a-secret-of-theirs' })).body,
    ).toMatchObject({ revision: 3, secret_hint: '…eirs' });
    const rotated = await call('POST', '/v1/intakes/calls/rotate');
    expect(rotated.body).toMatchObject({ revision: 4, path: stored.path, secret: expect.stringMatching(/^bwi_/) });
    expect((await call('GET', '/v1/intakes')).body.data.map(({ name }: { name: string }) => name)).toEqual(['calls']);
    expect((await call('DELETE', '/v1/intakes/calls')).body).toEqual({ name: 'calls', deleted: true });
    expect((await call('GET', '/v1/intakes/calls')).status).toBe(404);
    expect((await put()).body).toMatchObject({ revision: 6, path: expect.not.stringContaining(stored.path) });
    const { changes } = (await call('GET', '/v1/intakes/calls')).body;
    expect(changes.map(({ change }: { change: string }) => change)).toEqual([
      'created',
      'deleted',
      'secret_rotated',
      'changed',
      'changed',
      'created',
    ]);
    for (const { key_id } of changes) expect(key_id).toMatch(/^key_/);
    expect(JSON.stringify(changes)).not.toContain(secret);
  });

  it('keeps what is pushed before kits are chosen, until it is replayed', async () => {
    const { put, push, call, runs } = await setUp({ ...INTAKE, kits: [] });
    const { body } = await push(payload('c-1'));
    expect(body).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('No kit reads it yet.') });
    expect(await runs()).toEqual([]);
    await put(INTAKE);
    await call('POST', '/v1/intakes/calls/replay', { delivery_ids: [body.delivery_id] });
    await expect.poll(async () => (await runs()).length, { timeout: 30_000 }).toBe(1);
  });

  it.each([
    [
      'an expression that cannot be parsed',
      { ...INTAKE, map: { input: '{ "transcript": ' } },
      /^map\.input: JSONata error S0203/,
    ],
    ['a kit that is not named', { ...INTAKE, kits: [{}] }, /^intake\.kits\.0\.kit: /],
    ['an unknown field', { ...INTAKE, mapping: {} }, /^intake: /],
    ['no input', { ...INTAKE, map: {} }, /^intake\.map\.input: /],
    [
      'a format without the signature',
      { ...INTAKE, auth: { type: 'hmac', header: 'X-S', format: 'x' } },
      /\{signature\}/,
    ],
  ])('422: %s', async (_name, intake, detail) => {
    const { put, call } = await setUp();
    const { status, body } = await put(intake);
    expect([status, body.error]).toEqual([422, 'intake_invalid']);
    expect(body.detail).toMatch(detail);
    expect((await call('GET', '/v1/intakes/calls')).body.revision).toBe(1);
  });

  it.each([
    ['an unknown placeholder in signed', '{timestmp}.{body}', /may have \{body\}, \{timestamp\}/],
    ['a signed timestamp from nowhere', '{timestamp}.{body}', /timestamp_header/],
  ])('400: %s', async (_name, signed, detail) => {
    const { put } = await setUp();
    const { status, body } = await put({ ...INTAKE, auth: { type: 'hmac', header: 'X-S', signed } });
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toMatch(detail);
  });

  it('400, 404 and 403: a bad name, an unknown kit, a role that may not', async () => {
    const { call, put, workspaceId } = await setUp();
    expect((await call('PUT', '/v1/intakes/No%20Name', { intake: INTAKE })).body.error).toBe('invalid_parameter');
    expect((await put({ ...INTAKE, kits: [{ kit: 'nowhere' }] })).body.error).toBe('kit_not_found');
    const runner = await service.key(workspaceId, 'live', 'runner');
    expect((await call('PUT', '/v1/intakes/calls', { intake: INTAKE }, runner)).status).toBe(403);
    expect((await put(INTAKE, { secret: 'short' })).status).toBe(400);
  });

  it('is of one environment, and of one workspace', async () => {
    const { workspaceId, call, made } = await setUp();
    const stranger = await setUp();
    const test = await service.key(workspaceId, 'test');
    for (const key of [stranger.key, test]) {
      const { body } = await call('GET', '/v1/intakes', undefined, key);
      expect(JSON.stringify(body)).not.toContain(made.body.path);
    }
    expect((await call('GET', '/v1/intakes/calls', undefined, test)).status).toBe(404);
    const theirs = { raw: JSON.stringify(payload('c-1')), headers: { 'content-type': 'application/json' } };
    const crossed = await service.call('POST', made.body.path, {
      ...theirs,
      headers: { ...theirs.headers, authorization: `Bearer ${stranger.made.body.secret}` },
    });
    expect(crossed.status).toBe(401);
  });
});

describe('POST /v1/intake/:name', () => {
  it('202: stores it, and makes a run of the mapped payload; the same call again makes none', async () => {
    const { send, settle, push, key, log, runs, kit } = await setUp();
    const sent = await send(payload('c-1'));
    expect([sent.status, sent.body]).toEqual([
      202,
      { delivery_id: expect.stringMatching(/^itd_/), outcome: 'received' },
    ]);
    const { body: settled } = await settle(sent);
    expect(settled).toEqual({
      delivery_id: sent.body.delivery_id,
      outcome: 'accepted',
      external_id: 'c-1',
      runs: [{ kit: 'calls', run_id: expect.stringMatching(/^run_/), replayed: false }],
      failed: [],
      bytes: expect.any(Number),
      kept: true,
      received_at: expect.any(String),
      settled_at: expect.any(String),
    });
    const [{ run_id }] = settled.runs;
    await untilStatus(service, key, run_id, 'succeeded');
    expect((await service.call('GET', `/v1/runs/${run_id}?include=input`, { key })).body).toMatchObject({
      kit_code: kit.kit_code,
      type: 'api',
      external_id: 'c-1',
      metadata: { intake: 'calls', team: 'support', minutes: '4' },
      input: { transcript: TRANSCRIPT },
    });
    // A service that sends it again often changes something, such as the number of the attempt.
    const again = await push({ ...payload('c-1', { minutes: 5 }), attempt: 2 });
    expect(again.body).toMatchObject({
      outcome: 'replayed',
      runs: [{ run_id, replayed: true }],
      reason: 'It was already received: the runs exist.',
    });
    expect(await runs()).toHaveLength(1);
    expect(await log()).toMatchObject([
      { outcome: 'replayed', external_id: 'c-1' },
      { outcome: 'accepted', external_id: 'c-1', delivery_id: sent.body.delivery_id },
    ]);
  });

  it('makes one run of twenty that arrive at once', async () => {
    const { push, runs } = await setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => push(payload('c-1'))));
    expect(answers.filter(({ body }) => body.outcome === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.runs[0].run_id)).size).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  it('makes the key from the payload: by its own expression, or from all of it', async () => {
    const byEvent = await setUp({ ...INTAKE, map: { ...INTAKE.map, idempotency_key: 'event' } });
    const outcomeOf = async (sent: ReturnType<typeof byEvent.push>) => (await sent).body.outcome;
    expect(await outcomeOf(byEvent.push({ ...payload('c-1'), event: 1 }))).toBe('accepted');
    expect(await outcomeOf(byEvent.push({ ...payload('c-1'), event: 2 }))).toBe('accepted');
    expect(await outcomeOf(byEvent.push({ ...payload('c-2'), event: 2 }))).toBe('replayed');
    const byAll = await setUp({ ...INTAKE, map: { input: INTAKE.map.input } });
    expect(await outcomeOf(byAll.push(payload('c-1')))).toBe('accepted');
    expect(await outcomeOf(byAll.push(payload('c-1')))).toBe('replayed');
    expect(await outcomeOf(byAll.push(payload('c-1', { minutes: 5 })))).toBe('accepted');
  });

  it('skips what `when`, the rules or the sample leave out, and says why', async () => {
    const { push, put, log, runs } = await setUp();
    expect((await push({ type: 'call.started' })).body).toMatchObject({
      outcome: 'skipped',
      reason: 'The intake’s `when` is not true for this payload.',
    });
    const rules = [
      { kit: 'calls', metadata: { team: ['sales', 'bill*'] } },
      { kit: 'calls', contains: ['Unicorn', 'dragon'] },
      { kit: 'calls', when: 'metadata.minutes = "99"' },
      { kit: 'calls', sample_percent: 0 },
    ];
    await put({ ...INTAKE, kits: rules });
    expect((await push(payload('c-2'))).body).toMatchObject({
      outcome: 'skipped',
      reason:
        'calls: metadata.team does not match sales, bill*. calls: The text contains none of: Unicorn, dragon. calls: The rule’s `when` is not true. calls: Not in the sample of 0 %.',
    });
    await put({ ...INTAKE, enabled: false });
    expect((await push(payload('c-3'))).body.reason).toBe('The intake is disabled.');
    expect((await log('?outcome=skipped')).map(({ reason }: { reason: string }) => reason.slice(0, 20))).toEqual([
      'The intake is disabl',
      'calls: metadata.team',
      'The intake’s `when` ',
    ]);
    expect(await runs()).toEqual([]);
  });

  it('chooses kits by metadata and content; every rule that matches makes a run, and a kit only one', async () => {
    const { push, put, key, runs } = await setUp();
    await publishKit(service, key, { ...KIT, kit: 'refunds' });
    await publishKit(service, key, { ...KIT, kit: 'strict', input: STRICT });
    await put({
      ...INTAKE,
      kits: [
        { kit: 'calls', metadata: { team: 'SUPP*' } },
        { kit: 'calls', metadata: { minutes: '4' } },
        { kit: 'refunds', contains: ['my REFUND'], when: '$contains(input.transcript, "refund")' },
      ],
    });
    const both = await push(payload('c-1', { transcript: `${TRANSCRIPT}\nCustomer: Where is my refund?` }));
    expect(both.body.runs.map(({ kit }: { kit: string }) => kit)).toEqual(['calls', 'refunds']);
    expect((await push(payload('c-2'))).body.runs.map(({ kit }: { kit: string }) => kit)).toEqual(['calls']);
    await put({ ...INTAKE, kits: [{ kit: 'calls' }, { kit: 'strict' }] });
    const partly = await push(payload('c-3'));
    expect([partly.status, partly.body.runs.length, partly.body.failed]).toMatchObject([
      202,
      1,
      [{ kit: 'strict', error: 'kit_input_invalid' }],
    ]);
    expect(await runs()).toHaveLength(4);
  });

  it('samples by the conversation: the same one is always in, or never', async () => {
    const { put, push } = await setUp();
    await put({ ...INTAKE, kits: [{ kit: 'calls', sample_percent: 33 }] });
    const ids = Array.from({ length: 100 }, (_, index) => `c-${index}`);
    const isIn = (id: string) => isSampled(`calls\n${id}`, 33);
    const [inside = '', outside = ''] = [ids.find(isIn), ids.find((id) => !isIn(id))];
    for (const _ of [1, 2]) {
      expect((await push(payload(inside))).body.runs).toHaveLength(1);
      expect((await push(payload(outside))).body.reason).toBe('calls: Not in the sample of 33 %.');
    }
  });

  it('401: a missing or wrong token; logged without pushing out what was delivered', async () => {
    const { send, push, made, log } = await setUp();
    expect((await push(payload('c-1'))).status).toBe(202);
    for (const headers of [
      { authorization: '' },
      { authorization: 'Bearer no' },
      { authorization: `Basic ${made.body.secret}` },
    ]) {
      const { status, body } = await send(payload('c-1'), headers);
      expect([status, body.error]).toEqual([401, 'invalid_delivery_signature']);
    }
    for (let count = 0; count < 25; count += 1) await send('{}', { authorization: 'Bearer no' });
    const lines = await log('?limit=100');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toMatchObject({ outcome: 'accepted' });
    expect(lines[0]).toMatchObject({ outcome: 'refused', reason: 'The token is wrong.' });
  });

  it('takes the token from another header, or from the URL', async () => {
    const { made, put } = await setUp();
    const raw = JSON.stringify(payload('c-1'));
    const json = { 'content-type': 'application/json; charset=utf-8' };
    const byUrl = await service.call('POST', `${made.body.path}?token=${made.body.secret}`, { raw, headers: json });
    expect(byUrl.status).toBe(202);
    await put({ ...INTAKE, auth: { type: 'token', header: 'X-Vapi-Secret' } }, { secret: 'chosen-by-the-service' });
    const byHeader = (value: string) =>
      service.call('POST', made.body.path, { raw, headers: { ...json, 'x-vapi-secret': value } });
    expect((await byHeader('chosen-by-the-service')).status).toBe(202);
    expect((await byHeader('chosen-by-the-servicf')).status).toBe(401);
    const old = await service.call('POST', `${made.body.path}?token=${made.body.secret}`, { raw, headers: json });
    expect(old.status).toBe(401);
  });

  const SECRET = 'the-secret-of-the-service';
  const sign = (text: string, algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex') =>
    createHmac(algorithm, SECRET).update(text).digest(encoding);
  const now = () => String(Math.floor(Date.now() / 1_000));
  it.each([
    [
      'the body alone',
      { header: 'X-Hub-Signature', algorithm: 'sha1', format: 'sha1={signature}' },
      (body: string) => ({ 'x-hub-signature': `sha1=${sign(body, 'sha1')}` }),
    ],
    [
      'a timestamp in the same header',
      { header: 'X-Signature', format: 't={timestamp},v0={signature}', signed: '{timestamp}.{body}' },
      (body: string) => ({ 'x-signature': `t=${now()},v0=${sign(`${now()}.${body}`)},v0=older` }),
    ],
    [
      'a timestamp in a header of its own, in base64',
      { header: 'X-Sig', encoding: 'base64', signed: '{timestamp}{body}', timestamp_header: 'X-Time' },
      (body: string) => {
        const time = new Date().toISOString();
        return { 'x-sig': sign(`${time}${body}`, 'sha256', 'base64'), 'x-time': time };
      },
    ],
  ])('checks a signature: %s', async (_name, auth, headersOf) => {
    const { send } = await setUp({ ...INTAKE, auth: { type: 'hmac', ...auth } }, SECRET);
    const body = JSON.stringify(payload('c-1'), null, 2);
    expect((await send(body, headersOf(body))).status).toBe(202);
    const changed = await send(body.replace('c-1', 'c-2'), headersOf(body));
    expect([changed.status, changed.body.error]).toEqual([401, 'invalid_delivery_signature']);
    expect((await send(body)).body.detail).toMatch(/^There is no signature/);
  });

  it('401: a signature that is older than allowed', async () => {
    const auth = { type: 'hmac', header: 'X-Sig', signed: '{timestamp}.{body}', timestamp_header: 'X-Time' };
    const { send } = await setUp({ ...INTAKE, auth }, SECRET);
    const body = JSON.stringify(payload('c-1'));
    const old = String(Math.floor(Date.now() / 1_000) - 301);
    const { status, body: said } = await send(body, { 'x-sig': sign(`${old}.${body}`), 'x-time': old });
    expect([status, said.detail]).toEqual([401, 'The timestamp is more than 300 seconds off.']);
  });

  it('404: an address that nobody has; a name alone is none', async () => {
    await setUp();
    for (const path of ['/v1/intake/calls', '/v1/intake/calls.00000000000000000000']) {
      const { status, body } = await service.call('POST', path, { body: {} });
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
  });

  it('keeps what cannot be read; the log says why, with the id that could be read and without quoting the payload', async () => {
    const { push, put, log, runs } = await setUp();
    const reasonOf = async (sent: ReturnType<typeof push>) => {
      const { body } = await sent;
      expect([body.outcome, body.kept]).toEqual(['failed', true]);
      return body.reason;
    };
    expect(await reasonOf(push('{"a":'))).toBe('The body could not be parsed.');
    expect(await reasonOf(push('<a/>', { 'content-type': 'application/xml' }))).toMatch(
      /^The content type application\/xml/,
    );
    expect(await reasonOf(push(`${JSON.stringify(payload('c-1'))} `.repeat(2)))).toMatch(/could not be parsed/);
    const { body } = await push(payload('c-1', { transcript: undefined }));
    expect(body).toMatchObject({
      outcome: 'failed',
      external_id: 'c-1',
      failed: [{ kit: 'calls', error: 'kit_input_invalid' }],
    });
    await put({ ...INTAKE, map: { ...INTAKE.map, input: 'call.transcript' } });
    expect((await push(payload('c-1'))).body).toMatchObject({
      outcome: 'failed',
      external_id: 'c-1',
      reason: expect.stringMatching(/^map\.input gives text, not an object/),
    });
    await put({ ...INTAKE, map: { ...INTAKE.map, external_id: 'call.transcript + 1' } });
    expect(await reasonOf(push(payload('c-1')))).toBe('map.external_id: JSONata error T2001 at position 17.');
    expect(JSON.stringify(await log())).not.toContain(TRANSCRIPT.slice(0, 20));
    expect(await runs()).toEqual([]);
  });

  it('logs what it turns away: a body that is too large, or compressed', async () => {
    const { send, log } = await setUp();
    expect((await send('x'.repeat(10_500_000))).status).toBe(413);
    expect((await send(payload('c-1'), { 'content-encoding': 'gzip' })).status).toBe(415);
    expect(await log()).toMatchObject([
      { outcome: 'refused', reason: expect.stringMatching(/^415: The body is compressed/), kept: false },
      { outcome: 'refused', reason: expect.stringMatching(/^413: /), kept: false },
    ]);
  });

  it('401, not 500: a wrong token for an intake that is being deleted', async () => {
    const { send, made } = await setUp();
    const { database } = service.testDatabase;
    const sent = await database.transaction(async (tx) => {
      await tx.query('DELETE FROM intakes WHERE address = $1', [made.body.path.split('/').at(-1)]);
      const answer = send(payload('a'), { authorization: 'Bearer wrong' });
      // Until the log of the delivery waits for the deletion.
      await expect
        .poll(async () => (await database.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length)
        .toBeGreaterThan(0);
      return { answer };
    });
    expect((await sent.answer).status).toBe(401);
  });

  it('429: counts against the plan of the workspace', async () => {
    const workspaceId = await service.workspace('intake-small', 'free');
    const key = await service.key(workspaceId);
    await publishKit(service, key, KIT);
    const made = await service.call('PUT', '/v1/intakes/calls', { key, body: { intake: INTAKE } });
    const send = (id: string) =>
      service.call('POST', `${made.body.path}?token=${made.body.secret}`, { body: payload(id) });
    const statuses = new Set<number>();
    for (let count = 0; count < 200 && !statuses.has(429); count += 1) statuses.add((await send(`c-${count}`)).status);
    expect([...statuses].sort()).toEqual([202, 429]);
  });

  it('erasing a run takes its external id out of the log, and deletes what was pushed', async () => {
    const { push, log, call, key } = await setUp();
    const { body } = await push(payload('c-1'));
    await untilStatus(service, key, body.runs[0].run_id, 'succeeded');
    await call('DELETE', `/v1/runs/${body.runs[0].run_id}`);
    expect(await log()).toMatchObject([{ outcome: 'accepted', kept: false }]);
    expect((await log())[0]).not.toHaveProperty('external_id');
    const payloadOf = await call('GET', `/v1/intakes/calls/deliveries/${body.delivery_id}/payload`);
    expect(payloadOf.status).toBe(404);
  });

  it('works on any node, after the definition changed on another', async () => {
    const { made, put, settle } = await setUp();
    const node = await service.node();
    await put({ ...INTAKE, when: "type = 'x'" });
    const sent = await node.call('POST', `${made.body.path}?token=${made.body.secret}`, { body: payload('c-1') });
    expect((await settle(sent)).body.outcome).toBe('skipped');
    await node.stop();
  });
});

describe('map.occurred_at', () => {
  it.each([
    ['2026-10-05T09:30:00+02:00', '2026-10-05T07:30:00.000Z'],
    [Date.parse('2026-10-05T07:30:00Z'), '2026-10-05T07:30:00.000Z'],
    ['2026-10-05', undefined],
    ['last Monday', undefined],
  ])('%s', async (at, occurredAt) => {
    const { call } = await setUp();
    const intake = { ...INTAKE, map: { ...INTAKE.map, occurred_at: 'call.at' } };
    const { body } = await call('POST', '/v1/intakes/calls/test', { payload: payload('c-1', { at }), intake });
    expect([body.outcome, body.occurred_at]).toEqual([occurredAt === undefined ? 'failed' : 'accepted', occurredAt]);
  });
});

describe('POST /v1/intakes/:name/test', () => {
  it('200: says what would happen, rule by rule, and makes no run', async () => {
    const { call, runs, log, key } = await setUp();
    await publishKit(service, key, { ...KIT, kit: 'strict', input: STRICT });
    const intake = { ...INTAKE, kits: [{ kit: 'calls' }, { kit: 'strict' }, { kit: 'calls', contains: ['unicorn'] }] };
    const { status, body } = await call('POST', '/v1/intakes/new-one/test', { payload: payload('c-1'), intake });
    expect([status, body]).toEqual([
      200,
      {
        outcome: 'accepted',
        input: { transcript: TRANSCRIPT },
        external_id: 'c-1',
        metadata: { team: 'support', minutes: '4' },
        idempotency_key: 'c-1',
        kits: [
          { kit: 'calls', chosen: true, reason: 'All conditions are met.' },
          { kit: 'strict', chosen: true, reason: 'All conditions are met.', fault: expect.stringContaining('notes') },
          { kit: 'calls', chosen: false, reason: 'The text contains none of: unicorn.' },
        ],
      },
    ]);
    expect((await call('POST', '/v1/intakes/calls/test', { payload: {} })).body.outcome).toBe('skipped');
    const failing = { ...INTAKE, map: { ...INTAKE.map, external_id: 'call.team + 1' } };
    expect(
      (await call('POST', '/v1/intakes/calls/test', { payload: payload('c'), intake: failing })).body,
    ).toMatchObject({
      outcome: 'failed',
      reason: 'map.external_id: The left side of the "+" operator must evaluate to a number',
    });
    expect([await runs(), await log()]).toEqual([[], []]);
  });

  it('404, 400 and 422: no such intake, no payload, a definition with a fault', async () => {
    const { call } = await setUp();
    expect((await call('POST', '/v1/intakes/nowhere/test', { payload: {} })).status).toBe(404);
    expect((await call('POST', '/v1/intakes/calls/test', {})).status).toBe(400);
    const { body } = await call('POST', '/v1/intakes/calls/test', { payload: {}, intake: { auth: {} } });
    expect(body.error).toBe('intake_invalid');
  });
});

describe('a hostile expression', () => {
  it('reaches nothing outside, and leaves nothing for the next', async () => {
    const { call } = await setUp();
    const attempt = async (expression: string) => {
      const intake = { ...INTAKE, map: { input: `{ "transcript": "x", "found": ${expression} }` } };
      return (await call('POST', '/v1/intakes/calls/test', { payload: payload('c'), intake })).body;
    };
    for (const expression of [
      'call.constructor',
      '$string.constructor',
      'call.__proto__',
      '$lookup(call, "__proto__")',
      '$sum.implementation.constructor("return process")()',
      '$eval("call.constructor.constructor")',
      '$keys($)[$ = "process"]',
    ]) {
      const body = await attempt(expression);
      expect([expression, body.input?.found]).toEqual([expression, undefined]);
    }
    await attempt('$merge([{"__proto__": {"polluted": 1}}])');
    await attempt('(call ~> |$|{"__proto__": {"polluted": 1}}|)');
    expect((await attempt('call.polluted')).input).toEqual({ transcript: 'x' });
  });
});
