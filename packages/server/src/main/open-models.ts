/** The models of this deployment, ready to be called; the call policy's circuit breakers and limits live as long as the process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallFault } from '@brickwork/engine/model/call-fault';
import { type CallPolicy, createCallPolicy } from '@brickwork/engine/model/call-policy';
import { createModelEngine, type ModelEngineOptions } from '@brickwork/engine/model/create-model-engine';
import type { ModelClient } from '@brickwork/engine/model/model-client';
import type { ModelEngine } from '@brickwork/engine/model/model-engine';
import { createModelClient } from '@brickwork/engine/model/providers/create-model-client';
import type { Config } from './config.ts';

export interface OpenModels {
  /** An engine for one evaluation, whose replies may be kept or replayed. */
  engine(options?: Pick<ModelEngineOptions, 'onReceipt' | 'work' | 'purse'>): ModelEngine;
  ids: readonly string[];
}

/** Told of every call: "answered", "cut_off", "cancelled", or the kind of fault. */
export type OnModelCall = (model: string, outcome: string) => void;

/** The share of a run's time for calls and waits; the rest is for checking and storing. */
const BUDGET_SHARE = 0.9;

/** Undefined when no model is configured. */
export function openModels(config: Config, onCall: OnModelCall = () => {}): OpenModels | undefined {
  if (config.models.length === 0) return undefined;
  const now = () => Date.now();
  const models: ModelClient[] = config.models.map((endpoint) =>
    tellOutcomes(
      createModelClient(endpoint, {
        contextTokens: config.modelContextTokens,
        maxOutputTokens: config.modelOutputTokens,
        now,
      }),
      onCall,
    ),
  );
  const policy: CallPolicy = createCallPolicy({
    now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    random: Math.random,
    concurrency: config.modelConcurrency,
    callDeadlineMs: config.modelDeadlineMs,
  });
  return {
    ids: models.map(({ id }) => id),
    engine: (options = {}) =>
      createModelEngine({ models, policy, now, budgetMs: config.runDeadlineMs * BUDGET_SHARE, ...options }),
  };
}

function tellOutcomes(client: ModelClient, onCall: OnModelCall): ModelClient {
  const { id, contextTokens, maxOutputTokens } = client;
  return {
    id,
    contextTokens,
    maxOutputTokens,
    async call(call) {
      try {
        const reply = await client.call(call);
        onCall(id, reply.finish === 'length' ? 'cut_off' : 'answered');
        return reply;
      } catch (error) {
        onCall(id, error instanceof CallFault ? error.kind : call.signal.aborted ? 'cancelled' : 'unexpected');
        throw error;
      }
    },
  };
}
