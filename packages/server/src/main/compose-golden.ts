/** Composes golden sets and evaluations: store, queue, and the engines that answer their lines. */

import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { sumUsage } from '@brickwork/engine/model/model-usage';
import { estimateTokens } from '@brickwork/engine/model/prompt/estimate-tokens';
import { type OnModelCall, type OpenModels, openModels } from '@brickwork/engine/model/providers/open-models';
import type { StorageQuota } from '../access/storage-quota.ts';
import { systemClock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Queryable } from '../database/queryable.ts';
import type { ManageEvaluations } from '../golden/manage-evaluations.ts';
import type { GoldenChecks } from '../golden/read-golden-set.ts';
import { type LineEngine, type RunEvaluation, runEvaluation } from '../golden/run-evaluation.ts';
import { createEvaluation, type NewEvaluation } from '../golden/store/evaluations.ts';
import { createGoldenStore } from '../golden/store/golden-store.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { createDispatcher } from '../queue/dispatcher.ts';
import { EVALUATION_KIND } from '../queue/job-kinds.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { createJobStore } from '../queue/store/job-store.ts';
import { scopeOfLane } from '../queue/store/lane.ts';
import { JOBS_READY } from '../queue/store/tell-ready.ts';
import { microCreditsOf } from '../usage/credits.ts';
import type { Config } from './config.ts';
import { estimateCall } from './estimate-call.ts';
import type { Storage } from './open-storage.ts';

export interface GoldenOptions {
  config: Config;
  storage: Storage;
  logger: Logger;
  kits: ManageKits;
  quota: StorageQuota;
  checks: GoldenChecks;
  notifications: Notifications;
  pool: Pick<EvaluationPool, 'answer'>;
  onModelCall: OnModelCall;
  /** Tests replace the engines. */
  answer?: LineEngine | undefined;
}

export interface Golden {
  routes: ManageEvaluations;
  /** Stores an evaluation with its job, inside the transaction of whoever needs it. */
  createEvaluation(tx: Queryable, evaluation: NewEvaluation): Promise<void>;
  reconcileLanes(): Promise<void>;
  start(): Promise<void>;
  /** Takes no more work; evaluations under way are put back, to go on elsewhere. */
  stop(): Promise<void>;
}

/** Evaluations of different workspaces that one node runs at once, and lines of one that are answered at once. */
const SLOTS = 2;
const LINES_AT_ONCE = 4;

export function composeGolden({
  config,
  storage,
  logger,
  kits,
  quota,
  checks,
  notifications,
  pool,
  onModelCall,
  answer,
}: GoldenOptions): Golden {
  const clock = new LaneClock();
  const golden = createGoldenStore(storage.database, clock);
  const jobs = createJobStore(storage.database, clock);
  const models = openModels(config, onModelCall);
  const execution: RunEvaluation = {
    golden,
    kits,
    jobs,
    clock: systemClock,
    logger,
    scopeOf: scopeOfLane,
    concurrency: LINES_AT_ONCE,
    answer: answer ?? lineEngine(config, pool, models),
  };
  const dispatcher =
    config.role === 'api'
      ? undefined
      : createDispatcher({
          kind: EVALUATION_KIND,
          store: jobs,
          slots: SLOTS,
          leaseMs: config.leaseMs,
          pollMs: 1_000,
          logger,
          work: (job, signal) => runEvaluation(execution, job, signal),
        });
  const wake = () => dispatcher?.wake();
  notifications.subscribe(JOBS_READY, { onMessage: (kind) => kind === EVALUATION_KIND && wake(), onReconnect: wake });
  return {
    routes: { golden, kits, quota, checks, clock: systemClock, estimateLine: estimateLine(config, models) },
    createEvaluation: (tx, evaluation) => createEvaluation(tx, clock, evaluation),
    reconcileLanes: () => jobs.reconcile(EVALUATION_KIND),
    async start() {
      await jobs.reconcile(EVALUATION_KIND);
      dispatcher?.start();
    },
    // A set takes far longer than a node may take to stop: what is answered is stored, and the rest is put back at once.
    stop: async () => dispatcher?.stop(0),
  };
}

function lineEngine(config: Config, pool: Pick<EvaluationPool, 'answer'>, models: OpenModels | undefined): LineEngine {
  return async (kit, input, { engine, owner, signal }) => {
    const evaluation = await evaluateKit(
      { local: (task, options) => pool.answer(task, options), model: models?.engine() },
      {
        kit,
        input,
        engine: engine === 'local' ? 'local' : undefined,
        signal,
        owner,
        deadlineMs: config.runDeadlineMs,
      },
    );
    const usage = evaluation.usage === undefined ? [] : [evaluation.usage];
    return { evaluation, microCredits: microCreditsOf(sumUsage(usage).byModel, config.modelPrices) };
  };
}

/** The kit and the conversation once each: what a model reads for one line. */
function estimateLine(config: Config, models: OpenModels | undefined): ManageEvaluations['estimateLine'] {
  const cost = estimateCall(config, models);
  return (
    cost &&
    (({ bricks }) => {
      const kitTokens = estimateTokens(JSON.stringify(bricks));
      return (input) => cost(kitTokens + estimateTokens(JSON.stringify(input)), bricks.length);
    })
  );
}
