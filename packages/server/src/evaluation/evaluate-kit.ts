/**
 * One evaluation: kit + input → an outcome for every brick, in the kit's order. What needs no model is answered by
 * `here` (a thread of the pool); the rest goes to the model engine, when the deployment has one.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import type { Conversation } from '../conversation/conversation.ts';
import type { BrickOutcome } from './brick-outcome.ts';
import { type ModelUsage, sumUsage } from './model-usage.ts';
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

export interface ModelRequest {
  kit: KitDocument;
  bricks: readonly BrickDocument[];
  conversation: Conversation;
  input: Readonly<Record<string, unknown>>;
  /** `auto` for the deployment's own choice, else a model id. */
  model: string;
  signal: AbortSignal | undefined;
  /** Told once, when all is over, also when it failed or was aborted: what is used is used. */
  onUsage(usage: ModelUsage): void;
}

export interface ModelAnswer {
  outcomes: BrickOutcome[];
  warnings: string[];
  /** The model that answered; several, by comma, after a failover. */
  model: string;
}

export interface ModelEngine {
  answer(request: ModelRequest): Promise<ModelAnswer>;
}

export interface EvaluationRequest extends AnswerOptions {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  engine?: string | undefined;
  /** Told what models used, also when the evaluation fails. */
  onUsage?: ((usage: ModelUsage) => void) | undefined;
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
  { kit, input, engine, signal, deadlineMs, onUsage }: EvaluationRequest,
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
  const usages: ModelUsage[] = [];
  try {
    for (const [model, bricks] of plan.model) {
      const request = { kit, bricks, conversation, input, model, signal };
      answers.push(await engines.model.answer({ ...request, onUsage: (usage) => usages.push(usage) }));
    }
  } finally {
    onUsage?.(sumUsage(usages));
  }
  return {
    outcomes: inKitOrder(kit, [...outcomes, ...answers.flatMap((answer) => answer.outcomes)]),
    warnings: [...plan.warnings, ...new Set(answers.flatMap((answer) => answer.warnings))],
    engine: 'model',
    model: [...new Set(answers.flatMap((answer) => answer.model.split(', ')))].join(', '),
    usage: sumUsage(usages),
  };
}

function inKitOrder(kit: KitDocument, outcomes: readonly BrickOutcome[]): BrickOutcome[] {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  return kit.bricks.flatMap(({ key }) => byKey.get(key) ?? []);
}
