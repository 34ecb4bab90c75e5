/**
 * The thread that holds the model: loads it with the first request and shares itself fairly between the owners of the requests
 * (`reading-turns.ts`). A port that closes takes its requests with it.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { openReadModel } from './open-read-model.ts';
import { READER_FILES } from './reader-files.ts';
import type { Readings, ReadModel, ReadRequest } from './reading.ts';
import { ReaderUnavailableError } from './reading.ts';
import { type ReadingRequest, ReadingTurns } from './reading-turns.ts';

export interface ReaderHello {
  port: MessagePort;
  /** Whose conversation is read: the thread is shared fairly between owners. */
  owner: string;
  /** One number: the milliseconds that were read for this port so far. */
  used: SharedArrayBuffer;
}

/** What a request comes back as: errors as values, because an error that crosses a thread loses its class. */
export type ReaderReply = { ok: true; readings: Readings } | { ok: false; isUnavailable: boolean; reason: string };

/** The message that the thread sends once after its start. */
export interface ReaderNotice {
  unavailable: string;
}

let model: Promise<ReadModel> | undefined;
const turns = new ReadingTurns({ now: () => performance.now(), worked: workedMs });

parentPort?.on('message', ({ port, owner, used }: ReaderHello) => {
  const gone = new AbortController();
  const meter = new Float64Array(used);
  const onUsed = (ms: number) => {
    meter[0] = (meter[0] ?? 0) + ms;
  };
  port.on('close', () => gone.abort());
  port.on('message', async (request: ReadRequest) => {
    const reply = await answer(request, { owner, signal: gone.signal, onUsed });
    if (!gone.signal.aborted) port.postMessage(reply);
  });
});

async function answer(request: ReadRequest, asking: ReadingRequest): Promise<ReaderReply> {
  try {
    model ??= open();
    const read = await model;
    return { ok: true, readings: await turns.run(asking, (turn) => read(request, turn)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return { ok: false, isUnavailable: error instanceof ReaderUnavailableError, reason };
  }
}

/** The CPU time of this thread; Node before 23.9 cannot tell, so there the clock counts. */
function workedMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function open(): Promise<ReadModel> {
  try {
    return await openReadModel(READER_FILES);
  } catch (error) {
    const notice: ReaderNotice = { unavailable: error instanceof Error ? error.message : 'unknown' };
    parentPort?.postMessage(notice);
    throw error;
  }
}
