/** One evaluation pool for all services of a test process: its thread takes 1.7 s of CPU to start, and most files evaluate a few runs. */
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import type { Config } from '@brickwork/server/main/config';

let opened: EvaluationPool | undefined;

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
