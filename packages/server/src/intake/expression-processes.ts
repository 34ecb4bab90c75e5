/**
 * Where the expressions of intakes and destinations run: they are users' programs, so they get a process of their own, with limits of memory and CPU time.
 * A thread is not enough: an expression that doubles a list until memory ends aborts the whole process, whatever limit its thread has.
 */
import { extname } from 'node:path';
import type { IntakeDocument } from '@brickwork/contract';
import { ChildEndedError, type ChildLease, ChildProcesses } from '@brickwork/engine/core/child-processes';
import { FairSlots } from '@brickwork/engine/core/fair-slots';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { expressionsOf } from './check-expressions.ts';
import type { EvaluatedExpressions } from './evaluate-expressions.ts';
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

/** The resource that an expression used too much of: the process reports it before it ends itself. */
export type ExpressionLimit = 'memory' | 'time';

export interface ExpressionProcesses extends PayloadMapper {
  /** For other features than intakes, by name. Never throws because of an expression. */
  evaluate(expressions: Readonly<Record<string, string>>, json: string, owner: string): Promise<EvaluatedExpressions>;
  /** The first one that cannot be parsed, as a sentence. */
  parse(expressions: Readonly<Record<string, string>>, owner: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** In this folder, with this file's extension: TypeScript in a checkout, JavaScript in the published package. */
const PROCESS = new URL(`./expression-process${extname(import.meta.url)}`, import.meta.url);
/** A process takes about 150 MB (measured after 100 deliveries). */
const PROCESSES = 2;
/** For owners that have none while others keep the usual ones busy. */
const RESERVE = 1;
/** The maximum memory of a process. */
const MEMORY_MB = 256;
/** The CPU time for the expressions of one delivery: a mapping takes milliseconds. */
const CPU_MS = 2_000;
/** For the start of a process and a response, even on a busy machine; the process limits the CPU time of expressions. */
const DEADLINE_MS = 60_000;

/** A process is started by the first delivery that needs one. */
export function createExpressionProcesses({ cpuMs = CPU_MS } = {}): ExpressionProcesses {
  const processes = new ChildProcesses<ExpressionTask, ExpressionAnswer, ExpressionLimit>({
    module: PROCESS,
    args: [`${MEMORY_MB}`, `${cpuMs}`],
    most: PROCESSES + RESERVE,
    heapMb: MEMORY_MB,
  });
  const slots = new FairSlots({ slots: () => PROCESSES, reserve: RESERVE, now: () => performance.now() });

  const run = async (owner: string, task: ExpressionTask): Promise<ExpressionAnswer> => {
    const giveBack = await slots.take(owner);
    try {
      const lease = processes.lease(owner); // Exclusive: there are as many processes as slots.
      try {
        return await ask(lease, task);
      } catch (error) {
        lease.end();
        throw error;
      } finally {
        lease.release();
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
    stop: () => processes.stop(),
  };
}

type Lease = ChildLease<ExpressionTask, ExpressionAnswer, ExpressionLimit>;

async function ask(lease: Lease, task: ExpressionTask): Promise<ExpressionAnswer> {
  const ended = Promise.withResolvers<never>();
  const onNote = (exceeded: ExpressionLimit) => ended.reject(new ExpressionFailed(TOO_MUCH[exceeded]));
  const timer = setTimeout(() => ended.reject(isBusy()), DEADLINE_MS);
  try {
    return await Promise.race([lease.ask(task, { onNote }), ended.promise]);
  } catch (error) {
    if (!(error instanceof ChildEndedError)) throw error;
    throw OUT_OF_MEMORY.includes(error.how) ? new ExpressionFailed(TOO_MUCH.memory) : isBusy();
  } finally {
    clearTimeout(timer);
  }
}

const TOO_MUCH = {
  memory: 'The expressions used too much memory. Make them simpler.',
  time: 'The expressions took too long. Make them simpler.',
};
/** How V8 ends a process whose heap is full. Any other end (by the kernel or an operator) is not caused by the expression. */
const OUT_OF_MEMORY: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

function isBusy(): ServiceError {
  return new ServiceError('unavailable', { detail: 'The service is busy. Retry in a moment.', retryAfterSeconds: 2 });
}

class ExpressionFailed extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof ExpressionFailed) return error.message;
  throw error;
}
