/**
 * What a killed postmaster leaves behind. A backend notices that its postmaster is gone only when it next waits for something;
 * one in the middle of a long statement holds the shared memory until that is over, and as long as it does no new postmaster
 * starts on the directory. They work for nobody, and what they had not committed is undone by recovery: so they are ended.
 */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** To be called only when the directory's postmaster is known to be dead. Without /proc, PostgreSQL's own check has to do. */
export async function endOrphans(clusterDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const directory = realpathSync(clusterDir);
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const orphans = processIds().filter((pid) => isServerProcess(pid, directory));
    if (orphans.length === 0) return;
    for (const pid of orphans) kill(pid);
    await sleep(10);
  }
}

function processIds(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Every process of a server works in its data directory, under the name that PostgreSQL gives it. */
function isServerProcess(pid: number, directory: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === directory &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')
    );
  } catch {
    return false; // It has ended, or is somebody else's.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
