import { ModelFault } from '@brickwork/engine/model/model-fault';
import type { Receipt } from '@brickwork/engine/model/receipt';
import { describe, expect, it } from 'vitest';
import { honestReply, type ModelAction } from '../../../../test/support/fake-model.ts';
import { evaluateOn, openEngine } from '../../../../test/support/model-engine.ts';
import { answer, DOCUMENT, fakeModel, SECRET_WORDS, TRANSCRIPT } from './cases.ts';

const RUN = { document: DOCUMENT, transcript: TRANSCRIPT };

/** Does `action` on the first call, then answers correctly. */
async function after(...actions: ModelAction[]) {
  const model = await fakeModel((_seen, number) => actions[number - 1]);
  const opened = openEngine({ urls: [model.url] });
  return { model, opened, ...(await evaluateOn(opened, RUN)) };
}

function faultOf(result: { ok: boolean; error?: unknown }): ModelFault {
  if (!(result.error instanceof ModelFault)) throw new Error(`expected a fault, got ${JSON.stringify(result)}`);
  return result.error;
}

describe('temporary faults', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();

  it.each<[string, ModelAction, number | undefined]>([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
    ['429 with a fraction of seconds', { status: 429, headers: { 'retry-after': '1.5' } }, 1_500],
    ['429 with milliseconds', { status: 429, headers: { 'retry-after-ms': '321', 'retry-after': '9' } }, 321],
    ['429 without a time', { status: 429 }, 400],
    ['429 with RetryInfo', { status: 429, body: '{"error":{"details":[{"retryDelay":"3s"}]}}' }, 3_000],
    ['500', { status: 500 }, 400],
    [
      '502 with a page',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' },
      400,
    ],
    ['503 with a time', { status: 503, headers: { 'retry-after': '2' } }, 2_000],
    ['529', { status: 529, body: '{"type":"error","error":{"type":"overloaded_error"}}' }, 400],
    ['200 with a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Login</html>' }, 400],
    ['200 with nothing', { status: 200, body: '' }, 400],
    ['200 with half of a body', { status: 200, body: '{"choices": [{"mess' }, 400],
    ['a reset', { breaks: 'at once' }, 400],
    ['a reset in the body', { breaks: 'in the body' }, 400],
  ])('%s', async (_name, action, wait) => {
    const { result, opened, model, usage } = await after(action);
    expect(result.ok, JSON.stringify(result)).toBe(true);
    expect(opened.waits).toEqual([wait]);
    expect(model.requests).toHaveLength(2);
    expect(usage.calls).toBe(2);
  });

  it('waits until the date in Retry-After', async () => {
    const model = await fakeModel((_seen, number) =>
      number === 1
        ? { status: 429, headers: { 'retry-after': new Date(Date.now() + 9_000).toUTCString() } }
        : undefined,
    );
    const opened = openEngine({ urls: [model.url] });
    const { result } = await evaluateOn(opened, RUN);
    expect(result.ok).toBe(true);
    expect(opened.waits[0]).toBeGreaterThan(6_000);
    expect(opened.waits[0]).toBeLessThanOrEqual(9_000);
  });

  it('waits for a busy model as long as the run has time', async () => {
    const model = await fakeModel((_seen, number) =>
      number <= 20 ? { status: 429, headers: { 'retry-after': '2' } } : undefined,
    );
    const opened = openEngine({ urls: [model.url] });
    expect((await evaluateOn(opened, RUN)).result.ok).toBe(true);
    expect(opened.waits).toHaveLength(20);
    const never = await fakeModel(() => ({ status: 429, headers: { 'retry-after': '2' } }));
    const fault = faultOf((await evaluateOn(openEngine({ urls: [never.url] }), RUN)).result);
    expect(fault).toMatchObject({ code: 'provider_rate_limited', retryAfterMs: 2_000 });
    expect(never.requests.length).toBeGreaterThan(20);
  });

  it('puts the run back when the wait is long', async () => {
    const model = await fakeModel(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const { result } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    expect(faultOf(result)).toMatchObject({ code: 'provider_rate_limited', retryAfterMs: 3_600_000 });
    expect(model.requests).toHaveLength(1);
    const dated = await fakeModel(() => ({ status: 429, headers: { 'retry-after': inAnHour } }));
    const second = faultOf((await evaluateOn(openEngine({ urls: [dated.url] }), RUN)).result);
    expect(second.retryAfterMs).toBeGreaterThan(3_500_000);
  });

  it('waits longer each time, then puts the run back', async () => {
    const model = await fakeModel(() => ({ status: 500 }));
    const opened = openEngine({ urls: [model.url] });
    const { result, usage } = await evaluateOn(opened, RUN);
    expect(faultOf(result)).toMatchObject({ code: 'provider_unavailable', retryAfterMs: 15_000 });
    expect(opened.waits).toEqual([400, 800, 1_600]);
    expect(usage.calls).toBe(4);
  });
});

describe('permanent faults', () => {
  it.each<[string, ModelAction]>([
    ['provider_auth_failed', { status: 401, body: '{"error":{"code":"invalid_api_key"}}' }],
    ['provider_auth_failed', { status: 403 }],
    [
      'provider_auth_failed',
      { status: 400, body: '{"error":{"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}' },
    ],
    ['provider_quota_exhausted', { status: 429, body: '{"error":{"code":"insufficient_quota"}}' }],
    ['provider_quota_exhausted', { status: 402 }],
    [
      'provider_quota_exhausted',
      {
        status: 400,
        body: '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}',
      },
    ],
    ['model_unavailable', { status: 404, body: '{"error":{"code":"model_not_found"}}' }],
    ['content_refused', { status: 400, body: '{"error":{"code":"content_filter"}}' }],
    ['content_refused', { text: '', finish: 'content_filter' }],
    ['content_refused', { text: '', refusal: 'I cannot help with that.' }],
    ['run_request_failed', { status: 400, body: '{"error":{"code":"invalid_request"}}' }],
    ['run_request_failed', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('%s is not asked again: %j', async (code, action) => {
    const { result, opened, usage, model } = await after(action, action, action, action);
    const fault = faultOf(result);
    expect(fault).toMatchObject({ code, retryAfterMs: undefined });
    expect(opened.waits).toEqual([]);
    expect(model.requests).toHaveLength(1);
    expect(usage).toMatchObject({ calls: 1, inputTokens: model.totals.prompt, outputTokens: model.totals.completion });
  });

  it.each([
    { prompt: -5_000, completion: 10, cached: 0 },
    { prompt: 1.5, completion: 10, cached: 0 },
    { prompt: 100, completion: 1e15, cached: 0 },
    { prompt: 100, completion: -1, cached: 0 },
    { prompt: 0, completion: 0, cached: 0 },
    { prompt: 0, completion: 10, cached: 0 },
    { prompt: 100, completion: 0, cached: 0 },
  ])('usage that cannot be true becomes an estimate: %j', async (stated) => {
    const model = await fakeModel((seen) => ({ text: honestReply(seen, answer), stated }));
    const { result, usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    expect(result.ok).toBe(true);
    expect(usage.isEstimated).toBe(true);
    expect(Math.min(usage.inputTokens, usage.outputTokens)).toBeGreaterThan(5);
    for (const count of [usage.inputTokens, usage.outputTokens, usage.cachedInputTokens]) {
      expect(Number.isInteger(count) && count >= 0 && count < 1_000_000, String(count)).toBe(true);
    }
  });

  it('cached tokens are never more than all of them', async () => {
    const stated = { prompt: 100, completion: 10, cached: 5_000 };
    const model = await fakeModel((seen) => ({ text: honestReply(seen, answer), stated }));
    const { usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    expect(usage.cachedInputTokens).toBeLessThanOrEqual(usage.inputTokens);
  });

  it('input_too_long, after smaller and smaller parts were refused', async () => {
    const model = await fakeModel(() => ({ status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }));
    const { result, usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    expect(faultOf(result).code).toBe('input_too_long');
    expect(usage.calls).toBe(4);
  });

  it.each(['before the head', 'in the body'] as const)('provider_timeout when it hangs %s', async (hangs) => {
    const model = await fakeModel(() => ({ hangs }));
    const opened = openEngine({ urls: [model.url], callDeadlineMs: 150 });
    const { result, usage } = await evaluateOn(opened, RUN);
    expect(faultOf(result)).toMatchObject({ code: 'provider_timeout', retryAfterMs: undefined });
    expect(usage.calls).toBe(4);
    await expect.poll(() => model.abandoned, { timeout: 10_000 }).toBe(4);
  });

  it('never contains conversation text or the key', async () => {
    const leaky = {
      status: 400,
      body: JSON.stringify({ error: { message: `bad: ${TRANSCRIPT} sk-very-secret-key` } }),
    };
    const { result } = await after(leaky);
    const fault = faultOf(result);
    for (const text of [fault.message, fault.userMessage, String(fault.stack), JSON.stringify(fault)]) {
      for (const word of SECRET_WORDS) expect(text).not.toContain(word);
    }
  });
});

describe('several models', () => {
  it('calls the next one in order, and counts both', async () => {
    const broken = await fakeModel(() => ({ status: 401 }));
    const good = await fakeModel();
    const { result, usage } = await evaluateOn(openEngine({ urls: [broken.url, good.url] }), RUN);
    if (!result.ok) throw result.error;
    expect(result.evaluation.model).toBe('openai-compatible/test-model-2');
    expect(usage.calls).toBe(2);
    expect(Object.keys(usage.byModel)).toEqual(['openai-compatible/test-model', 'openai-compatible/test-model-2']);
  });

  it.each<[string, ModelAction, string]>([
    ['something that is not JSON', { text: 'Certainly!' }, 'output_invalid'],
    ['an answer that is cut off', { text: '{"nonce": "', finish: 'length' }, 'output_truncated'],
    ['a refusal', { text: '', finish: 'content_filter' }, 'refused to answer'],
    ['a prompt that is too long for it', { status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }, '400'],
    ['silence', { hangs: 'before the head' }, 'did not answer in time'],
  ])('asks the next one after %s, and says why', async (_name, action, why) => {
    const poor = await fakeModel(() => action);
    const good = await fakeModel();
    const opened = openEngine({ urls: [poor.url, good.url], callDeadlineMs: 'hangs' in action ? 300 : 20_000 });
    const { result } = await evaluateOn(opened, RUN);
    if (!result.ok) throw result.error;
    expect(result.evaluation.outcomes.map(({ key }) => key)).toEqual(['card_lost', 'mood', 'score', 'item']);
    expect(result.evaluation.model).toMatch(/test-model-2$/);
    const [warning = ''] = result.evaluation.warnings;
    expect(warning).toContain(why);
    expect(warning).toContain('openai-compatible/test-model-2 was asked.');
    expect('hangs' in action ? poor.requests.length : 1).toBe(1);
  });

  it('asks the next one only for the bricks without a valid answer, and repeats that without a call', async () => {
    const wrong = (key: string) => (key === 'score' ? { value: 'seven' } : answer(key));
    const poor = await fakeModel(undefined, wrong);
    const good = await fakeModel();
    let receipt: Receipt | undefined;
    const opened = openEngine({ urls: [poor.url, good.url], onReceipt: (given) => (receipt = given) });
    const { result } = await evaluateOn(opened, RUN);
    if (!result.ok) throw result.error;
    expect(good.requests.map(({ keys }) => keys)).toEqual([['score']]);
    expect(result.evaluation.warnings).toEqual([
      'openai-compatible/test-model gave no valid answer to score (output_invalid); openai-compatible/test-model-2 was asked.',
    ]);
    expect(result.evaluation.model).toBe('openai-compatible/test-model, openai-compatible/test-model-2');
    const again = await evaluateOn(openEngine({ urls: [], models: [], replay: receipt }), RUN);
    if (!again.result.ok) throw again.result.error;
    expect({ ...again.result.evaluation, usage: result.evaluation.usage }).toEqual(result.evaluation);
    expect(again.usage.calls).toBe(0);
  });

  it('fails with the first one’s fault when the next cannot be called either', async () => {
    const poor = await fakeModel(() => ({ text: 'Certainly!' }));
    const closed = await fakeModel(() => ({ status: 401 }));
    const { result } = await evaluateOn(openEngine({ urls: [poor.url, closed.url] }), RUN);
    expect(faultOf(result)).toMatchObject({ code: 'output_invalid', retryAfterMs: undefined });
  });

  it('does not wait for a busy model while another is free', async () => {
    const busy = await fakeModel(() => ({ status: 429, headers: { 'retry-after': '5' } }));
    const free = await fakeModel();
    const opened = openEngine({ urls: [busy.url, free.url] });
    expect((await evaluateOn(opened, RUN)).result.ok).toBe(true);
    expect(opened.waits).toEqual([]);
  });

  it('stops calling a model that keeps failing', async () => {
    const broken = await fakeModel(() => ({ status: 500 }));
    const good = await fakeModel();
    const opened = openEngine({ urls: [broken.url, good.url] });
    for (let n = 0; n < 5; n += 1) expect((await evaluateOn(opened, RUN)).result.ok).toBe(true);
    // Five failures in a row open the circuit: four of the first run, one of the second.
    expect(broken.requests).toHaveLength(5);
    expect(good.requests).toHaveLength(5);
  });

  it('calls only the model that a kit names, and fails clearly when it is not configured', async () => {
    const [first, second] = [await fakeModel(), await fakeModel()];
    const opened = openEngine({ urls: [first.url, second.url] });
    const named = { ...DOCUMENT, engine: 'openai-compatible/test-model-2' };
    expect((await evaluateOn(opened, { ...RUN, document: named })).result.ok).toBe(true);
    expect([first.requests.length, second.requests.length]).toEqual([0, 1]);
    const unknown = { ...DOCUMENT, engine: 'openai/gpt-9' };
    expect(faultOf((await evaluateOn(opened, { ...RUN, document: unknown })).result).code).toBe('model_unavailable');
  });
});

describe('parameters that a model does not accept', () => {
  it('are left out from then on', async () => {
    const model = await fakeModel((seen) => {
      if (seen.body.temperature !== undefined)
        return { status: 400, body: '{"error":{"message":"temperature is not supported"}}' };
      const format = seen.body.response_format?.type;
      return format === 'json_schema' || format === 'json_object'
        ? { status: 400, body: `{"error":{"message":"response_format ${format} is not supported"}}` }
        : undefined;
    });
    const opened = openEngine({ urls: [model.url] });
    const { result, usage } = await evaluateOn(opened, RUN);
    expect(result.ok, JSON.stringify(result)).toBe(true);
    expect(usage.calls).toBe(4);
    expect((await evaluateOn(opened, RUN)).usage.calls).toBe(1);
    expect(opened.waits).toEqual([]);
  });
});

describe('usage', () => {
  it('is what the provider charged over all attempts, including failed ones', async () => {
    const charged = { prompt: 100, completion: 5 };
    const model = await fakeModel((seen, number) => {
      if (number === 1) return { status: 500, body: '{"usage":{"prompt_tokens":100,"completion_tokens":5}}', charged };
      if (number === 2)
        return { status: 200, body: '{"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":5}}', charged };
      if (number === 3) return { text: 'no JSON at all', cached: 64 };
      return { text: honestReply(seen, answer), cached: 128 };
    });
    const { result, usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    expect(result.ok).toBe(true);
    expect(usage).toMatchObject({
      calls: model.totals.calls,
      inputTokens: model.totals.prompt,
      cachedInputTokens: model.totals.cached,
      outputTokens: model.totals.completion,
      isEstimated: false,
    });
    expect(model.totals.calls).toBe(4);
  });

  it('is estimated, and marked as such, when the provider reports none', async () => {
    const model = await fakeModel((seen) => ({ text: honestReply(seen, answer), isSilentAboutUsage: true }));
    const { usage } = await evaluateOn(openEngine({ urls: [model.url] }), RUN);
    expect(usage.isEstimated).toBe(true);
    expect(usage.inputTokens).toBeGreaterThan(500);
    expect(usage.outputTokens).toBeGreaterThan(50);
  });
});

describe('usage in words', () => {
  it('of a reply that cannot be read is estimated', async () => {
    const body = '{"choices":[],"usage":{"prompt_tokens":"many","completion_tokens":"some"}}';
    const { usage } = await after({ status: 200, body });
    expect(usage.isEstimated).toBe(true);
    expect(usage.calls).toBeGreaterThan(1);
  });
});

describe('cancellation', () => {
  it('closes the connection, and still reports what was used', async () => {
    const model = await fakeModel((_seen, number) => (number > 1 ? { hangs: 'before the head' } : undefined));
    const stop = new AbortController();
    const many = {
      kit: 'many',
      bricks: Array.from({ length: 30 }, (_, n) => ({ ...DOCUMENT.bricks[0], key: `k${n}` })),
    };
    const running = evaluateOn(openEngine({ urls: [model.url] }), {
      document: many,
      transcript: TRANSCRIPT,
      signal: stop.signal,
    });
    await expect.poll(() => model.requests.length, { timeout: 10_000 }).toBe(3);
    stop.abort(new Error('cancelled by the caller'));
    const { result, usage } = await running;
    expect(result).toMatchObject({ ok: false, error: { message: 'cancelled by the caller' } });
    expect(usage.calls).toBe(3);
    await expect.poll(() => model.abandoned, { timeout: 10_000 }).toBe(2);
  });
});
