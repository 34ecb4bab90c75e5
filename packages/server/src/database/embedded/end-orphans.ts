/**
 * Ends the backends that a killed postmaster left behind. A backend notices that its postmaster is gone only when it next waits
 * for something; in the middle of a long statement it keeps the shared memory, and no new postmaster can start on the directory
 * until the statement is over. Nobody reads its result, and recovery undoes what it had not committed.
 */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** Call this only if the directory's postmaster is known to be dead. Without /proc, we rely on PostgreSQL's own check. */
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
    return false; // It has ended, or belongs to another user.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
