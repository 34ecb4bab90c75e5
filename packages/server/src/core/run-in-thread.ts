/** Runs one task in a thread of a pool until its deadline; a task that overruns it or is aborted loses its thread. */
import type { MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { startDeadline } from './deadline.ts';

export interface ThreadLimits {
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** The error for a task that took too long. */
  onDeadline(): Error;
  /** What the task hands over to its thread, such as a port. */
  transferList?: readonly MessagePort[];
}

export async function runInThread<Task, Answer>(
  threads: Piscina<Task, Answer>,
  task: Task,
  { deadlineMs, signal, onDeadline, transferList = [] }: ThreadLimits,
): Promise<Answer> {
  const deadline = startDeadline(deadlineMs, signal);
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
