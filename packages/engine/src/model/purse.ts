/** What an evaluation may cost: a call is made only when the most that it could cost is left, so the limit holds whatever is replied. */
import type { ModelCall, TokenCount } from './model-client.ts';

export interface MostTokens {
  inputTokens: number;
  outputTokens: number;
}

export interface Purse {
  /** Undefined when that is more than what is left. The result is told what the call used; undefined when nobody knows. */
  setAside(model: string, most: MostTokens): ((used: TokenCount | undefined) => void) | undefined;
}

/** Roles, separators and what providers add to a call with a schema. */
const FRAMING_TOKENS = 1_000;

/** A token is at least one byte of UTF-8. */
export function mostTokensOf({ system, conversation, question, schema, maxOutputTokens }: ModelCall): MostTokens {
  const texts = [system, conversation, question, JSON.stringify(schema)];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { inputTokens: bytes + FRAMING_TOKENS, outputTokens: maxOutputTokens };
}
