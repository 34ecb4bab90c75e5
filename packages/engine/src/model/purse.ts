/** What an evaluation may cost: a call is made only when the most that it could cost is left, so the limit holds whatever is replied. */
import type { ModelCall, TokenCount } from './model-client.ts';

export interface MostTokens {
  inputTokens: number;
  outputTokens: number;
}

/** Is told what the call used; undefined when nobody knows. */
export type Settle = (used: TokenCount | undefined) => void | Promise<void>;

/** Of a call that was not made. */
export const NO_TOKENS: TokenCount = { input: 0, cachedInput: 0, output: 0, isEstimated: false };

export interface Purse {
  /** Undefined when that is more than what is left. */
  setAside(model: string, most: MostTokens): Settle | undefined | Promise<Settle | undefined>;
}

/** Roles, separators and what providers add to a call with a schema. */
const FRAMING_TOKENS = 1_000;

/** A token is at least one byte of UTF-8. */
export function mostTokensOf({ system, conversation, question, schema, maxOutputTokens }: ModelCall): MostTokens {
  const texts = [system, conversation, question, JSON.stringify(schema)];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { inputTokens: bytes + FRAMING_TOKENS, outputTokens: maxOutputTokens };
}
