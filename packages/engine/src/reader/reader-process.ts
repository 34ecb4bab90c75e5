/**
 * The process that holds the model: loads each reader with the first request for it and shares itself fairly between the owners of the requests
 * (`reading-turns.ts`). The only place where the service runs native code of others: when that aborts, this process alone ends.
 */
import { serveTasks } from '../core/serve-tasks.ts';
import { openReaders } from './open-readers.ts';
import type { ReaderReply, ReaderTask } from './reading.ts';
import { ReaderUnavailableError } from './reading.ts';
import { ReadingTurns } from './reading-turns.ts';

const read = openReaders();
const turns = new ReadingTurns({ now: () => performance.now(), worked: workedMs });

serveTasks<ReaderTask, ReaderReply, number>(async ({ owner, request }, { signal, note }) => {
  try {
    return {
      ok: true,
      readings: await turns.run({ owner, signal, onUsed: (ms) => void note(ms) }, (turn) => read(request, turn)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return { ok: false, fault: error instanceof ReaderUnavailableError ? 'unavailable' : 'failed', reason };
  }
});

/** The CPU time of this process: it does nothing but read. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
