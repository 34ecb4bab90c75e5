/**
 * The temporary files of a test run lie in memory where there is plenty of it: databases, installations and checkouts are
 * written and thrown away, some seven gigabytes in a run, and the disk would be waited for. What survives a kill does so all the same.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'brickwork-tests-';
/** Far more than a run was seen to hold at a time (0.8 gigabytes): what else runs on the machine keeps the rest. */
const NEEDED_BYTES = 10 * 1024 ** 3;

export default function setup(): (() => void) | undefined {
  if (!hasRoom()) return undefined;
  removeAbandoned();
  const directory = join(MEMORY, `${NAME}${process.pid}`);
  mkdirSync(directory, { mode: 0o755 });
  process.env.TMPDIR = directory;
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

function hasRoom(): boolean {
  if (!existsSync('/proc/mounts') || process.availableMemory() < NEEDED_BYTES) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path, type]) => path === MEMORY && type === 'tmpfs');
  // Programs are installed there, and run.
  if (mount === undefined || mount[3]?.split(',').includes('noexec') !== false) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}

/** A run that was killed cannot tidy up. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(NAME)))
    if (!existsSync(join('/proc', name.slice(NAME.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
}
