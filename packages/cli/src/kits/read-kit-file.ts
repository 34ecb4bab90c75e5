/** A kit file from disk: parsed, with the texts of its knowledge files filled in, and checked. Needs no server. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { checkKit, inlineKnowledge, type Kit, type KitFault, parseKitFile } from '@brickwork/server/offline';
import { UsageError } from '../usage-error.ts';

export async function readKitFile(path: string): Promise<{ kit: Kit } | { faults: KitFault[] }> {
  const file = parseKitFile(await textOf(path));
  if ('faults' in file) return file;
  const { value, faults } = await inlineKnowledge((name) => textBeside(path, name), file.value);
  const checked = checkKit(value, file.lineOf);
  if (faults.length === 0) return checked;
  return { faults: [...faults, ...('faults' in checked ? checked.faults : [])] };
}

/** One fault as editors and people read it: `kit.yaml:12: bricks[3].categories needs at least 2`. */
export function faultLine(path: string, { path: field, message, hint, line }: KitFault): string {
  const where = line === undefined ? path : `${path}:${line}`;
  return `${where}: ${field === '' ? '' : `${field} `}${message}${hint === undefined ? '' : ` (${hint})`}`;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`${path} cannot be read.`, { cause });
  }
}

/**
 * Only files in the kit's own directory: pushing someone else's kit must not send other files of this machine.
 * Symbolic links are followed first, for the same reason.
 */
async function textBeside(kitPath: string, name: string): Promise<string | undefined> {
  try {
    const home = await realpath(dirname(resolve(kitPath)));
    const target = await realpath(resolve(home, name));
    return target.startsWith(home + sep) ? await readFile(target, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
