/** Golden sets and evaluations: store, queue, and the engines that answer their lines. */
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { sumUsage } from '@brickwork/engine/model/model-usage';
import { estimateTokens } from '@brickwork/engine/model/prompt/estimate-tokens';
import { type OnModelCall, type OpenModels, openModels } from '@brickwork/engine/model/providers/open-models';
import type { StorageQuota } from '../../access/storage-quota.ts';
import { type AccessStore, createAccessStore } from '../../access/store/access-store.ts';
import { systemClock } from '../../core/clock.ts';
import type { Queryable } from '../../database/database.ts';
import type { JudgedCallsOf } from '../../golden/from-judgements.ts';
import type { ManageEvaluations } from '../../golden/manage-evaluations.ts';
import type { GoldenChecks } from '../../golden/read-golden-set.ts';
import { type LineEngine, type RunEvaluation, runEvaluation } from '../../golden/run-evaluation.ts';
import type { NewEvaluation } from '../../golden/store/evaluations.ts';
import { createGoldenStore, type GoldenStore } from '../../golden/store/golden-store.ts';
import { goldenRoutes } from '../../http/endpoints/golden.ts';
import { kitRoutes } from '../../http/endpoints/kits.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { EVALUATION_KIND } from '../../queue/job-kinds.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { microCreditsOf } from '../../usage/credits.ts';
import { estimateRun } from '../../usage/estimate-run.ts';
import type { OpenPurse } from '../../usage/spend/spend-purse.ts';
import type { Config } from '../config.ts';
import type { Feature, Node } from '../feature.ts';
import { traceModelCalls } from '../telemetry/trace-model-calls.ts';
import { openQueue } from './queue.ts';

export interface GoldenOptions {
  kits: ManageKits;
  dimensions: DimensionStore;
  quota: StorageQuota;
  checks: GoldenChecks;
  pool: Pick<EvaluationPool, 'answer' | 'reads'>;
  onModelCall: OnModelCall;
  /** What the workspace may spend. */
  openPurse: OpenPurse;
  judgedCalls: JudgedCallsOf;
  /** Tests replace the engines. */
  answer?: LineEngine | undefined;
}

export interface Golden extends Feature {
  golden: GoldenStore;
  /** Stores an evaluation with its job, in the caller's transaction. */
  createEvaluation(tx: Queryable, evaluation: NewEvaluation): Promise<void>;
}

/** Evaluations of different workspaces that one node runs at once, and lines of one that are answered at once. */
const SLOTS = 2;
const LINES_AT_ONCE = 4;

export function goldenFeature(node: Node, options: GoldenOptions): Golden {
  const { config, database, logger } = node;
  const { kits, dimensions, quota, checks, judgedCalls, onModelCall, answer } = options;
  const queue = openQueue(node, {
    kind: EVALUATION_KIND,
    slots: SLOTS,
    // A set takes far longer than a node may take to stop: answers are stored, and the rest is put back immediately.
    drainMs: 0,
    work: (job, signal) => runEvaluation(execution, job, signal),
  });
  const golden = createGoldenStore(database, queue.clock);
  const execution: RunEvaluation = {
    golden,
    kits,
    jobs: queue.jobs,
    clock: systemClock,
    logger,
    scopeOf: scopeOfLane,
    concurrency: LINES_AT_ONCE,
    answer:
      answer ??
      lineEngine(
        config,
        options,
        openModels(config, onModelCall, traceModelCalls(node.tracing)),
        createAccessStore(database),
      ),
  };
  const managing = {
    ...{ golden, kits, dimensions, quota, checks, judgedCalls, clock: systemClock },
    estimateLine: estimateLine(config),
  };
  return {
    ...queue,
    routes: [...goldenRoutes(managing), ...kitRoutes(managing)],
    golden,
    createEvaluation: async (tx, evaluation) => {
      await golden.addEvaluation(tx, evaluation);
    },
  };
}

function lineEngine(
  config: Config,
  { pool, openPurse }: Pick<GoldenOptions, 'pool' | 'openPurse'>,
  models: OpenModels | undefined,
  access: Pick<AccessStore, 'getMasking'>,
): LineEngine {
  return async (kit, input, { engine, kitId, owner, signal }) => {
    const model = models?.engine({ purse: openPurse({ workspaceId: owner, kitId, atCap: 'fail' }) });
    const evaluation = await evaluateKit(
      { local: (task, options) => pool.answer(task, options), reads: pool.reads, model },
      {
        kit,
        input,
        engine: engine === 'local' ? 'local' : undefined,
        signal,
        owner,
        mask: models === undefined ? undefined : (await access.getMasking(owner)).mask,
        deadlineMs: config.runDeadlineMs,
      },
    );
    const usage = evaluation.usage === undefined ? [] : [evaluation.usage];
    return { evaluation, microCredits: microCreditsOf(sumUsage(usage).byModel, config.modelPrices) };
  };
}

function estimateLine(config: Config): ManageEvaluations['estimateLine'] {
  const estimate = estimateRun(config);
  return (
    estimate &&
    ((kit) => {
      const cost = estimate(kit);
      return (input) => cost(estimateTokens(JSON.stringify(input)));
    })
  );
}
