/** Evaluates kits on golden sets in this process: the local engine on a pool of threads, or a configured model. */
import { access, constants } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import type { Variables } from '../core/setting.ts';
import { evaluateKit } from '../evaluation/evaluate-kit.ts';
import { EvaluationPool } from '../evaluation/evaluation-pool.ts';
import type { Kit } from '../kits/normalise-kit.ts';
import { ModelFault } from '../model/model-fault.ts';
import { readEngineSettings } from '../model/providers/engine-settings.ts';
import { type OpenModels, openModels } from '../model/providers/open-models.ts';
import { ReaderProcesses } from '../reader/reader-processes.ts';
import { evaluateGolden, type GoldenEvaluation } from './evaluate-golden.ts';

export interface OfflineEngine {
  name: string;
  /** Whether the local engine may read with its model. */
  reader: boolean;
  models: OpenModels | undefined;
}

/** `local`, `lexical`, `auto` (what BRICKWORK_MODEL says) or a model's id. Throws a `SettingsError` for a model that cannot be used. */
export function engineFor(variables: Variables, name: string): OfflineEngine {
  if (name === 'local' || name === 'lexical') {
    return { name, models: undefined, reader: name === 'local' && readEngineSettings(variables).reader };
  }
  const settings = readEngineSettings(name === 'auto' ? variables : { ...variables, BRICKWORK_MODEL: name });
  const models = openModels(settings);
  // Reports and resumed evaluations use the model that answers, not the word "auto".
  return {
    name: name === 'auto' && models !== undefined ? models.ids.join(', ') : name,
    models,
    reader: settings.reader,
  };
}

export interface EvaluateOptions {
  onProgress?: (progress: { done: number; total: number }) => void;
  /** The kit that the golden set was written for, if another version of it is evaluated. */
  writtenFor?: Kit;
  /** The agents, by name or address, if the labels do not show them. */
  agents?: readonly string[] | undefined;
}

export interface Evaluator {
  evaluate(kit: Kit, goldenPath: string, options?: EvaluateOptions): Promise<GoldenEvaluation>;
  stop(): Promise<void>;
}

export async function openEvaluator(engine: OfflineEngine): Promise<Evaluator> {
  const pool = new EvaluationPool({ reader: engine.reader ? new ReaderProcesses() : undefined });
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
      version: [ENGINE_VERSION, ...agents].join(' '),
      evaluate: (document, input, signal) =>
        withWaits(
          () =>
            evaluateKit(
              { local: (task, limits) => pool.answer(task, limits), reads: pool.reads, model: models?.engine() },
              { kit: document, input, agents, engine, signal },
            ),
          signal,
        ),
    },
    // Twice the number of threads, so that none is idle while waiting for its next line.
    concurrency: pool.threads * 2,
    onProgress,
    resumeFile: await resumeFile(goldenPath, writtenFor === undefined ? kit.kit : `${kit.kit}.earlier`),
    writtenFor,
  });
}

const MAX_WAITS = 5;

/** Retries a line if the model's provider asks to wait. */
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

/** Next to the golden set, whose owner may read it; none if that directory cannot be written. */
async function resumeFile(goldenPath: string, which: string): Promise<string | undefined> {
  const directory = dirname(goldenPath);
  try {
    await access(directory, constants.W_OK);
  } catch {
    return undefined;
  }
  return join(directory, `.${basename(goldenPath)}.${which}.partial`);
}
