/** Answers bricks without a model: metrics are computed, the local engine answers the others in one call. */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { BrickOutcome } from './brick-outcome.ts';
import { computeMetric } from './metric/compute-metric.ts';
import { checkSides } from './unknown-sides.ts';

/** The local engine: synchronous, deterministic, no network. */
export type LocalEngine = (kit: KitDocument, bricks: BrickDocument[], conversation: Conversation) => BrickOutcome[];

export function answerBricks(
  local: LocalEngine,
  kit: KitDocument,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
): BrickOutcome[] {
  const sides = checkSides(bricks, conversation);
  const metrics = sides.bricks.filter(isMetric).map((brick) => computeMetric(brick, conversation));
  const others = sides.bricks.filter((brick) => !isMetric(brick));
  const answers = [...metrics, ...(others.length === 0 ? [] : local(kit, others, conversation))];
  return answers.map((outcome) => sides.limit(outcome));
}
