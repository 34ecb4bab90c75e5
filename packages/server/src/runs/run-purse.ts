/** The purse of a run with a limit, in micro-credits; the run's earlier attempts count too. */
import { NO_TOKENS, type Purse, type Settle } from '@brickwork/engine/model/purse';
import { type ModelPrice, microCreditsOf, type PricedTokens } from '../usage/credits.ts';

export function createRunPurse(
  maxMicroCredits: number,
  prices: Readonly<Record<string, ModelPrice>>,
  before: Readonly<Record<string, PricedTokens>>,
): { setAside(...of: Parameters<Purse['setAside']>): Settle | undefined } {
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

/** Both must have enough left. */
export function joinPurses(first: Purse | undefined, second: Purse | undefined): Purse | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    async setAside(model, most) {
      const settleFirst = await first.setAside(model, most);
      if (settleFirst === undefined) return undefined;
      const giveBack = () => settleFirst(NO_TOKENS);
      let settleSecond: Settle | undefined;
      try {
        settleSecond = await second.setAside(model, most);
      } catch (error) {
        await giveBack();
        throw error;
      }
      if (settleSecond === undefined) await giveBack();
      return (
        settleSecond &&
        (async (used) => {
          await settleFirst(used);
          await settleSecond(used);
        })
      );
    },
  };
}
