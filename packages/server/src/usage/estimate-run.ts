/** The estimated cost of a model that reads the kit and a conversation once, in a single call and without cached tokens. */
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { estimateTokens } from '@brickwork/engine/model/prompt/estimate-tokens';
import { type ModelPrice, microCreditsOf } from './credits.ts';

export interface PricedModels {
  models: readonly { id: string }[];
  modelPrices: Readonly<Record<string, ModelPrice>>;
}

export interface Estimate {
  tokens: number;
  microCredits: number;
}

const OUTPUT_TOKENS_PER_BRICK = 60;

/** Undefined without a model. For `answers` of the kit's bricks, by default all. */
export function estimateRun({ models: [model], modelPrices }: PricedModels) {
  if (model === undefined) return undefined;
  return ({ bricks }: Pick<Kit, 'bricks'>) => {
    const kitTokens = estimateTokens(JSON.stringify(bricks));
    return (conversationTokens: number, answers = bricks.length): Estimate => {
      const inputTokens = kitTokens + conversationTokens;
      const used = { inputTokens, cachedInputTokens: 0, outputTokens: OUTPUT_TOKENS_PER_BRICK * answers };
      return { tokens: inputTokens, microCredits: microCreditsOf({ [model.id]: used }, modelPrices) };
    };
  };
}
