/** The models of this deployment, ready to be called; the call policy's circuit breakers and limits live as long as the process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallFault } from '../call-fault.ts';
import { type CallPolicy, createCallPolicy } from '../call-policy.ts';
import { createModelEngine, type ModelEngineOptions } from '../create-model-engine.ts';
import type { ModelCall, ModelClient, ModelReply } from '../model-client.ts';
import type { ModelEngine } from '../model-engine.ts';
import { createModelClient } from './create-model-client.ts';
import type { EngineSettings } from './engine-settings.ts';

export interface OpenModels {
  /** An engine for one evaluation, whose replies may be kept or replayed. */
  engine(options?: Partial<Pick<ModelEngineOptions, 'onReceipt' | 'work' | 'purse' | 'budgetMs'>>): ModelEngine;
  ids: readonly string[];
}

/** Notified of every call: "answered", "cut_off", "cancelled", or the kind of fault. */
export type OnModelCall = (model: string, outcome: string) => void;

/** A wrapper around every call, such as a trace. */
export interface AroundCalls {
  call(model: string, call: ModelCall, send: () => Promise<ModelReply>): Promise<ModelReply>;
  /** Sent with the call. */
  headers(): Readonly<Record<string, string>>;
}

const NOTHING: AroundCalls = { call: (_model, _call, send) => send(), headers: () => ({}) };

/** The share of a run's time for calls and waits; the rest is for checking and storing. */
const BUDGET_SHARE = 0.9;

/** Undefined when no model is configured. */
export function openModels(
  settings: EngineSettings,
  onCall: OnModelCall = () => {},
  around: AroundCalls = NOTHING,
): OpenModels | undefined {
  if (settings.models.length === 0) return undefined;
  const now = () => Date.now();
  const models: ModelClient[] = settings.models.map((endpoint) =>
    tellOutcomes(
      createModelClient(endpoint, {
        contextTokens: settings.modelContextTokens,
        maxOutputTokens: settings.modelOutputTokens,
        now,
        headers: around.headers,
      }),
      onCall,
      around,
    ),
  );
  const policy: CallPolicy = createCallPolicy({
    now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    random: Math.random,
    concurrency: settings.modelConcurrency,
    callDeadlineMs: settings.modelDeadlineMs,
  });
  return {
    ids: models.map(({ id }) => id),
    engine: (options = {}) =>
      createModelEngine({ models, policy, now, budgetMs: settings.runDeadlineMs * BUDGET_SHARE, ...options }),
  };
}

function tellOutcomes(client: ModelClient, onCall: OnModelCall, around: AroundCalls): ModelClient {
  const { id, contextTokens, maxOutputTokens } = client;
  return {
    id,
    contextTokens,
    maxOutputTokens,
    async call(call) {
      try {
        const reply = await around.call(id, call, () => client.call(call));
        onCall(id, reply.finish === 'length' ? 'cut_off' : 'answered');
        return reply;
      } catch (error) {
        onCall(id, error instanceof CallFault ? error.kind : call.signal.aborted ? 'cancelled' : 'unexpected');
        throw error;
      }
    },
  };
}
