/**
 * One evaluation: kit + input → an outcome for every brick, in the kit's order. What needs no model is answered by
 * `here` (a thread of the pool); the rest goes to the model engine, when the deployment has one.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import type { Conversation } from '../conversation/conversation.ts';
import type { BrickOutcome } from './brick-outcome.ts';
import { planBricks } from './plan-bricks.ts';

export interface HereTask {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  /** The bricks to answer, by key. */
  keys: readonly string[];
  /** Ask for the conversation back, for an engine outside the thread. */
  withConversation?: boolean;
}

export interface HereAnswer {
  outcomes: BrickOutcome[];
  conversation?: Conversation;
}

export interface AnswerOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
}

/** Reads the input and answers bricks without a model, with a deadline. */
export type AnswerHere = (task: HereTask, options: AnswerOptions) => Promise<HereAnswer>;

/** What a model used, as its provider reports it. */
export interface ModelUsage {
  calls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
}

export interface ModelRequest {
  kit: KitDocument;
  bricks: readonly BrickDocument[];
  conversation: Conversation;
  input: Readonly<Record<string, unknown>>;
  /** `auto` for the deployment's own choice, else a model id. */
  model: string;
  signal: AbortSignal | undefined;
}

export interface ModelAnswer {
  outcomes: BrickOutcome[];
  warnings: string[];
  /** The model that answered. */
  model: string;
  usage: ModelUsage;
}

export interface ModelEngine {
  answer(request: ModelRequest): Promise<ModelAnswer>;
}

export interface EvaluationRequest extends AnswerOptions {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  engine?: string | undefined;
}

export interface Evaluation {
  outcomes: BrickOutcome[];
  warnings: string[];
  /** `model` as soon as one brick was answered by a model. */
  engine: 'local' | 'model';
  model?: string;
  usage?: ModelUsage;
}

export async function evaluateKit(
  engines: { here: AnswerHere; model?: ModelEngine | undefined },
  { kit, input, engine, signal, deadlineMs }: EvaluationRequest,
): Promise<Evaluation> {
  const plan = planBricks(kit, { hasModel: engines.model !== undefined, engine });
  const { outcomes, conversation } = await engines.here(
    { kit, input, keys: plan.here, withConversation: plan.model.size > 0 },
    { signal, deadlineMs },
  );
  if (engines.model === undefined || conversation === undefined) {
    return { outcomes: inKitOrder(kit, outcomes), warnings: plan.warnings, engine: 'local' };
  }
  const answers: ModelAnswer[] = [];
  for (const [model, bricks] of plan.model) {
    answers.push(await engines.model.answer({ kit, bricks, conversation, input, model, signal }));
  }
  return {
    outcomes: inKitOrder(kit, [...outcomes, ...answers.flatMap((answer) => answer.outcomes)]),
    warnings: [...plan.warnings, ...answers.flatMap((answer) => answer.warnings)],
    engine: 'model',
    model: [...new Set(answers.map((answer) => answer.model))].join(', '),
    usage: sumUsage(answers.map((answer) => answer.usage)),
  };
}

function inKitOrder(kit: KitDocument, outcomes: readonly BrickOutcome[]): BrickOutcome[] {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  return kit.bricks.flatMap(({ key }) => byKey.get(key) ?? []);
}

function sumUsage(usages: readonly ModelUsage[]): ModelUsage {
  const sum = (field: keyof ModelUsage) => usages.reduce((total, usage) => total + usage[field], 0);
  return {
    calls: sum('calls'),
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
  };
}
