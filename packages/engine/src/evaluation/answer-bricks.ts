/**
 * Answers bricks without a model: metrics are computed, the local engine answers the others. Bricks with conditions wait for the answers
 * that decide them; those that do not apply are never asked.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { type Wording, wordingFor } from '../core/wording.ts';
import { computeMetric } from '../metric/compute-metric.ts';
import type { LocalAnswers, LocalEngine, LocalMeans } from '../reader/local-engine.ts';
import { createScoreBoard, type EngineAnswers } from '../scorecard/score-board.ts';
import { unasked } from '../words/answer/lexical-answer.ts';
import { createGuessHold } from './hold-guesses.ts';
import { checkLanguage } from './read-languages.ts';
import { checkSides } from './unknown-sides.ts';

export interface BricksToAnswer {
  /** The bricks that may be asked, by key. */
  keys: readonly string[];
  /** Known answers, such as those of a model. */
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
  const wording = wordingFor(kit.language, conversation.language?.code);
  const board = createScoreBoard(kit.bricks, wording);
  const language = checkLanguage(conversation, means, wording);
  const holdGuess = createGuessHold(kit, conversation, means.readers);
  const wanted = new Set(keys);
  const asked: string[] = [];
  const outcomes: BrickOutcome[] = [];
  const limited: string[] = [];
  const warnings = new Set<string>();
  if (known !== undefined) board.add(known);
  for (;;) {
    const ready = board.ready().filter(({ key }) => wanted.has(key));
    if (ready.length === 0) {
      if (limited.length > 0) warnings.add(language.warn(limited));
      return { keys: asked, outcomes, warnings: [...warnings] };
    }
    const sides = checkSides(ready, conversation, wording);
    const able = language.isRead ? means : { ...means, read: undefined };
    const answers = await answerAll(local, kit, sides.bricks.filter(language.canAnswer), conversation, able, wording);
    const unable = sides.bricks.filter((brick) => !language.canAnswer(brick));
    answers.outcomes.push(...unable.map((brick) => unasked(brick).outcome));
    const bricks = new Map(sides.bricks.map((brick) => [brick.key, brick]));
    const settled = answers.outcomes.map((outcome) => {
      const brick = bricks.get(outcome.key);
      const inLanguage = brick === undefined ? outcome : language.limit(brick, outcome);
      if (inLanguage !== outcome) limited.push(outcome.key);
      return holdGuess(sides.limit(inLanguage));
    });
    for (const warning of answers.warnings) warnings.add(warning);
    board.add({ keys: ready.map(({ key }) => key), outcomes: settled });
    asked.push(...ready.map(({ key }) => key));
    outcomes.push(...settled);
  }
}

async function answerAll(
  local: LocalEngine,
  kit: KitDocument,
  bricks: readonly BrickDocument[],
  conversation: Conversation,
  means: LocalMeans,
  wording: Wording,
): Promise<LocalAnswers> {
  const metrics = bricks.filter(isMetric).map((brick) => computeMetric(brick, conversation, wording));
  const others = bricks.filter((brick) => !isMetric(brick));
  if (others.length === 0) return { outcomes: metrics, warnings: [] };
  const { outcomes, warnings } = await local(kit, others, conversation, means);
  return { outcomes: [...metrics, ...outcomes], warnings };
}
