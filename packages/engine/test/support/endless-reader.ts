/** A reader's process that works on every request for ever, and says how long it has worked. */
import { serveTasks } from '../../src/core/serve-tasks.ts';

serveTasks<unknown, never, number>((_task, { note }) => {
  void note(3_600_000);
  return new Promise(() => undefined);
});
