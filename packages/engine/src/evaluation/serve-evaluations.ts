/**
 * What a thread of the pool does with a task: read the input, answer the bricks. Errors that rooms throw on purpose
 * come back as values, because an error that crosses a thread loses its class and fields.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Conversation } from '../conversation/conversation.ts';
import { readConversation } from '../conversation/read-conversation.ts';
import { warnOfSides } from '../conversation/sides/side-warnings.ts';
import { ServiceError, type ServiceErrorOptions } from '../core/service-error.ts';
import { markThread, type ThreadMark } from '../core/thread-cpu.ts';
import { connectReader } from '../reader/connect-reader.ts';
import type { LocalEngine } from '../reader/local-engine.ts';
import { answerBricks } from './answer-bricks.ts';
import { type LocalAnswer, type LocalTask, MOST_MODEL_TURNS } from './evaluate-kit.ts';
import { warnOfAnswerLanguage, warnOfForeignLanguage } from './foreign-language.ts';
import { warnOfUnknownSides } from './unknown-sides.ts';

export type ThreadAnswer =
  | ({ ok: true } & LocalAnswer)
  | { ok: false; code: ServiceError['code']; options: Pick<ServiceErrorOptions, 'detail' | 'message'> };

/** A task as it arrives in a thread: with a port to the reading model, where it is turned on. */
export interface ThreadTask extends LocalTask {
  reader?: MessagePort | undefined;
  /** Where the thread notes its CPU time at the start of the task. */
  mark?: ThreadMark | undefined;
}

/** A conversation leaves the thread value by value, so it costs the main thread by its turns: 40,000 of one letter each take 80 ms. */
function handOver(conversation: Conversation): Pick<LocalAnswer, 'conversation' | 'turnsKept'> {
  const { length } = conversation.turns;
  return length > MOST_MODEL_TURNS ? { turnsKept: length } : { conversation };
}

export function serveEvaluations(local: LocalEngine): (task: ThreadTask) => Promise<ThreadAnswer> {
  return async ({ kit, input, agents, rules, keys, known, lexical, withConversation, reader, mark }) => {
    markThread(mark);
    try {
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
      return { ok: true, ...answers, warnings, ...(withConversation === true && handOver(conversation)) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { code, detail, userMessage } = error;
      return {
        ok: false,
        code,
        options: {
          ...(detail !== undefined && { detail }),
          ...(userMessage !== undefined && { message: userMessage }),
        },
      };
    } finally {
      reader?.close();
    }
  };
}
