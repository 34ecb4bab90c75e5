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
  /** The part, as the model is shown it. */
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

export function createModelSession({ policy, models, budget, frame, receipt, isReplay }: SessionOptions): ModelSession {
  const answered = new Set<string>();
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
        budget,
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
    async call(call, signal) {
      const nonce = nonceOf(call.label);
      const entry = isReplay ? receipt.entries[call.label] : await ask(call, nonce, signal);
      if (entry === undefined)
        throw new ModelFault('run_request_failed', `The receipt has no reply for ${call.label}.`);
      receipt.entries[call.label] = entry;
      if ('fault' in entry) throw new CallFault(entry.fault, { fact: entry.fault });
      answered.add(entry.model);
      return { text: entry.text, nonce, isCutOff: entry.finish === 'length' };
    },
  };
}
