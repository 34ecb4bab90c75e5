/** Every file below folders, and files by their names; opened when they are read, and never whole in memory unless somebody wants them. */
import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isLitter, type SourceFile } from '@brickwork/client';
import { UsageError } from '../usage-error.ts';

export interface ListedFile {
  /** Where it is. */
  at: string;
  /** Relative to the folder that was named. */
  path: string;
  size: number;
  modifiedMs: number;
}

export async function listFiles(sources: readonly string[]): Promise<ListedFile[]> {
  const lists = await Promise.all(sources.map((source) => listSource(source, sources.length > 1)));
  return lists.flat();
}

async function listSource(source: string, isOneOfSeveral: boolean): Promise<ListedFile[]> {
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) throw new UsageError(`${source} cannot be read.`);
  if (!found.isDirectory()) return [listed(source, basename(source), found)];
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((at) => ({ at, path: relative(source, at).split(sep).join('/') }))
    .filter(({ path }) => !isLitter(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const prefix = isOneOfSeveral ? `${basename(join(source, '.'))}/` : '';
  const read: ListedFile[] = [];
  for (const { at, path } of files) {
    const about = await stat(at).catch(() => undefined);
    // Gone since it was listed.
    if (about !== undefined) read.push(listed(at, `${prefix}${path}`, about));
  }
  return read;
}

function listed(at: string, path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): ListedFile {
  return { at, path, size, modifiedMs: mtimeMs };
}

export async function* openFiles(files: readonly ListedFile[]): AsyncGenerator<SourceFile, void, undefined> {
  for (const { at, path, modifiedMs } of files) {
    try {
      yield { path, modifiedMs, blob: await openAsBlob(at) };
    } catch {
      yield { path, modifiedMs, blob: new Blob([]), fault: 'cannot be opened: check its permissions' };
    }
  }
}
