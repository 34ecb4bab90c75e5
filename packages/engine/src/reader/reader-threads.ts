/**
 * The threads that hold the reading model, a copy each: started with the first evaluation that needs them, so a service that
 * never reads pays nothing. Evaluation threads talk to them over a port of their own.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ReaderHello, ReaderNotice } from './reader-worker.ts';

export interface ReaderThreadsOptions {
  /** At most this many copies of the model, each about 120 MB while it reads; by default one for every four cores, at most two. */
  threads?: number;
  /** Called once when the model cannot be used on this machine. */
  onUnavailable?: ((reason: string) => void) | undefined;
  /** Tests replace the thread. */
  worker?: URL;
}

const SHIPPED_WORKER = new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url);
const MOST_THREADS = 2;
const CORES_PER_THREAD = 4;

interface ReaderThread {
  worker: Worker;
  /** Evaluations that may be asking it now. */
  users: number;
}

export class ReaderThreads {
  readonly #options: ReaderThreadsOptions;
  readonly #threads: ReaderThread[] = [];
  #hasReported = false;

  constructor(options: ReaderThreadsOptions = {}) {
    this.#options = options;
  }

  get #most(): number {
    return (
      this.#options.threads ??
      Math.min(MOST_THREADS, Math.max(1, Math.floor(availableParallelism() / CORES_PER_THREAD)))
    );
  }

  /** A port on which an evaluation can ask; `release` when the evaluation has ended. */
  connect(): { port: MessagePort; release(): void } {
    const thread = this.#choose();
    const { port1, port2 } = new MessageChannel();
    const hello: ReaderHello = { port: port2 };
    thread.worker.postMessage(hello, [port2]);
    thread.users += 1;
    let isReleased = false;
    return {
      port: port1,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        thread.users -= 1;
      },
    };
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    const threads = this.#threads.splice(0);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #choose(): ReaderThread {
    const idlest = this.#threads.toSorted((left, right) => left.users - right.users)[0];
    if (idlest !== undefined && (idlest.users === 0 || this.#threads.length >= this.#most)) return idlest;
    return this.#start();
  }

  #start(): ReaderThread {
    const worker = new Worker(this.#options.worker ?? SHIPPED_WORKER);
    worker.unref();
    const thread: ReaderThread = { worker, users: 0 };
    const leave = () => {
      const at = this.#threads.indexOf(thread);
      if (at >= 0) this.#threads.splice(at, 1);
    };
    // The ports of a thread that dies close, and their evaluations go on without it; the next one starts another.
    worker.on('error', leave);
    worker.on('exit', leave);
    worker.on('message', ({ unavailable }: ReaderNotice) => {
      if (!this.#hasReported) this.#options.onUnavailable?.(unavailable);
      this.#hasReported = true;
    });
    this.#threads.push(thread);
    return thread;
  }
}
