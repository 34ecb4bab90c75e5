/** The most expensive single requests that were found, each for itself: none of them may hold the main thread for long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../../../../../test/support/fake-model.ts';
import { longestStretch } from '../../../../../test/support/main-thread.ts';
import { publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let model: FakeModel;
let service: TestService;
let kitCode: string;

beforeAll(async () => {
  model = await startFakeModel(() => ({
    value: true,
    reason: 'It says so.',
    confidence: 0.9,
    evidence: [{ turn: 0, quote: 'x' }],
  }));
  service = await startTestService(
    { BRICKWORK_MODEL: 'openai-compatible/test-model', BRICKWORK_MODEL_BASE_URL: model.url },
    { checkResponses: false },
  );
  const bricks = [{ key: 'solved', type: 'boolean', question: 'Was it solved?' }];
  ({ kit_code: kitCode } = await publishKit(service, service.adminKey, { kit: 'small', bricks }));
  const { body } = await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code: kitCode, input: { transcript: 'Customer: hello there' }, mode: 'sync' },
  });
  expect(body.status, JSON.stringify(body)).toBe('succeeded');
}, 60_000);
afterAll(async () => {
  await service?.stop();
  await model?.stop();
});

/** In units of parsing 1.3 MB: a tenth of a second, with as much again for a busy machine. */
const MOST = 15;
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const yamlOf = (keys: number) =>
  `kit: big\nbricks:\n${Array.from({ length: keys }, (_, n) => `key${n}: 1`).join('\n')}`;
const checkKit = (source: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_kit', arguments: { source } } });
const turnsOf = (length: number) => Array.from({ length }, (_, n) => ({ speaker: n % 2 ? 'a' : 'b', text: 'x' }));
const manyKeys = `{"kit_code":"x","input":{${Array.from({ length: 400_000 }, (_, n) => `"k${n}":1`).join(',')}}}`;

describe('one request', () => {
  it.each([
    ['YAML of 8,000 keys', '/mcp', () => checkKit(yamlOf(8_000)), 200],
    ['YAML of 8,000 keys in a mapping', '/mcp', () => checkKit(yamlOf(8_000).replace('bricks:\n', '')), 200],
    ['a body of 400,000 keys', '/v1/runs', () => manyKeys, 400],
  ])('%s', { timeout: 120_000 }, async (_what, path, rawOf, status) => {
    const raw = rawOf();
    const ask = () => service.call('POST', path, { key: service.adminKey, raw, headers: json });
    // The first one starts the thread and compiles the code.
    expect((await ask()).status).toBe(status);
    expect(await longestStretch(MOST, ask)).toBeLessThan(MOST);
  });

  it.each([
    ['text', () => 'A:b\n'.repeat(250_000)],
    ['turns', () => ({ turns: turnsOf(27_000) })],
    [
      'messages',
      () => Array.from({ length: 27_000 }, (_, n) => ({ role: n % 2 ? 'user' : 'assistant', content: 'x' })),
    ],
  ])('1 MB of one-letter %s, answered by a model', { timeout: 240_000 }, async (_what, transcriptOf) => {
    const { longest } = await evaluate(transcriptOf());
    expect(longest).toBeLessThan(MOST);
  });

  it('more one-letter turns than a model is asked about', {
    timeout: 240_000,
  }, async () => {
    const { longest, run } = await evaluate({ turns: turnsOf(60_000) });
    expect(run).toMatchObject({ status: 'failed', error_code: 'input_too_long' });
    expect(run.error_message).toContain('60000 turns; a model is asked about at most 40000');
    expect(longest).toBeLessThan(MOST);
  });
});

/** On a machine that is busy the run may fail by its deadline; what it costs the main thread is the same. */
async function evaluate(transcript: unknown) {
  const raw = JSON.stringify({ kit_code: kitCode, input: { transcript } });
  // biome-ignore lint/suspicious/noExplicitAny: a run, looked at the way a user would.
  let run: any;
  const longest = await longestStretch(MOST, async () => {
    const { body } = await service.call('POST', '/v1/runs', { key: service.adminKey, raw, headers: json });
    run = await untilStatus(service, service.adminKey, body.run_id, 'succeeded', 'failed');
  });
  return { longest, run };
}
