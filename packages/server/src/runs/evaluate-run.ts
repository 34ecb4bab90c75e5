/**
 * Evaluates the input of a run: loads the kit version, asks the engines, turns outcomes into the stored output and adds up the models'
 * usage. Models and receipts are ports.
 */

import { type Evaluation, type EvaluationRequest, evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationDeadlineError } from '@brickwork/engine/evaluation/evaluation-deadline-error';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { toBrickOutputs } from '@brickwork/engine/evaluation/to-brick-outputs';
import type { ModelEngine } from '@brickwork/engine/model/model-engine';
import { ModelFault } from '@brickwork/engine/model/model-fault';
import { type ModelUsage, sumUsage } from '@brickwork/engine/model/model-usage';
import type { Purse } from '@brickwork/engine/model/purse';
import type { Receipt } from '@brickwork/engine/model/receipt';
import type { Logger } from '../core/logger.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import type { VersionContent } from '../kits/store/kit-rows.ts';
import { type ModelPrice, microCreditsOf } from '../usage/credits.ts';
import { SpendCapReached } from '../usage/spend-cap-reached.ts';
import { NO_USAGE, type Usage } from '../usage/usage.ts';
import type { ExecuteRun } from './execute-run.ts';
import { RunFault } from './run-fault.ts';
import { createRunPurse, joinPurses } from './run-purse.ts';
import type { RunWork } from './store/find-runs.ts';
import type { RunRecords } from './store/run-records.ts';

/** The models of this deployment: an engine for one evaluation, which hands over every raw reply it got. */
export interface RunModels {
  engine(options: { onReceipt(receipt: Receipt): void; purse: Purse | undefined }): ModelEngine;
}

export interface EvaluateRun {
  kits: LoadContent;
  pool: Pick<EvaluationPool, 'answer' | 'reads'>;
  /** Longest time that one run may hold an evaluation thread. */
  deadlineMs: number;
  /** Undefined if the local engine answers every brick. */
  models: RunModels | undefined;
  prices: Readonly<Record<string, ModelPrice>>;
  /** What the workspace may spend. */
  spend?: ((spender: { workspaceId: string; kitId: string }) => Purse) | undefined;
  records: RunRecords;
  keepReceipts: boolean;
  logger: Logger;
}

export function createEvaluateRun(deps: EvaluateRun): ExecuteRun['evaluate'] {
  return async (work, signal, pausing) => {
    const { kit } = await loadKit(deps, work);
    const spent = await spentBefore(deps, work);
    const receipts: Receipt[] = [];
    const own =
      work.maxMicroCredits === undefined
        ? undefined
        : createRunPurse(work.maxMicroCredits, deps.prices, sumUsage(spent).byModel);
    const purse = joinPurses(own, deps.spend?.(work));
    const model = deps.models?.engine({ onReceipt: (receipt) => receipts.push(receipt), purse });
    const request: EvaluationRequest = {
      kit,
      input: JSON.parse(work.input) as Record<string, unknown>,
      agents: work.agents,
      rules: work.rules,
      language: work.language,
      mask: work.mask,
      engine: work.environment === 'test' ? 'local' : work.engine,
      signal,
      pausing,
      owner: work.workspaceId,
      deadlineMs: deps.deadlineMs,
      onUsage: (usage) => spent.push(usage),
    };
    const engines = {
      local: deps.pool.answer.bind(deps.pool),
      reads: deps.pool.reads,
      model,
    };
    try {
      const {
        outcomes,
        warnings,
        engine,
        model: answered,
      } = await evaluateKit(engines, request).catch((error: unknown) => locallyAtCap(engines, request, error));
      const bricks = toBrickOutputs(kit, outcomes, { includeSpans: true });
      return {
        output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks },
        warnings: [...warnings, ...dateWarnings(work)],
        usage: toUsage(deps, spent, { engine, model: answered }),
      };
    } catch (error) {
      throw await toFault(deps, work, spent, error);
    } finally {
      await keepReceipts(deps, work, receipts);
    }
  };
}

function dateWarnings({ undatedIntake }: RunWork): string[] {
  if (undatedIntake === undefined) return [];
  return [
    `Neither the intake ${JSON.stringify(undatedIntake)} nor the export says when the conversation took place, so the time of its delivery is used. If another field has it, map it to occurred_at.`,
  ];
}

/** If the cap allows it, a run that cannot afford a model is answered without one, with a warning. */
async function locallyAtCap(
  engines: Parameters<typeof evaluateKit>[0],
  request: EvaluationRequest,
  error: unknown,
): Promise<Evaluation> {
  if (!(error instanceof SpendCapReached) || error.atCap !== 'local') throw error;
  const evaluation = await evaluateKit(engines, { ...request, engine: 'local' });
  return { ...evaluation, warnings: [...evaluation.warnings, `Answered by the local engine. ${error.message}`] };
}

async function loadKit({ kits }: EvaluateRun, work: RunWork): Promise<VersionContent> {
  const content = await loadContent(kits, work.workspaceId, work.kitVersionId);
  if (content === undefined) {
    throw new RunFault({
      code: 'run_request_failed',
      message: 'The kit version no longer exists.',
      userMessage: 'The conversation could not be analysed.',
    });
  }
  return content;
}

/** A run that was retried has already used tokens. */
async function spentBefore({ models, records }: EvaluateRun, work: RunWork): Promise<ModelUsage[]> {
  const before =
    models === undefined || work.environment === 'test' ? undefined : await records.findSpending(work, work.runId);
  return before === undefined ? [] : [before];
}

function toUsage(
  { prices }: EvaluateRun,
  spent: readonly ModelUsage[],
  by: { engine: string; model?: string | undefined },
): Usage {
  const { byModel, ...total } = sumUsage(spent);
  return {
    ...NO_USAGE,
    ...total,
    engine: total.calls > 0 ? 'model' : by.engine,
    model: by.model ?? (Object.keys(byModel).join(', ') || undefined),
    microCredits: microCreditsOf(byModel, prices),
  };
}

async function toFault(
  deps: EvaluateRun,
  work: RunWork,
  spent: readonly ModelUsage[],
  error: unknown,
): Promise<unknown> {
  const total = sumUsage(spent);
  // The run's next attempt continues counting from this total.
  if (total.calls > 0 && !(error instanceof ModelFault && error.retryAfterMs === undefined)) {
    await deps.records.saveSpending(work, work.runId, total);
  }
  if (error instanceof ModelFault) {
    const { code, message, userMessage, retryAfterMs } = error;
    return new RunFault({
      code,
      message,
      userMessage,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      usage: toUsage(deps, spent, { engine: 'model' }),
    });
  }
  if (!(error instanceof EvaluationDeadlineError)) return error;
  return new RunFault({
    code: 'run_request_failed',
    message: error.message,
    userMessage: 'The conversation took too long to analyse.',
  });
}

/** A receipt is a record, not part of the result: if it cannot be stored, the run does not fail. */
async function keepReceipts(deps: EvaluateRun, work: RunWork, receipts: readonly Receipt[]): Promise<void> {
  if (!deps.keepReceipts || receipts.length === 0) return;
  try {
    await deps.records.saveReceipts(work, work.runId, receipts);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    deps.logger.warn({ run_id: work.runId, reason }, 'could not store the receipts of a run');
  }
}
