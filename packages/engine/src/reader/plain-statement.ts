/**
 * A sentence that says just what is asked ("I would like a refund." to "Does the customer want a refund?"), or denies it. Reader and words agree on it, it
 * is about the side that the question names, and nothing makes it a supposition, the past or somebody else's: such an answer is sure in a text of any length.
 */
import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { phrasePattern } from '../core/read-vocabulary.ts';
import type { LexicalAnswer } from '../words/answer/lexical-answer.ts';
import { mentionedSide } from '../words/text/speaker-scope.ts';
import type { BrickReading } from './read-bricks.ts';
import { verdictScores } from './scores.ts';
import { isQuestion, negates, sentenceOf } from './span-evidence.ts';

/** How clearly the reader says it, and how little it says the opposite. */
const CLEAR = 3.5;
const CLEAR_DENIAL = 4.5;
const OPPOSITE = 0;
const OPPOSITE_DENIAL = -3;
/** So far ahead, the opposite does not count. */
const FAR_AHEAD = 8;
/** How sure the words are of the same; of a denial they never are. */
const WORDS_SURE = 0.85;

const HEDGED = phrasePattern('plain-statements', 'hedged', 'i');
const OTHERS = phrasePattern('plain-statements', 'of others', 'i');

export function isPlainStatement(
  conversation: Conversation,
  { asked, pairs, reader }: BrickReading,
  { outcome: words }: LexicalAnswer,
  { value, evidence }: BrickOutcome,
): boolean {
  if (asked.as !== 'boolean' || asked.brick.hints !== undefined || !reader.hasWords) return false;
  const { yes, no } = verdictScores(pairs);
  const said = evidence.at(-1);
  if (said === undefined || !isPlainlySaid(conversation, said, mentionedSide(conversation, asked.brick.question)))
    return false;
  if (value === false) return no >= CLEAR_DENIAL && yes < OPPOSITE_DENIAL && negates(conversation, said);
  const isAgreed = words.value === true && words.basis === 'lexical' && words.confidence >= WORDS_SURE;
  return value === true && yes >= CLEAR && (no < OPPOSITE || yes - no >= FAR_AHEAD) && isAgreed;
}

function isPlainlySaid(conversation: Conversation, said: EvidenceSpan, side: string | undefined): boolean {
  if (isQuestion(conversation, said)) return false;
  if (side !== undefined && conversation.turns[said.turn]?.side !== side) return false;
  const sentence = sentenceOf(conversation, said);
  return !HEDGED.test(sentence) && !OTHERS.test(sentence);
}
