/** The engine's view of a model: one call, one reply. `models/` implements it for each provider. */
export interface ModelCall {
  /** Rules, kit and knowledge: the same bytes for every call of a kit version. */
  system: string;
  /** The conversation: the same bytes for every call of a run (or of one part of a long one). */
  conversation: string;
  /** The keys to answer in this call, and the nonce that the reply must echo. */
  question: string;
  /** JSON Schema of the reply; the same for every call of a kit version. */
  schema: Readonly<Record<string, unknown>>;
  /** The same for all calls that share `system`. */
  cacheKey: string;
  maxOutputTokens: number;
  /** Votes differ only when the model may. */
  isVaried: boolean;
  signal: AbortSignal;
}

export interface TokenCount {
  input: number;
  /** Part of `input`. */
  cachedInput: number;
  output: number;
  /** Estimated by us: the provider reported no counts. */
  isEstimated: boolean;
}

export const NO_TOKENS: TokenCount = { input: 0, cachedInput: 0, output: 0, isEstimated: false };

export interface ModelReply {
  text: string;
  /** `length`: cut off. A refusal is a fault. */
  finish: 'stop' | 'length';
  tokens: TokenCount;
}

export interface ModelClient {
  /** `provider/name`. */
  id: string;
  /** Tokens that prompt and reply may have together. */
  contextTokens: number;
  maxOutputTokens: number;
  /** Throws CallFault. */
  call(call: ModelCall): Promise<ModelReply>;
}
