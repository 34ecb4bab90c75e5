/** A run reckoned again from its receipts: the same kit version, the same input, the same replies, and no call to anybody. */
import type { Environment } from '@brickwork/contract';
import { getWorkspace } from '../access/manage-workspaces.ts';
import { decodeId } from '../core/ids.ts';
import { ServiceError } from '../core/service-error.ts';
import { evaluateKit, type ModelEngine } from '../evaluation/evaluate-kit.ts';
import { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import type { CallPolicy } from '../evaluation/model/call-policy.ts';
import { createModelEngine } from '../evaluation/model/create-model-engine.ts';
import { ModelFault } from '../evaluation/model/model-fault.ts';
import type { Receipt } from '../evaluation/model/receipt.ts';
import { toBrickOutputs } from '../evaluation/to-brick-outputs.ts';
import type { RunOutput } from '../runs/run.ts';
import { createRunRecords } from '../storage/run-records.ts';
import { findInput, findRun } from '../storage/runs/read-runs.ts';
import type { Operator } from './compose.ts';
import type { Storage } from './open-storage.ts';

export interface Recomputed {
  runId: string;
  output: RunOutput;
  warnings: string[];
  /** The stored output has the same bytes. */
  isIdentical: boolean;
}

export interface RecomputeRun {
  workspace: string;
  environment: Environment;
  runId: string;
}

export async function recomputeRun(
  { storage, operator }: { storage: Storage; operator: Operator },
  { workspace, environment, runId }: RecomputeRun,
): Promise<Recomputed> {
  const { id: workspaceId } = await getWorkspace(operator.access, workspace);
  const scope = { workspaceId, environment };
  const { database } = storage;
  const uuid = decodeId('run', runId);
  const run = uuid === undefined ? undefined : await findRun(database, scope, uuid);
  if (uuid === undefined || run === undefined) throw new ServiceError('run_not_found');
  const [input, receipts, content] = await Promise.all([
    findInput(database, scope, uuid),
    createRunRecords(database, storage.secret).findReceipts(scope, runId),
    operator.kits.store.loadContent(workspaceId, run.kitVersionId),
  ]);
  if (input === undefined || receipts === undefined || content === undefined) {
    throw new ServiceError('conflict', {
      detail: `${runId} has no ${input === undefined ? 'input' : receipts === undefined ? 'receipts' : 'kit'} any more, or never had.`,
    });
  }
  const pool = new EvaluationPool({ threads: 1 });
  await pool.start();
  try {
    const { outcomes, warnings } = await evaluateKit(
      { here: (task, options) => pool.answer(task, options), model: replayEngine(receipts) },
      { kit: content.kit, input: JSON.parse(input) as Record<string, unknown> },
    );
    const bricks = toBrickOutputs(content.kit, outcomes, { includeSpans: true });
    const output = { kit_code: run.kitCode, kit_version_id: run.kitVersionId, bricks };
    return { runId, output, warnings, isIdentical: JSON.stringify(output) === JSON.stringify(run.output) };
  } finally {
    await pool.stop();
  }
}

/** One receipt for each model that the kit names, in the order in which they were asked. */
function replayEngine(receipts: readonly Receipt[]): ModelEngine {
  const left = [...receipts];
  return {
    answer(request) {
      const replay = left.shift();
      if (replay === undefined) throw new ModelFault('run_request_failed', 'The receipts do not cover the kit.');
      return createModelEngine({ models: [], policy: NOBODY, now: () => 0, budgetMs: 0, replay }).answer(request);
    },
  };
}

const NOBODY: CallPolicy = {
  ask: () => Promise.reject(new ModelFault('run_request_failed', 'A receipt is replayed without any call.')),
};
