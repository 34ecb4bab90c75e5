/** Tests an opened model, with the local engine in this process to read the conversations. */
import { type AnswerLocally, evaluateKit } from '../../evaluation/evaluate-kit.ts';
import { serveEvaluations } from '../../evaluation/serve-evaluations.ts';
import { resultOf } from '../../evaluation/thread-reply.ts';
import type { OpenModels } from '../../model/providers/open-models.ts';
import { createReadingEngine } from '../../reader/reading-engine.ts';
import { type ProbedAbility, probeAbility } from './probe-ability.ts';

/** Per conversation, including waits: a model that needs longer is too slow to be tested. */
const BUDGET_MS = 120_000;

export function openProbe(models: OpenModels): Promise<ProbedAbility> {
  const serve = serveEvaluations(createReadingEngine());
  const local: AnswerLocally = async (task) => resultOf(await serve(task));
  return probeAbility({
    evaluate: (request) => evaluateKit({ local, model: models.engine({ budgetMs: BUDGET_MS }) }, request),
    now: () => performance.now(),
  });
}
