/**
 * Evaluating a version on a golden set, as a job. Every answer is committed immediately: if the worker is lost, the next one continues with
 * the missing lines, and no model is asked twice. Evaluations take turns: while others are waiting, one goes to the end of the line after a
 * few seconds.
 */

import { answerLine, assemble, type GoldenEngine } from '@brickwork/engine/golden/evaluate-golden';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Scope } from '../core/scope.ts';
import { type JobKind, type RunJob, runJob } from '../jobs/run-job.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import { EVALUATION_KIND } from '../queue/job-kinds.ts';
import type { HeldJob } from '../queue/store/job-store.ts';
import type { EvaluationReport, KitEvaluation, SetLine } from './golden-set.ts';
import type { GoldenStore } from './store/golden-store.ts';

/** Answers one line with the requested engine, and returns the cost. */
export type LineEngine = (
  kit: Kit,
  input: Readonly<Record<string, unknown>>,
  options: { engine: 'auto' | 'local'; kitId: string; owner: string; signal: AbortSignal | undefined },
) => Promise<{ evaluation: Awaited<ReturnType<GoldenEngine['evaluate']>>; microCredits: number }>;

export interface RunEvaluation extends RunJob {
  golden: GoldenStore;
  kits: LoadContent;
  answer: LineEngine;
  concurrency: number;
}

const MOST_ATTEMPTS = 50;
/** How long one runs while others are waiting. */
const TURN_MS = 2_000;

const DELETED = 'The golden set was deleted while it was evaluated.';

export function runEvaluation(deps: RunEvaluation, job: HeldJob, signal: AbortSignal): Promise<void> {
  const { findEvaluation: find, finish, fail } = deps.golden;
  const kind: JobKind<KitEvaluation, EvaluationReport> = {
    ...{ kind: EVALUATION_KIND, name: 'an evaluation', prefix: 'evl', mostAttempts: MOST_ATTEMPTS },
    records: { find, finish, fail },
    async step(evaluation, { scope }) {
      const content = await loadContent(deps.kits, scope.workspaceId, evaluation.kitVersionId);
      if (content === undefined) return { error: 'The kit version no longer exists.' };
      return evaluate(deps, scope, evaluation, content.kit, signal);
    },
  };
  return runJob(deps, kind, job, signal);
}

/** An error where the set was deleted. */
async function evaluate(
  deps: RunEvaluation,
  scope: Scope,
  evaluation: KitEvaluation,
  kit: Kit,
  signal: AbortSignal,
): Promise<EvaluationReport | { error: string } | 'later' | 'ended'> {
  const lines = linesFor(kit, await deps.golden.lines(scope.workspaceId, evaluation.setId));
  if (lines.length === 0) return { error: DELETED };
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
  if (stop !== undefined) return stop === 'gone' ? { error: DELETED } : stop;
  // Lines that were erased meanwhile are not part of the report.
  const kept = lines.filter(({ line }) => logged.has(line));
  const { report } = assemble(kit, evaluation.setName, { name: evaluation.engine }, kept, logged);
  return { engine: report.engine, bricks: report.bricks, failed: report.failed };
}

/** A line may be missing because its run was erased; the others continue. */
async function whyNotSaved(
  { golden }: RunEvaluation,
  scope: Scope,
  evaluationId: string,
): Promise<'gone' | 'ended' | undefined> {
  const evaluation = await golden.findEvaluation(scope, evaluationId);
  if (evaluation?.status !== 'running') return 'ended';
  return evaluation.total === 0 ? 'gone' : undefined;
}

/** The turn is over when it took long enough and another evaluation is waiting; checked once per turn. */
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
