/** Known providers: which API dialect they use, their address, and which variable usually holds the key. */
export type Dialect = 'openai' | 'anthropic' | 'google' | 'compatible';

export interface ProviderPreset {
  dialect: Dialect;
  /** Undefined: BRICKWORK_MODEL_BASE_URL is required. */
  baseUrl?: string;
  keyVariable?: string;
  /** Works without a key, as local servers do. */
  isKeyless?: boolean;
  /** Settings that fit it, where the environment names none. */
  defaults?: Readonly<Record<string, string>>;
}

/** A server on the same machine, most of them on its CPU: a call takes minutes, and two at once take twice as long. */
const ON_A_CPU = {
  BRICKWORK_MODEL_CONCURRENCY: '1',
  BRICKWORK_MODEL_DEADLINE_MS: '600000',
  BRICKWORK_RUN_DEADLINE_MS: '1800000',
  BRICKWORK_MODEL_OUTPUT_TOKENS: '2048',
};

export const PROVIDERS: Readonly<Record<string, ProviderPreset>> = {
  openai: { dialect: 'openai', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  anthropic: { dialect: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY' },
  google: {
    dialect: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  'openai-compatible': { dialect: 'compatible', isKeyless: true },
  azure: { dialect: 'compatible', keyVariable: 'AZURE_OPENAI_API_KEY' },
  groq: { dialect: 'compatible', baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  openrouter: { dialect: 'compatible', baseUrl: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY' },
  mistral: { dialect: 'compatible', baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  deepseek: { dialect: 'compatible', baseUrl: 'https://api.deepseek.com/v1', keyVariable: 'DEEPSEEK_API_KEY' },
  together: { dialect: 'compatible', baseUrl: 'https://api.together.xyz/v1', keyVariable: 'TOGETHER_API_KEY' },
  ollama: {
    dialect: 'compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
    isKeyless: true,
    // Ollama silently truncates longer prompts, unless it was started with a larger OLLAMA_CONTEXT_LENGTH.
    defaults: { ...ON_A_CPU, BRICKWORK_MODEL_CONTEXT_TOKENS: '4096' },
  },
  vllm: {
    dialect: 'compatible',
    baseUrl: 'http://127.0.0.1:8000/v1',
    isKeyless: true,
    // On a GPU, which answers many calls at once; prompts that are too long are refused.
    defaults: {
      BRICKWORK_MODEL_CONCURRENCY: '16',
      BRICKWORK_MODEL_CONTEXT_TOKENS: '32768',
      BRICKWORK_MODEL_OUTPUT_TOKENS: '4096',
    },
  },
  llamacpp: {
    dialect: 'compatible',
    baseUrl: 'http://127.0.0.1:8080/v1',
    isKeyless: true,
    // As with llama-server -c 8192.
    defaults: { ...ON_A_CPU, BRICKWORK_MODEL_CONTEXT_TOKENS: '8192' },
  },
  lmstudio: { dialect: 'compatible', baseUrl: 'http://127.0.0.1:1234/v1', isKeyless: true },
};

/** The variables with the defaults of the first model's provider, if they are not set. */
export function withPresets<Given extends Readonly<Record<string, string | undefined>>>(variables: Given): Given {
  const provider = (variables.BRICKWORK_MODEL ?? '').split(',')[0]?.trim().split('/')[0] ?? '';
  const defaults = Object.hasOwn(PROVIDERS, provider) ? (PROVIDERS[provider]?.defaults ?? {}) : {};
  const missing = Object.entries(defaults).filter(([name]) => !variables[name]);
  return { ...variables, ...Object.fromEntries(missing) };
}
