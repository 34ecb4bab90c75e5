/** The first model's price for some answers about a conversation of this many bytes; without a model, the usual price. */
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { estimateRun, type PricedModels } from './estimate-run.ts';

export interface RunPrice {
  /** In micro-credits. */
  cost(bytes: number, answers: number): number;
  /** False if no model is set up. */
  isKnown: boolean;
}

/** Bytes of UTF-8 per token: slightly too many tokens for English, about right for other languages. */
const BYTES_PER_TOKEN = 3;
const USUAL: PricedModels['models'] = [{ id: 'none' }];

export function priceOfRun({ models, modelPrices }: PricedModels): (kit: Kit) => RunPrice {
  const isKnown = models.length > 0;
  const estimate = estimateRun({ models: isKnown ? models : USUAL, modelPrices });
  return (kit) => {
    const ofKit = estimate?.(kit);
    const cost = (bytes: number, answers: number) =>
      ofKit?.(Math.ceil(bytes / BYTES_PER_TOKEN), answers).microCredits ?? 0;
    return { cost, isKnown };
  };
}
