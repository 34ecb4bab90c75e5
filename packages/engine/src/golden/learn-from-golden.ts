import type { KitDocument } from '@brickwork/contract/kit';
import { type LearnedSummary, summariseLearned } from '../bricks/learned-document.ts';
import { readConversation } from '../conversation/read-conversation.ts';
import { ServiceError } from '../core/service-error.ts';
import { checkKit } from '../kits/check-kit.ts';
import type { Kit } from '../kits/normalise-kit.ts';
import { learnWithReader } from '../reader/learn/learn-with-reader.ts';
import { openReaders } from '../reader/open-readers.ts';
import { ReaderUnavailableError, type ReadModel } from '../reader/reading.ts';
import { readGolden } from './read-golden.ts';

export interface LearnedKit {
  kit: KitDocument;
  /** The bricks that learned something. */
  bricks: ({ key: string } & LearnedSummary)[];
  conversations: number;
}

export interface LearnOptions {
  /** Whether bricks may learn heads on the reading model, which takes a few seconds per conversation. */
  reader?: boolean;
  onRead?: (done: number, all: number) => void;
}

/** Teaches the local engine from a file of labelled conversations. */
export async function learnFromGolden(
  kit: Kit,
  goldenPath: string,
  { reader = false, onRead }: LearnOptions = {},
): Promise<LearnedKit> {
  const golden = (await readGolden(kit, goldenPath)).map(({ input, expected }) => ({
    conversation: readConversation(kit, input),
    expected,
  }));
  const learned = await learnWithReader(kit, golden, { read: reader ? await openReader() : undefined, onRead });
  const checked = checkKit(learned);
  if ('faults' in checked) {
    const detail = `The learned kit would not be valid: ${checked.faults.map(({ message }) => message).join('; ')}.`;
    throw new ServiceError('kit_definition_invalid', { detail });
  }
  const bricks = learned.bricks.flatMap((brick) => {
    const summary = summariseLearned(brick.learned);
    return summary === undefined ? [] : [{ key: brick.key, ...summary }];
  });
  return { kit: learned, bricks, conversations: golden.length };
}

/** On a machine where the model cannot be loaded, only words are learned. */
async function openReader(): Promise<ReadModel | undefined> {
  try {
    const read = openReaders();
    await read({ windows: [], questions: [], mostWindows: 0, costLimit: 0 });
    return read;
  } catch (error) {
    if (error instanceof ReaderUnavailableError) return undefined;
    throw error;
  }
}
