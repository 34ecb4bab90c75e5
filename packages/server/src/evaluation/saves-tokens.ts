/**
 * Whether a model should be asked the bricks of conditions first. It then answers fewer bricks, but a round of its own can need one more
 * call, whose prompt is paid again at the price of cached tokens. The figures are estimates, not measured yet.
 */
import type { BrickDocument } from '@brickwork/contract';
import type { Conversation } from '../conversation/conversation.ts';
import { planCalls } from './model/plan-calls.ts';
import { estimateTokens } from './model/prompt/estimate-tokens.ts';

/** What an answer with reason and evidence takes: an estimate. */
const ANSWER_TOKENS = 90;
/** How many conditional bricks are assumed not to apply; nobody knows before the conditions are answered. */
const SKIPPED_SHARE = 0.5;
/** A second call finds rules, kit and conversation in the provider's cache, at about a tenth of the price. */
const CACHED_PRICE = 0.1;
/** Rules, kit and schema of a call, on average. */
const PREFIX_TOKENS = 2_500;

export function savesTokens(
  ready: readonly BrickDocument[],
  waiting: readonly BrickDocument[],
  conversation: Conversation,
): boolean {
  const more = planCalls(ready).length + planCalls(waiting).length - planCalls([...ready, ...waiting]).length;
  const call = (PREFIX_TOKENS + estimateTokens(conversation.text)) * CACHED_PRICE;
  return more * call < waiting.length * SKIPPED_SHARE * ANSWER_TOKENS;
}
