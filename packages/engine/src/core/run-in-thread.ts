/** Runs one task in a thread of a pool until its deadline; the thread of a task that exceeds it or is aborted is ended. */
import type { MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { startDeadline } from './deadline.ts';
import { cpuMsSince, type ThreadMark } from './thread-cpu.ts';

export interface ThreadCpuLimit {
  mark: ThreadMark;
  longestMs: number;
  /** CPU time of other threads for the task. */
  moreMs?: (() => number) | undefined;
}

export interface ThreadLimits {
  deadlineMs: number;
  /** The deadline counts the CPU time of the thread, which this mark measures; by the clock the task may take `longestMs`. */
  cpu?: ThreadCpuLimit | undefined;
  signal?: AbortSignal | undefined;
  /** The error for a task that took too long. */
  onDeadline(): Error;
  /** What the task transfers to its thread, such as a port. */
  transferList?: readonly MessagePort[];
}

export async function runInThread<Task, Answer>(
  threads: Piscina<Task, Answer>,
  task: Task,
  { deadlineMs, cpu, signal, onDeadline, transferList = [] }: ThreadLimits,
): Promise<Answer> {
  const deadline = startDeadline(
    deadlineMs,
    signal,
    cpu && { longestMs: cpu.longestMs, usedMs: () => usedBy(cpu, threads) },
  );
  try {
    return await threads.run(task, { signal: deadline.signal, transferList: [...transferList] });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (deadline.isOver) throw onDeadline();
    throw error;
  } finally {
    deadline.end();
  }
}

async function usedBy<Task, Answer>({ mark, moreMs }: ThreadCpuLimit, { threads }: Piscina<Task, Answer>) {
  const own = await cpuMsSince(mark, threads);
  return own === undefined ? undefined : own + (moreMs?.() ?? 0);
}
