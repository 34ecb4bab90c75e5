/**
 * Checking kit documents and kit files. The time this takes grows with the document, so the service checks large ones in a thread
 * (`checks/`); operator commands and tests check in place.
 */
import { type CheckedKit, checkKit } from '@brickwork/engine/kits/check-kit';
import type { KitFault } from '@brickwork/engine/kits/kit-fault';
import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';

/** The result of checking a file: its document, which is a valid kit, or everything that is wrong with it. */
export type CheckedFile = { document: object; advice: string[] } | { faults: KitFault[] };

export interface KitChecks {
  /** `owner` is the workspace: threads are shared fairly between owners. */
  check(document: unknown, owner: string): Promise<CheckedKit>;
  checkFile(text: string, owner: string): Promise<CheckedFile>;
}

export const checksInPlace: KitChecks = {
  check: async (document) => checkKit(document),
  checkFile: async (text) => checkKitFile(text),
};

export function checkKitFile(text: string): CheckedFile {
  const parsed = parseKitFile(text);
  if ('faults' in parsed) return parsed;
  const checked = checkKit(parsed.value, parsed.lineOf);
  return 'faults' in checked ? checked : { document: parsed.value as object, advice: checked.advice };
}
