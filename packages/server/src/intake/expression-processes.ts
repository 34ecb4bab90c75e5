/**
 * Where the expressions of intakes and destinations run: they are users' programs, so they get a process of their own, with a limit of memory and a deadline.
 * A thread is not enough: an expression that doubles a list until memory ends aborts the whole process, whatever limit its thread has.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IntakeDocument } from '@brickwork/contract';
import { FairSlots } from '@brickwork/engine/core/fair-slots';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { expressionsOf } from './check-expressions.ts';
import type { EvaluatedExpressions } from './evaluate-expressions.ts';
import { MEMORY_MB } from './expression-memory.ts';
import type { Fetched, MappedDelivery } from './map-delivery.ts';
import type { PayloadMapper } from './payload-mapper.ts';
import type { SentBody } from './read-body.ts';

export type ExpressionTask =
  | {
      kind: 'delivery';
      name: string;
      document: IntakeDocument;
      body: SentBody;
      fetched: Readonly<Record<number, Fetched>>;
    }
  | { kind: 'check'; expressions: readonly [string, string][] }
  | { kind: 'evaluate'; expressions: readonly [string, string][]; json: string };

export type ExpressionAnswer = MappedDelivery | EvaluatedExpressions | { fault?: string };

/** What the process says: that it has begun, and what came out. */
export type ExpressionMessage = { started: true } | { answer: ExpressionAnswer };

export interface ExpressionProcesses extends PayloadMapper {
  /** Of others than intakes, by name. Never throws for what an expression does. */
  evaluate(expressions: Readonly<Record<string, string>>, json: string, owner: string): Promise<EvaluatedExpressions>;
  /** The first one that cannot be parsed, as a sentence. */
  parse(expressions: Readonly<Record<string, string>>, owner: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** In this folder, with this file's own extension: TypeScript in a checkout, JavaScript in the published package. */
const PROCESS = fileURLToPath(new URL(`./expression-process${extname(import.meta.url)}`, import.meta.url));
const PROCESSES = 2;
/** From the moment that the process has begun: a mapping takes milliseconds. */
const DEADLINE_MS = 2_000;
/** For a new process on a busy machine. */
const START_MS = 30_000;
/** A process takes about 150 MB (measured after 100 deliveries); one that is not used ends. */
const IDLE_MS = 60_000;

/** A process is started by the first delivery that needs one. */
export function createExpressionProcesses({ deadlineMs = DEADLINE_MS } = {}): ExpressionProcesses {
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];
  const all = new Set<ChildProcess>();
  let isStopped = false;
  const slots = new FairSlots({ slots: () => PROCESSES, reserve: 1, now: () => performance.now() });

  const start = (): ChildProcess => {
    if (isStopped) throw new ServiceError('unavailable', { detail: 'The service is stopping. Retry in a moment.' });
    const child = fork(PROCESS, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: {}, // Nothing of the service's environment is its business.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced', // Bodies are bytes.
    });
    all.add(child);
    child.once('exit', () => all.delete(child));
    child.on('error', () => undefined); // It ends too, and then rejects what waits for it.
    child.unref();
    child.channel?.unref();
    return child;
  };
  const take = (): ChildProcess => {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer);
      if (next.child.connected) return next.child;
    }
    return start();
  };
  const keep = (child: ChildProcess): void => {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.child === child),
        1,
      );
      child.kill('SIGKILL');
    }, IDLE_MS);
    idle.push({ child, timer: timer.unref() });
  };
  const run = async (owner: string, task: ExpressionTask): Promise<ExpressionAnswer> => {
    const giveBack = await slots.take(owner);
    try {
      const child = take();
      try {
        const answer = await ask(child, task, deadlineMs);
        keep(child);
        return answer;
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      }
    } finally {
      giveBack();
    }
  };

  const check = async (expressions: readonly [string, string][], owner: string): Promise<string | undefined> => {
    try {
      return ((await run(owner, { kind: 'check', expressions })) as { fault?: string }).fault;
    } catch (error) {
      return reasonOf(error);
    }
  };

  return {
    async mapDelivery(name, document, body, fetched, owner) {
      try {
        return (await run(owner, { kind: 'delivery', name, document, body, fetched })) as MappedDelivery;
      } catch (error) {
        return { outcome: 'failed', reason: reasonOf(error) };
      }
    },
    checkExpressions: (document, owner) => check(expressionsOf(document), owner),
    parse: (expressions, owner) => check(Object.entries(expressions), owner),
    async evaluate(expressions, json, owner) {
      try {
        const task = { kind: 'evaluate' as const, expressions: Object.entries(expressions), json };
        return (await run(owner, task)) as EvaluatedExpressions;
      } catch (error) {
        return { fault: reasonOf(error) };
      }
    },
    async stop() {
      isStopped = true;
      const ends = [...all].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { timer } of idle) clearTimeout(timer);
      for (const child of all) {
        child.ref(); // Else the service could end before what it still has to stop.
        child.kill('SIGKILL');
      }
      await Promise.all(ends);
    },
  };
}

function ask(child: ChildProcess, task: ExpressionTask, deadlineMs: number): Promise<ExpressionAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ExpressionAnswer>();
  const isBusy = () =>
    reject(
      new ServiceError('unavailable', { detail: 'The service is busy. Retry in a moment.', retryAfterSeconds: 2 }),
    );
  let hasBegun = false;
  let timer = setTimeout(isBusy, START_MS);
  const onMessage = (message: ExpressionMessage) => {
    if ('answer' in message) return resolve(message.answer);
    hasBegun = true;
    clearTimeout(timer);
    timer = setTimeout(
      () => reject(new ExpressionFailed('The expressions took too long. Make them simpler.')),
      deadlineMs,
    );
  };
  // A process ends by itself only when its memory does; before it has begun, it is not the expression's doing.
  const onExit = () => {
    if (hasBegun) reject(new ExpressionFailed('The expressions used too much memory. Make them simpler.'));
    else isBusy();
  };
  child.on('message', onMessage).once('exit', onExit);
  child.send(task, (error) => error !== null && isBusy());
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
  });
}

class ExpressionFailed extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof ExpressionFailed) return error.message;
  throw error;
}
