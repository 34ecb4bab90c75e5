/**
 * Evaluations in worker threads, so that a long conversation never blocks the event loop that serves HTTP. The thread of a task that
 * exceeds its CPU time, is aborted or runs out of memory is ended; the pool starts another, and the tasks in the other threads are not
 * affected. Workspaces share the threads fairly (`FairSlots`). The first task starts the threads and loads the engine's tables: a service
 * that only answers requests has neither.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Piscina } from 'piscina';
import { brickType } from '../bricks/brick-types.ts';
import { FairSlots } from '../core/fair-slots.ts';
import { runInThread } from '../core/run-in-thread.ts';
import { ServiceError } from '../core/service-error.ts';
import { newThreadMark } from '../core/thread-cpu.ts';
import type { HeadTrial } from '../reader/learn/learn-head.ts';
import type { Studied } from '../reader/learn/study-conversation.ts';
import type { ReaderProcesses } from '../reader/reader-processes.ts';
import { sharedWordTable } from '../words/vectors/word-vectors.ts';
import type { AnswerOptions, LocalAnswer, LocalTask } from './evaluate-kit.ts';
import { EvaluationDeadlineError } from './evaluation-deadline-error.ts';
import type { ThreadAnswer, ThreadTask } from './serve-evaluations.ts';
import type { FitTask, LearningReply, LearningTask, StudyTask } from './serve-learning.ts';
import { resultOf, type ThreadMeans } from './thread-reply.ts';

export interface EvaluationPoolOptions {
  /** The module whose default export is `serveEvaluations(local)`; by default that of the shipped engine. */
  worker?: URL;
  threads?: number;
  /** CPU time, for tasks without their own deadline. */
  deadlineMs?: number;
  /** Heap of one thread. */
  memoryMb?: number;
  /** Where the model answers by reading; if omitted, bricks are answered from words alone. */
  reader?: ReaderProcesses | undefined;
}

/** In this folder, with this file's extension: TypeScript in a checkout, JavaScript in the published package. */
const SHIPPED_WORKER = new URL(`./evaluation-worker${extname(import.meta.url)}`, import.meta.url);
const DEFAULT_DEADLINE_MS = 30_000;
const DEFAULT_MEMORY_MB = 512;
/** Young generation of one thread: V8 would let short-lived objects grow to 48 MB before collecting them. */
const YOUNG_MB = 16;
/** By the clock, a task may take this many times its CPU time: others may keep the cores busy, and the reader is a separate process. */
const CLOCK_FACTOR = 4;
/** After this time, idle threads end, except one: the next run would have to wait for a new one to warm up. */
const IDLE_MS = 300_000;

type AnyTask = ThreadTask | LearningTask;
type AnyReply = ThreadAnswer | LearningReply;

interface ThreadGroup {
  pool: Piscina<AnyTask, AnyReply>;
  /** Its unfinished tasks. */
  busy: number;
}

export class EvaluationPool {
  readonly #options: EvaluationPoolOptions;
  readonly #running = new Set<Promise<unknown>>();
  readonly #slots: FairSlots;
  #isStarted = false;
  #usual: ThreadGroup | undefined;
  /** Separate, because a group waiting for a thread to start would start all its threads, 52 MB each. */
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

  /** Whether the model answers by reading, not from words alone. */
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
    const pool = new Piscina<AnyTask, AnyReply>({
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
    const { warnings = [], ...given } = resultOf((await this.#run(task, needsReader(task), options)) as ThreadAnswer);
    return { ...given, warnings };
  }

  /** What a labelled conversation teaches about the bricks of a kit. */
  async study(study: StudyTask, options: AnswerOptions = {}): Promise<Studied> {
    const result = resultOf((await this.#run({ study }, true, options)) as LearningReply);
    if (!('studied' in result)) throw new Error('the thread did not answer with what it studied');
    return result.studied;
  }

  /** Whether a brick learns a head from the studied conversations. */
  async fit(fit: FitTask, options: AnswerOptions = {}): Promise<HeadTrial> {
    const result = resultOf((await this.#run({ fit }, false, options)) as LearningReply);
    if (!('trial' in result)) throw new Error('the thread did not answer with a trial');
    return result.trial;
  }

  async #run(task: AnyTask, reads: boolean, options: AnswerOptions): Promise<AnyReply> {
    const running = this.#runInTurn(task, reads, options);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #runInTurn(task: AnyTask, reads: boolean, options: AnswerOptions): Promise<AnyReply> {
    if (!this.#isStarted) throw new ServiceError('unavailable', { message: 'The evaluation threads are not running.' });
    const taking = this.#slots.take(options.owner ?? '', options.signal);
    const giveBack = await (options.pausing?.(taking) ?? taking);
    try {
      const group = this.#choose();
      group.busy += 1;
      return await this.#runIn(group.pool, task, reads, options).finally(() => {
        group.busy -= 1;
      });
    } finally {
      giveBack();
    }
  }

  async #runIn(
    threads: ThreadGroup['pool'],
    task: AnyTask,
    reads: boolean,
    { signal, deadlineMs, owner = '' }: AnswerOptions,
  ): Promise<AnyReply> {
    const reader = reads ? this.#options.reader?.connect(owner) : undefined;
    try {
      const limitMs = deadlineMs ?? this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS;
      const mark = newThreadMark();
      const limits = {
        deadlineMs: limitMs,
        cpu: { mark, longestMs: CLOCK_FACTOR * limitMs, moreMs: reader?.usedMs },
        signal,
        onDeadline: () => new EvaluationDeadlineError(limitMs),
        ...(reader !== undefined && { transferList: [reader.port] }),
      };
      const means: ThreadMeans = { mark, ...(reader !== undefined && { reader: reader.port }) };
      return await runInThread(threads, { ...task, ...means }, limits);
    } finally {
      reader?.release();
    }
  }
}

/** The reader's process is not started if nothing will be read. */
function needsReader({ kit, keys, lexical = [], quoted }: LocalTask): boolean {
  if (quoted !== undefined) return true;
  const wanted = new Set(keys);
  const fast = new Set(lexical);
  return kit.bricks.some(
    (brick) => wanted.has(brick.key) && !fast.has(brick.key) && !brickType(brick).isComputed(brick),
  );
}
