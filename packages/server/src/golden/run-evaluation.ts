/**
 * Evaluating a version on a golden set, as a job. Every answer is committed as it comes: whatever happens to the worker, the next one
 * goes on with the lines that are missing, and no model is asked twice for one that is there. Evaluations take turns: while others wait, one
 * is put back behind them after a few seconds.
 */

import { answerLine, assemble, type GoldenEngine } from '@brickwork/engine/golden/evaluate-golden';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { ModelFault } from '@brickwork/engine/model/model-fault';
import type { Clock } from '../core/clock.ts';
import { encodeId } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Scope } from '../core/scope.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import { handOver } from '../queue/hand-over.ts';
import { EVALUATION_KIND } from '../queue/job-kinds.ts';
import type { HeldJob, JobStore } from '../queue/store/job-store.ts';
import type { EvaluationReport, KitEvaluation, SetLine } from './golden-set.ts';
import type { GoldenStore } from './store/golden-store.ts';

/** Answers one line with the engine that was asked for, and says what it cost. */
export type LineEngine = (
  kit: Kit,
  input: Readonly<Record<string, unknown>>,
  options: { engine: 'auto' | 'local'; kitId: string; owner: string; signal: AbortSignal | undefined },
) => Promise<{ evaluation: Awaited<ReturnType<GoldenEngine['evaluate']>>; microCredits: number }>;

export interface RunEvaluation {
  golden: GoldenStore;
  kits: LoadContent;
  jobs: Pick<JobStore, 'putBack'>;
  answer: LineEngine;
  scopeOf(lane: string): Scope;
  clock: Clock;
  logger: Logger;
  concurrency: number;
}

const MOST_ATTEMPTS = 50;
/** How long one runs while others wait. */
const TURN_MS = 2_000;

const DELETED = 'The golden set was deleted while it was evaluated.';

export async function runEvaluation(deps: RunEvaluation, job: HeldJob, signal: AbortSignal): Promise<void> {
  const scope = deps.scopeOf(job.lane);
  const evaluationId = encodeId('evl', job.id);
  const end = (how: Parameters<GoldenStore['finish']>[3]) =>
    deps.golden.finish(scope, evaluationId, job, how, deps.clock.now());
  try {
    const evaluation = await deps.golden.findEvaluation(scope, evaluationId);
    const content = evaluation && (await loadContent(deps.kits, scope.workspaceId, evaluation.kitVersionId));
    if (evaluation === undefined || content === undefined) await end({ error: 'The kit version no longer exists.' });
    else if (job.attempts > MOST_ATTEMPTS)
      await end({ error: `It was started ${MOST_ATTEMPTS} times and never finished.` });
    else {
      const report = await evaluate(deps, scope, evaluation, content.kit, signal);
      if (report === 'gone') await end({ error: DELETED });
      else if (report === 'later')
        await deps.jobs.putBack(EVALUATION_KIND, job, { delayMs: 0, reason: 'taking_turns', isUncounted: true });
      else if (report !== 'ended') await end({ report });
    }
  } catch (error) {
    await onFault(deps, job, signal.aborted ? signal.reason : error, end);
  }
}

/** `later`: others wait, and lines are left. `gone`: the set was deleted. `ended`: somebody cancelled it. */
async function evaluate(
  deps: RunEvaluation,
  scope: Scope,
  evaluation: KitEvaluation,
  kit: Kit,
  signal: AbortSignal,
): Promise<EvaluationReport | 'later' | 'gone' | 'ended'> {
  const lines = linesFor(kit, await deps.golden.lines(scope.workspaceId, evaluation.setId));
  if (lines.length === 0) return 'gone';
  const logged = new Map(
    (await deps.golden.answers(scope, evaluation.evaluationId)).map((answer) => [answer.line, answer]),
  );
  const missing = lines.filter(({ line }) => !logged.has(line));
  const open = missing.values();
  const turn = createTurn(deps, scope);
  let stop: 'later' | 'gone' | 'ended' | undefined;
  let left = missing.length;
  const work = async () => {
    for (const line of open) {
      signal.throwIfAborted();
      left -= 1;
      let microCredits = 0;
      const engine: GoldenEngine = {
        name: evaluation.engine,
        version: '',
        async evaluate(_kit, input, until) {
          const answered = await deps.answer(kit, input, {
            engine: evaluation.engine,
            kitId: evaluation.kitId,
            owner: scope.workspaceId,
            signal: until,
          });
          ({ microCredits } = answered);
          return answered.evaluation;
        },
      };
      const entry = { ...(await answerLine(kit, line, engine, signal)), microCredits };
      if (await deps.golden.saveAnswer(scope, evaluation.evaluationId, entry)) logged.set(line.line, entry);
      else stop ??= await whyNotSaved(deps, scope, evaluation.evaluationId);
      if (stop === undefined && left > 0 && (await turn.isOver())) stop = 'later';
      if (stop !== undefined) return;
    }
  };
  await Promise.all(Array.from({ length: deps.concurrency }, work));
  if (stop !== undefined) return stop;
  // Lines that were erased meanwhile are not part of the report.
  const kept = lines.filter(({ line }) => logged.has(line));
  const { report } = assemble(kit, evaluation.setName, { name: evaluation.engine }, kept, logged);
  return { engine: report.engine, bricks: report.bricks, failed: report.failed };
}

/** A line may be gone because its run was erased; then the others go on. */
async function whyNotSaved(
  { golden }: RunEvaluation,
  scope: Scope,
  evaluationId: string,
): Promise<'gone' | 'ended' | undefined> {
  const evaluation = await golden.findEvaluation(scope, evaluationId);
  if (evaluation?.status !== 'running') return 'ended';
  return evaluation.total === 0 ? 'gone' : undefined;
}

/** The turn is over when it took long enough and another evaluation waits; checked once per turn. */
function createTurn({ golden, clock }: RunEvaluation, scope: Scope): { isOver(): Promise<boolean> } {
  let until = clock.now().getTime() + TURN_MS;
  return {
    async isOver() {
      if (clock.now().getTime() < until) return false;
      until = clock.now().getTime() + TURN_MS;
      return golden.isAnyWaiting(scope);
    },
  };
}

/** Bricks that this version does not have are not scored. */
export function linesFor(kit: Kit, lines: readonly SetLine[]) {
  const keys = new Set(kit.bricks.map(({ key }) => key));
  return lines.map(({ line, external_id, input, expected }) => ({
    line,
    input,
    ...(external_id !== undefined && { external_id }),
    expected: Object.fromEntries(Object.entries(expected).filter(([key]) => keys.has(key))),
  }));
}

async function onFault(
  deps: RunEvaluation,
  job: HeldJob,
  error: unknown,
  end: (how: { error: string }) => Promise<boolean>,
): Promise<void> {
  if (await handOver(deps.jobs, EVALUATION_KIND, job, error)) return;
  if (error instanceof ModelFault) {
    if (error.retryAfterMs === undefined) await end({ error: error.message });
    else await deps.jobs.putBack(EVALUATION_KIND, job, { delayMs: error.retryAfterMs, reason: error.code });
    return;
  }
  deps.logger.warn(
    { job: job.id, reason: error instanceof Error ? error.message : 'unknown' },
    'an evaluation could not continue; it resumes when its lease expires',
  );
}
