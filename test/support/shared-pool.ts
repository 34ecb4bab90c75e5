/** One evaluation pool for all services of a test process: its thread takes 1.7 s of CPU to start, and most files evaluate a few runs. */
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import type { Config } from '@brickwork/server/main/config';

let opened: EvaluationPool | undefined;

/** As one service sees it: its end waits for its own tasks, and leaves the threads to the next service. */
export function sharedPool({
  threads,
  evaluationMs,
}: Config): Pick<EvaluationPool, 'answer' | 'reads' | 'start' | 'stop'> {
  const running = new Set<Promise<unknown>>();
  opened ??= new EvaluationPool({ threads, deadlineMs: evaluationMs });
  const pool = opened;
  return {
    reads: false,
    start: () => pool.start(),
    async answer(task, options) {
      const answer = pool.answer(task, options);
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
    stop: async () => void (await Promise.allSettled(running)),
  };
}
