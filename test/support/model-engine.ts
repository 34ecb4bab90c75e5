/** The model engine as the service composes it, on a fake model; waits are passed over and written down. */
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { checkKit } from '@brickwork/engine/kits/check-kit';
import { createCallPolicy } from '@brickwork/engine/model/call-policy';
import { createModelEngine, type ModelEngineOptions } from '@brickwork/engine/model/create-model-engine';
import type { ModelUsage } from '@brickwork/engine/model/model-usage';
import { createModelClient } from '@brickwork/engine/model/providers/create-model-client';
import { modelEndpoints } from '@brickwork/engine/model/providers/model-endpoint';

export interface EngineSetting extends Partial<ModelEngineOptions> {
  urls: readonly string[];
  /** Default: `openai-compatible/test-model`. */
  ids?: readonly string[];
  contextTokens?: number;
  maxOutputTokens?: number;
  callDeadlineMs?: number;
  concurrency?: number;
}

export function openEngine({
  urls,
  ids,
  contextTokens = 100_000,
  maxOutputTokens = 4_000,
  callDeadlineMs = 20_000,
  concurrency = 4,
  ...more
}: EngineSetting) {
  const waits: number[] = [];
  const { endpoints, faults } = modelEndpoints({
    ids: ids ?? urls.map((_, index) => `openai-compatible/test-model${index === 0 ? '' : `-${index + 1}`}`),
    baseUrls: urls.length > 1 ? urls : [...urls],
    apiKeys: urls.map(() => 'sk-very-secret-key'),
    keyOf: () => undefined,
  });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  // Time passes with every wait.
  const now = () => Date.now() + waits.reduce((sum, ms) => sum + ms, 0);
  const models = endpoints.map((endpoint) => createModelClient(endpoint, { contextTokens, maxOutputTokens, now }));
  const policy = createCallPolicy({
    now,
    concurrency,
    callDeadlineMs,
    random: () => 0,
    sleep: async (ms) => void waits.push(ms),
  });
  return { waits, engine: createModelEngine({ models, policy, now, budgetMs: 60_000, ...more }) };
}

export interface EngineRun {
  document: object;
  transcript: string;
  signal?: AbortSignal;
}

/** Evaluates and tells what it used, whatever came of it. */
export async function evaluateOn(
  { engine }: ReturnType<typeof openEngine>,
  { document, transcript, signal }: EngineRun,
) {
  const checked = checkKit(document);
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  const conversation = normaliseConversation(transcript, { field: 'transcript', format: undefined, sides: undefined });
  let usage: ModelUsage | undefined;
  const result = await evaluateKit(
    { local: async () => ({ keys: [], outcomes: [], conversation }), model: engine },
    { kit: checked.kit, input: { transcript }, signal, onUsage: (used) => (usage = used) },
  ).then(
    (evaluation) => ({ ok: true as const, evaluation }),
    (error: unknown) => ({ ok: false as const, error }),
  );
  if (usage === undefined) throw new Error('usage was not told');
  return { result, usage, conversation };
}
