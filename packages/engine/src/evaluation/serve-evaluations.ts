/** The work of a pool thread on a task: read the input, answer the bricks. */
import type { Conversation } from '../conversation/conversation.ts';
import { readConversation } from '../conversation/read-conversation.ts';
import { warnOfSides } from '../conversation/sides/side-warnings.ts';
import { withLanguage } from '../conversation/with-language.ts';
import { markThread } from '../core/thread-cpu.ts';
import { type WeighedQuote, weighQuotes } from '../reader/check-quotes.ts';
import { connectReader } from '../reader/connect-reader.ts';
import type { LocalEngine } from '../reader/local-engine.ts';
import { ENGLISH_READER } from '../reader/readers.ts';
import { answerBricks } from './answer-bricks.ts';
import { type LocalAnswer, type LocalTask, MOST_MODEL_TURNS } from './evaluate-kit.ts';
import { checkLanguage, warnOfAnswerLanguage } from './read-languages.ts';
import { asReply, type ThreadMeans, type ThreadReply } from './thread-reply.ts';
import { warnOfUnknownSides } from './unknown-sides.ts';

export type ThreadAnswer = ThreadReply<LocalAnswer>;

export interface ThreadTask extends LocalTask, ThreadMeans {}

/** A conversation is copied out of the thread value by value, so the cost for the main thread depends on its turns: 40,000 turns of one letter take 80 ms. */
function handOver(conversation: Conversation): Pick<LocalAnswer, 'conversation' | 'turnsKept'> {
  const { length } = conversation.turns;
  return length > MOST_MODEL_TURNS ? { turnsKept: length } : { conversation };
}

/** The value of a quote was measured with the English reader. */
function toQuoteAnswer(conversation: Conversation, weighed: readonly WeighedQuote[]): Partial<LocalAnswer> {
  const { isRead } = checkLanguage(conversation, { readers: [ENGLISH_READER] });
  return {
    unsupported: weighed.flatMap(({ key, isEnough }) => (isEnough ? [] : [key])),
    worth: Object.fromEntries(
      weighed.flatMap(({ key, worth }) => (worth === undefined || !isRead ? [] : [[key, worth]])),
    ),
  };
}

export function serveEvaluations(local: LocalEngine): (task: ThreadTask) => Promise<ThreadAnswer> {
  return async (task) => {
    const { kit, input, agents, rules, language, keys, known, lexical, withConversation, quoted, reader, mark } = task;
    markThread(mark);
    return asReply(reader, async () => {
      const conversation = await withLanguage(readConversation(kit, input, { agents, rules }), kit, language);
      if (quoted !== undefined) {
        const weighed = reader ? await weighQuotes(connectReader(reader), conversation, kit.bricks, quoted) : [];
        return { keys: [], outcomes: [], ...toQuoteAnswer(conversation, weighed) };
      }
      const means = { lexical: new Set(lexical), read: reader === undefined ? undefined : connectReader(reader) };
      const answers = await answerBricks(local, kit, { keys, known }, conversation, means);
      const bricks = kit.bricks.filter(({ key }) => keys.includes(key));
      const warnings = [
        ...(conversation.warnings ?? []),
        ...warnOfAnswerLanguage(kit.language, bricks, answers.outcomes),
        ...warnOfUnknownSides(kit.bricks, conversation),
        ...warnOfSides(conversation),
        ...answers.warnings,
      ];
      return {
        ...answers,
        warnings,
        ...(conversation.language !== undefined && { language: conversation.language.code }),
        ...(withConversation === true && handOver(conversation)),
      };
    });
  };
}
