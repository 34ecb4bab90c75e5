/** The common part of every task in a thread of the pool, and of its result. */
import type { MessagePort } from 'node:worker_threads';
import { ServiceError, type ServiceErrorOptions } from '../core/service-error.ts';
import type { ThreadMark } from '../core/thread-cpu.ts';

export interface ThreadMeans {
  /** A port to the reading model, if it is turned on. */
  reader?: MessagePort | undefined;
  /** Where the thread records its CPU time at the start of the task. */
  mark?: ThreadMark | undefined;
}

/** Errors that rooms throw on purpose are returned as values, because an error that crosses a thread loses its class and fields. */
export type ThreadReply<Result> =
  | { ok: true; result: Result }
  | { ok: false; code: ServiceError['code']; options: Pick<ServiceErrorOptions, 'detail' | 'message'> };

/** Closes the port when the work has ended. */
export async function asReply<Result>(
  reader: MessagePort | undefined,
  work: () => Promise<Result>,
): Promise<ThreadReply<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, detail, userMessage } = error;
    return {
      ok: false,
      code,
      options: {
        ...(detail !== undefined && { detail }),
        ...(userMessage !== undefined && { message: userMessage }),
      },
    };
  } finally {
    reader?.close();
  }
}

/** In the calling thread: the result, or the error as it was thrown. */
export function resultOf<Result>(reply: ThreadReply<Result>): Result {
  if (!reply.ok) throw new ServiceError(reply.code, reply.options);
  return reply.result;
}
