/**
 * The threads that hold the reading model, a copy each: started with the first evaluation that needs them, so a service that
 * never reads pays nothing. Evaluation threads talk to them over a port of their own.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ReaderHello, ReaderNotice } from './reader-worker.ts';

export interface ReaderThreadsOptions {
  /** At most this many copies of the model, each about 120 MB while it reads; by default two, or one on a machine with one core. */
  threads?: number;
  /** Called once when the model cannot be used on this machine. */
  onUnavailable?: ((reason: string) => void) | undefined;
  /** Tests replace the thread. */
  worker?: URL;
}

const SHIPPED_WORKER = new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url);
const MOST_THREADS = 2;
/** Then the copies beyond the first end: they are for a backlog. */
const IDLE_MS = 60_000;

interface ReaderThread {
  worker: Worker;
  /** The owners of the evaluations that may be asking it now. */
  users: string[];
  idle?: NodeJS.Timeout;
}

export interface ReaderConnection {
  port: MessagePort;
  /** Milliseconds of CPU that were read for it so far. */
  usedMs(): number;
  /** When the evaluation has ended. */
  release(): void;
}

export class ReaderThreads {
  readonly #options: ReaderThreadsOptions;
  readonly #threads: ReaderThread[] = [];
  #hasReported = false;

  constructor(options: ReaderThreadsOptions = {}) {
    this.#options = options;
  }

  get #most(): number {
    return this.#options.threads ?? Math.min(MOST_THREADS, availableParallelism());
  }

  /** A port on which an evaluation can ask. */
  connect(owner: string): ReaderConnection {
    const thread = this.#choose(owner);
    const { port1, port2 } = new MessageChannel();
    const used = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
    const hello: ReaderHello = { port: port2, owner, used };
    thread.worker.postMessage(hello, [port2]);
    clearTimeout(thread.idle);
    thread.users.push(owner);
    let isReleased = false;
    return {
      port: port1,
      usedMs: () => new Float64Array(used)[0] ?? 0,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        thread.users.splice(thread.users.indexOf(owner), 1);
        if (thread.users.length === 0) this.#endWhenIdle(thread);
      },
    };
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    const threads = this.#threads.splice(0);
    for (const { idle } of threads) clearTimeout(idle);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  /** A thread that is idle, a new one where there may be one more, else the one with the fewest evaluations, at the same number the one with fewer of this owner. */
  #choose(owner: string): ReaderThread {
    const ofOwner = ({ users }: ReaderThread) => users.filter((user) => user === owner).length;
    const idlest = this.#threads.toSorted(
      (left, right) => left.users.length - right.users.length || ofOwner(left) - ofOwner(right),
    )[0];
    if (idlest !== undefined && (idlest.users.length === 0 || this.#threads.length >= this.#most)) return idlest;
    return this.#start();
  }

  #endWhenIdle(thread: ReaderThread): void {
    thread.idle = setTimeout(() => {
      if (thread !== this.#threads[0]) void thread.worker.terminate();
    }, IDLE_MS).unref();
  }

  #start(): ReaderThread {
    const worker = new Worker(this.#options.worker ?? SHIPPED_WORKER);
    worker.unref();
    const thread: ReaderThread = { worker, users: [] };
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
