/** A data set in a directory. Files are written beside it and renamed, which replaces the old one in one step. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Destination, OpenDestination } from './destination.ts';
import { ExportError } from './export-error.ts';

/** Below the directory, so that a rename stays on one file system; readers of Parquet skip names with an underscore. */
const WORK = '_partial';
const LOCK = '_lock.json';
/** The holder touches the lock this often while it works. */
const RENEW_MS = 10_000;
/** A lock that nobody touched for so long was left by a process that is gone, on a machine that we cannot ask. */
const STALE_MS = 120_000;

interface LockHolder {
  id: string;
  host: string;
  pid: number;
}

export function directoryDestination(directory: string): OpenDestination {
  return async () => {
    await mkdir(directory, { recursive: true });
    const lockPath = join(directory, LOCK);
    const me: LockHolder = { id: randomUUID(), host: hostname(), pid: process.pid };
    await takeLock(lockPath, me);
    const workFolder = join(directory, WORK);
    let renewedAt = performance.now();

    const keepLock = async () => {
      if (performance.now() - renewedAt < RENEW_MS) return;
      const holder = await readLock(lockPath);
      if (holder?.id !== me.id)
        throw new ExportError('Another export has taken over this directory; this one has stopped.');
      const now = new Date();
      await utimes(lockPath, now, now);
      renewedAt = performance.now();
    };
    const destination: Destination = {
      workFolder,
      keepLock,
      read: (name) => readFile(join(directory, name), 'utf8').catch(absent),
      async write(name, text) {
        const partial = join(workFolder, name);
        const file = await open(partial, 'w');
        try {
          await file.writeFile(text);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, join(directory, name));
      },
      async publish(localPath, name) {
        const path = join(directory, name);
        await mkdir(dirname(path), { recursive: true });
        await rename(localPath, path);
      },
      async remove(name) {
        const path = join(directory, name);
        await rm(path, { force: true });
        // Left in place when something else is in it.
        await rmdir(dirname(path)).catch(() => undefined);
      },
      async release() {
        const holder = await readLock(lockPath);
        if (holder?.id !== me.id) return;
        await rm(workFolder, { recursive: true, force: true });
        await rm(lockPath, { force: true });
      },
    };
    await rm(workFolder, { recursive: true, force: true });
    await mkdir(workFolder);
    return destination;
  };
}

async function takeLock(path: string, me: LockHolder): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(JSON.stringify(me)).finally(() => file.close());
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await readLock(path);
    const age = Date.now() - ((await stat(path).catch(absent))?.mtimeMs ?? 0);
    if (!isGone(holder, age)) break;
    // Two that find it stale at once: only one of them moves it away.
    const aside = `${path}.${me.id}`;
    await rename(path, aside).catch(absent);
    await rm(aside, { force: true });
  }
  throw new ExportError(
    'Another export is writing to this directory. Wait until it has ended; one that was killed on another machine is taken over after two minutes.',
  );
}

function isGone(holder: LockHolder | undefined, age: number): boolean {
  if (age > STALE_MS) return true;
  // Being written at this moment.
  if (holder === undefined) return false;
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function readLock(path: string): Promise<LockHolder | undefined> {
  const text = await readFile(path, 'utf8').catch(absent);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as LockHolder);
  } catch {
    return undefined;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
