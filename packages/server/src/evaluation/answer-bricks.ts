/**
 * Answers bricks without a model: metrics are computed, the local engine answers the others. Bricks with conditions wait for the answers
 * that decide them; those that do not apply are never asked.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { BrickOutcome } from './brick-outcome.ts';
import { abstainIfForeign, foreignLanguage } from './foreign-language.ts';
import { computeMetric } from './metric/compute-metric.ts';
import { createScoreBoard, type EngineAnswers } from './scorecard/score-board.ts';
import { checkSides } from './unknown-sides.ts';

/** The local engine: synchronous, deterministic, no network. */
export type LocalEngine = (kit: KitDocument, bricks: BrickDocument[], conversation: Conversation) => BrickOutcome[];

export interface BricksToAnswer {
  /** The bricks that may be asked, by key. */
  keys: readonly string[];
  /** What is known already, such as the answers of a model. */
  known?: EngineAnswers | undefined;
}

/** The answers as they were given, and which keys were asked: all that can be decided with what is known. */
export function answerBricks(
  local: LocalEngine,
  kit: KitDocument,
  { keys, known }: BricksToAnswer,
  conversation: Conversation,
): EngineAnswers {
  const board = createScoreBoard(kit.bricks);
  const wanted = new Set(keys);
  const asked: string[] = [];
  const outcomes: BrickOutcome[] = [];
  if (known !== undefined) board.add(known);
  for (;;) {
    const ready = board.ready().filter(({ key }) => wanted.has(key));
    if (ready.length === 0) return { keys: asked, outcomes };
    const round = { keys: ready.map(({ key }) => key), outcomes: answerAll(local, kit, ready, conversation) };
    board.add(round);
    asked.push(...round.keys);
    outcomes.push(...round.outcomes);
  }
}

function answerAll(
  local: LocalEngine,
  kit: KitDocument,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
): BrickOutcome[] {
  const sides = checkSides(bricks, conversation);
  const metrics = sides.bricks.filter(isMetric).map((brick) => computeMetric(brick, conversation));
  const others = sides.bricks.filter((brick) => !isMetric(brick));
  const language = foreignLanguage(conversation);
  const answers = others.length === 0 ? [] : local(kit, others, conversation);
  const read = [...metrics, ...answers.map((outcome) => abstainIfForeign(outcome, language))];
  return read.map((outcome) => sides.limit(outcome));
}
