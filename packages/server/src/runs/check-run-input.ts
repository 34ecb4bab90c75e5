/**
 * Whether a new run's input satisfies the kit and holds a readable conversation (`kit_input_invalid` when not), and the fingerprint by which
 * a repeated request is recognised. Both take time that grows with the input: a large one is left to a thread.
 */
import type { KitDocument } from '@brickwork/contract';
import { checkConversation } from '@brickwork/engine/conversation/read-conversation';
import type { StatedFacts } from '@brickwork/engine/conversation/stated-facts';
import { checkInput } from '@brickwork/engine/kits/check-input';
import type { KitVersion } from '../kits/store/kit-rows.ts';
import { type FingerprintParts, fingerprint } from './fingerprint.ts';

/** Inputs as JSON text. `owner` is the workspace: threads are shared fairly between owners. */
export interface InputChecks {
  /** Throws `kit_input_invalid` when there is no readable conversation; else what the input says about it. */
  checkInput(kit: Pick<KitDocument, 'input'>, input: string, owner: string): Promise<StatedFacts>;
  fingerprint(parts: Omit<FingerprintParts, 'input'>, input: string, owner: string): Promise<Buffer>;
}

/** The worst input of this length keeps the event loop busy for 15 ms, and most conversations are shorter. */
const LARGE_INPUT_BYTES = 48 * 1024;

/** What the input itself says about its conversation. */
export async function checkRunInput(
  checks: InputChecks,
  { kit }: Pick<KitVersion, 'kit'>,
  input: Record<string, unknown>,
  { text, owner }: { text: string; owner: string },
): Promise<StatedFacts> {
  checkInput(kit, input);
  return isQuickToRead(input, text) ? checkConversation(kit, input) : checks.checkInput(kit, text, owner);
}

/** Whether the event loop may read it. */
export function isQuickToRead(input: Readonly<Record<string, unknown>>, text: string): boolean {
  return text.length <= LARGE_INPUT_BYTES && !mayUnpack(input);
}

/** A Word document in base64 becomes many times longer when it is read. */
function mayUnpack(input: Readonly<Record<string, unknown>>): boolean {
  const isArchive = (value: unknown) => typeof value === 'string' && value.startsWith('UEsDB');
  return input.format === 'docx' || Object.values(input).some(isArchive);
}

export async function fingerprintRun(
  checks: InputChecks,
  { input, ...parts }: FingerprintParts,
  { text, owner }: { text: string; owner: string },
): Promise<Buffer> {
  return text.length <= LARGE_INPUT_BYTES ? fingerprint({ ...parts, input }) : checks.fingerprint(parts, text, owner);
}
