/** Lowers answers of a model whose quotes are unrelated to them: the reader reads each quote alone and decides. */
import type { KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { confidenceOf } from '../model/score-confidence.ts';
import { type QuotedAnswer, questionOf } from '../reader/check-quotes.ts';
import { ENGLISH_READER } from '../reader/readers.ts';
import { EvaluationDeadlineError } from './evaluation-deadline-error.ts';
import { checkLanguage } from './read-languages.ts';

export function createQuoteDoubt(
  { bricks }: KitDocument,
  conversation: Conversation,
  unsupportedOf: (quoted: readonly QuotedAnswer[]) => Promise<readonly string[]>,
): (outcomes: readonly BrickOutcome[]) => Promise<BrickOutcome[]> {
  const byKey = new Map(bricks.map((brick) => [brick.key, brick]));
  // The meaning of a score was measured with the English reader.
  const canRead = checkLanguage(conversation, { readers: [ENGLISH_READER] }).isRead;
  return async (outcomes) => {
    const quoted = outcomes.flatMap(({ key, value, evidence, confidenceBasis }): QuotedAnswer[] => {
      const isKnown = confidenceBasis?.bearing === false || confidenceBasis?.suspect === true;
      if (!canRead || isKnown || evidence.length === 0 || questionOf(byKey.get(key)) === undefined) return [];
      return [{ key, value, turns: [...new Set(evidence.map(({ turn }) => turn))] }];
    });
    if (quoted.length === 0) return [...outcomes];
    const doubted = new Set(await orNone(unsupportedOf(quoted)));
    return outcomes.map((outcome) => {
      const brick = byKey.get(outcome.key);
      if (brick === undefined || outcome.confidenceBasis === undefined || !doubted.has(outcome.key)) return outcome;
      const confidenceBasis = { ...outcome.confidenceBasis, bearing: false };
      return { ...outcome, confidenceBasis, confidence: confidenceOf(brick, confidenceBasis).confidence };
    });
  };
}

/** If the reader takes too long, the model's answer is kept. */
async function orNone(checking: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await checking;
  } catch (error) {
    if (error instanceof EvaluationDeadlineError) return [];
    throw error;
  }
}
