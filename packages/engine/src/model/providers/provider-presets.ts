/** Known providers: which API dialect they use, their address, and which variable usually holds the key. */
export type Dialect = 'openai' | 'anthropic' | 'google' | 'compatible';

export interface ProviderPreset {
  dialect: Dialect;
  /** Undefined: BRICKWORK_MODEL_BASE_URL is required. */
  baseUrl?: string;
  keyVariable?: string;
  /** Works without a key, as local servers do. */
  isKeyless?: boolean;
}

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
  ollama: { dialect: 'compatible', baseUrl: 'http://127.0.0.1:11434/v1', isKeyless: true },
  vllm: { dialect: 'compatible', baseUrl: 'http://127.0.0.1:8000/v1', isKeyless: true },
  llamacpp: { dialect: 'compatible', baseUrl: 'http://127.0.0.1:8080/v1', isKeyless: true },
  lmstudio: { dialect: 'compatible', baseUrl: 'http://127.0.0.1:1234/v1', isKeyless: true },
};
