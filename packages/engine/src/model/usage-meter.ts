/** Counts every attempt of one evaluation, including failed ones, by model. */

import type { TokenCount } from './model-client.ts';
import { type ModelTokens, type ModelUsage, sumTokens } from './model-usage.ts';

export interface UsageMeter {
  add(model: string, tokens: TokenCount): void;
  total(): ModelUsage;
}

export function createUsageMeter(): UsageMeter {
  const byModel = new Map<string, ModelTokens>();
  let isEstimated = false;
  return {
    add(model, { input, cachedInput, output, isEstimated: isGuess }) {
      const attempt = { calls: 1, inputTokens: input, cachedInputTokens: cachedInput, outputTokens: output };
      const sum = byModel.get(model);
      byModel.set(model, sum === undefined ? attempt : sumTokens([sum, attempt]));
      isEstimated ||= isGuess;
    },
    total: () => ({ ...sumTokens([...byModel.values()]), isEstimated, byModel: Object.fromEntries(byModel) }),
  };
}
