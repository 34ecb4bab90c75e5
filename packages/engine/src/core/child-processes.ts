/**
 * Child processes for work that may crash without affecting the service: expressions of users, which may use up the memory, and native code, which may
 * abort. A process starts when it is needed, is shared if the maximum is reached, and ends when nobody has used it for a while. It
 * holds nothing that must be kept, so it is always ended by SIGKILL. Its inside is `serve-tasks.ts`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromChild, ToChild } from './serve-tasks.ts';
import { ServiceError } from './service-error.ts';

export interface ChildProcessesOptions {
  /** The module that calls `serveTasks`. */
  module: URL;
  /** Its arguments. */
  args?: readonly string[];
  /** The maximum number at the same time. */
  most: number;
  /** This many are kept, even if nobody uses them. */
  kept?: number;
  /** V8's heap limit in each of them. */
  heapMb: number;
  /** The environment variables that it gets. */
  variables?: readonly string[];
  /** Called when one has ended unexpectedly. */
  onDeath?: ((how: string) => void) | undefined;
}

/** The process that had the task has ended. */
export class ChildEndedError extends Error {
  override readonly name = 'ChildEndedError';
  /** The signal that ended it, or another reason. */
  readonly how: string;

  constructor(how: string) {
    super(`The process has ended (${how}).`);
    this.how = how;
  }
}

export interface AskOptions<Note> {
  onNote?: (note: Note) => void;
  /** Nobody is waiting for the answer any more. */
  signal?: AbortSignal;
}

/** A process, while its owner uses it. */
export interface ChildLease<Task, Answer, Note> {
  ask(task: Task, options?: AskOptions<Note>): Promise<Answer>;
  /** Ends the process, whatever it is doing. */
  end(): void;
  /** May be called twice. */
  release(): void;
}

interface Asked<Answer, Note> {
  onNote: ((note: Note) => void) | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Child<Answer, Note> {
  process: ChildProcess;
  users: string[];
  asked: Map<number, Asked<Answer, Note>>;
  /** Tasks that were cancelled and not yet confirmed. */
  leaving: Map<number, NodeJS.Timeout>;
  exited: Promise<void>;
  isEnded: boolean;
  idle?: NodeJS.Timeout;
}

const IDLE_MS = 60_000;
/** A process that does not confirm a cancelled task within this time is stuck in native code. */
const CONFIRM_MS = 10_000;

export class ChildProcesses<Task, Answer, Note = never> {
  readonly #options: ChildProcessesOptions;
  readonly #children: Child<Answer, Note>[] = [];
  #lastId = 0;
  #isStopped = false;

  constructor(options: ChildProcessesOptions) {
    this.#options = options;
  }

  /** Processes that exist at the moment. */
  get started(): number {
    return this.#children.length;
  }

  lease(owner: string): ChildLease<Task, Answer, Note> {
    if (this.#isStopped)
      throw new ServiceError('unavailable', { detail: 'The service is stopping. Retry in a moment.' });
    const child = this.#choose(owner);
    clearTimeout(child.idle);
    child.users.push(owner);
    let isReleased = false;
    return {
      ask: (task, options = {}) => this.#ask(child, task, options),
      end: () => this.#end(child),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        child.users.splice(child.users.indexOf(owner), 1);
        if (child.users.length === 0) this.#endWhenIdle(child);
      },
    };
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const children = [...this.#children];
    for (const child of children) {
      child.process.ref(); // Otherwise the service could end before it has stopped everything.
      this.#end(child);
    }
    await Promise.all(children.map(({ exited }) => exited));
  }

  /**
   * An idle one, a new one if the maximum is not reached, otherwise the one with the fewest users; with equal numbers, the one with fewer
   * users of this owner.
   */
  #choose(owner: string): Child<Answer, Note> {
    const ofOwner = ({ users }: Child<Answer, Note>) => users.filter((user) => user === owner).length;
    const idlest = this.#children.toSorted(
      (left, right) => left.users.length - right.users.length || ofOwner(left) - ofOwner(right),
    )[0];
    const isFull = this.#children.length >= this.#options.most;
    return idlest !== undefined && (idlest.users.length === 0 || isFull) ? idlest : this.#start();
  }

  #ask(child: Child<Answer, Note>, task: Task, { onNote, signal }: AskOptions<Note>): Promise<Answer> {
    if (child.isEnded) return Promise.reject(new ChildEndedError('before'));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    child.asked.set(id, { onNote, resolve, reject });
    const cancel = () => {
      child.leaving.set(id, setTimeout(() => this.#die(child, 'it no longer listened'), CONFIRM_MS).unref());
      this.#send(child, { cancel: id });
      reject(signal?.reason);
    };
    if (signal?.aborted) reject(signal.reason);
    else {
      signal?.addEventListener('abort', cancel, { once: true });
      this.#send(child, { id, task });
    }
    return promise.finally(() => {
      child.asked.delete(id);
      signal?.removeEventListener('abort', cancel);
    });
  }

  #send(child: Child<Answer, Note>, message: ToChild<Task>): void {
    child.process.send(message, (error) => error !== null && this.#die(child, error.message));
  }

  #start(): Child<Answer, Note> {
    const started = fork(fileURLToPath(this.#options.module), this.#options.args ?? [], {
      execArgv: [`--max-old-space-size=${this.#options.heapMb}`, '--max-semi-space-size=8'],
      env: { ...picked(this.#options.variables ?? []), MALLOC_ARENA_MAX: '2' }, // Variables that are not listed are not passed on.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced', // Bytes and numbers as they are.
    });
    started.unref();
    started.channel?.unref();
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    const child: Child<Answer, Note> = {
      process: started,
      users: [],
      asked: new Map(),
      leaving: new Map(),
      exited,
      isEnded: false,
    };
    started.on('message', (message: FromChild<Answer, Note>) => hear(child, message));
    started.on('error', (error) => {
      this.#die(child, error.message);
      if (started.pid === undefined) resolve(); // It never started, so it does not exit.
    });
    started.once('exit', (code, signal) => {
      this.#die(child, signal ?? `exit code ${code}`);
      resolve();
    });
    this.#children.push(child);
    return child;
  }

  #die(child: Child<Answer, Note>, how: string): void {
    if (child.isEnded) return;
    this.#end(child, how);
    this.#options.onDeath?.(how);
  }

  #end(child: Child<Answer, Note>, how = 'told to'): void {
    if (child.isEnded) return;
    child.isEnded = true;
    this.#children.splice(this.#children.indexOf(child), 1);
    clearTimeout(child.idle);
    for (const timer of child.leaving.values()) clearTimeout(timer);
    child.process.kill('SIGKILL');
    for (const { reject } of child.asked.values()) reject(new ChildEndedError(how));
  }

  #endWhenIdle(child: Child<Answer, Note>): void {
    if (child.isEnded) return;
    child.idle = setTimeout(() => {
      if (this.#children.length > (this.#options.kept ?? 0)) this.#end(child);
    }, IDLE_MS).unref();
  }
}

function hear<Answer, Note>({ asked, leaving }: Child<Answer, Note>, message: FromChild<Answer, Note>): void {
  if ('cancelled' in message) {
    clearTimeout(leaving.get(message.cancelled));
    leaving.delete(message.cancelled);
  } else if ('note' in message) asked.get(message.id)?.onNote?.(message.note);
  else asked.get(message.id)?.resolve(message.answer);
}

function picked(names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
