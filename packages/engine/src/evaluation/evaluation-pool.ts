/**
 * Evaluations in worker threads, so that a long conversation never blocks the event loop that serves HTTP.
 * A task that uses more CPU time than it may, is aborted or runs out of memory loses its thread; the pool starts another, and
 * the tasks in the other threads never notice. Workspaces share the threads fairly (`FairSlots`). The first task starts the threads
 * and loads the engine's tables: a service that only answers requests has neither.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { brickType } from '../bricks/brick-types.ts';
import { FairSlots } from '../core/fair-slots.ts';
import { runInThread } from '../core/run-in-thread.ts';
import { ServiceError } from '../core/service-error.ts';
import { newThreadMark } from '../core/thread-cpu.ts';
import type { ReaderThreads } from '../reader/reader-threads.ts';
import { sharedWordTable } from '../words/vectors/word-vectors.ts';
import type { AnswerOptions, LocalAnswer, LocalTask } from './evaluate-kit.ts';
import { EvaluationDeadlineError } from './evaluation-deadline-error.ts';
import type { ThreadAnswer, ThreadTask } from './serve-evaluations.ts';

export interface EvaluationPoolOptions {
  /** The module whose default export is `serveEvaluations(local)`; by default that of the shipped engine. */
  worker?: URL;
  threads?: number;
  /** CPU time, for tasks that name no deadline of their own. */
  deadlineMs?: number;
  /** Heap of one thread. */
  memoryMb?: number;
  /** Where answers are read by the model; left out, bricks are answered from their words alone. */
  reader?: ReaderThreads | undefined;
}

/** In this folder, with this file's own extension: TypeScript in a checkout, JavaScript in the published package. */
const SHIPPED_WORKER = new URL(`./evaluation-worker${extname(import.meta.url)}`, import.meta.url);
const DEFAULT_DEADLINE_MS = 30_000;
const DEFAULT_MEMORY_MB = 512;
/** Of one thread, for what an evaluation makes and drops: V8 would let it grow to 48 MB before it looks. */
const YOUNG_MB = 16;
/** By the clock, a task may take this many times its CPU time: others may keep the cores busy, and the reader works in a thread of its own. */
const CLOCK_FACTOR = 4;
/** Then a thread ends, but for one: the next run would have to wait for a new one to warm up. */
const IDLE_MS = 300_000;

interface ThreadGroup {
  pool: Piscina<ThreadTask, ThreadAnswer>;
  /** Tasks that it was given and that have not ended. */
  busy: number;
}

export class EvaluationPool {
  readonly #options: EvaluationPoolOptions;
  readonly #running = new Set<Promise<unknown>>();
  readonly #slots: FairSlots;
  #isStarted = false;
  #usual: ThreadGroup | undefined;
  /** Apart, since a group that waits for a thread to start would start all it may have: 52 MB each. */
  #reserved: ThreadGroup | undefined;

  constructor(options: EvaluationPoolOptions = {}) {
    this.#options = options;
    this.#slots = new FairSlots({
      slots: () => this.threads,
      reserve: this.#reserve,
      now: () => performance.now(),
    });
  }

  /** Threads that exist at the moment. */
  get started(): number {
    return (this.#usual?.pool.threads.length ?? 0) + (this.#reserved?.pool.threads.length ?? 0);
  }

  get threads(): number {
    return this.#options.threads ?? availableParallelism();
  }

  /** Whether answers are read by the model, not from words alone. */
  get reads(): boolean {
    return this.#options.reader !== undefined;
  }

  /** Threads for workspaces that have none while others keep the usual ones busy; the operating system shares the cores. */
  get #reserve(): number {
    return Math.ceil(this.threads / 2);
  }

  start(): void {
    this.#isStarted = true;
  }

  #start({ least, most }: { least: number; most: number }): ThreadGroup {
    const pool = new Piscina<ThreadTask, ThreadAnswer>({
      filename: (this.#options.worker ?? SHIPPED_WORKER).href,
      minThreads: least,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      workerData: sharedWordTable(),
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.memoryMb ?? DEFAULT_MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
      recordTiming: false,
    });
    // A thread that dies between tasks is replaced with the next task; without a listener its error would end the process.
    pool.on('error', () => undefined);
    return { pool, busy: 0 };
  }

  /** The group that has room for a task that was given a slot. */
  #choose(): ThreadGroup {
    this.#usual ??= this.#start({ least: 1, most: this.threads });
    if (this.#usual.busy < this.threads) return this.#usual;
    this.#reserved ??= this.#start({ least: 0, most: this.#reserve });
    return this.#reserved;
  }

  /** Waits for the running tasks, each of which has a deadline, then ends the threads. May be called twice. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    await Promise.allSettled(this.#running);
    const groups = [this.#usual, this.#reserved];
    this.#usual = undefined;
    this.#reserved = undefined;
    await Promise.all(groups.map((group) => group?.pool.destroy()));
    await this.#options.reader?.stop();
  }

  /** A task waits for its owner’s turn first; its deadline counts the CPU time of its thread. */
  async answer(task: LocalTask, options: AnswerOptions = {}): Promise<LocalAnswer> {
    const answering = this.#answer(task, options);
    this.#running.add(answering);
    try {
      return await answering;
    } finally {
      this.#running.delete(answering);
    }
  }

  async #answer(task: LocalTask, options: AnswerOptions): Promise<LocalAnswer> {
    if (!this.#isStarted) throw new ServiceError('unavailable', { message: 'The evaluation threads are not running.' });
    const giveBack = await this.#slots.take(options.owner ?? '', options.signal);
    try {
      const group = this.#choose();
      group.busy += 1;
      return await this.#answerIn(group.pool, task, options).finally(() => {
        group.busy -= 1;
      });
    } finally {
      giveBack();
    }
  }

  async #answerIn(
    threads: ThreadGroup['pool'],
    task: LocalTask,
    { signal, deadlineMs, owner = '' }: AnswerOptions,
  ): Promise<LocalAnswer> {
    const reader = needsReader(task) ? this.#options.reader?.connect(owner) : undefined;
    try {
      const limitMs = deadlineMs ?? this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS;
      const onDeadline = () => new EvaluationDeadlineError(limitMs);
      const mark = newThreadMark();
      const cpu = { mark, longestMs: CLOCK_FACTOR * limitMs, moreMs: reader?.usedMs };
      const limits = { deadlineMs: limitMs, cpu, signal, onDeadline };
      if (reader === undefined) return read(await runInThread(threads, { ...task, mark }, limits));
      const { port } = reader;
      return read(await runInThread(threads, { ...task, mark, reader: port }, { ...limits, transferList: [port] }));
    } finally {
      reader?.release();
    }
  }
}

/** Starting the reader's thread is left out where nothing will be read. */
function needsReader({ kit, keys, lexical = [] }: LocalTask): boolean {
  const wanted = new Set(keys);
  const fast = new Set(lexical);
  return kit.bricks.some(
    (brick) => wanted.has(brick.key) && !fast.has(brick.key) && !brickType(brick).isComputed(brick),
  );
}

function read(answer: ThreadAnswer): LocalAnswer {
  if (!answer.ok) throw new ServiceError(answer.code, answer.options);
  const { ok: _, warnings = [], ...given } = answer;
  return { ...given, warnings };
}
