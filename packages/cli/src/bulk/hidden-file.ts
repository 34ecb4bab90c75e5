/**
 * A file that gets its name only when it is complete. Until then it is a hidden file in the same directory, so readers of the directory
 * never see half a file.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface HiddenFile {
  write(text: string): Promise<void>;
  /** Gives it its name, in place of any file that had it. */
  close(): Promise<void>;
  /** Removes what was written. Does nothing after `close`. */
  discard(): Promise<void>;
}

const PARTIAL = '.partial';
const BUFFER_CHARACTERS = 256 * 1024;
/** No running process leaves its file unchanged for that long. */
const FORGOTTEN_MS = 3_600_000;

export async function createHiddenFile(path: string): Promise<HiddenFile> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}${PARTIAL}`);
  const file: FileHandle = await open(partial, 'wx');
  let waiting: string[] = [];
  let characters = 0;
  let isOpen = true;
  const flush = async () => {
    const text = waiting.join('');
    waiting = [];
    characters = 0;
    await file.appendFile(text);
  };
  return {
    async write(text) {
      waiting.push(text);
      characters += text.length;
      if (characters >= BUFFER_CHARACTERS) await flush();
    },
    async close() {
      await flush();
      await file.sync();
      await file.close();
      await rename(partial, path);
      isOpen = false;
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      await file.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

/** Removes leftovers of this file by killed processes. A process that is writing it now keeps its own. */
export async function removeForgotten(path: string): Promise<void> {
  const directory = dirname(path);
  const left = (await readdir(directory)).filter(
    (name) => name.startsWith(`.${basename(path)}.`) && name.endsWith(PARTIAL),
  );
  for (const name of left) {
    const found = await stat(join(directory, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > FORGOTTEN_MS)
      await rm(join(directory, name), { force: true });
  }
}
