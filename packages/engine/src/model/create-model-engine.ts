/**
 * Evaluation by a model, without trusting it. Every value is checked against the brick, every quote against the conversation, and every
 * attempt is counted; a brick without a valid answer fails the run or is left out, as the kit says.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { BrickDocument, KitDocument, MaskClass } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { brickType } from '../bricks/brick-types.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { startStopwatch } from '../core/stopwatch.ts';
import { takeTurns } from '../core/take-turns.ts';
import { type Disguise, disguise, plainly } from '../mask/disguise.ts';
import { maskedClasses } from '../mask/masked-classes.ts';
import { type AskBatch, askBatch, type BrickAnswer, isKeyFault, type KeyFault } from './ask-batch.ts';
import { CallFault } from './call-fault.ts';
import type { CallPolicy } from './call-policy.ts';
import type { ConversationWork } from './check-reply.ts';
import type { Injection } from './detect-injection.ts';
import type { ModelClient } from './model-client.ts';
import type { ModelAnswer, ModelEngine, ModelRequest } from './model-engine.ts';
import { ModelFault } from './model-fault.ts';
import { createModelSession, type ModelSession } from './model-session.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';
import { conversationPrompt } from './prompt/build-prompt.ts';
import { type Frame, frameFor } from './prompt/frame.ts';
import type { Passage } from './prompt/passages.ts';
import { type ConversationPart, splitConversation } from './prompt/split-conversation.ts';
import type { Purse } from './purse.ts';
import type { Receipt } from './receipt.ts';
import { reduceParts, reduceVotes } from './reduce-answers.ts';
import { calibrateConfidence, scoreConfidence } from './score-confidence.ts';
import { createUsageMeter } from './usage-meter.ts';
import type { VerifiedAnswer } from './verify-answer.ts';

export interface ModelEngineOptions {
  /** In failover order; `auto` asks them all. */
  models: readonly ModelClient[];
  policy: CallPolicy;
  now(): number;
  /** Longest time that one evaluation may spend on calls and on waits between them. */
  budgetMs: number;
  /** Called with the raw replies, also of a failed evaluation. */
  onReceipt?: ((receipt: Receipt) => void) | undefined;
  /** What the evaluation may cost; undefined: no limit. */
  purse?: Purse | undefined;
  /** Replies to use instead of calling a model. */
  replay?: Receipt | undefined;
  /** Does the work on large conversations; by default it is done in place. */
  work?: ConversationWork | undefined;
}

/** A conversation of more parts is refused: it would be unexpectedly expensive. */
const MAX_PARTS = 64;
/** Calls that a run may need, in all parts: the kit's own (checked when it is pushed) times the parts of a long conversation. */
const MAX_CALLS = 500;
/** Including repeats of failed and invalid answers. */
const MAX_ATTEMPTS = 2 * MAX_CALLS;
/** How often the parts are halved when a provider still finds the prompt too long. */
const MAX_SPLITS = 3;

/** A shorter conversation is worked on in place: 20 ms at most. */
const LARGE_CONVERSATION = 32 * 1024;

/** Loaded with the first reply: a service without a model does not need the tables of dates and phone numbers. */
async function workInPlace(conversation: Conversation): Promise<ConversationWork> {
  const work = await import('./check-reply.ts');
  return work.workInPlace(conversation);
}

export function createModelEngine(options: ModelEngineOptions): ModelEngine {
  return {
    async answer(request) {
      const meter = createUsageMeter();
      const watch = startStopwatch(options.now);
      const { pausing = (waiting) => waiting } = request;
      const models = options.replay === undefined ? modelsFor(options, request.model) : [];
      const receipt = options.replay ?? newReceipt(models, maskedClasses(request.kit.mask, request.mask));
      try {
        const frame = await frameFor(request.kit, modelBricks(request.kit), receipt.limits, request.conversation);
        const session = createModelSession({
          policy: options.policy,
          models,
          receipt,
          isReplay: options.replay !== undefined,
          budget: {
            meter,
            leftMs: () => options.budgetMs - watch.usedMs(),
            pausing: (waiting) => pausing(watch.pausing(waiting)),
            owner: request.owner,
            maxCalls: MAX_ATTEMPTS,
            purse: options.purse,
          },
          frame: { ...frame, cacheKey: createHash('sha256').update(frame.system).digest('hex').slice(0, 32) },
        });
        const elsewhere = request.conversation.text.length > LARGE_CONVERSATION ? options.work : undefined;
        const work = elsewhere ?? (await workInPlace(request.conversation));
        const mask = receipt.mask ?? [];
        const shown = mask.length > 0 ? await disguise(work, mask, request) : plainly(request.conversation);
        return await evaluate(session, frame, request, work, shown);
      } finally {
        request.onUsage(meter.total());
        options.onReceipt?.(receipt);
      }
    },
  };
}

/** The limits of the smallest model: after a failover the same prompt must fit the next model. */
function newReceipt(models: readonly ModelClient[], mask: MaskClass[]): Receipt {
  return {
    seed: randomBytes(16).toString('hex'),
    limits: {
      contextTokens: Math.min(...models.map(({ contextTokens }) => contextTokens)),
      maxOutputTokens: Math.min(...models.map(({ maxOutputTokens }) => maxOutputTokens)),
    },
    ...(mask.length > 0 && { mask }),
    entries: {},
  };
}

function modelsFor({ models }: ModelEngineOptions, wanted: string): readonly ModelClient[] {
  if (wanted === 'auto') return models;
  const named = models.filter(({ id }) => id === wanted);
  if (named.length === 0) {
    throw new ModelFault('model_unavailable', `The kit asks for ${wanted}, which BRICKWORK_MODEL does not list.`);
  }
  return named;
}

/** The prefix has every brick that a model could be asked for, so that it is the same for each call of the version. */
function modelBricks({ bricks }: KitDocument): BrickDocument[] {
  return bricks.filter((brick) => !brickType(brick).isComputed(brick));
}

async function evaluate(
  session: ModelSession,
  frame: Frame,
  request: ModelRequest,
  work: ConversationWork,
  shown: Disguise,
): Promise<ModelAnswer> {
  const { kit, bricks, conversation, owner = '', signal } = request;
  const keys = kit.bricks.map(({ key }) => key);
  const injections = await work.detectInjections(conversation, keys, owner, signal);
  const against = {
    conversation,
    suspects: new Set(injections.map(({ turn }) => turn)),
    passages: new Set(frame.shown.map(({ id }) => id)),
  };
  const check: AskBatch['check'] = async (asked, given) => {
    const restored = shown.restore(given, asked);
    return shown.check(given, await work.checkReply({ ...against, bricks: asked, given: restored }, owner, signal));
  };
  const byKey = await askSplitting(session, frame, { ...request, conversation: shown.conversation }, check);
  const outcomes: BrickOutcome[] = [];
  const warnings = injections.slice(0, 20).map(warnOf);
  if (injections.length > 20) warnings.push(`${injections.length - 20} more turns seem to address the evaluator.`);
  for (const brick of bricks) {
    const answer = byKey.get(brick.key) ?? { code: 'output_invalid' as const, fault: 'no answer was given' };
    if (isKeyFault(answer)) {
      if (brick.on_invalid !== 'omit') throw new ModelFault(answer.code, `${brick.key}: ${answer.fault}.`);
      warnings.push(`${brick.key}: left out, because the model gave no valid answer (${answer.code}).`);
      continue;
    }
    if (answer.isUnproven) {
      warnings.push(`${brick.key}: no evidence for the value was found in the conversation.`);
    }
    outcomes.push(toOutcome(brick, answer, frame.shown));
  }
  return { outcomes, warnings, model: session.models().join(', ') };
}

function warnOf({ turn, kind }: Injection): string {
  return `Turn ${turn} ${WORDS[kind]}; it was treated as part of the conversation, not as an instruction.`;
}

const WORDS: Readonly<Record<Injection['kind'], string>> = {
  addresses_the_evaluator: 'seems to address the evaluator',
  plants_a_verdict: 'seems to plant a verdict',
  imitates_a_prompt: 'seems to imitate a prompt',
  hides_text: 'contains text that readers do not see',
};

/** The whole conversation in one call if it fits; in smaller and smaller parts while a provider refuses its length. */
async function askSplitting(
  session: ModelSession,
  frame: Frame,
  { bricks, conversation, signal }: ModelRequest,
  check: AskBatch['check'],
): Promise<Map<string, BrickAnswer>> {
  const calls = planCalls(bricks);
  for (let split = 0; ; split += 1) {
    const parts = await splitConversation(conversation, frame.conversationTokens / 2 ** split);
    if (parts.length > MAX_PARTS) {
      throw new ModelFault(
        'input_too_long',
        `The conversation would need ${parts.length} parts; at most ${MAX_PARTS} are allowed.`,
      );
    }
    if (parts.length * calls.length > MAX_CALLS) {
      throw new ModelFault(
        'input_too_long',
        `The kit needs ${calls.length} calls for each of the conversation’s ${parts.length} parts; a run may make ${MAX_CALLS}. Use fewer votes or isolated bricks, or a shorter conversation.`,
      );
    }
    try {
      return await askAll({ session, check, signal }, frame, calls, parts, split);
    } catch (error) {
      if (!(error instanceof CallFault) || error.kind !== 'too_long') throw error;
      if (split >= MAX_SPLITS) throw new ModelFault('input_too_long', 'The prompt exceeds the context of the model.');
    }
  }
}

/** The first call warms the provider's cache; then all others are sent together. */
async function askAll(
  batch: Pick<AskBatch, 'session' | 'check'> & { signal: AbortSignal | undefined },
  frame: Frame,
  calls: readonly PlannedCall[],
  parts: readonly ConversationPart[],
  split: number,
): Promise<Map<string, BrickAnswer>> {
  const stop = new AbortController();
  const signal = batch.signal === undefined ? stop.signal : AbortSignal.any([batch.signal, stop.signal]);
  const stretches = takeTurns();
  const prompts: { part: ConversationPart; conversation: string }[] = [];
  for (const part of parts) {
    prompts.push({ part, conversation: conversationPrompt(part, frame.chosen) });
    if (stretches.isOver()) await stretches.pass();
  }
  const [first, ...others] = prompts.flatMap(({ part, conversation }) =>
    calls.map(({ round, bricks }, index) => async () => {
      const call = { label: `${split}.${part.index}.${index}`, part, conversation, isVaried: round > 0 };
      return { part: part.index, answers: await askBatch({ ...batch, signal }, call, bricks) };
    }),
  );
  if (first === undefined) return new Map();
  const given = [await first()];
  const settled = await Promise.allSettled(
    others.map((ask) =>
      ask().catch((error: unknown) => {
        stop.abort(error);
        throw error;
      }),
    ),
  );
  for (const result of settled) {
    if (result.status === 'rejected') throw batch.signal?.aborted ? batch.signal.reason : stop.signal.reason;
    given.push(result.value);
  }
  const bricks = new Map(calls.flatMap((call) => call.bricks.map((brick) => [brick.key, brick])));
  return new Map([...bricks.values()].map((brick) => [brick.key, reduce(brick, given)]));
}

function reduce(
  brick: BrickDocument,
  given: readonly { part: number; answers: ReadonlyMap<string, BrickAnswer> }[],
): BrickAnswer {
  const faults: KeyFault[] = [];
  const byPart = Map.groupBy(given, ({ part }) => part);
  const parts = [...byPart.values()].flatMap((rounds): VerifiedAnswer[] => {
    const votes = rounds.flatMap(({ answers }): VerifiedAnswer[] => {
      const answer = answers.get(brick.key);
      if (answer === undefined) return [];
      if (!isKeyFault(answer)) return [answer];
      faults.push(answer);
      return [];
    });
    const [first, ...more] = votes;
    return first === undefined ? [] : [reduceVotes(brick, [first, ...more])];
  });
  const [first, ...more] = parts;
  // If one part has no valid answer, the whole has none: the missing part could have changed it.
  if (first === undefined || parts.length < byPart.size) {
    return faults[0] ?? { code: 'output_invalid', fault: 'no answer was given' };
  }
  return reduceParts(brick, [first, ...more]);
}

function toOutcome(brick: BrickDocument, answer: VerifiedAnswer, shown: readonly Passage[]): BrickOutcome {
  const { confidence, isCalibrated } = calibrateConfidence(brick, scoreConfidence(answer.basis));
  const cited = new Set(answer.passages);
  const refs = shown.filter(({ id }) => cited.has(id));
  return {
    key: brick.key,
    value: answer.value,
    confidence,
    basis: 'model',
    reason: answer.reason,
    evidence: answer.evidence,
    confidenceBasis: { ...answer.basis, ...(isCalibrated && { calibrated: true }) },
    ...(refs.length > 0 && {
      knowledgeRefs: refs.map(({ name, number, text }) => ({ name, passage: number, text })),
    }),
  };
}
