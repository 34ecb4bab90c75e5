/**
 * The thread that holds the model: loads it with the first request and answers one request after another, whichever
 * evaluation thread asks. A port that closes takes its requests with it.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { openModel } from './open-model.ts';
import { READER_FILES } from './reader-files.ts';
import type { Readings, ReadModel, ReadRequest } from './reading.ts';
import { ReaderUnavailableError } from './reading.ts';

export interface ReaderHello {
  port: MessagePort;
}

/** What a request comes back as: errors as values, because an error that crosses a thread loses its class. */
export type ReaderReply = { ok: true; readings: Readings } | { ok: false; isUnavailable: boolean; reason: string };

/** What the thread tells whoever started it, once. */
export interface ReaderNotice {
  unavailable: string;
}

let model: Promise<ReadModel> | undefined;
let queue: Promise<unknown> = Promise.resolve();

parentPort?.on('message', ({ port }: ReaderHello) => {
  const gone = new AbortController();
  port.on('close', () => gone.abort());
  port.on('message', (request: ReadRequest) => {
    queue = queue.then(async () => {
      if (gone.signal.aborted) return;
      port.postMessage(await answer(request, gone.signal));
    });
  });
});

async function answer(request: ReadRequest, signal: AbortSignal): Promise<ReaderReply> {
  try {
    model ??= open();
    const read = await model;
    return { ok: true, readings: await read(request, signal) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return { ok: false, isUnavailable: error instanceof ReaderUnavailableError, reason };
  }
}

async function open(): Promise<ReadModel> {
  try {
    return await openModel(READER_FILES);
  } catch (error) {
    const notice: ReaderNotice = { unavailable: error instanceof Error ? error.message : 'unknown' };
    parentPort?.postMessage(notice);
    throw error;
  }
}
