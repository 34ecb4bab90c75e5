/** The evaluation that runs use: the kit's version, the engines of this deployment, and what it cost. */

import { evaluateKit } from '../evaluation/evaluate-kit.ts';
import { EvaluationDeadlineError } from '../evaluation/evaluation-deadline-error.ts';
import type { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import { toBrickOutputs } from '../evaluation/to-brick-outputs.ts';
import type { KitCache } from '../kits/kit-cache.ts';
import type { KitStore } from '../kits/kit-store.ts';
import type { Evaluated } from '../runs/execute-run.ts';
import { RunFault } from '../runs/run-fault.ts';
import type { RunWork } from '../runs/run-store.ts';
import { NO_USAGE } from '../usage/usage.ts';

export interface EvaluateRun {
  kits: { store: Pick<KitStore, 'loadContent'>; cache: KitCache };
  pool: EvaluationPool;
  deadlineMs: number;
}

export function createEvaluateRun({
  kits,
  pool,
  deadlineMs,
}: EvaluateRun): (work: RunWork, signal: AbortSignal) => Promise<Evaluated> {
  return async (work, signal) => {
    const content =
      kits.cache.get(work.kitVersionId) ?? (await kits.store.loadContent(work.workspaceId, work.kitVersionId));
    if (content === undefined) {
      throw new RunFault({
        code: 'run_request_failed',
        message: 'The kit version is gone.',
        userMessage: 'The conversation could not be analysed.',
      });
    }
    kits.cache.set(work.kitVersionId, content);
    try {
      const { outcomes, warnings, engine } = await evaluateKit(
        { here: (task, options) => pool.answer(task, options) },
        {
          kit: content.kit,
          input: JSON.parse(work.input) as Record<string, unknown>,
          engine: work.environment === 'test' ? 'local' : undefined,
          signal,
          deadlineMs,
        },
      );
      const bricks = toBrickOutputs(content.kit, outcomes, { includeSpans: true });
      return {
        output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks },
        warnings,
        usage: { ...NO_USAGE, engine },
      };
    } catch (error) {
      if (!(error instanceof EvaluationDeadlineError)) throw error;
      throw new RunFault({
        code: 'run_request_failed',
        message: error.message,
        userMessage: 'The conversation took too long to analyse.',
      });
    }
  };
}
