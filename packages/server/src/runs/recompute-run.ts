/** A run recomputed from its receipts: the same kit version, the same input, the same replies, and no call to a model. */
import { sidesByRules } from '@brickwork/engine/conversation/sides/speaker-rules';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { READ } from '@brickwork/engine/evaluation/settle-sure';
import { toBrickOutputs } from '@brickwork/engine/evaluation/to-brick-outputs';
import type { CallPolicy } from '@brickwork/engine/model/call-policy';
import { createModelEngine } from '@brickwork/engine/model/create-model-engine';
import type { ModelEngine } from '@brickwork/engine/model/model-engine';
import { ModelFault } from '@brickwork/engine/model/model-fault';
import type { Receipt } from '@brickwork/engine/model/receipt';
import type { Scope } from '../core/scope.ts';
import type { KitStore } from '../kits/store/kit-store.ts';
import type { RunOutput } from './run.ts';
import type { RunRecords } from './store/run-records.ts';
import type { RunStore } from './store/run-store.ts';
import type { SpeakerStore } from './store/speaker-store.ts';

export interface RecomputeRun {
  store: Pick<RunStore, 'find' | 'findInput'>;
  records: Pick<RunRecords, 'findReceipts'>;
  kits: Pick<KitStore, 'loadContent'>;
  pool: Pick<EvaluationPool, 'answer'>;
  speakers: Pick<SpeakerStore, 'findKnown'>;
}

export interface Recomputed {
  runId: string;
  output: RunOutput;
  warnings: string[];
  /** The stored output has the same bytes. */
  isIdentical: boolean;
}

export async function recomputeRun(deps: RecomputeRun, scope: Scope, runId: string): Promise<Recomputed> {
  const run = await deps.store.find(scope, runId);
  if (run === undefined) throw new ServiceError('run_not_found');
  const [input, receipts, content, speakers] = await Promise.all([
    deps.store.findInput(scope, runId),
    deps.records.findReceipts(scope, runId),
    deps.kits.loadContent(scope.workspaceId, run.kitVersionId),
    deps.speakers.findKnown(scope.workspaceId),
  ]);
  if (input === undefined || receipts === undefined || content === undefined) {
    const missing = input === undefined ? 'input' : receipts === undefined ? 'receipts' : 'kit version';
    throw new ServiceError('conflict', {
      detail: `${runId} cannot be recomputed: its ${missing} was never stored or has been deleted.`,
    });
  }
  const { outcomes, warnings } = await evaluateKit(
    {
      local: (task, options) => deps.pool.answer(task, options),
      reads: hasReadAnswers(run.output),
      model: replayEngine(receipts),
    },
    {
      kit: content.kit,
      input: JSON.parse(input) as Record<string, unknown>,
      agents: speakers.agents,
      rules: sidesByRules(speakers.rules, run),
      language: speakers.language,
    },
  );
  const bricks = toBrickOutputs(content.kit, outcomes, { includeSpans: true });
  const output = { kit_code: run.kitCode, kit_version_id: run.kitVersionId, bricks };
  return { runId, output, warnings, isIdentical: JSON.stringify(output) === JSON.stringify(run.output) };
}

/** Whether the local engine kept some answers: older runs have none of its answers next to a model's. */
function hasReadAnswers(output: RunOutput | undefined): boolean {
  return Object.values(output?.bricks ?? {}).some(({ basis }) => basis !== undefined && READ.has(basis));
}

/** One receipt for each model that the kit names, in the order in which they were called. */
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
