/**
 * The code inside a child process (`child-processes.ts`): answers the tasks of the process that started it, and ends with it. Signals that a terminal
 * or a service manager sends to the whole group are left to the parent, which finishes its work first.
 */

export type ToChild<Task> = { id: number; task: Task } | { cancel: number };
/** A cancelled task is confirmed immediately: this shows that the process still responds. */
export type FromChild<Answer, Note> =
  | { id: number; answer: Answer }
  | { id: number; note: Note }
  | { cancelled: number };

export interface TaskMeans<Note> {
  /** Aborts when nobody is waiting for the answer any more. */
  signal: AbortSignal;
  /** Sends the parent a message before the answer is ready; resolves when it is sent. */
  note(note: Note): Promise<void>;
}

export function serveTasks<Task, Answer, Note = never>(
  work: (task: Task, means: TaskMeans<Note>) => Promise<Answer>,
): void {
  const open = new Map<number, AbortController>();
  const say = (message: FromChild<Answer, Note>) =>
    new Promise<void>((resolve) => {
      process.send?.(message, undefined, {}, (error) => (error === null ? resolve() : endAtOnce()));
    });
  const answer = async (id: number, task: Task) => {
    const controller = new AbortController();
    open.set(id, controller);
    try {
      const found = await work(task, { signal: controller.signal, note: (note) => say({ id, note }) });
      if (!controller.signal.aborted) await say({ id, answer: found });
    } catch {
      if (!controller.signal.aborted) endAtOnce();
    } finally {
      open.delete(id);
    }
  };
  process.on('message', (message: ToChild<Task>) => {
    if ('task' in message) return void answer(message.id, message.task);
    open.get(message.cancel)?.abort();
    void say({ cancelled: message.cancel });
  });
  process.on('disconnect', endAtOnce);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
}

/** Not with `exit`: it waits for threads, and runs the exit code of native libraries. */
export function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
