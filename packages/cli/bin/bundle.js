/**
 * Loads the command from the bundle: the sources and most of what they import, in a few files (see ../build.js). A service starts from it
 * with a third of the CPU that two thousand files take. It is used only while everything that went into it is as it was, else the sources are.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** In packages/cli: names the folder of the bundle, and what went into it. */
export const RECORD = join('dist', 'bundle.json');

export async function loadCommand(home = fileURLToPath(new URL('..', import.meta.url))) {
  const folder = findBundle(home);
  return folder === undefined ? import('../src/main.ts') : import(pathToFileURL(join(folder, 'main.js')).href);
}

/** The folder of the bundle, or undefined where there is none or it is out of date. */
export function findBundle(home) {
  try {
    const { folder, files } = JSON.parse(readFileSync(join(home, RECORD), 'utf8'));
    return files.every((file) => isAsItWas(home, file)) ? join(home, 'dist', folder) : undefined;
  } catch {
    return undefined; // Not built, or a file that went into it is gone.
  }
}

/** Compared by size and time of change, which takes a hundredth of a second for all of them, and by content where the time differs. */
export function describeFile(home, path) {
  const { size, mtimeMs } = statSync(join(home, path));
  return [path, size, mtimeMs, digest(readFileSync(join(home, path)))];
}

function isAsItWas(home, [path, size, changedAt, content]) {
  const found = statSync(join(home, path));
  if (found.size !== size) return false;
  return found.mtimeMs === changedAt || digest(readFileSync(join(home, path))) === content;
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('base64url');
}
