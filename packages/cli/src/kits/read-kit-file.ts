/** A kit file from disk: parsed, with shared bricks and the texts of its knowledge files filled in, and checked. Needs no server. */
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type CheckedKit, checkKit } from '@brickwork/engine/kits/check-kit';
import { inlineBricks } from '@brickwork/engine/kits/inline-bricks';
import { inlineKnowledge } from '@brickwork/engine/kits/inline-knowledge';
import type { KitFault } from '@brickwork/engine/kits/kit-fault';
import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';
import { UsageError } from '../usage-error.ts';

export async function readKitFile(path: string): Promise<CheckedKit> {
  const file = parseKitFile(await textOf(path));
  if ('faults' in file) return file;
  const knowledge = await inlineKnowledge((name) => textWithin(homeOf(path), path, name), file.value);
  const bricks = await inlineBricks((name) => sharedText(path, name), knowledge.value);
  const faults = [...knowledge.faults, ...bricks.faults];
  const checked = checkKit(bricks.value, file.lineOf);
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

function homeOf(kitPath: string): string {
  return dirname(resolve(kitPath));
}

/** A shared brick may be anywhere in the kit's repository; without one, in the directory above the kit's own. */
function sharedText(kitPath: string, name: string): Promise<string | undefined> {
  if (!/\.(ya?ml|json)$/i.test(name)) return Promise.resolve(undefined);
  let root = homeOf(kitPath);
  while (!existsSync(join(root, '.git')) && dirname(root) !== root) root = dirname(root);
  return textWithin(existsSync(join(root, '.git')) ? root : dirname(homeOf(kitPath)), kitPath, name);
}

/**
 * Only files below `root`, which for knowledge is the kit's own directory: pushing someone else's kit must not send other files of this
 * machine. Symbolic links are followed first, for the same reason.
 */
async function textWithin(root: string, kitPath: string, name: string): Promise<string | undefined> {
  try {
    const allowed = await realpath(root);
    const target = await realpath(resolve(await realpath(homeOf(kitPath)), name));
    return target.startsWith(allowed.endsWith(sep) ? allowed : allowed + sep)
      ? await readFile(target, 'utf8')
      : undefined;
  } catch {
    return undefined;
  }
}
