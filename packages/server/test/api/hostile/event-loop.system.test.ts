/**
 * Whatever a key sends, the event loop stays free for others: what grows with the request is done in a thread or refused before it begins.
 * Measured in CPU time of the main thread between two timers, as a ratio to other work, so that the machine does not count.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stretches } from '../../../../../test/support/main-thread.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let viewer: string;

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_THREADS: '1' });
  viewer = await service.key(service.workspaceId, 'live', 'viewer');
  const bricks = [{ key: 'solved', type: 'boolean', question: 'Was it solved?' }];
  await service.call('POST', '/v1/kits?publish=true', { key: service.adminKey, body: { kit: 'small', bricks } });
});
afterAll(() => service?.stop());

/** In units of parsing a document of 1.3 MB, about 12 ms each. */
const [SHORT, LONG, LONGEST] = [6, 25, 100];

const KEYS = Array.from({ length: 16_000 }, (_, n) => `key${n}: 1`).join('\n');
const CLASSES = Array.from({ length: 200 }, (_, n) => ({
  key: `p${n}`,
  type: 'text',
  question: 'Which?',
  extract: `/${'\\p{L}'.repeat(180)}/`,
}));
const LARGE_ARRAY = `{"document":{"kit":"big","bricks":[${'1,'.repeat(450_000)}1]}}`;
const LARGER_ARRAY = `{"document":[${'[],'.repeat(1_700_000)}1]}`;
const WORDS = Array.from({ length: 40_000 }, (_, n) => ({
  speaker: n % 2,
  text: 'word and more words here',
  start: n,
}));

describe('the event loop', () => {
  it('stays free while a viewer sends the most expensive requests it can', { timeout: 120_000 }, async () => {
    const mcp = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'check_kit', arguments: { source: `kit: big\nbricks:\n${KEYS}` } },
    };
    const json = { 'content-type': 'application/json' };
    const requests: [string, string, string][] = [
      ['/mcp', JSON.stringify(mcp), viewer],
      ['/v1/kits/small/diff', JSON.stringify({ document: { kit: 'big', bricks: CLASSES } }), viewer],
      ['/v1/kits/small/diff', LARGE_ARRAY, viewer],
      ['/v1/kits/small/diff', LARGER_ARRAY, viewer],
    ];
    const statuses: number[] = [];
    // The first request starts the thread; starting it is not what is measured.
    await service.call('POST', '/v1/kits/small/diff', { key: viewer, raw: requests[1]?.[1] ?? '', headers: json });
    const times = await stretches(async () => {
      for (const [path, raw, key] of requests) {
        const headers = { ...json, accept: 'application/json, text/event-stream' };
        statuses.push((await service.call('POST', path, { key, raw, headers })).status);
        // Others' requests go on meanwhile; the pause stands for them.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    });
    expect(statuses).toEqual([200, 422, 422, 413]);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(SHORT);
    expect(times.at(-1)).toBeLessThan(LONGEST);
  });

  it('stays free while a run of 3 MB with an Idempotency-Key is accepted', { timeout: 120_000 }, async () => {
    const kits = await service.call('GET', '/v1/kits', { key: service.adminKey });
    const raw = JSON.stringify({ kit_code: kits.body.data[0].kit_code, input: { transcript: { turns: WORDS } } });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'event-loop-1' };
    const answers: { status: number; body: { run_id: string } }[] = [];
    const times = await stretches(async () => {
      for (let n = 0; n < 2; n += 1) {
        answers.push(await service.call('POST', '/v1/runs', { key: service.adminKey, raw, headers }));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[1]?.body.run_id).toBe(answers[0]?.body.run_id);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(SHORT);
  });

  it('stays free while a golden set of 18 MB is stored, read and evaluated', { timeout: 120_000 }, async () => {
    const text = 'Customer: it was solved and I am happy about everything you did for me today. '.repeat(11);
    const lines = Array.from({ length: 20_000 }, (_, n) => ({
      external_id: `line-${n}`,
      input: { transcript: text },
      expected: { solved: n % 2 === 0 },
    }));
    const raw = JSON.stringify({ lines });
    expect(raw.length).toBeGreaterThan(18_000_000);
    const headers = { 'content-type': 'application/json' };
    const answers: { status: number; body: { lines: number } }[] = [];
    const times = await stretches(async () => {
      const path = '/v1/kits/small/golden-sets/large';
      answers.push(await service.call('PUT', path, { key: service.adminKey, raw, headers }));
      const wrong = raw.replace('"solved":true', '"solved":"yes"');
      answers.push(await service.call('PUT', path, { key: service.adminKey, raw: wrong, headers }));
      const body = { set: 'large', dry_run: true };
      answers.push(await service.call('POST', '/v1/kits/small/evaluations', { key: service.adminKey, body }));
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200]);
    expect(answers[0]?.body.lines).toBe(20_000);
    expect(answers[1]?.body).toMatchObject({ error: 'golden_set_invalid', detail: expect.stringMatching(/^line 1: /) });
    expect(times.at(-1)).toBeLessThan(LONG);
  });

  it('has turns between the lines of a batch', { timeout: 120_000 }, async () => {
    const kits = await service.call('GET', '/v1/kits', { key: service.adminKey });
    const turns = WORDS.slice(0, 750);
    const line = { kit_code: kits.body.data[0].kit_code, input: { transcript: { turns } }, type: 'sandbox' };
    const runs = Array.from({ length: 100 }, (_, n) => ({ ...line, idempotency_key: `batch-line-${n}` }));
    const raw = JSON.stringify({ runs });
    const headers = { 'content-type': 'application/json' };
    let answer: { status: number; body: { data: { http_status: number }[] } } | undefined;
    const times = await stretches(async () => {
      answer = await service.call('POST', '/v1/batches', { key: service.adminKey, raw, headers });
    });
    expect(answer?.body.data.map(({ http_status }) => http_status)).toEqual(Array(100).fill(202));
    expect(times.at(-1)).toBeLessThan(LONG);
  });

  it('takes a point of the rate limit for every MCP request', async () => {
    const workspaceId = await service.workspace('free', 'free');
    const key = await service.key(workspaceId, 'live', 'viewer');
    const { headers } = await service.call('POST', '/mcp', {
      key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(headers.get('ratelimit-policy')).toContain('"read"');
  });
});
