/**
 * Transcribes recordings in child processes, so that a file that crashes a decoder or Whisper does not end the service. If a process dies,
 * its recordings continue in another one, after the finished pieces (`done`).
 */
import { extname } from 'node:path';
import { ChildEndedError, type ChildLease, ChildProcesses } from '@brickwork/engine/core/child-processes';
import type { ByteSource } from './byte-reader.ts';
import type { EngineOptions } from './engine-options.ts';
import { RecogniserFault } from './engines/call-service.ts';
import type { Hearing, HearOptions } from './hear-recording.ts';
import type { SoundFacts } from './sound/listen.ts';
import { SoundError } from './sound-block.ts';
import type { Fault, TranscribeReply, TranscribeTask } from './transcribe-task.ts';

export interface TranscriberOptions {
  engine: EngineOptions;
  /** How many at once. */
  processes: number;
  /** Called when a process has died; the next recording starts another. */
  onDeath?: (how: string) => void;
}

export interface Transcriber {
  /** Same as `hearRecording`, in a child process; `owner` is the workspace, for fairness of leases. */
  hear(
    owner: string,
    source: ByteSource,
    options: Omit<HearOptions, 'recogniser'>,
  ): AsyncGenerator<Hearing, SoundFacts>;
  /** May be called twice. */
  stop(): Promise<void>;
}

type Lease = ChildLease<TranscribeTask, TranscribeReply, never>;

const MODULE = new URL(`./transcribe-process${extname(import.meta.url)}`, import.meta.url);
/** Of JavaScript: sound and models are outside of it. */
const HEAP_MB = 512;
/** A process that sends nothing for this long is ended. */
const MOST_SILENCE_MS = 900_000;
const FORGET_MS = 10_000;

export function createTranscriber({ engine, processes, onDeath }: TranscriberOptions): Transcriber {
  const children = new ChildProcesses<TranscribeTask, TranscribeReply>({
    module: MODULE,
    most: processes,
    kept: 0,
    heapMb: HEAP_MB,
    onDeath,
    variables: engine.engine === 'whisper' ? [] : ['NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY', ...PROXIES],
  });
  let last = 0;
  return {
    async *hear(owner, source, { signal, ...options }) {
      signal.throwIfAborted();
      const lease = children.lease(owner);
      last += 1;
      const recording = last;
      let isOpen = true;
      try {
        let task: TranscribeTask = { recording, begin: { engine, size: source.size, ...options } };
        for (;;) {
          const reply = await ask(lease, task, signal, onDeath);
          if ('want' in reply) {
            task = { recording, bytes: await source.read(reply.want.at, reply.want.length) };
            continue;
          }
          isOpen = 'gives' in reply;
          if ('fault' in reply) throw errorOf(reply.fault);
          if ('end' in reply) return reply.end;
          if ('gives' in reply) yield reply.gives;
          task = { recording };
        }
      } finally {
        if (isOpen) void forget(lease, recording);
        else lease.release();
      }
    },
    stop: () => children.stop(),
  };
}

/** The connection to a transcription service, if the operator has configured one. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

async function ask(
  lease: Lease,
  task: TranscribeTask,
  signal: AbortSignal,
  onDeath: ((how: string) => void) | undefined,
): Promise<TranscribeReply> {
  let isSilent = false;
  // Also keeps a command alive that waits for nothing else.
  const timer = setTimeout(() => {
    isSilent = true;
    lease.end();
    onDeath?.(SILENT);
  }, MOST_SILENCE_MS);
  try {
    return await lease.ask(task, { signal });
  } catch (error) {
    throw isSilent ? new ChildEndedError(SILENT) : error;
  } finally {
    clearTimeout(timer);
  }
}

const SILENT = 'it gave nothing for 15 minutes';

/** Its slot is free when it holds nothing of the recording any more; a process that does not confirm this is ended. */
async function forget(lease: Lease, recording: number): Promise<void> {
  await lease.ask({ forget: recording }, { signal: AbortSignal.timeout(FORGET_MS) }).catch(() => undefined);
  lease.release();
}

function errorOf({ kind, message, retryAfterMs }: Fault): Error {
  if (kind === 'sound') return new SoundError(message);
  return kind === 'recogniser' ? new RecogniserFault(message, retryAfterMs) : new Error(message);
}
