/**
 * What model usage costs in credits. A price is credits per million tokens, so a token costs its price in micro-credits. Cached input has its own
 * price. Everything is summed exactly over all attempts of a run and rounded up once, to the micro-credit.
 */
export interface ModelPrice {
  input: number;
  cachedInput: number;
  output: number;
}

/** For models that the price table does not name. */
export const DEFAULT_PRICE: ModelPrice = { input: 1, cachedInput: 0.1, output: 4 };

export interface PricedTokens {
  inputTokens: number;
  /** Part of `inputTokens`. */
  cachedInputTokens: number;
  outputTokens: number;
}

/** Prices are kept to a millionth of a credit. */
const PARTS = 1_000_000n;

export function microCreditsOf(
  byModel: Readonly<Record<string, PricedTokens>>,
  prices: Readonly<Record<string, ModelPrice>>,
): number {
  let parts = 0n;
  for (const [model, tokens] of Object.entries(byModel)) {
    const price = prices[model] ?? DEFAULT_PRICE;
    const fresh = Math.max(0, tokens.inputTokens - tokens.cachedInputTokens);
    parts +=
      cost(fresh, price.input) +
      cost(tokens.cachedInputTokens, price.cachedInput) +
      cost(tokens.outputTokens, price.output);
  }
  return Number((parts + PARTS - 1n) / PARTS);
}

function cost(tokens: number, price: number): bigint {
  return BigInt(tokens) * BigInt(Math.round(price * Number(PARTS)));
}
