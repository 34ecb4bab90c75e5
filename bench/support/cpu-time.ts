/** CPU time as the kernel counts it: on a shared machine the one figure that others do not change much. Undefined where there is no /proc. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Of a process, its running children and those that have ended. */
export function cpuSecondsOfFamily(pid: number): number | undefined {
  const own = fieldsOf(pid);
  if (own === undefined) return undefined;
  let ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(own[field]), 0);
  for (const child of childrenOf(pid)) {
    const fields = fieldsOf(child) ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / TICKS_PER_SECOND;
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(fieldsOf(Number(entry))?.[1]) === pid)
    .map(Number);
}

/** What follows the name in /proc/PID/stat: state, parent, … */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
