/**
 * How much CPU time a task has used in its thread. The thread records its id and its counter when the task begins; the pool reads the
 * thread's own clock, even while the thread computes without a pause.
 */
import { threadId, type Worker } from 'node:worker_threads';

/** Shared by both sides of a task. */
export type ThreadMark = SharedArrayBuffer;

const THREAD = 0;
const STARTED_AT = 1;

export function newThreadMark(): ThreadMark {
  return new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
}

/** Called first in the thread. Node before 23.9 cannot measure it: then the clock is used. */
export function markThread(mark: ThreadMark | undefined): void {
  if (mark === undefined || typeof process.threadCpuUsage !== 'function') return;
  const { user, system } = process.threadCpuUsage();
  const values = new Float64Array(mark);
  values[STARTED_AT] = (user + system) / 1_000;
  values[THREAD] = threadId;
}

/** Milliseconds since the mark was made; undefined if unknown. */
export async function cpuMsSince(mark: ThreadMark, threads: readonly Worker[]): Promise<number | undefined> {
  const [id, startedAt = 0] = new Float64Array(mark);
  if (typeof threads[0]?.cpuUsage !== 'function') return undefined;
  // The thread is still starting.
  if (id === 0) return 0;
  const thread = threads.find((each) => each.threadId === id);
  if (thread === undefined) return undefined;
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1_000 - startedAt;
}
