/**
 * Whether a model should be asked the bricks of conditions first. It then answers fewer bricks, but the extra round may need one more call,
 * whose prompt is charged again at the price of cached tokens. `npm run bench -- conditions` measures both ways: with half or more of
 * twenty bricks waiting it saves 5 to 20 %, because no call is added; one more call pays off for short conversations only, and little.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { planCalls } from '../model/plan-calls.ts';
import { estimateTokens } from '../model/prompt/estimate-tokens.ts';

/** Tokens of an answer with reason and evidence: 40 to 55 by its type. */
const ANSWER_TOKENS = 50;
/** Among the answers to conditional bricks in the golden sets of the example kits, 131 of 346 are "does not apply". */
const SKIPPED_SHARE = 0.4;
/** A second call finds rules, kit and conversation in the provider's cache, at about a tenth of the price of input. */
const CACHED_PRICE = 0.1;
/** Providers charge four to five times as much for output as for input. */
const OUTPUT_PRICE = 4;
/** Rules, kit and schema of a call, for twenty bricks. */
const PREFIX_TOKENS = 2_400;

export function savesTokens(
  ready: readonly BrickDocument[],
  waiting: readonly BrickDocument[],
  conversation: Conversation,
): boolean {
  const skipped = Math.round(waiting.length * SKIPPED_SHARE);
  // It is not known yet which of them apply; the number of calls depends on how many there are.
  const applying = waiting.slice(skipped);
  const more = planCalls(ready).length + planCalls(applying).length - planCalls([...ready, ...waiting]).length;
  const call = (PREFIX_TOKENS + estimateTokens(conversation.text)) * CACHED_PRICE;
  return more * call < skipped * ANSWER_TOKENS * OUTPUT_PRICE;
}
