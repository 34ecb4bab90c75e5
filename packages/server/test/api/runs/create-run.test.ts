import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, KIT, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let kit: Awaited<ReturnType<typeof publishKit>>;
beforeAll(async () => {
  service = await startTestService();
  kit = await publishKit(service);
});
afterAll(() => service.stop());

const create = (body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/runs', { key: service.adminKey, body, headers });
const input = { transcript: TRANSCRIPT };

describe('POST /v1/runs 202', () => {
  it.each([
    ['compact', '{"transcript":"Agent: hi","n":1.50}'],
    ['spread over lines', '\n  {\n\t"transcript": "Agent: \\"hi\\" {[",\n\t"n": [1, {"a": "}"}]\n}\n'],
    ['with escapes', '{"transcript":"Agent: h\\u0069 \\ud83d\\ude00"}'],
    ['named twice', '{"transcript":5},"input":{"transcript":"Agent: hi"}'],
    ['named twice, once with an escape', '{"transcript":5},"\\u0069nput":{"transcript":"Agent: hi"}'],
  ])('keeps the input that it checked, %s', async (_how, text) => {
    const raw = `{"kit_code":"${kit.kit_code}","input":${text}}`;
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await service.call('POST', '/v1/runs', { key: service.adminKey, raw, headers });
    expect(status).toBe(202);
    const run = await service.call('GET', `/v1/runs/${body.run_id}?include=input`, { key: service.adminKey });
    expect(run.body.input).toEqual(JSON.parse(raw).input);
  });

  it('accepts a run, executes it, and returns it with its output', async () => {
    const accepted = await create({
      kit_code: kit.kit_code,
      input,
      external_id: 'call-1',
      metadata: { team: 'north' },
    });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({
      run_id: expect.stringMatching(/^run_[0-9a-z]{26}$/),
      status: 'processing',
      type: 'api',
    });
    expect(accepted.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const run = await untilStatus(service, service.adminKey, accepted.body.run_id, 'succeeded');
    expect(run).toMatchObject({
      run_id: accepted.body.run_id,
      type: 'api',
      mode: 'async',
      ...kitIds(),
      kit_version: 1,
      external_id: 'call-1',
      metadata: { team: 'north' },
      output: {
        kit_code: kit.kit_code,
        kit_version_id: kit.kit_version_id,
        bricks: { turns: { value: 3, confidence: 1 } },
      },
    });
    expect(run.output.bricks.agent_words.value).toBe(12);
    expect(run.duration_ms).toBeGreaterThanOrEqual(0);
    for (const field of ['created_at', 'started_at', 'completed_at'])
      expect(run[field]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.stringify(run)).not.toContain('evidence_spans');
    expect(run).not.toHaveProperty('input');
    expect(run).not.toHaveProperty('error_code');
  });

  it.each([null, ''])('takes %j for an absent kit name', async (absent) => {
    const { kit_code, kit_version_id } = kit;
    expect((await create({ kit_code, kit_version_id: absent, input })).status).toBe(202);
    expect((await create({ kit_code: absent, kit_version_id, input })).status).toBe(202);
  });

  it('prefers kit_version_id to kit_code, and ignores unknown fields', async () => {
    const { status, body } = await create({
      kit_code: 'ZZZZZZZZ',
      kit_version_id: kit.kit_version_id,
      input,
      colour: 'blue',
    });
    expect(status).toBe(202);
    expect((await untilStatus(service, service.adminKey, body.run_id, 'succeeded')).kit_version_id).toBe(
      kit.kit_version_id,
    );
  });

  it('stores any text a user may send', async () => {
    const odd = 'Agent: \u0000 \u202e "quotes" \\ 😀 汉字\nCustomer: ok';
    const { body } = await create({
      kit_code: kit.kit_code,
      input: { transcript: odd, more: { deep: [1, null, 1e21] } },
    });
    await untilStatus(service, service.adminKey, body.run_id, 'succeeded');
    const { body: run } = await service.call('GET', `/v1/runs/${body.run_id}?include=input`, { key: service.adminKey });
    expect(run.input).toEqual({ transcript: odd, more: { deep: [1, null, 1e21] } });
  });
});

const kitIds = () => ({ kit_id: kit.kit_id, kit_code: kit.kit_code, kit_version_id: kit.kit_version_id });

describe('POST /v1/runs 200', () => {
  it('sync waits for the end', async () => {
    const { status, body, headers } = await create({ kit_code: kit.kit_code, input, mode: 'sync' });
    expect([status, body.status, body.mode]).toEqual([200, 'succeeded', 'sync']);
    expect(body.output.bricks.turns.value).toBe(3);
    expect(headers.get('retry-after')).toBeNull();
  });
});

describe('POST /v1/runs 4xx', () => {
  const wrong: [string, unknown, number, string, string?][] = [
    ['no kit', { input }, 400, 'kit_code_or_kit_version_id_required'],
    [
      'no kit and everything else wrong',
      { input: 1, type: 'x', mode: 'y' },
      400,
      'kit_code_or_kit_version_id_required',
    ],
    ['a kit that is null', { kit_code: null, kit_version_id: null, input }, 400, 'kit_code_or_kit_version_id_required'],
    ['a kit that is empty', { kit_code: '', kit_version_id: '', input }, 400, 'kit_code_or_kit_version_id_required'],
    ['a kit code that is not a string', { kit_code: 7, input }, 400, 'invalid_parameter', 'kit_code'],
    ['a version id that is not a string', { kit_version_id: {}, input }, 400, 'invalid_parameter', 'kit_version_id'],
    ['no input', { kit_code: 'x', type: 'x' }, 400, 'input_must_be_object'],
    ['an input that is a string', { kit_code: 'x', input: 'hello', mode: 'z' }, 400, 'input_must_be_object'],
    ['an input that is an array', { kit_code: 'x', input: [] }, 400, 'input_must_be_object'],
    ['an input that is null', { kit_code: 'x', input: null }, 400, 'input_must_be_object'],
    ['an unknown type', { kit_code: 'x', input: {}, type: 'live', mode: 'z' }, 400, 'invalid_run_type'],
    ['an unknown mode', { kit_code: 'x', input: {}, mode: 'later' }, 400, 'invalid_run_mode'],
    ['an unknown kit', { kit_code: 'ABCDEFGH', input: {} }, 404, 'kit_not_found'],
    ['a code of any other form', { kit_code: 'not a code \u0000', input: {} }, 404, 'kit_not_found'],
    ['an unknown version', { kit_version_id: '00000000-0000-7000-8000-000000000000', input: {} }, 404, 'kit_not_found'],
    ['a version id of any other form', { kit_version_id: 'latest', input: {} }, 404, 'kit_not_found'],
    ['a body that is not an object', [1], 400, 'kit_code_or_kit_version_id_required'],
    [
      'a long external id',
      { kit_code: 'x', input: {}, external_id: 'x'.repeat(256) },
      400,
      'invalid_parameter',
      'external_id',
    ],
    [
      'a NUL in the external id',
      { kit_code: 'x', input: {}, external_id: 'a\0' },
      400,
      'invalid_parameter',
      'external_id',
    ],
    [
      'metadata that are no strings',
      { kit_code: 'x', input: {}, metadata: { a: 1 } },
      400,
      'invalid_parameter',
      'metadata',
    ],
    [
      'too many metadata',
      {
        kit_code: 'x',
        input: {},
        metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])),
      },
      400,
      'invalid_parameter',
      'metadata',
    ],
  ];
  it('compares the fields of a body that somebody wrote, not of thousands', async () => {
    const others = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`other_${index}`, 1]));
    const status = async (count: number) =>
      (await create({ kit_code: kit.kit_code, input, occured_at: 'x', ...others(count) })).status;
    expect([await status(50), await status(5_000)]).toEqual([400, 202]);
  });

  it.each([
    ['occured_at', 'occurred_at'],
    ['occurredAt', 'occurred_at'],
    ['externalId', 'external_id'],
    ['meta_data', 'metadata'],
  ])('400: %s is a misspelling, which would be lost', async (field, meant) => {
    const body = { kit_code: kit.kit_code, input, [field]: 'x' };
    const answer = await create(body);
    const told = `${field}: there is no such field; did you mean "${meant}"?`;
    expect([answer.status, answer.body.error, answer.body.detail]).toEqual([400, 'invalid_parameter', told]);
    const batch = {
      key: service.adminKey,
      body: { runs: [body, { kit_code: kit.kit_code, input, idempotencyKey: 'k' }] },
    };
    const { body: lines } = await service.call('POST', '/v1/batches', batch);
    expect(lines.data).toMatchObject([
      { http_status: 400, detail: told },
      { http_status: 400, detail: 'idempotencyKey: there is no such field; did you mean "idempotency_key"?' },
    ]);
  });

  it('refuses what is like a field, also beside it, and ignores what resembles none', async () => {
    const body = { kit_code: kit.kit_code, input, external_id: 'c-1' };
    const { status, body: said } = await create({ ...body, external_id2: 'mine' });
    expect([status, said.error, said.detail]).toEqual([
      400,
      'invalid_parameter',
      'external_id2: there is no such field; did you mean "external_id"?',
    ]);
    expect((await create({ ...body, crm_reference: 'mine' })).status).toBe(202);
  });

  it.each(wrong)('%s', async (_name, body, status, code, detail = '') => {
    const answer = await create(body);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(answer.body.detail ?? '').toContain(detail);
  });

  it('422 when the input does not match the kit, naming the field', async () => {
    for (const bad of [{}, { transcript: 5 }, { transcript: '' }, { transcript: [{ speaker: 'agent' }] }]) {
      const { status, body } = await create({ kit_code: kit.kit_code, input: bad });
      expect([status, body.error]).toEqual([422, 'kit_input_invalid']);
      expect(body.detail).toContain('transcript');
    }
  });

  it.each([
    ['{"kit_code":"x","input":{"transcript":"a","n":1e999}}', 'invalid_json'],
    ['{"kit_code":"x","input":{"transcript":"a","n":-1e999}}', 'invalid_json'],
    ['{"kit_code":"x","input":{"transcript":"a"},"external_id":"\\ud800"}', 'invalid_parameter'],
    ['{"kit_code":"x","input":{"transcript":"a"},"metadata":{"\\udc00":"b"}}', 'invalid_parameter'],
    ['{"kit_code":"x","input":{"transcript":"a"},"metadata":{"a":"\\ud800"}}', 'invalid_parameter'],
  ])('400: %s', async (raw, error) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'broken-1' };
    const answer = await service.call('POST', '/v1/runs', { key: service.adminKey, raw, headers });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('400 for half a surrogate pair, but not for an escaped backslash that looks like one', async () => {
    const raw = (transcript: string) =>
      service.call('POST', '/v1/runs', {
        key: service.adminKey,
        raw: `{"kit_code":"${kit.kit_code}","input":{"transcript":"Agent: ${transcript}"}}`,
        headers: { 'content-type': 'application/json' },
      });
    const broken = await raw('\\ud800 x');
    expect([broken.status, broken.body.error]).toEqual([400, 'invalid_json']);
    expect((await raw('\\\\ud800 x')).status).toBe(202);
    expect((await raw('\\ud83d\\ude00 x')).status).toBe(202);
  });

  it('leaves nothing behind', async () => {
    const count = async () =>
      (await service.testDatabase.database.query<{ n: number }>('SELECT count(*)::int AS n FROM runs')).rows[0]?.n;
    const before = await count();
    for (const [, body] of wrong) await create(body, { 'idempotency-key': 'refused' });
    expect(await count()).toBe(before);
    expect((await create({ kit_code: kit.kit_code, input }, { 'idempotency-key': 'refused' })).status).toBe(202);
  });

  it('a draft is not found by api runs, but by sandbox runs with its version id', async () => {
    const draft = (await service.call('POST', '/v1/kits', { key: service.adminKey, body: { ...KIT, kit: 'a_draft' } }))
      .body;
    for (const body of [
      { kit_code: draft.kit_code, input },
      { kit_version_id: draft.kit_version_id, input },
      { kit_code: draft.kit_code, input, type: 'sandbox' },
    ]) {
      const answer = await create(body);
      expect([answer.status, answer.body.error]).toEqual([404, 'kit_not_found']);
    }
    const seen = await create({ kit_version_id: draft.kit_version_id, input, type: 'sandbox', mode: 'sync' });
    expect([seen.status, seen.body.status, seen.body.type]).toEqual([200, 'succeeded', 'sandbox']);
  });
});

describe('sync on a long run', () => {
  it('202 with sync_fallback and waited_ms when the wait is over; the run continues', async () => {
    const engine = heldEvaluator();
    const slow = await startTestService({ BRICKWORK_SYNC_WAIT_MS: '300' }, { evaluate: engine.evaluate });
    try {
      const slowKit = await publishKit(slow);
      const { status, body, headers } = await slow.call('POST', '/v1/runs', {
        key: slow.adminKey,
        body: { kit_code: slowKit.kit_code, input, mode: 'sync' },
      });
      expect(status).toBe(202);
      expect(body).toEqual({
        run_id: expect.any(String),
        status: 'running',
        type: 'api',
        sync_fallback: true,
        waited_ms: expect.any(Number),
      });
      expect(body.waited_ms).toBeGreaterThanOrEqual(290);
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      (await engine.next(0)).succeed();
      await untilStatus(slow, slow.adminKey, body.run_id, 'succeeded');
    } finally {
      await slow.stop();
    }
  });

  it('a client that disconnects cancels nothing, and a run that fails is still 200', async () => {
    const engine = heldEvaluator();
    const slow = await startTestService({}, { evaluate: engine.evaluate });
    try {
      const slowKit = await publishKit(slow);
      const leave = new AbortController();
      const gone = fetch(`${slow.url}/v1/runs`, {
        method: 'POST',
        signal: leave.signal,
        headers: { authorization: `Bearer ${slow.adminKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kit_code: slowKit.kit_code, input, mode: 'sync', external_id: 'left' }),
      });
      const first = await engine.next(0);
      leave.abort();
      await expect(gone).rejects.toThrow();
      first.succeed();
      const { body } = await slow.call('GET', '/v1/runs?external_id=left', { key: slow.adminKey });
      await untilStatus(slow, slow.adminKey, body.data[0].run_id, 'succeeded');

      const failing = slow.call('POST', '/v1/runs', {
        key: slow.adminKey,
        body: { kit_code: slowKit.kit_code, input, mode: 'sync' },
      });
      const { RunFault } = await import('@brickwork/server/runs/run-fault');
      (await engine.next(1)).fail(
        new RunFault({ code: 'output_invalid', message: 'diagnosis', userMessage: 'calm words' }),
      );
      const { status, body: failed } = await failing;
      expect(status).toBe(200);
      expect(failed).toMatchObject({
        status: 'failed',
        error_code: 'output_invalid',
        error_message: 'diagnosis',
        error_user_message: 'calm words',
      });
      expect(failed).not.toHaveProperty('output');
    } finally {
      await slow.stop();
    }
  });
});

describe('POST /v1/runs 500 and 503', () => {
  it('run_request_failed when it cannot be stored, unavailable without the database; nothing is stored partially', async () => {
    const broken = await startTestService();
    try {
      const { kit_code } = await publishKit(broken);
      const send = () =>
        broken.call('POST', '/v1/runs', {
          key: broken.adminKey,
          body: { kit_code, input },
          headers: { 'idempotency-key': 'k' },
        });
      await broken.testDatabase.database.query(`ALTER TABLE jobs ADD CONSTRAINT nothing_fits CHECK (kind <> 'run')`);
      const failed = await send();
      expect([failed.status, failed.body.error]).toEqual([500, 'run_request_failed']);
      expect(JSON.stringify(failed.body)).not.toContain('nothing_fits');
      await broken.testDatabase.database.query('ALTER TABLE jobs DROP CONSTRAINT nothing_fits');
      const restore = await broken.testDatabase.cutOff();
      const away = await send();
      expect([away.status, away.body.error]).toEqual([503, 'unavailable']);
      await restore();
      await expect.poll(async () => (await send()).status, { timeout: 10_000 }).toBe(202);
      const { rows } = await broken.testDatabase.database.query<{ n: number }>('SELECT count(*)::int AS n FROM runs');
      expect(rows[0]?.n).toBe(1);
    } finally {
      await broken.stop();
    }
  });
});
