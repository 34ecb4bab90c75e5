/** Implements the engine's port with the AI SDK: a call is one HTTP request, and its response becomes a reply or one of our faults. */
import { CallFault } from '../call-fault.ts';
import type { ModelCall, ModelClient, ModelReply, TokenCount } from '../model-client.ts';
import { estimateTokens } from '../prompt/estimate-tokens.ts';
import { classifyResponse } from './classify-response.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import type { SdkModel } from './open-model.ts';
import { readUsage } from './read-usage.ts';
import { type RecordingFetch, recordFetch } from './recording-fetch.ts';

export interface ModelClientOptions {
  contextTokens: number;
  maxOutputTokens: number;
  now(): number;
  /** Sent with every call, such as the context of a trace. */
  headers?(): Readonly<Record<string, string>>;
}

/** Which parameters this model accepts; learned from its refusals. */
interface Abilities {
  format: 'schema' | 'json' | 'text';
  hasTemperature: boolean;
}

type CallOptions = Parameters<SdkModel['doGenerate']>[0];
type CallResult = Awaited<ReturnType<SdkModel['doGenerate']>>;

export function createModelClient(endpoint: ModelEndpoint, options: ModelClientOptions): ModelClient {
  const abilities: Abilities = { format: 'schema', hasTemperature: true };
  return {
    id: endpoint.id,
    contextTokens: options.contextTokens,
    maxOutputTokens: options.maxOutputTokens,
    async call(call) {
      const recording = recordFetch(options.headers?.());
      // The providers' SDKs are loaded when a model is called for the first time.
      const { openModel } = await import('./open-model.ts');
      const model = openModel(endpoint, { fetch: recording.fetch, withSchema: abilities.format === 'schema' });
      try {
        return toReply(call, await model.doGenerate(callOptions(endpoint, abilities, call)));
      } catch (error) {
        if (error instanceof CallFault) throw error;
        throw adjust(abilities, recording, toFault(call, recording, options.now(), error));
      }
    },
  };
}

function callOptions(endpoint: ModelEndpoint, abilities: Abilities, call: ModelCall): CallOptions {
  const cached = cacheHint(endpoint);
  return {
    prompt: [
      { role: 'system', content: call.system, ...cached },
      {
        role: 'user',
        content: [
          { type: 'text', text: call.conversation, ...cached },
          { type: 'text', text: call.question },
        ],
      },
    ],
    maxOutputTokens: call.maxOutputTokens,
    ...(abilities.hasTemperature && !call.isVaried && { temperature: 0 }),
    ...(abilities.format !== 'text' && {
      responseFormat: {
        type: 'json' as const,
        name: 'answers',
        ...(abilities.format === 'schema' && { schema: call.schema }),
      },
    }),
    ...(endpoint.dialect === 'openai' && { providerOptions: { openai: { promptCacheKey: call.cacheKey } } }),
    abortSignal: call.signal,
  };
}

/** Anthropic caches what is marked; the other providers find a common prefix themselves. */
function cacheHint({ dialect }: ModelEndpoint): Pick<CallOptions, 'providerOptions'> {
  return dialect === 'anthropic' ? { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } : {};
}

function toReply(call: ModelCall, { content, structuredOutputText, finishReason, usage }: CallResult): ModelReply {
  const text = structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const tokens = tokensOf(call, text, {
    input: usage.inputTokens.total,
    cachedInput: usage.inputTokens.cacheRead,
    output: usage.outputTokens.total,
  });
  switch (finishReason.unified) {
    case 'content-filter':
      throw new CallFault('refused', { fact: 'refused to answer', tokens });
    case 'error':
    case 'interrupted':
      throw new CallFault('unavailable', { fact: 'stopped in the middle of its answer', tokens });
    default:
      return { text, finish: finishReason.unified === 'length' ? 'length' : 'stop', tokens };
  }
}

interface GivenCount {
  input: number | undefined;
  cachedInput: number | undefined;
  output: number | undefined;
}

function tokensOf(call: ModelCall, text: string, { input, cachedInput, output }: GivenCount): TokenCount {
  // Tokens that were read or written always count: a zero is not trusted if there was text.
  const statedInput = credible(input) || undefined;
  const statedOutput = text === '' ? credible(output) : credible(output) || undefined;
  const total = statedInput ?? estimateTokens(call.system + call.conversation + call.question);
  return {
    input: total,
    cachedInput: statedInput === undefined ? 0 : Math.min(credible(cachedInput) ?? 0, total),
    output: statedOutput ?? estimateTokens(text),
    isEstimated: statedInput === undefined || statedOutput === undefined,
  };
}

/** More than any context window: a larger, negative or broken number is not trusted, and an estimate is used. */
const MAX_TOKENS = 20_000_000;

function credible(count: number | undefined): number | undefined {
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_TOKENS ? count : undefined;
}

function toFault(call: ModelCall, recording: RecordingFetch, now: number, error: unknown): CallFault {
  const response = recording.response();
  if (response !== undefined) {
    const usage = readUsage(response.body);
    const tokens = usage && tokensOf(call, '', usage);
    if (response.status < 200 || response.status > 299) return classifyResponse(response, now, tokens);
    return new CallFault('unavailable', { fact: 'answered with something that is not a reply', tokens });
  }
  const tokens = recording.isBrokenOff()
    ? tokensOf(call, '', { input: undefined, cachedInput: undefined, output: 0 })
    : undefined;
  if (call.signal.aborted) return new CallFault('timeout', { fact: 'did not answer in time', tokens });
  return new CallFault('unavailable', { fact: `could not be reached (${networkCode(error)})`, tokens });
}

/** The system's error code, such as ECONNREFUSED; never a message. */
function networkCode(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(cause.code))
      return cause.code;
  }
  return 'no connection';
}

/** A model that refuses a parameter is called without it from then on. */
function adjust(abilities: Abilities, recording: RecordingFetch, fault: CallFault): CallFault {
  const body = recording.response()?.body ?? '';
  if (fault.kind !== 'bad_request') return fault;
  const adjusted = () => new CallFault('adjusted', { fact: fault.fact, tokens: fault.tokens });
  if (abilities.hasTemperature && /temperature/i.test(body)) {
    abilities.hasTemperature = false;
    return adjusted();
  }
  if (
    abilities.format !== 'text' &&
    /response_?format|json_?schema|json_?object|output_?(?:config|format)|structured|grammar|schema/i.test(body)
  ) {
    abilities.format = abilities.format === 'schema' ? 'json' : 'text';
    return adjusted();
  }
  return fault;
}
