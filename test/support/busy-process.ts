/** The processes that a service has started, so that a test can do to one what a machine does. Linux only. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** One that is computing: its CPU time grows. `name` is in its command line. */
export async function busyProcess(
  name: 'expression-process' | 'reader-process',
  parent = process.pid,
): Promise<number> {
  const before = new Map(childrenOf(parent, name).map((pid) => [pid, ticksOf(pid) + MOVED]));
  let found: number | undefined;
  await expect
    .poll(
      () => {
        found = childrenOf(parent, name).find((pid) => ticksOf(pid) > (before.get(pid) ?? STARTED));
        return found;
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBeDefined();
  return found as number;
}

/** 100 ms, more than reading a task takes. */
const MOVED = 10;
/** A second, more than a new process takes to start. */
const STARTED = 100;

function childrenOf(parent: number, name: string): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', timeout: 10_000 });
  return table.split('\n').flatMap((line) => {
    const [, pid, of] = /^\s*(\d+)\s+(\d+)\s/.exec(line) ?? [];
    return Number(of) === parent && line.includes(name) ? [Number(pid)] : [];
  });
}

/** User and system time, in ticks of 10 ms; that of a process that has ended stands still. */
function ticksOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
