/** Evaluates kits on golden sets in this process: the local engine on a pool of threads, or a configured model. */
import { access, constants } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { evaluateGolden, type GoldenEvaluation } from '@brickwork/engine/golden/evaluate-golden';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { ModelFault } from '@brickwork/engine/model/model-fault';
import { ReaderThreads } from '@brickwork/engine/reader/reader-threads';
import { readConfig } from '../config.ts';
import { type OpenModels, openModels } from '../open-models.ts';
import { VERSION } from '../version.ts';

export interface OfflineEngine {
  name: string;
  /** Whether the local engine may read with its model. */
  reader: boolean;
  models: OpenModels | undefined;
}

/** `local`, `lexical`, `auto` (what BRICKWORK_MODEL says) or a model's id. Throws a `StartError` for a model that cannot be used. */
export function engineFor(environment: NodeJS.ProcessEnv, name: string): OfflineEngine {
  if (name === 'local' || name === 'lexical') {
    return { name, models: undefined, reader: name === 'local' && readConfig(environment).reader };
  }
  const config = readConfig(environment, name === 'auto' ? {} : { BRICKWORK_MODEL: name });
  const models = openModels(config);
  // Reports and resumed evaluations go by the model that answers, not by the word "auto".
  return {
    name: name === 'auto' && models !== undefined ? models.ids.join(', ') : name,
    models,
    reader: config.reader,
  };
}

export interface EvaluateOptions {
  onProgress?: (progress: { done: number; total: number }) => void;
  /** The kit that the golden set was written for, when another version of it is evaluated. */
  writtenFor?: Kit;
  /** Who the agents are, by name or address, where the labels do not show it. */
  agents?: readonly string[] | undefined;
}

export interface Evaluator {
  evaluate(kit: Kit, goldenPath: string, options?: EvaluateOptions): Promise<GoldenEvaluation>;
  stop(): Promise<void>;
}

export async function openEvaluator(engine: OfflineEngine): Promise<Evaluator> {
  const pool = new EvaluationPool({ reader: engine.reader ? new ReaderThreads() : undefined });
  pool.start();
  return {
    evaluate: (kit, goldenPath, options = {}) => evaluate(pool, engine, { kit, goldenPath, ...options }),
    stop: () => pool.stop(),
  };
}

async function evaluate(
  pool: EvaluationPool,
  { name, models }: OfflineEngine,
  { kit, goldenPath, onProgress, writtenFor, agents = [] }: EvaluateOptions & { kit: Kit; goldenPath: string },
): Promise<GoldenEvaluation> {
  const engine = models === undefined ? name : 'auto';
  return evaluateGolden(kit, goldenPath, {
    engine: {
      name,
      version: [VERSION, ...agents].join(' '),
      evaluate: (document, input, signal) =>
        withWaits(
          () =>
            evaluateKit(
              { local: (task, limits) => pool.answer(task, limits), model: models?.engine() },
              { kit: document, input, agents, engine, signal },
            ),
          signal,
        ),
    },
    // Twice the threads, so that none is idle while its next line is on the way.
    concurrency: pool.threads * 2,
    onProgress,
    resumeFile: await resumeFile(goldenPath, writtenFor === undefined ? kit.kit : `${kit.kit}.earlier`),
    writtenFor,
  });
}

const MAX_WAITS = 5;

/** Tries a line again when the model's provider asks to wait. */
async function withWaits<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ModelFault) || error.retryAfterMs === undefined || waits >= MAX_WAITS) throw error;
      await sleep(error.retryAfterMs, undefined, { signal });
    }
  }
}

/** Beside the golden set, whose owner may read it; none when that directory cannot be written. */
async function resumeFile(goldenPath: string, which: string): Promise<string | undefined> {
  const directory = dirname(goldenPath);
  try {
    await access(directory, constants.W_OK);
  } catch {
    return undefined;
  }
  return join(directory, `.${basename(goldenPath)}.${which}.partial`);
}
