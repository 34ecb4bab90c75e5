import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, isApiError } from './api-error.ts';
import { createClient } from './create-client.ts';

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'no answer' | 'silence';

const RUN = { run_id: 'run_1', status: 'processing', type: 'api' };
const ACCEPTED: Reply = { status: 202, body: RUN, headers: { 'retry-after': '2' } };

/** A service with scripted replies, one after the other, repeating the last one. */
function service(...replies: Reply[]) {
  const requests: { method: string; path: string; key: string | null; body: string | undefined }[] = [];
  const waits: number[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)] ?? 'no answer';
    requests.push({
      method: init.method ?? 'GET',
      path: new URL(String(input)).pathname,
      key: new Headers(init.headers).get('idempotency-key'),
      body: init.body as string | undefined,
    });
    if (reply === 'no answer') throw new TypeError('fetch failed');
    if (reply === 'silence') {
      await new Promise((_resolve, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
      throw new Error('unreachable');
    }
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status, headers: reply.headers ?? {} });
  };
  const client = createClient({
    apiKey: 'svc_test_x',
    baseUrl: 'http://service.example/base/',
    fetch,
    timeoutMs: 50,
    pause: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
  });
  return { client, requests, waits };
}

const REQUEST = { kit_code: 'K7TQ2MXB', input: { transcript: 'Hello.' } };

describe('creating a run', () => {
  it.each<[string, Reply]>([
    ['429', { status: 429, body: { error: 'rate_limited', retry_after_seconds: 3 } }],
    ['500', { status: 500, body: { error: 'run_request_failed' } }],
    ['503', { status: 503, body: { error: 'unavailable' } }],
    ['no answer', 'no answer'],
    ['a timeout', 'silence'],
  ])('is tried again after %s, with the same key and body', async (_name, fault) => {
    const { client, requests } = service(fault, fault, ACCEPTED);
    const accepted = await client.runs.create(REQUEST);
    expect(accepted).toMatchObject({ run_id: 'run_1', retryAfterSeconds: 2, isReplay: false });
    expect(requests).toHaveLength(3);
    expect(requests[0]?.path).toBe('/base/v1/runs');
    expect(requests[0]?.key).toBe(accepted.idempotencyKey);
    expect(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  });

  it('waits at least as long as it is asked to', async () => {
    const busy: Reply = { status: 429, body: { error: 'rate_limited' }, headers: { 'retry-after': '7' } };
    const { client, waits } = service(busy, ACCEPTED);
    await client.runs.create(REQUEST);
    expect(waits).toEqual([expect.toSatisfy((ms: number) => ms >= 7_000 && ms < 9_000)]);
  });

  it.each([
    [409, 'idempotency_key_conflict'],
    [401, 'invalid_api_key'],
    [422, 'kit_input_invalid'],
    [404, 'kit_not_found'],
  ] as const)('is not tried again after %i', async (status, code) => {
    const { client, requests } = service({
      status,
      body: { error: code, detail: 'because' },
      headers: { 'x-request-id': 'r-1' },
    });
    const error = await client.runs.create(REQUEST, { idempotencyKey: 'k-1' }).catch((caught: unknown) => caught);
    expect(requests).toHaveLength(1);
    expect(isApiError(error, code)).toBe(true);
    expect(isApiError(error, 'rate_limited')).toBe(false);
    expect(error).toMatchObject({ code, status, detail: 'because', requestId: 'r-1', idempotencyKey: 'k-1' });
  });

  it('gives up after maxRetries, and the error keeps the key', async () => {
    const { client, requests, waits } = service('no answer');
    const error = await client.runs.create(REQUEST, { idempotencyKey: 'k-2', maxRetries: 2 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ idempotencyKey: 'k-2', isTimeout: false });
    expect([requests.length, waits.length]).toEqual([3, 2]);
    expect(waits.every((ms) => ms >= 250)).toBe(true);
  });

  it('ends at once when it is aborted, with the reason', async () => {
    const { client, requests } = service('silence');
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(client.runs.create(REQUEST, { signal })).rejects.toBe(reason);
    expect(requests).toHaveLength(0);
  });
});

describe('what must not happen twice', () => {
  it('is repeated after 429, and never after an unknown outcome', async () => {
    const unknown = service('no answer');
    await expect(unknown.client.keys.create({})).rejects.toBeInstanceOf(ConnectionError);
    expect(unknown.requests).toHaveLength(1);
    const failed = service({ status: 500, body: { error: 'internal_error' } });
    await expect(failed.client.runs.cancel('run_1')).rejects.toBeInstanceOf(ApiError);
    expect(failed.requests).toHaveLength(1);
    const refused = service({ status: 429, body: { error: 'rate_limited' } }, { status: 201, body: { id: 'key_1' } });
    expect(await refused.client.keys.create({})).toEqual({ id: 'key_1' });
    expect(refused.requests).toHaveLength(2);
  });
});

describe('waiting for a run', () => {
  const running: Reply = { status: 200, body: { ...RUN, status: 'running' } };
  const done: Reply = { status: 200, body: { ...RUN, status: 'failed', error_code: 'run_deadline' } };

  it('falls through to polling after a sync fallback: Retry-After first, then ever longer, never below a second', async () => {
    const late: Reply = {
      status: 202,
      body: { ...RUN, sync_fallback: true, waited_ms: 30_000 },
      headers: { 'retry-after': '4' },
    };
    const { client, requests, waits } = service(late, running, running, running, done);
    const run = await client.runs.createAndWait(REQUEST);
    expect(run).toMatchObject({ status: 'failed', error_code: 'run_deadline' });
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET', 'GET']);
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ mode: 'sync' });
    expect(waits[0]).toBe(4_000);
    const [, second = 0, third = 0, fourth = 0] = waits;
    expect(second).toBeGreaterThanOrEqual(1_000);
    expect(third).toBeGreaterThan(second);
    expect(fourth).toBeGreaterThan(third);
  });

  it('gives up when its time is over, and names the run that continues', async () => {
    const { client } = service(running);
    await expect(client.runs.wait('run_1', { timeoutMs: 0 })).rejects.toMatchObject({
      name: 'WaitTimeoutError',
      runId: 'run_1',
    });
  });
});

describe('an answer that is not the service’s own', () => {
  it('is told by its status', async () => {
    const fetch: typeof globalThis.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const client = createClient({ apiKey: 'x', baseUrl: 'http://service.example', fetch, maxRetries: 0 });
    await expect(client.runs.get('run_1')).rejects.toMatchObject({ status: 502, code: 'internal_error' });
  });
});

describe('createClient', () => {
  it('says so when a stream breaks off, and passes on what came before', async () => {
    const pieces = ['{"run_id":"run_1"}\n'];
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.error(new TypeError('terminated'));
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const client = createClient({
      apiKey: 'svc_test_x',
      baseUrl: 'http://service.example',
      fetch: async () => new Response(broken),
    });
    let read = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of await client.runs.export({ format: 'jsonl' })) read += decoder.decode(chunk);
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'http://service.example broke off its answer',
    });
    expect(read).toBe('{"run_id":"run_1"}\n');
  });

  it('refuses an address or a key that cannot work', () => {
    expect(() => createClient({ apiKey: 'x', baseUrl: 'localhost' })).toThrow(
      'baseUrl is not an http(s) URL: localhost',
    );
    expect(() => createClient({ apiKey: 'a\nb' })).toThrow('apiKey must be visible ASCII');
    for (const apiKey of ['', undefined as unknown as string])
      expect(() => createClient({ apiKey })).toThrow('apiKey is missing: pass a key');
  });

  it('says who it is', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    let userAgent: string | null = '';
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      userAgent = new Headers(init?.headers).get('user-agent');
      return new Response('{}');
    };
    await createClient({ apiKey: 'x', fetch }).runs.get('run_1');
    expect(userAgent).toBe(`brickwork-client/${version}`);
  });

  it('has methods that may be taken out of their objects', async () => {
    const fetch: typeof globalThis.fetch = async () =>
      new Response(JSON.stringify({ run_id: 'run_1', status: 'failed', type: 'api' }), { status: 202 });
    const { many } = createClient({ apiKey: 'x', fetch, pause: async () => {} }).runs;
    const results = [];
    for await (const { id, run } of many([{ id: 'a', request: REQUEST }])) results.push([id, run?.status]);
    expect(results).toEqual([['a', 'failed']]);
  });
});
