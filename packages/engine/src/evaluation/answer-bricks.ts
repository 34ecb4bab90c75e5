/**
 * Answers bricks without a model: metrics are computed, the local engine answers the others. Bricks with conditions wait for the answers
 * that decide them; those that do not apply are never asked.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { computeMetric } from '../metric/compute-metric.ts';
import type { LocalAnswers, LocalEngine, LocalMeans } from '../reader/local-engine.ts';
import { createScoreBoard, type EngineAnswers } from '../scorecard/score-board.ts';
import { abstainIfForeign, foreignLanguage } from './foreign-language.ts';
import { checkSides } from './unknown-sides.ts';

export interface BricksToAnswer {
  /** The bricks that may be asked, by key. */
  keys: readonly string[];
  /** What is known already, such as the answers of a model. */
  known?: EngineAnswers | undefined;
}

/** The answers as given, and which keys were asked: everything that can be decided so far. */
export async function answerBricks(
  local: LocalEngine,
  kit: KitDocument,
  { keys, known }: BricksToAnswer,
  conversation: Conversation,
  means: LocalMeans,
): Promise<EngineAnswers & { warnings: string[] }> {
  const board = createScoreBoard(kit.bricks);
  const wanted = new Set(keys);
  const asked: string[] = [];
  const outcomes: BrickOutcome[] = [];
  const warnings = new Set<string>();
  if (known !== undefined) board.add(known);
  for (;;) {
    const ready = board.ready().filter(({ key }) => wanted.has(key));
    if (ready.length === 0) return { keys: asked, outcomes, warnings: [...warnings] };
    const answers = await answerAll(local, kit, ready, conversation, means);
    const round = { keys: ready.map(({ key }) => key), outcomes: answers.outcomes };
    for (const warning of answers.warnings) warnings.add(warning);
    board.add(round);
    asked.push(...round.keys);
    outcomes.push(...round.outcomes);
  }
}

async function answerAll(
  local: LocalEngine,
  kit: KitDocument,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
  means: LocalMeans,
): Promise<LocalAnswers> {
  const sides = checkSides(bricks, conversation);
  const metrics = sides.bricks.filter(isMetric).map((brick) => computeMetric(brick, conversation));
  const others = sides.bricks.filter((brick) => !isMetric(brick));
  if (others.length === 0) return { outcomes: metrics.map((outcome) => sides.limit(outcome)), warnings: [] };
  const language = foreignLanguage(conversation);
  // The reader knows only English: for other languages it is not asked.
  const able = language === undefined ? means : { ...means, read: undefined };
  const { outcomes, warnings } = await local(kit, others, conversation, able);
  const all = [...metrics, ...outcomes.map((outcome) => abstainIfForeign(outcome, language))];
  return { outcomes: all.map((outcome) => sides.limit(outcome)), warnings };
}
