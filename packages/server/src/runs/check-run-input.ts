/** Whether a new run's input satisfies the kit and holds a readable conversation; throws `kit_input_invalid` when not. */
import { checkConversation } from '../conversation/read-conversation.ts';
import type { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import { checkInput } from '../kits/check-input.ts';
import type { KitVersion } from '../kits/kit-store.ts';

/** A larger input is read in a thread of the pool: on the event loop it would delay other requests. */
const LARGE_INPUT_BYTES = 128 * 1024;

export async function checkRunInput(
  pool: Pick<EvaluationPool, 'answer'>,
  { kit }: Pick<KitVersion, 'kit'>,
  input: Record<string, unknown>,
  inputBytes: number,
): Promise<void> {
  checkInput(kit, input);
  if (inputBytes <= LARGE_INPUT_BYTES) checkConversation(kit, input);
  else await pool.answer({ kit, input, keys: [] });
}
