/**
 * The processes that hold the reading model, a copy each: started with the first evaluation that needs them, so a service that never reads
 * pays nothing. An evaluation thread asks over a port. If a process dies during a reading, it is retried in another process; if that dies
 * too, the evaluation continues with words alone.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { ChildEndedError, ChildProcesses } from '../core/child-processes.ts';
import type { ReaderReply, ReaderTask, ReadRequest } from './reading.ts';

export interface ReaderProcessesOptions {
  /** At most this many copies of the model, each about 150 MB while it reads; by default two, or one on a machine with one core. */
  processes?: number;
  /** Called once when the model cannot be used on this machine. */
  onUnavailable?: ((reason: string) => void) | undefined;
  /** Called when a process has died; the next reading starts another. */
  onDeath?: ((how: string) => void) | undefined;
  /** Tests replace the process. */
  module?: URL;
}

export interface ReaderConnection {
  port: MessagePort;
  /** Milliseconds of CPU that were read for it so far. */
  usedMs(): number;
  /** When the evaluation has ended. */
  release(): void;
}

const SHIPPED_MODULE = new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url);
const MOST_PROCESSES = 2;
/** Of JavaScript: the model itself is outside of it. */
const HEAP_MB = 256;

export class ReaderProcesses {
  readonly #options: ReaderProcessesOptions;
  readonly #processes: ChildProcesses<ReaderTask, ReaderReply, number>;
  #hasReported = false;

  constructor(options: ReaderProcessesOptions = {}) {
    this.#options = options;
    this.#processes = new ChildProcesses({
      module: options.module ?? SHIPPED_MODULE,
      most: options.processes ?? Math.min(MOST_PROCESSES, availableParallelism()),
      kept: 1, // The others are for a backlog.
      heapMb: HEAP_MB,
      onDeath: options.onDeath,
    });
  }

  /** Processes that currently exist. */
  get started(): number {
    return this.#processes.started;
  }

  /** A port on which an evaluation can ask. */
  connect(owner: string): ReaderConnection {
    const { port1, port2 } = new MessageChannel();
    const gone = new AbortController();
    let usedMs = 0;
    const onNote = (ms: number) => {
      usedMs += ms;
    };
    let lease = this.#processes.lease(owner);
    const read = (request: ReadRequest) => lease.ask({ owner, request }, { onNote, signal: gone.signal });
    port2.on('message', async (request: ReadRequest) => {
      try {
        const reply = await read(request).catch((error: unknown) => {
          if (!(error instanceof ChildEndedError)) throw error;
          lease.release();
          lease = this.#processes.lease(owner);
          return read(request);
        });
        this.#report(reply);
        port2.postMessage(reply);
      } catch {
        if (gone.signal.aborted) return;
        const reply: ReaderReply = { ok: false, fault: 'ended', reason: 'its process has ended' };
        port2.postMessage(reply);
      }
    });
    port2.on('close', () => gone.abort());
    return {
      port: port1,
      usedMs: () => usedMs,
      release: () => {
        gone.abort();
        port2.close();
        lease.release();
      },
    };
  }

  /** May be called twice. */
  stop(): Promise<void> {
    return this.#processes.stop();
  }

  #report(reply: ReaderReply): void {
    if (this.#hasReported || reply.ok || reply.fault !== 'unavailable') return;
    this.#hasReported = true;
    this.#options.onUnavailable?.(reply.reason);
  }
}
