/**
 * One evaluation: kit + input → an outcome for every brick, in the kit's order. Bricks that need no model are
 * answered by `local` (a thread of the pool); the others by the model engine, if the deployment has one. What follows from
 * the answers (conditions, abstaining, scores) is decided by `scorecard/`.
 */
import type { BrickDocument, KitDocument, MaskClass } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { KnownSpeakers } from '../conversation/read-conversation.ts';
import type { Pausing } from '../core/stopwatch.ts';
import { wordingFor } from '../core/wording.ts';
import type { ModelAnswer, ModelEngine } from '../model/model-engine.ts';
import { ModelFault } from '../model/model-fault.ts';
import { type ModelUsage, sumUsage } from '../model/model-usage.ts';
import type { QuotedAnswer } from '../reader/check-quotes.ts';
import { createScoreBoard, type EngineAnswers, type ScoreBoard } from '../scorecard/score-board.ts';
import { createQuoteDoubt } from './doubt-quotes.ts';
import { planBricks } from './plan-bricks.ts';
import { savesTokens } from './saves-tokens.ts';
import { createSettling } from './settle-sure.ts';
import { checkSides } from './unknown-sides.ts';

export interface LocalTask extends KnownSpeakers {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  /** The bricks that may be answered, by key. */
  keys: readonly string[];
  /** Those that are answered from words alone: the fast path. */
  lexical?: readonly string[];
  /** Earlier answers, which conditions depend on. */
  known?: EngineAnswers;
  /** Return the conversation too, for an engine outside the thread. */
  withConversation?: boolean;
  /** Instead of answering: whether a model's quotes support its answers. */
  quoted?: readonly QuotedAnswer[];
}

export interface LocalAnswer extends EngineAnswers {
  /** Warnings about the conversation, for the run. */
  warnings?: string[];
  /** The language code of the conversation, if known. */
  language?: string;
  conversation?: Conversation;
  /** Instead of the conversation, if it has too many turns for a model: how many. */
  turnsKept?: number;
  /** For answers with quotes, the keys that their quotes do not support. */
  unsupported?: readonly string[];
  /** By key, the value of quotes with a confidence: the probability that they show a right answer. */
  worth?: Readonly<Record<string, number>>;
}

/** More than a whole day of talking. */
export const MOST_MODEL_TURNS = 40_000;

export interface AnswerOptions {
  signal?: AbortSignal | undefined;
  deadlineMs?: number | undefined;
  /** Notified of waits for a thread or for a shared model: they do not count as work. */
  pausing?: Pausing | undefined;
  /** The owner of the work: threads and model calls are shared fairly between owners. */
  owner?: string | undefined;
}

/** Reads the input and answers bricks without a model, with a deadline. */
export type AnswerLocally = (task: LocalTask, options: AnswerOptions) => Promise<LocalAnswer>;

export interface EvaluationRequest extends AnswerOptions, KnownSpeakers {
  kit: KitDocument;
  input: Readonly<Record<string, unknown>>;
  engine?: string | undefined;
  /** What the workspace masks before a conversation leaves for a model; the kit may add to it. */
  mask?: readonly MaskClass[] | undefined;
  /** Called with the models' usage, also when the evaluation fails. */
  onUsage?: ((usage: ModelUsage) => void) | undefined;
}

export interface Evaluation {
  outcomes: BrickOutcome[];
  warnings: string[];
  /** `model` if at least one brick was answered by a model. */
  engine: 'local' | 'model';
  model?: string;
  usage?: ModelUsage;
}

interface Engines {
  local: AnswerLocally;
  /** Whether the local engine reads with its model: then it answers first if a kit asks for `auto`, and the model answers what it is not sure of. */
  reads?: boolean;
  model?: ModelEngine | undefined;
}

/** Engines are asked in rounds: each round asks the bricks whose conditions are decided by the answers so far. A kit without conditions takes one round. */
export async function evaluateKit(engines: Engines, request: EvaluationRequest): Promise<Evaluation> {
  const { kit, input, agents, rules, language, engine, mask, signal, deadlineMs, pausing, owner, onUsage } = request;
  const plan = planBricks(kit, { hasModel: engines.model !== undefined, engine });
  const local = new Set(plan.local);
  const known: EngineAnswers[] = [];
  const answers: ModelAnswer[] = [];
  const usages: ModelUsage[] = [];
  const limits = { signal, deadlineMs, pausing, owner };
  const answerLocally = (withConversation: boolean) =>
    engines.local(
      {
        kit,
        input,
        agents,
        rules,
        language,
        keys: plan.local,
        lexical: plan.lexical,
        withConversation,
        known: joined(known),
      },
      limits,
    );
  const first = await answerLocally(plan.model.size > 0);
  const board = createScoreBoard(kit.bricks, wordingFor(kit.language, first.language));
  const add = (given: EngineAnswers) => {
    known.push(given);
    board.add(given);
  };
  add(first);
  const { conversation, turnsKept } = first;
  if (turnsKept !== undefined)
    throw new ModelFault(
      'input_too_long',
      `The conversation has ${turnsKept} turns; a model is asked about at most ${MOST_MODEL_TURNS}.`,
    );
  const warnings = [...plan.warnings, ...(first.warnings ?? [])];
  if (engines.model === undefined || conversation === undefined) {
    return { outcomes: board.outcomes(), warnings, engine: 'local' };
  }
  const sides = checkSides(kit.bricks, conversation);
  const sided = { ...kit, bricks: sides.bricks };
  const answerFirst = (keys: readonly string[]) =>
    engines.local({ kit, input, agents, rules, language, keys, known: joined(known) }, limits);
  const settleSure = createSettling(kit, {
    board,
    keys: engines.reads === true ? plan.auto : new Set(),
    answerFirst,
    add,
  });
  const doubtForeignQuotes = createQuoteDoubt(kit, conversation, async (quoted) => {
    if (engines.reads !== true) return [];
    const task = { kit, input, agents, rules, language, keys: [], quoted };
    return (await engines.local(task, limits)).unsupported ?? [];
  });
  const nextBricks = async () => {
    await settleSure();
    return next(board, conversation, local);
  };
  try {
    for (let bricks = await nextBricks(); bricks.length > 0; bricks = await nextBricks()) {
      for (const [model, group] of Map.groupBy(bricks, ({ key }) => plan.model.get(key) ?? 'auto')) {
        const keys = group.map(({ key }) => key);
        const asked = sides.bricks.filter(({ key }) => keys.includes(key));
        const question = { kit: sided, bricks: asked, conversation, input, model, mask, signal, pausing, owner };
        const answer = await engines.model.answer({ ...question, onUsage: (usage) => usages.push(usage) });
        answers.push(answer);
        const supported = await doubtForeignQuotes(answer.outcomes);
        add({ keys, outcomes: supported.map((outcome) => sides.limit(outcome)) });
      }
      if (board.ready().some(({ key }) => local.has(key))) add(await answerLocally(false));
    }
  } finally {
    onUsage?.(sumUsage(usages));
  }
  // No brick for a model applied.
  if (answers.length === 0) return { outcomes: board.outcomes(), warnings, engine: 'local' };
  return {
    outcomes: board.outcomes(),
    warnings: [...warnings, ...new Set(answers.flatMap((answer) => answer.warnings))],
    engine: 'model',
    model: [...new Set(answers.flatMap((answer) => answer.model.split(', ')))].join(', '),
    usage: sumUsage(usages),
  };
}

/** The bricks for a model in the next round: bricks that wait for a condition are included if a second call would cost more than it saves. */
function next(board: ScoreBoard, conversation: Conversation, local: ReadonlySet<string>): BrickDocument[] {
  const ready = board.ready().filter(({ key }) => !local.has(key));
  const waiting = board.waiting().filter(({ key }) => !local.has(key));
  return waiting.length === 0 || savesTokens(ready, waiting, conversation) ? ready : [...ready, ...waiting];
}

function joined(answers: readonly EngineAnswers[]): EngineAnswers {
  return { keys: answers.flatMap(({ keys }) => keys), outcomes: answers.flatMap(({ outcomes }) => outcomes) };
}
