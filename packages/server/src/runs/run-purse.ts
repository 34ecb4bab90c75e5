/** The purse of a run with a limit, in micro-credits; attempts of the run that were made before count too. */
import type { Purse } from '@brickwork/engine/model/purse';
import { type ModelPrice, microCreditsOf, type PricedTokens } from '../usage/credits.ts';

export function createRunPurse(
  maxMicroCredits: number,
  prices: Readonly<Record<string, ModelPrice>>,
  before: Readonly<Record<string, PricedTokens>>,
): Purse {
  let left = maxMicroCredits - microCreditsOf(before, prices);
  return {
    setAside(model, most) {
      const costOf = (tokens: PricedTokens) => microCreditsOf({ [model]: tokens }, prices);
      const cost = costOf({ ...most, cachedInputTokens: 0 });
      if (cost > left) return undefined;
      left -= cost;
      return (used) => {
        if (used === undefined) return;
        const { input, cachedInput, output } = used;
        left += cost - costOf({ inputTokens: input, cachedInputTokens: cachedInput, outputTokens: output });
      };
    },
  };
}
