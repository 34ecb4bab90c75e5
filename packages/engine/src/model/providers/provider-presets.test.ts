import { describe, expect, it } from 'vitest';
import { readEngineSettings } from './engine-settings.ts';

describe('presets of local servers', () => {
  it('give a CPU time, and prompts that fit its context', () => {
    expect(readEngineSettings({ BRICKWORK_MODEL: 'ollama/llama3.2' })).toMatchObject({
      models: [{ baseUrl: 'http://127.0.0.1:11434/v1', apiKey: undefined }],
      ...{ modelContextTokens: 4_096, modelOutputTokens: 2_048, modelConcurrency: 1 },
      ...{ modelDeadlineMs: 600_000, runDeadlineMs: 1_800_000 },
    });
    expect(readEngineSettings({ BRICKWORK_MODEL: 'llamacpp/model' })).toMatchObject({ modelContextTokens: 8_192 });
    expect(readEngineSettings({ BRICKWORK_MODEL: 'vllm/a/b' })).toMatchObject({ modelConcurrency: 16 });
  });

  it('give way to what the environment says, and leave other providers alone', () => {
    const own = { BRICKWORK_MODEL: 'ollama/llama3.2', BRICKWORK_MODEL_CONTEXT_TOKENS: '32768' };
    expect(readEngineSettings(own)).toMatchObject({ modelContextTokens: 32_768, modelConcurrency: 1 });
    expect(readEngineSettings({ BRICKWORK_MODEL: 'openai/x', OPENAI_API_KEY: 'k' })).toMatchObject({
      ...{ modelContextTokens: 128_000, modelConcurrency: 8, runDeadlineMs: 300_000 },
    });
  });
});
