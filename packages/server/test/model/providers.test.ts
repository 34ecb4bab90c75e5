import { describe, expect, it, onTestFinished } from 'vitest';
import { type Dialect, honestReply, type ModelAction, startFakeModel } from '../../../../test/support/fake-model.ts';
import { evaluateOn, openEngine } from '../../../../test/support/model-engine.ts';
import { answer, DOCUMENT, TRANSCRIPT } from './cases.ts';

const RUN = { document: DOCUMENT, transcript: TRANSCRIPT };

async function on(dialect: Dialect, script?: Parameters<typeof startFakeModel>[1]) {
  const model = await startFakeModel(answer, script, dialect);
  onTestFinished(() => model.stop());
  const opened = openEngine({ urls: [model.url], ids: [`${dialect}/test-model`] });
  return { model, opened };
}

const CUT: Record<Dialect, string> = { openai: 'length', anthropic: 'max_tokens', google: 'MAX_TOKENS' };
const FILTERED: Record<Dialect, string> = { openai: 'content_filter', anthropic: 'refusal', google: 'SAFETY' };

describe.each<Dialect>(['openai', 'anthropic', 'google'])('%s', (dialect) => {
  it('answers, and its usage counts cached tokens separately', async () => {
    const { model, opened } = await on(dialect, (seen) => ({ text: honestReply(seen, answer), cached: 256 }));
    const { result, usage } = await evaluateOn(opened, RUN);
    if (!result.ok) throw result.error;
    expect(result.evaluation.outcomes.map(({ value }) => value)).toEqual([true, 'bad', 7, 'platinum card']);
    expect(result.evaluation.model).toBe(`${dialect}/test-model`);
    expect(usage).toMatchObject({
      calls: 1,
      inputTokens: model.totals.prompt,
      cachedInputTokens: 256,
      outputTokens: model.totals.completion,
      isEstimated: false,
    });
  });

  it('receives the schema, the key and its own cache hint', async () => {
    const { model, opened } = await on(dialect);
    await evaluateOn(opened, RUN);
    const [request] = model.requests;
    if (request === undefined) throw new Error('no request came');
    const sent = JSON.stringify(request.body);
    expect(sent).toContain('card_lost');
    const { headers, body } = request;
    if (dialect === 'openai') {
      expect(headers.authorization).toBe('Bearer sk-very-secret-key');
      expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
      expect(body.prompt_cache_key).toMatch(/^[0-9a-f]{32}$/);
    } else if (dialect === 'anthropic') {
      expect(headers['x-api-key']).toBe('sk-very-secret-key');
      expect(body.system.at(-1).cache_control).toEqual({ type: 'ephemeral' });
      expect(body.messages[0].content[0].cache_control).toEqual({ type: 'ephemeral' });
    } else {
      expect(headers['x-goog-api-key']).toBe('sk-very-secret-key');
      expect(body.generationConfig.responseMimeType).toBe('application/json');
      expect(body.generationConfig.responseJsonSchema ?? body.generationConfig.responseSchema).toBeDefined();
    }
  });

  it('is asked for fewer bricks when its answer was cut off', async () => {
    const { model, opened } = await on(dialect, (seen, number) =>
      number === 1 ? { text: honestReply(seen, answer).slice(0, -9), finish: CUT[dialect] } : undefined,
    );
    expect((await evaluateOn(opened, RUN)).result.ok).toBe(true);
    expect(model.requests.map(({ keys }) => keys.length)).toEqual([4, 2, 2]);
  });

  it('may refuse', async () => {
    const { opened } = await on(dialect, () => ({ text: '', finish: FILTERED[dialect] }));
    expect((await evaluateOn(opened, RUN)).result).toMatchObject({ ok: false, error: { code: 'content_refused' } });
  });
});

describe('errors in the providers’ own shapes', () => {
  it.each<[Dialect, string, ModelAction]>([
    [
      'openai',
      'provider_auth_failed',
      {
        status: 401,
        body: '{"error":{"message":"Incorrect API key provided: sk-very-secret-key.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
      },
    ],
    [
      'openai',
      'provider_quota_exhausted',
      {
        status: 429,
        body: '{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}',
      },
    ],
    [
      'openai',
      'model_unavailable',
      {
        status: 404,
        body: '{"error":{"message":"The model `x` does not exist","type":"invalid_request_error","param":null,"code":"model_not_found"}}',
      },
    ],
    [
      'openai',
      'provider_rate_limited',
      {
        status: 429,
        headers: { 'retry-after': '600' },
        body: '{"error":{"message":"Rate limit reached","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
      },
    ],
    [
      'anthropic',
      'provider_auth_failed',
      { status: 401, body: '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}' },
    ],
    [
      'anthropic',
      'provider_quota_exhausted',
      {
        status: 400,
        body: '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}',
      },
    ],
    [
      'anthropic',
      'model_unavailable',
      { status: 404, body: '{"type":"error","error":{"type":"not_found_error","message":"model: x"}}' },
    ],
    [
      'anthropic',
      'provider_unavailable',
      {
        status: 529,
        headers: { 'retry-after': '600' },
        body: '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      },
    ],
    [
      'anthropic',
      'input_too_long',
      {
        status: 400,
        body: '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
      },
    ],
    [
      'google',
      'provider_auth_failed',
      {
        status: 400,
        body: '{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}',
      },
    ],
    [
      'google',
      'provider_rate_limited',
      {
        status: 429,
        body: '{"error":{"code":429,"message":"Resource exhausted","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"600s"}]}}',
      },
    ],
    [
      'google',
      'input_too_long',
      {
        status: 400,
        body: '{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}',
      },
    ],
    [
      'google',
      'model_unavailable',
      { status: 404, body: '{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}' },
    ],
  ])('%s: %s', async (dialect, code, action) => {
    const { opened } = await on(dialect, () => action);
    const { result } = await evaluateOn(opened, RUN);
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(result)).not.toContain('sk-very-secret-key');
  });
});
