/** Writes days in a thread: encoding a row group takes at least a tenth of a second, which would delay every request. */
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { OpenDay, WrittenDay } from '@brickwork/warehouse/write-day';
import { Piscina } from 'piscina';
import type { DayTask } from './day-worker.ts';

export interface DayThreads {
  openDay: OpenDay;
  stop(): Promise<void>;
}

/** In this folder, with this file's extension: TypeScript in a checkout, JavaScript in the published package. */
const WORKER = new URL(`./day-worker${extname(import.meta.url)}`, import.meta.url);
const MEMORY_MB = 256;

/** One thread, started by the first export: it has the open files of the days being written. */
export function createDayThreads(): DayThreads {
  let thread: Piscina<DayTask, WrittenDay | undefined> | undefined;
  const run = async (task: DayTask) => {
    thread ??= start();
    return thread.run(task);
  };
  return {
    openDay(folder, day, dimensions) {
      const id = randomUUID();
      let opened: Promise<unknown> | undefined;
      return {
        async append(lines) {
          opened ??= run({ kind: 'open', id, folder, day, dimensions });
          await opened;
          await run({ kind: 'append', id, lines });
        },
        close: async () => (await run({ kind: 'close', id })) ?? {},
        discard: async () => void (await run({ kind: 'discard', id })),
      };
    },
    stop: async () => thread?.destroy(),
  };
}

function start(): Piscina<DayTask, WrittenDay | undefined> {
  const started = new Piscina<DayTask, WrittenDay | undefined>({
    filename: WORKER.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    recordTiming: false,
  });
  // A thread that dies between tasks is replaced with the next task; without a listener its error would end the process.
  started.on('error', () => undefined);
  return started;
}
