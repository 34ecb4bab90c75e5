/**
 * One evaluation pool for all services of a test process, one of threads that check, and the processes of expressions: each takes up to a second of CPU to start, and
 * most files need them for a few runs.
 */
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { createExpressionProcesses, type ExpressionProcesses } from '@brickwork/server/intake/expression-processes';
import { type CheckThreads, createCheckThreads } from '@brickwork/server/main/checks/check-threads';
import type { Config } from '@brickwork/server/main/config';

let opened: EvaluationPool | undefined;
let checks: CheckThreads | undefined;
let mapper: ExpressionProcesses | undefined;

/** As one service sees it: its end waits for its own tasks, and leaves the threads to the next service. */
export function sharedPool({
  threads,
  evaluationMs,
}: Config): Pick<EvaluationPool, 'answer' | 'study' | 'fit' | 'reads' | 'start' | 'stop'> {
  const running = new Set<Promise<unknown>>();
  opened ??= new EvaluationPool({ threads, deadlineMs: evaluationMs });
  const pool = opened;
  const track = async <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };
  return {
    reads: false,
    start: () => pool.start(),
    answer: (task, options) => track(pool.answer(task, options)),
    study: (task, options) => track(pool.study(task, options)),
    fit: (task, options) => track(pool.fit(task, options)),
    stop: async () => void (await Promise.allSettled(running)),
  };
}

/** They outlive the service: what it asked for has a deadline of its own. */
export function sharedChecks(): CheckThreads {
  checks ??= { ...createCheckThreads(), stop: async () => {} };
  return checks;
}

/** As the checks: an expression that costs too much ends its process, and the next one gets another. */
export function sharedMapper(): ExpressionProcesses {
  mapper ??= { ...createExpressionProcesses(), stop: async () => {} };
  return mapper;
}
