/**
 * The calls of one evaluation: each has a label that is the same whenever the evaluation is repeated, and its own
 * nonce.
 */
import { createHmac } from 'node:crypto';
import { CallFault } from './call-fault.ts';
import type { AnsweredCall, CallBudget, CallPolicy } from './call-policy.ts';
import type { ModelCall, ModelClient } from './model-client.ts';
import { ModelFault } from './model-fault.ts';
import { questionPrompt } from './prompt/build-prompt.ts';
import type { ConversationPart } from './prompt/split-conversation.ts';
import type { Receipt, ReceiptEntry } from './receipt.ts';

export interface SessionCall {
  label: string;
  part: ConversationPart;
  /** The part, in the form shown to the model. */
  conversation: string;
  keys: readonly string[];
  faults: ReadonlyMap<string, string>;
  /** Twice as many after an answer that was cut off. */
  outputFactor: number;
  isVaried: boolean;
}

export interface SessionReply {
  text: string;
  nonce: string;
  isCutOff: boolean;
}

export interface ModelSession {
  /** Throws ModelFault, or CallFault `too_long` and `refused` for the caller to handle. */
  call(call: SessionCall, signal: AbortSignal): Promise<SessionReply>;
  /** The models that answered, in order of their first answer. */
  models(): string[];
  /** The models behind those that answered, for what they did not answer validly; undefined: there are none. */
  next(why: string): ModelSession | undefined;
  /** Why another model was asked, for the run. */
  moves(): readonly string[];
}

export interface SessionOptions {
  policy: CallPolicy;
  models: readonly ModelClient[];
  budget: CallBudget;
  frame: Pick<ModelCall, 'system' | 'schema' | 'cacheKey' | 'maxOutputTokens'>;
  /** Filled by the calls, or read from when `isReplay`. */
  receipt: Receipt;
  isReplay: boolean;
}

/** `stage`: how many sessions there were before; a repeated evaluation goes through the same ones. */
export function createModelSession(options: SessionOptions, stage = 0): ModelSession {
  const { policy, models, budget, frame, receipt, isReplay } = options;
  const answered = new Set<string>();
  const prefixOf = (of: number) => (of === 0 ? '' : `next${of}/`);
  const move = (why: string, to: string) => {
    const told = `${why}; ${to} was asked.`;
    if (!receipt.moves?.includes(told)) receipt.moves = [...(receipt.moves ?? []), told];
  };
  const nonceOf = (label: string) => createHmac('sha256', receipt.seed).update(label).digest('hex').slice(0, 24);
  const ask = async (call: SessionCall, nonce: string, signal: AbortSignal): Promise<ReceiptEntry> => {
    try {
      const { reply, model }: AnsweredCall = await policy.ask(
        models,
        {
          ...frame,
          maxOutputTokens: frame.maxOutputTokens * call.outputFactor,
          conversation: call.conversation,
          question: questionPrompt({ keys: call.keys, nonce, faults: call.faults, partOf: call.part.count }),
          isVaried: call.isVaried,
          signal,
        },
        { ...budget, onMove: ({ id }, { fact }, next) => move(`${id}: ${fact}`, next.id) },
      );
      return { model, text: reply.text, finish: reply.finish };
    } catch (error) {
      if (error instanceof CallFault && error.kind === 'too_long') return { fault: 'too_long' };
      if (error instanceof ModelFault && error.code === 'content_refused') return { fault: 'refused' };
      throw error;
    }
  };
  return {
    models: () => [...answered],
    moves: () => receipt.moves ?? [],
    next(why) {
      if (isReplay) {
        const isKnown = Object.keys(receipt.entries).some((label) => label.startsWith(prefixOf(stage + 1)));
        return isKnown ? createModelSession(options, stage + 1) : undefined;
      }
      const behind = models.slice(models.findLastIndex(({ id }) => answered.has(id)) + 1);
      const [first] = behind;
      if (first === undefined || behind.length === models.length) return undefined;
      move(why, first.id);
      return createModelSession({ ...options, models: behind }, stage + 1);
    },
    async call(call, signal) {
      const label = `${prefixOf(stage)}${call.label}`;
      const nonce = nonceOf(label);
      const entry = isReplay ? receipt.entries[label] : await ask(call, nonce, signal);
      if (entry === undefined) throw new ModelFault('run_request_failed', `The receipt has no reply for ${label}.`);
      receipt.entries[label] = entry;
      if ('fault' in entry) throw new CallFault(entry.fault, { fact: entry.fault });
      answered.add(entry.model);
      return { text: entry.text, nonce, isCutOff: entry.finish === 'length' };
    },
  };
}
