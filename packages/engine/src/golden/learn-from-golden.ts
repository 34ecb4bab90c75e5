import { readConversation } from '../conversation/read-conversation.ts';
import { ServiceError } from '../core/service-error.ts';
import { checkKit } from '../kits/check-kit.ts';
import type { Kit } from '../kits/normalise-kit.ts';
import { learnKit } from '../words/learn/learn-kit.ts';
import { readGolden } from './read-golden.ts';

export interface LearnedKit {
  kit: ReturnType<typeof learnKit>;
  /** Keys of the bricks that learned something. */
  keys: string[];
  conversations: number;
}

/** Teaches the local engine from a file of labelled conversations. */
export async function learnFromGolden(kit: Kit, goldenPath: string): Promise<LearnedKit> {
  const golden = (await readGolden(kit, goldenPath)).map(({ input, expected }) => ({
    conversation: readConversation(kit, input),
    expected,
  }));
  const learned = learnKit(kit, golden);
  const checked = checkKit(learned);
  if ('faults' in checked) {
    const detail = `The learned kit would not be valid: ${checked.faults.map(({ message }) => message).join('; ')}.`;
    throw new ServiceError('kit_definition_invalid', { detail });
  }
  const keys = learned.bricks.filter((brick) => brick.learned !== undefined).map(({ key }) => key);
  return { kit: learned, keys, conversations: golden.length };
}
