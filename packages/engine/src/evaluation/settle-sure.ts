/**
 * Combines two engines: if a kit asks for `auto` and there is a model, the local engine answers first. Sure answers are kept; the model is
 * asked the rest, in one batch.
 */
import type { Basis, KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { EngineAnswers, ScoreBoard } from '../scorecard/score-board.ts';
import { EvaluationDeadlineError } from './evaluation-deadline-error.ts';

/**
 * The confidence from which the local answer is kept, if the kit sets none. Of the answers from 0.8 on, .96 were right on kits that were
 * not used for training and .88 on hard ones, which is less than a good model: a default must not make answers worse (decision 30).
 */
const SURE_FROM = 0.9;
/** Answers from words alone are never kept: the word may be certain and its meaning wrong. */
export const READ: ReadonlySet<Basis> = new Set<Basis>(['read', 'learned', 'pattern']);

export interface Settling {
  board: ScoreBoard;
  /** Bricks that either engine may answer. */
  keys: ReadonlySet<string>;
  answerFirst(keys: readonly string[]): Promise<EngineAnswers>;
  add(answers: EngineAnswers): void;
}

/** The confidence from which the local answer of a brick is kept. */
export function localFromOf(kit: KitDocument, key: string): number {
  return kit.bricks.find((brick) => brick.key === key)?.local_from ?? kit.local_from ?? SURE_FROM;
}

/** Whether a local answer is sure enough to be kept; one that is withheld is none. */
export function isKept(kit: KitDocument, { key, confidence, basis, applicability }: BrickOutcome): boolean {
  return applicability === undefined && confidence >= localFromOf(kit, key) && READ.has(basis);
}

/** No answer is ever that sure, so reading would be wasted. */
const NEVER = 1;

/** Answers the bricks that can be decided now, and those that depend on the answers; each is tried once. */
export function createSettling(kit: KitDocument, { board, keys, answerFirst, add }: Settling): () => Promise<void> {
  const tried = new Set<string>();
  const asked = new Set([...keys].filter((key) => localFromOf(kit, key) < NEVER));
  return async () => {
    for (;;) {
      const ready = board.ready().flatMap(({ key }) => (asked.has(key) && !tried.has(key) ? [key] : []));
      if (ready.length === 0) return;
      for (const key of ready) tried.add(key);
      const sure = (await outcomesOf(answerFirst, ready)).filter((outcome) => isKept(kit, outcome));
      if (sure.length === 0) return;
      add({ keys: sure.map(({ key }) => key), outcomes: sure });
    }
  };
}

/** If the local engine takes too long for a conversation, the model answers it. */
async function outcomesOf(
  answerFirst: Settling['answerFirst'],
  keys: readonly string[],
): Promise<readonly BrickOutcome[]> {
  try {
    return (await answerFirst(keys)).outcomes;
  } catch (error) {
    if (error instanceof EvaluationDeadlineError) return [];
    throw error;
  }
}
