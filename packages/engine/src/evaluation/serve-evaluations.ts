/** What a thread of the pool does with a task: read the input, answer the bricks. */
import type { Conversation } from '../conversation/conversation.ts';
import { readConversation } from '../conversation/read-conversation.ts';
import { warnOfSides } from '../conversation/sides/side-warnings.ts';
import { markThread } from '../core/thread-cpu.ts';
import { connectReader } from '../reader/connect-reader.ts';
import type { LocalEngine } from '../reader/local-engine.ts';
import { answerBricks } from './answer-bricks.ts';
import { type LocalAnswer, type LocalTask, MOST_MODEL_TURNS } from './evaluate-kit.ts';
import { warnOfAnswerLanguage, warnOfForeignLanguage } from './foreign-language.ts';
import { asReply, type ThreadMeans, type ThreadReply } from './thread-reply.ts';
import { warnOfUnknownSides } from './unknown-sides.ts';

export type ThreadAnswer = ThreadReply<LocalAnswer>;

export interface ThreadTask extends LocalTask, ThreadMeans {}

/** A conversation leaves the thread value by value, so it costs the main thread by its turns: 40,000 of one letter each take 80 ms. */
function handOver(conversation: Conversation): Pick<LocalAnswer, 'conversation' | 'turnsKept'> {
  const { length } = conversation.turns;
  return length > MOST_MODEL_TURNS ? { turnsKept: length } : { conversation };
}

export function serveEvaluations(local: LocalEngine): (task: ThreadTask) => Promise<ThreadAnswer> {
  return async ({ kit, input, agents, rules, keys, known, lexical, withConversation, reader, mark }) => {
    markThread(mark);
    return asReply(reader, async () => {
      const conversation = readConversation(kit, input, { agents, rules });
      const means = { lexical: new Set(lexical), read: reader === undefined ? undefined : connectReader(reader) };
      const answers = await answerBricks(local, kit, { keys, known }, conversation, means);
      const bricks = kit.bricks.filter(({ key }) => keys.includes(key));
      const warnings = [
        ...(conversation.warnings ?? []),
        ...warnOfForeignLanguage(bricks, conversation),
        ...warnOfAnswerLanguage(kit.language, bricks),
        ...warnOfUnknownSides(kit.bricks, conversation),
        ...warnOfSides(conversation),
        ...answers.warnings,
      ];
      return { ...answers, warnings, ...(withConversation === true && handOver(conversation)) };
    });
  };
}
