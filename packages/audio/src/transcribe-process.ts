/**
 * The process that transcribes: files are decoded only here, so a file that crashes a decoder or uses up memory ends only this process. It
 * keeps recordings between questions until they are at their end or forgotten, and recognisers for as long as it lives.
 */
import { serveTasks } from '@brickwork/engine/core/serve-tasks';
import type { ByteSource } from './byte-reader.ts';
import type { EngineOptions } from './engine-options.ts';
import { RecogniserFault } from './engines/call-service.ts';
import { type Hearing, hearRecording } from './hear-recording.ts';
import { openRecogniser } from './open-recogniser.ts';
import type { Recogniser } from './recognise.ts';
import type { SoundFacts } from './sound/listen.ts';
import { SoundError } from './sound-block.ts';
import type { Beginning, Fault, TranscribeReply, TranscribeTask } from './transcribe-task.ts';

interface Recording {
  heard: AsyncGenerator<Hearing, SoundFacts>;
  gone: AbortController;
  /** Asks for what comes next, where it was not asked for yet. */
  next: Promise<TranscribeReply> | undefined;
  /** Data needed in the meantime. */
  wants: PromiseWithResolvers<TranscribeReply>;
  give: (bytes: Uint8Array) => void;
  /** Milliseconds of CPU since it last gave something. */
  usedMs: number;
  /** Whisper only: a service's recordings wait in parallel. */
  isOwnWork: boolean;
}

const MOST_CPU_MS = 600_000;
const LOOK_EVERY_MS = 1_000;

const recordings = new Map<number, Recording>();
const recognisers = new Map<string, Recogniser>();
let turn: Promise<unknown> = Promise.resolve();

serveTasks<TranscribeTask, TranscribeReply>(async (task, { signal }) => {
  if ('forget' in task) {
    forget(task.forget);
    return { forgotten: true };
  }
  const recording = 'begin' in task ? begin(task.recording, task.begin) : recordings.get(task.recording);
  if (recording === undefined) return faultOf(new Error('The recording was forgotten.'));
  signal.addEventListener('abort', () => forget(task.recording));
  const bytes = 'begin' in task ? undefined : task.bytes;
  const reply = await (recording.isOwnWork ? inTurn(() => work(recording, bytes)) : goOn(recording, bytes));
  if ('end' in reply || 'fault' in reply) forget(task.recording);
  return reply;
});

function begin(id: number, { engine, size, ...options }: Beginning): Recording {
  const gone = new AbortController();
  const source: ByteSource = { size, read: (at, length) => read(recording, at, length) };
  const recogniser = recogniserOf(engine);
  const recording: Recording = {
    heard: hearRecording(source, { ...options, recogniser, signal: gone.signal }),
    gone,
    next: undefined,
    wants: Promise.withResolvers(),
    give: () => undefined,
    usedMs: 0,
    isOwnWork: engine.engine === 'whisper',
  };
  recordings.set(id, recording);
  return recording;
}

function recogniserOf(engine: EngineOptions): Recogniser {
  const key = JSON.stringify(engine);
  const known = recognisers.get(key) ?? openRecogniser(engine);
  recognisers.set(key, known);
  return known;
}

function read(recording: Recording, at: number, length: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const { signal } = recording.gone;
  recording.give = resolve;
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  recording.wants.resolve({ want: { at, length } });
  return promise;
}

/** One at a time: two would only share the processor, and each one's CPU time would be the other's too. */
function inTurn(work: () => Promise<TranscribeReply>): Promise<TranscribeReply> {
  const mine = turn.then(work);
  turn = mine;
  return mine;
}

async function work(recording: Recording, bytes: Uint8Array | undefined): Promise<TranscribeReply> {
  const began = process.cpuUsage();
  const usedMs = () => {
    const { user, system } = process.cpuUsage(began);
    return recording.usedMs + (user + system) / 1_000;
  };
  const look = () => usedMs() > MOST_CPU_MS && recording.gone.abort(new SoundError(TOO_LONG));
  const watch = setInterval(look, LOOK_EVERY_MS);
  const reply = await goOn(recording, bytes);
  clearInterval(watch);
  recording.usedMs = 'want' in reply ? usedMs() : 0;
  return reply;
}

const TOO_LONG = 'A part of the recording took more than ten minutes to transcribe, so it was given up.';

/** Until it returns a result or a request; faults are results too. */
async function goOn(recording: Recording, bytes: Uint8Array | undefined): Promise<TranscribeReply> {
  recording.wants = Promise.withResolvers();
  recording.next ??= nextOf(recording);
  if (bytes !== undefined) recording.give(bytes);
  return Promise.race([recording.next, recording.wants.promise]);
}

async function nextOf(recording: Recording): Promise<TranscribeReply> {
  try {
    recording.gone.signal.throwIfAborted();
    const { done, value } = await recording.heard.next();
    recording.next = undefined;
    return done === true ? { end: value } : { gives: value };
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): { fault: Fault } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SoundError) return { fault: { kind: 'sound', message } };
  if (error instanceof RecogniserFault)
    return { fault: { kind: 'recogniser', message, retryAfterMs: error.retryAfterMs } };
  return { fault: { kind: 'other', message } };
}

function forget(id: number): void {
  const recording = recordings.get(id);
  recordings.delete(id);
  recording?.gone.abort();
  void recording?.heard.return({ seconds: 0, channels: 0, stretches: [] }).catch(() => undefined);
}
