/**
 * Executes a claimed run: load, evaluate, end. In every case the job is ended or put back; a worker that lost its lease changes nothing,
 * because its token no longer matches.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@brickwork/engine/core/backoff';
import { startDeadline } from '@brickwork/engine/core/deadline';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Pausing } from '@brickwork/engine/core/stopwatch';
import type { Clock } from '../core/clock.ts';
import { encodeId } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Tracing } from '../core/tracing.ts';
import { handOver } from '../queue/hand-over.ts';
import { RUN_KIND } from '../queue/job-kinds.ts';
import type { HeldJob, JobStore } from '../queue/store/job-store.ts';
import { NO_USAGE, type Usage } from '../usage/usage.ts';
import type { RunError, RunOutput } from './run.ts';
import { RunFault } from './run-fault.ts';
import type { RunWork } from './store/find-runs.ts';
import type { RunStore } from './store/run-store.ts';

export interface Evaluated {
  output: RunOutput;
  warnings: string[];
  usage: Usage;
}

export interface EndedRun {
  kitCode: string;
  status: 'succeeded' | 'failed';
  /** Of the error, when it failed. */
  code?: string;
}

export interface ExecuteRun {
  store: Pick<RunStore, 'load' | 'finish'>;
  jobs: Pick<JobStore, 'putBack'>;
  clock: Clock;
  logger: Logger;
  /** How many times a run may be started before it fails permanently. */
  maxAttempts: number;
  deadlineMs: number;
  /** `pausing` is notified of waits for a thread or a model, which do not count as time of the run. */
  evaluate(work: RunWork, signal: AbortSignal, pausing: Pausing): Promise<Evaluated>;
  /** Notified of runs that this worker ended. */
  tracing: Tracing;
  onEnded?(ended: EndedRun): void;
}

/** About half a minute. */
const STORE_ATTEMPTS = 20;

export async function executeRun(deps: ExecuteRun, job: HeldJob, signal: AbortSignal): Promise<void> {
  const runId = encodeId('run', job.id);
  try {
    const work = await deps.store.load(job.lane, job.id);
    if (work === undefined) throw new Error('the run of this job does not exist');
    if (work.input === undefined) {
      await fail(deps, job, work, inputGone);
      return;
    }
    if (job.attempts > deps.maxAttempts) {
      await fail(deps, job, work, poisoned(job.attempts - 1));
      return;
    }
    const attributes = {
      'brickwork.run_id': runId,
      'brickwork.workspace_id': work.workspaceId,
      'brickwork.kit_code': work.kitCode,
      'brickwork.attempt': job.attempts,
    };
    const { traceparent: parent = '' } = work;
    await deps.tracing.span('run', { kind: 'consumer', attributes, parent }, () =>
      evaluateAndFinish(deps, job, work, signal),
    );
  } catch (error) {
    // The database was unavailable, or an unexpected error: the lease expires and another worker starts the run again.
    deps.logger.warn(
      { run_id: runId, reason: error instanceof Error ? error.message : 'unknown' },
      'a run could not continue; it restarts when its lease expires',
    );
  }
}

async function evaluateAndFinish(deps: ExecuteRun, job: HeldJob, work: RunWork, signal: AbortSignal): Promise<void> {
  const deadline = startDeadline(deps.deadlineMs, signal);
  let evaluated: Evaluated;
  try {
    evaluated = await deps.tracing.span('evaluate', { kind: 'internal' }, async (span) => {
      // It was cancelled, or the node began to stop, after the claim: an evaluator would only hear of later signals.
      deadline.signal.throwIfAborted();
      const answered = await deps.evaluate(work, deadline.signal, deadline.pausing);
      span.set({ 'brickwork.engine': answered.usage.engine, 'brickwork.model_calls': answered.usage.calls });
      return answered;
    });
  } catch (error) {
    await onFault(deps, job, work, signal.aborted ? signal.reason : deadline.isOver ? tooLong(deps.deadlineMs) : error);
    return;
  } finally {
    deadline.end();
  }
  const end = {
    ...endOf(deps, job, work),
    status: 'succeeded' as const,
    output: JSON.stringify(evaluated.output),
    warnings: evaluated.warnings,
    error: undefined,
    usage: evaluated.usage,
  };
  const isMine = await whenBack(signal, () => deps.store.finish(end));
  if (isMine) deps.onEnded?.({ kitCode: work.kitCode, status: 'succeeded' });
  else deps.logger.info({ run_id: work.runId }, 'a run was already ended by another worker or a cancellation');
}

/**
 * The answers may have cost money, so a short database outage must not discard them. If the end was stored although the
 * connection broke, or another worker has started the run, the lease no longer matches and nothing happens twice.
 */
async function whenBack<Result>(signal: AbortSignal, store: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store();
    } catch (error) {
      const isAway = error instanceof ServiceError && error.code === 'unavailable';
      if (!isAway || attempt === STORE_ATTEMPTS || signal.aborted) throw error;
    }
    await sleep(backoffMs(attempt, 100, 2_000), undefined, { signal }).catch(() => {}); // Stopping: one last try.
  }
}

async function onFault(deps: ExecuteRun, job: HeldJob, work: RunWork, error: unknown): Promise<void> {
  if (await handOver(deps.jobs, RUN_KIND, job, error)) return;
  if (error instanceof RunFault && error.retryAfterMs === undefined) {
    await fail(deps, job, work, error, error.usage);
    return;
  }
  if (error instanceof ServiceError && error.code === 'kit_input_invalid') {
    await fail(deps, job, work, {
      code: error.code,
      message: error.detail,
      userMessage: 'The conversation could not be read.',
    });
    return;
  }
  if (error instanceof RunFault && error.code === 'spend_cap_reached') {
    // Waiting for the next period, or for a higher cap, does not count as an attempt.
    const delayMs = error.retryAfterMs ?? 0;
    await deps.jobs.putBack(RUN_KIND, job, { delayMs, reason: error.code, isUncounted: true });
    return;
  }
  if (job.attempts >= deps.maxAttempts) {
    const last = error instanceof RunFault ? error : unexpected(error);
    await fail(deps, job, work, last, error instanceof RunFault ? error.usage : NO_USAGE);
    return;
  }
  const isStated = error instanceof RunFault && error.retryAfterMs !== undefined;
  const delayMs = isStated ? (error.retryAfterMs ?? 0) : backoffMs(job.attempts, 500, 30_000);
  const reason = error instanceof RunFault ? error.code : 'unexpected_error';
  deps.logger.warn(
    { run_id: work.runId, attempt: job.attempts, reason, retry_in_ms: delayMs },
    'a run will be retried',
  );
  await deps.jobs.putBack(RUN_KIND, job, { delayMs, reason });
}

async function fail(
  deps: ExecuteRun,
  job: HeldJob,
  work: Ended,
  error: RunError,
  usage: Usage = NO_USAGE,
): Promise<void> {
  const { code, message, userMessage } = error;
  const isMine = await deps.store.finish({
    ...endOf(deps, job, work),
    status: 'failed',
    output: undefined,
    warnings: [],
    error: { code, message, userMessage },
    usage,
  });
  if (isMine) deps.onEnded?.({ kitCode: work.kitCode, status: 'failed', code });
}

function endOf({ clock }: ExecuteRun, job: HeldJob, { workspaceId, environment, runId, type, kitId, kitCode }: Ended) {
  return { workspaceId, environment, runId, type, kitId, kitCode, completedAt: clock.now(), lease: job };
}

/** Of a run that ends. */
type Ended = Omit<RunWork, 'input'>;

const inputGone: RunError = {
  code: 'run_request_failed',
  message: 'The input was deleted before the run was executed.',
  userMessage: 'The conversation no longer exists.',
};

const USER_MESSAGE = 'The conversation could not be analysed. Please try again later.';

function poisoned(attempts: number): RunError {
  return {
    code: 'run_request_failed',
    message: `The run was started ${attempts} times and its worker was lost each time.`,
    userMessage: USER_MESSAGE,
  };
}

function tooLong(deadlineMs: number): RunFault {
  return new RunFault({
    code: 'run_request_failed',
    message: `The run took longer than ${deadlineMs} ms.`,
    userMessage: USER_MESSAGE,
  });
}

/** The error's name only: its message may quote the conversation. */
function unexpected(error: unknown): RunError {
  return {
    code: 'run_request_failed',
    message: `An unexpected ${error instanceof Error ? error.name : 'error'} ended the run.`,
    userMessage: USER_MESSAGE,
  };
}
