/** What a model would cost that reads so many tokens in a single call, without what is cached; undefined where there is no model. */

import type { OpenModels } from '@brickwork/engine/model/providers/open-models';
import { microCreditsOf } from '../usage/credits.ts';
import type { Config } from './config.ts';

const OUTPUT_TOKENS_PER_BRICK = 60;

export function estimateCall(config: Config, models: OpenModels | undefined) {
  const [model] = models?.ids ?? [];
  if (model === undefined) return undefined;
  return (tokens: number, bricks: number): { tokens: number; microCredits: number } => {
    const used = { inputTokens: tokens, cachedInputTokens: 0, outputTokens: OUTPUT_TOKENS_PER_BRICK * bricks };
    return { tokens, microCredits: microCreditsOf({ [model]: used }, config.modelPrices) };
  };
}
