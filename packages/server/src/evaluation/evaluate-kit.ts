/**
 * One evaluation: kit + input → an outcome for every brick, in the kit's order. Bricks that need no model are
 * answered by `local` (a thread of the pool); the others by the model engine, if the deployment has one.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import type { Conversation } from '../conversation/conversation.ts';
import type { BrickOutcome } from './brick-outcome.ts';
import { type ModelUsage, sumUsage } from './model-usage.ts';
import { planBricks } from './plan-bricks.ts';
import { checkSides } from './unknown-sides.ts';

export interface LocalTask {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  /** Names and addresses of the workspace's agents. */
  agents?: readonly string[] | undefined;
  /** The bricks to answer, by key. */
  keys: readonly string[];
  /** Return the conversation too, for an engine outside the thread. */
  withConversation?: boolean;
}

export interface LocalAnswer {
  outcomes: BrickOutcome[];
  /** About the conversation, for the run. */
  warnings?: string[];
  conversation?: Conversation;
}

export interface AnswerOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
  /** Whose work it is: threads and model calls are shared fairly between owners. */
  owner?: string | undefined;
}

/** Reads the input and answers bricks without a model, with a deadline. */
export type AnswerLocally = (task: LocalTask, options: AnswerOptions) => Promise<LocalAnswer>;

export interface ModelRequest {
  kit: KitDocument;
  bricks: readonly BrickDocument[];
  conversation: Conversation;
  input: Readonly<Record<string, unknown>>;
  /** `auto` for the deployment's own choice, else a model id. */
  model: string;
  signal: AbortSignal | undefined;
  owner?: string | undefined;
  /** Called once at the end, also after a failure or an abort: what was used must be counted. */
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
  agents?: readonly string[] | undefined;
  engine?: string | undefined;
  /** Called with what models used, also when the evaluation fails. */
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
  engines: { local: AnswerLocally; model?: ModelEngine | undefined },
  { kit, input, agents, engine, signal, deadlineMs, owner, onUsage }: EvaluationRequest,
): Promise<Evaluation> {
  const plan = planBricks(kit, { hasModel: engines.model !== undefined, engine });
  const {
    outcomes,
    warnings = [],
    conversation,
  } = await engines.local(
    { kit, input, agents, keys: plan.local, withConversation: plan.model.size > 0 },
    { signal, deadlineMs, owner },
  );
  if (engines.model === undefined || conversation === undefined) {
    return { outcomes: inKitOrder(kit, outcomes), warnings: [...plan.warnings, ...warnings], engine: 'local' };
  }
  const answers: ModelAnswer[] = [];
  const usages: ModelUsage[] = [];
  try {
    const sides = checkSides(kit.bricks, conversation);
    const asked = { ...kit, bricks: sides.bricks };
    for (const [model, planned] of plan.model) {
      const keys = new Set(planned.map(({ key }) => key));
      const bricks = sides.bricks.filter(({ key }) => keys.has(key));
      const request = { kit: asked, bricks, conversation, input, model, signal, owner };
      const answer = await engines.model.answer({ ...request, onUsage: (usage) => usages.push(usage) });
      answers.push({ ...answer, outcomes: answer.outcomes.map((outcome) => sides.limit(outcome)) });
    }
  } finally {
    onUsage?.(sumUsage(usages));
  }
  return {
    outcomes: inKitOrder(kit, [...outcomes, ...answers.flatMap((answer) => answer.outcomes)]),
    warnings: [...plan.warnings, ...warnings, ...new Set(answers.flatMap((answer) => answer.warnings))],
    engine: 'model',
    model: [...new Set(answers.flatMap((answer) => answer.model.split(', ')))].join(', '),
    usage: sumUsage(usages),
  };
}

function inKitOrder(kit: KitDocument, outcomes: readonly BrickOutcome[]): BrickOutcome[] {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  return kit.bricks.flatMap(({ key }) => byKey.get(key) ?? []);
}
