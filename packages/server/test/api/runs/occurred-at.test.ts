/** `occurred_at`: when a conversation took place, wherever a run is made, listed, shown, exported or told of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

const TELL = { score: { value: 3 } };
let service: TestService;
let code: string;
beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  code = (await publishedKit(service, kitDocument('review'))).kit_code;
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: object) =>
  service.call(method, path, { key: service.adminKey, ...(body && { body }) });
const bodyOf = (occurred_at: unknown) => ({
  kit_code: code,
  input: { transcript: TRANSCRIPT, tell: TELL },
  occurred_at,
});

describe('occurred_at', () => {
  it('is in the run, the list, the export and the event, in UTC; without one it is created_at', async () => {
    const old = await toldRun(service, service.adminKey, code, TELL, {
      occurred_at: '2026-10-05T09:30:00+02:00',
      external_id: 'old',
    });
    const plain = await toldRun(service, service.adminKey, code, TELL, { external_id: 'plain' });
    const { body: run } = await call('GET', `/v1/runs/${old}`);
    expect(run.occurred_at).toBe('2026-10-05T07:30:00.000Z');
    const { body: page } = await call('GET', '/v1/runs?external_id=plain');
    expect(page.data).toMatchObject([{ run_id: plain, occurred_at: page.data[0].created_at }]);
    const exported = await call('GET', '/v1/runs/export?occurred_before=2026-10-06T00:00:00Z');
    expect(JSON.parse(String(exported.body).trim().split('\n')[0] ?? '')).toMatchObject({
      run_id: old,
      occurred_at: '2026-10-05T07:30:00.000Z',
    });
    const { body: events } = await call('GET', '/v1/events');
    const event = events.data.find(({ data }: { data: { run_id: string } }) => data.run_id === old);
    expect(event.data.occurred_at).toBe('2026-10-05T07:30:00.000Z');
  });

  it('is what the export in the input says, unless the request says otherwise', async () => {
    const comments = [{ author_id: 1, body: 'My printer smokes.', created_at: '2026-09-01T08:00:00Z' }];
    const made = async (input: object, occurred_at?: string) => {
      const { body } = await call('POST', '/v1/runs', { kit_code: code, input: { ...input, tell: TELL }, occurred_at });
      return (await call('GET', `/v1/runs/${body.run_id}`)).body;
    };
    expect((await made({ transcript: { comments } })).occurred_at).toBe('2026-09-01T08:00:00.000Z');
    const stated = await made({ transcript: { comments } }, '2026-08-01T08:00:00Z');
    expect(stated.occurred_at).toBe('2026-08-01T08:00:00.000Z');
    // A large input is checked in a thread.
    const large = [...comments, { author_id: 2, body: 'Please wait. '.repeat(5_000) }];
    expect((await made({ transcript: { comments: large } })).occurred_at).toBe('2026-09-01T08:00:00.000Z');
    const future = await made({ transcript: { comments: [{ ...comments[0], created_at: '2099-01-01T00:00:00Z' }] } });
    expect(future.occurred_at).toBe(future.created_at);
  });

  it('filters lists from its first moment to before its last, so that periods that meet lose nothing', async () => {
    const at = (time: string) => toldRun(service, service.adminKey, code, TELL, { occurred_at: time });
    const [first, second] = [await at('2020-02-01T10:00:00Z'), await at('2020-02-02T10:00:00Z')];
    const found = async (query: string) =>
      (await call('GET', `/v1/runs?${query}`)).body.data.map(({ run_id }: { run_id: string }) => run_id);
    expect(await found('occurred_before=2020-02-02T10:00:00Z')).toEqual([first]);
    expect(await found('occurred_after=2020-02-01T10:00:00Z&occurred_before=2020-02-02T10:00:00Z')).toEqual([first]);
    expect(await found('occurred_after=2020-02-02T10:00:00Z&occurred_before=2020-03-01T00:00:00Z')).toEqual([second]);
    expect(await found('occurred_before=2020-03-01T00:00:00Z&status=succeeded')).toEqual([second, first]);
    expect(await found(`occurred_before=2020-03-01T00:00:00Z&answer.score=3&kit_code=${code}`)).toEqual([
      second,
      first,
    ]);
    expect(await found('occurred_before=2020-03-01T00:00:00Z&created_before=2020-03-01T00:00:00Z')).toEqual([]);
  });

  it('is taken from a line of a batch', async () => {
    const { body } = await call('POST', '/v1/batches', {
      runs: [bodyOf('2020-01-01T00:00:00Z'), bodyOf('yesterday'), bodyOf('2999-01-01T00:00:00Z')],
    });
    expect(body.data).toMatchObject([
      { http_status: 202 },
      { http_status: 400, error: 'invalid_parameter' },
      { http_status: 400, error: 'invalid_parameter' },
    ]);
    const { body: run } = await call('GET', `/v1/runs/${body.data[0].run_id}`);
    expect(run.occurred_at).toBe('2020-01-01T00:00:00.000Z');
  });

  it('may be up to a day in the future, and not before 1970', async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect((await call('POST', '/v1/runs', bodyOf(inMs(23 * 3_600_000)))).status).toBe(202);
    for (const [time, detail] of [
      [inMs(25 * 3_600_000), 'more than a day in the future'],
      ['1969-12-31T23:59:59Z', 'before 1970'],
      ['2026-11-15', 'occurred_at'],
      [1_700_000_000, 'occurred_at'],
    ] as const) {
      const { status, body } = await call('POST', '/v1/runs', bodyOf(time));
      expect([status, body.error, body.detail]).toEqual([400, 'invalid_parameter', expect.stringContaining(detail)]);
    }
  });

  it('is part of what a repeated request is recognised by', async () => {
    const send = (occurred_at: string) =>
      service.call('POST', '/v1/runs', {
        key: service.adminKey,
        headers: { 'idempotency-key': 'at' },
        body: bodyOf(occurred_at),
      });
    expect((await send('2026-01-01T00:00:00Z')).status).toBe(202);
    expect((await send('2026-01-01T00:00:00Z')).status).toBe(202);
    expect((await send('2026-01-02T00:00:00Z')).body.error).toBe('idempotency_key_conflict');
  });
});

describe('what else an export says', () => {
  const parts = [
    { text: 'How can I help?', from: 'operator' },
    { text: 'My parcel never arrived.', from: 'user' },
  ];
  const made = async (metadata?: object) => {
    const messages = parts.map(({ text, from }, index) => ({
      ...{ type: 'text', from, content: text, timestamp: 1_757_000_000_000 + index, fingerprint: index },
      user: from === 'operator' ? { nickname: 'Lena Fischer', user_id: 'u' } : { nickname: 'Tom Hale', user_id: 'c' },
    }));
    const input = { transcript: { data: messages }, format: 'crisp', tell: TELL };
    const { status, body } = await call('POST', '/v1/runs', { kit_code: code, input, metadata });
    expect([status, body.detail]).toEqual([202, undefined]);
    return (await call('GET', `/v1/runs/${body.run_id}`)).body.metadata;
  };

  it('fills the dimensions agent and channel, never customer, unless the request does', async () => {
    expect(await made()).toEqual({ agent: 'Lena Fischer', channel: 'chat' });
    expect(await made({ agent: 'l.fischer', team: 'Porto' })).toEqual({
      agent: 'l.fischer',
      team: 'Porto',
      channel: 'chat',
    });
    const full = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`key_${index}`, 'x']));
    expect(await made(full)).toEqual(full);
  });
});
