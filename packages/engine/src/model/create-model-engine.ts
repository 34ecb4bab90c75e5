/**
 * Evaluation by an untrusted model. Every value is checked against the brick, every quote against the conversation, and every
 * attempt is counted; a brick without a valid answer fails the run or is left out, as the kit says.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { BrickDocument, KitDocument, MaskClass } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { brickType } from '../bricks/brick-types.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { startStopwatch } from '../core/stopwatch.ts';
import { type Disguise, disguise, plainly } from '../mask/disguise.ts';
import { maskedClasses } from '../mask/masked-classes.ts';
import { type AskBatch, isKeyFault } from './ask-batch.ts';
import { askModels, MAX_CALLS } from './ask-models.ts';
import type { CallPolicy } from './call-policy.ts';
import type { ConversationWork } from './check-reply.ts';
import type { Injection } from './detect-injection.ts';
import type { ModelClient } from './model-client.ts';
import type { ModelAnswer, ModelEngine, ModelRequest } from './model-engine.ts';
import { ModelFault } from './model-fault.ts';
import { createModelSession, type ModelSession } from './model-session.ts';
import { type Frame, frameFor } from './prompt/frame.ts';
import type { Passage } from './prompt/passages.ts';
import type { Purse } from './purse.ts';
import type { Receipt } from './receipt.ts';
import { confidenceOf } from './score-confidence.ts';
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
  /** The maximum cost of the evaluation; undefined: no limit. */
  purse?: Purse | undefined;
  /** Replies to use instead of calling a model. */
  replay?: Receipt | undefined;
  /** Does the work on large conversations; by default it is done in place. */
  work?: ConversationWork | undefined;
}

/** Including repeats of failed and invalid answers. */
const MAX_ATTEMPTS = 2 * MAX_CALLS;

/** A shorter conversation is processed in place: it costs less than transferring it. */
const LARGE_CONVERSATION = 8 * 1024;

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

/** The prefix contains every brick that a model could be asked for, so that it is the same for each call of the version. */
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
  const { byKey, models } = await askModels(session, frame, { ...request, conversation: shown.conversation }, check);
  const outcomes: BrickOutcome[] = [];
  const warnings = [...session.moves(), ...injections.slice(0, 20).map(warnOf)];
  if (injections.length > 0) warnings.push(DOUBTED);
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
  return { outcomes, warnings, model: models.join(', ') };
}

const DOUBTED =
  'Answers by a model were lowered to at most 0.58, because it may have followed what the conversation tells it: review this run.';

function warnOf({ turn, kind }: Injection): string {
  return `Turn ${turn} ${WORDS[kind]}; it was treated as part of the conversation, not as an instruction.`;
}

const WORDS: Readonly<Record<Injection['kind'], string>> = {
  addresses_the_evaluator: 'seems to address the evaluator',
  plants_a_verdict: 'seems to plant a verdict',
  imitates_a_prompt: 'seems to imitate a prompt',
  hides_text: 'contains text that readers do not see',
};

function toOutcome(brick: BrickDocument, answer: VerifiedAnswer, shown: readonly Passage[]): BrickOutcome {
  const { confidence, isCalibrated } = confidenceOf(brick, answer.basis);
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
