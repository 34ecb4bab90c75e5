/** The learning work of a pool thread: study a labelled conversation, or fit the head of a brick. */
import type { BrickDocument, BrickValue, KitDocument } from '@brickwork/contract/kit';
import { type KnownSpeakers, readConversation } from '../conversation/read-conversation.ts';
import { withLanguage } from '../conversation/with-language.ts';
import { ServiceError } from '../core/service-error.ts';
import { markThread } from '../core/thread-cpu.ts';
import { connectReader } from '../reader/connect-reader.ts';
import { type HeadTrial, learnHead } from '../reader/learn/learn-head.ts';
import { createStudy, type Studied, type StudiedAnswer } from '../reader/learn/study-conversation.ts';
import { ReaderUnavailableError } from '../reader/reading.ts';
import { asReply, type ThreadMeans, type ThreadReply } from './thread-reply.ts';

export interface StudyTask extends KnownSpeakers {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  /** The right answers according to people, by brick key: these bricks are studied. */
  expected: Readonly<Record<string, BrickValue>>;
}

export interface FitTask {
  brick: BrickDocument;
  answers: readonly StudiedAnswer[];
}

export type LearningTask = ({ study: StudyTask } | { fit: FitTask }) & ThreadMeans;
export type LearningReply = ThreadReply<{ studied: Studied } | { trial: HeadTrial }>;

export function serveLearning(): (task: LearningTask) => Promise<LearningReply> {
  const study = createStudy();
  return ({ reader, mark, ...task }) => {
    markThread(mark);
    return asReply(reader, async () => {
      if ('fit' in task) return { trial: learnHead(task.fit.brick, task.fit.answers) };
      const { kit, input, expected, agents, rules, language } = task.study;
      const conversation = await withLanguage(readConversation(kit, input, { agents, rules }), kit, language);
      const read = reader === undefined ? undefined : connectReader(reader);
      return { studied: await study(kit, { conversation, expected }, read).catch(toUnavailable) };
    });
  };
}

/** An error of the reader would lose its class when it leaves the thread. */
function toUnavailable(error: unknown): never {
  if (!(error instanceof ReaderUnavailableError)) throw error;
  throw new ServiceError('unavailable', { detail: `The reader could not be used: ${error.message}.`, cause: error });
}
