/** The built console, read into memory once at start: no request path can reach a file outside this map. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConsoleFiles } from '../http/console-files.ts';

/** In the checkout, or inside the published package. */
const DIRECTORY =
  ['../../../console/dist', '../../console'].map((path) => join(import.meta.dirname, path)).find(existsSync) ?? '';

/** Undefined if the console was not built (`npm ci --ignore-scripts`). */
export function readConsole(directory = DIRECTORY): ConsoleFiles | undefined {
  if (!existsSync(join(directory, 'index.html'))) return undefined;
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(directory.length + 1).replaceAll(sep, '/'), readFileSync(path)];
    }),
  );
}
