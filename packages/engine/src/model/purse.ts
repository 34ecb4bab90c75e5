/** The budget of an evaluation: a call is made only if its maximum cost is left, so the limit holds for any reply. */
import type { ModelCall, TokenCount } from './model-client.ts';

export interface MostTokens {
  inputTokens: number;
  outputTokens: number;
}

/** Notified of the call's usage; undefined if it is unknown. */
export type Settle = (used: TokenCount | undefined) => void | Promise<void>;

/** For a call that was not made. */
export const NO_TOKENS: TokenCount = { input: 0, cachedInput: 0, output: 0, isEstimated: false };

export interface Purse {
  /** Undefined if that is more than what is left. */
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
