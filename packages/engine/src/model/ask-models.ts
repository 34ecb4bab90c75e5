/**
 * All bricks of one evaluation, asked of the models in their order. Bricks without a valid answer are asked of the next model, and the
 * reason is recorded; the call policy skips a model that cannot be called.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import { takeTurns } from '../core/take-turns.ts';
import { type AskBatch, askBatch, type BrickAnswer, isKeyFault, type KeyFault } from './ask-batch.ts';
import { CallFault } from './call-fault.ts';
import type { ModelRequest } from './model-engine.ts';
import { ModelFault } from './model-fault.ts';
import type { ModelSession } from './model-session.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';
import { conversationPrompt } from './prompt/build-prompt.ts';
import type { Frame } from './prompt/frame.ts';
import { type ConversationPart, splitConversation } from './prompt/split-conversation.ts';
import { reduceParts, reduceVotes } from './reduce-answers.ts';
import type { VerifiedAnswer } from './verify-answer.ts';

/** A conversation of more parts is refused: it would be unexpectedly expensive. */
const MAX_PARTS = 64;
/** Calls that a run may need, in all parts: the kit's own (checked when it is pushed) times the parts of a long conversation. */
export const MAX_CALLS = 500;
/** How often the parts are halved when a provider still finds the prompt too long. */
const MAX_SPLITS = 3;

const NO_ANSWER: KeyFault = { code: 'output_invalid', fault: 'no answer was given' };

export async function askModels(
  session: ModelSession,
  frame: Frame,
  request: ModelRequest,
  check: AskBatch['check'],
): Promise<{ byKey: Map<string, BrickAnswer>; models: string[] }> {
  const byKey = await askSplitting(session, frame, request, check);
  const models = new Set(session.models());
  for (let current = session; ; ) {
    const faults = request.bricks.flatMap(({ key }) => {
      const answer = byKey.get(key) ?? NO_ANSWER;
      return isKeyFault(answer) ? [{ key, code: answer.code }] : [];
    });
    const next = faults.length === 0 ? undefined : current.next(whyNext(current, faults));
    if (next === undefined) return { byKey, models: [...models] };
    const keys = new Set(faults.map(({ key }) => key));
    const bricks = request.bricks.filter(({ key }) => keys.has(key));
    try {
      for (const [key, answer] of await askSplitting(next, frame, { ...request, bricks }, check))
        byKey.set(key, answer);
    } catch (error) {
      // Temporary faults are waited for; any other leaves the first model's fault.
      if (!(error instanceof ModelFault) || error.retryAfterMs !== undefined) throw error;
      return { byKey, models: [...models] };
    }
    for (const model of next.models()) models.add(model);
    current = next;
  }
}

function whyNext(session: ModelSession, faults: readonly { key: string; code: string }[]): string {
  const codes = [...new Set(faults.map(({ code }) => code))].join(', ');
  return `${session.models().join(', ')} gave no valid answer to ${faults.map(({ key }) => key).join(', ')} (${codes})`;
}

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
