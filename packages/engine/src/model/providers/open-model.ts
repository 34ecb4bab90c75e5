/** A language model of the AI SDK for an endpoint. The SDK is the provider layer only: one request, one response, no retries. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelEndpoint } from './model-endpoint.ts';

export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;

export interface OpenModelOptions {
  fetch: typeof globalThis.fetch;
  /** Send the JSON Schema, or only ask for JSON. */
  withSchema: boolean;
}

export function openModel(endpoint: ModelEndpoint, { fetch, withSchema }: OpenModelOptions): SdkModel {
  const { dialect, name, baseUrl: baseURL, apiKey = '' } = endpoint;
  switch (dialect) {
    case 'openai':
      return createOpenAI({ baseURL, apiKey, fetch }).chat(name);
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch })(name);
    case 'google':
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch })(name);
    case 'compatible':
      return createOpenAICompatible({
        name: endpoint.provider,
        baseURL,
        fetch,
        supportsStructuredOutputs: withSchema,
        ...(apiKey !== '' && { apiKey }),
        // Azure expects the key in its own header.
        ...(endpoint.provider === 'azure' && { headers: { 'api-key': apiKey } }),
      }).chatModel(name);
  }
}
