/** The reservation for a run that a model answers: a first answer to every question, at its maximum cost, in micro-credits. */

import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { planCalls } from '@brickwork/engine/model/plan-calls';
import { microCreditsOf } from './credits.ts';
import type { PricedModels } from './estimate-run.ts';

export interface LimitedModels extends PricedModels {
  modelContextTokens: number;
  modelOutputTokens: number;
}

/** A token is at least a byte. Turns are numbered and named, which makes a prompt longer than the input. */
const PROMPT_PER_INPUT = 1.5;
/** Rules and framing, apart from the kit itself, which is in the prompt and in the schema of the reply. */
const RULES_BYTES = 12_000;

export function mostOfRun(config: LimitedModels): (kit: Kit) => (bytes: number) => number {
  const models = config.models.map(({ id }) => id);
  const { modelContextTokens, modelOutputTokens, modelPrices } = config;
  const outputTokens = Math.min(Math.ceil(modelContextTokens / 4), modelOutputTokens);
  return (kit) => {
    const calls = planCalls(kit.bricks).length;
    const kitBytes = 2 * Buffer.byteLength(JSON.stringify(kit)) + RULES_BYTES;
    return (bytes) => {
      const conversation = Math.ceil(bytes * PROMPT_PER_INPUT);
      const parts = Math.max(1, Math.ceil(conversation / modelContextTokens));
      const tokens = {
        inputTokens: calls * (conversation + parts * kitBytes),
        cachedInputTokens: 0,
        outputTokens: calls * parts * outputTokens,
      };
      return Math.max(0, ...models.map((model) => microCreditsOf({ [model]: tokens }, modelPrices)));
    };
  };
}
